"""The header of a script: the PEP 723 block and its `[tool.ticklane]` keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ticklane._nearest import nearest, or_known
from ticklane_toolchain._header_block import HeaderBlock, find_block
from ticklane_toolchain.params import value_problem
from ticklane_toolchain.record_settings import record_problems
from ticklane_toolchain.refusal import Finding, shortened
from ticklane_toolchain.settings import KEYS, checked, shown

__all__ = ["Header", "read_header"]

_TOP_KEYS: Final = ("requires-python", "dependencies", "tool")


@dataclass(frozen=True)
class Header:
    """What a script's header says. `keys` holds the checked values of `[tool.ticklane]`, only those given.

    `params` are the defaults of `[tool.ticklane.params]`, `records` is `[tool.ticklane.records]`; `lines` gives the
    line of a key ("ticks", "params.n", "dependencies"); `findings` is what is wrong with it.
    """

    keys: Mapping[str, Any] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    requires_python: str = ""
    dependencies: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    records: Mapping[str, Any] = field(default_factory=dict)

    def finding(self, key: str, text: str, fix: str = "") -> Finding:
        """A finding about a header key, with its line."""
        return Finding.in_header(self.lines.get(key, 0), text, fix)

    def as_dict(self) -> dict[str, Any]:
        """The header as it was given, for the run's manifest."""
        given: dict[str, Any] = {}
        if self.requires_python:
            given["requires-python"] = self.requires_python
        if self.dependencies:
            given["dependencies"] = list(self.dependencies)
        tables = {"params": dict(self.params), "records": dict(self.records)}
        return given | dict(self.keys) | {name: table for name, table in tables.items() if table}


def read_header(source: str) -> Header:
    """Reads the header of a script's source; a script without one has an empty header. Never raises."""
    block = find_block(source)
    if isinstance(block, Finding):
        return Header(findings=(block,))
    if block is None:
        return Header()
    try:
        data = tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return Header(findings=(_toml_finding(error, block),))
    except RecursionError:
        return Header(findings=(Finding.in_header(block.line, "the header is nested too deeply"),))
    return _Reader(data, block).header()


def _toml_finding(error: tomllib.TOMLDecodeError, block: HeaderBlock) -> Finding:
    message = str(error)
    lines = block.text.split("\n")
    where = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)$", message)
    row = int(where[1]) if where and where[1] else len(lines)
    # What is missing at the end of a line is noticed on the next.
    while row > 1 and (row > len(lines) or not lines[row - 1].strip()):
        row -= 1
    reason = message[: where.start()].strip() if where else message
    return Finding.in_header(block.line + row, f"{shortened(lines[row - 1].strip(), 120)}: not TOML: {reason}")


class _Reader:
    def __init__(self, data: dict[str, Any], block: HeaderBlock) -> None:
        self.data = data
        self.lines = block.key_lines()
        self.start = block.line
        self.findings: list[Finding] = []

    def header(self) -> Header:
        for key in self.data:
            if key not in _TOP_KEYS:
                self._unknown_top_key(key)
        tool = self._table(self.data.get("tool", {}), "tool")
        for name in tool:
            if name != "ticklane" and nearest(name, ["ticklane"]) and name.lower().startswith("tick"):
                self._find(f"tool.{name}", f"[tool.{name}]: no such table, did you mean [tool.ticklane]?")
        table = self._table(tool.get("ticklane", {}), "tool.ticklane")
        params = self._params(self._table(table.pop("params", {}), "tool.ticklane.params"))
        records = self._records(self._table(table.pop("records", {}), "tool.ticklane.records"))
        keys: dict[str, Any] = {}
        for key, value in table.items():
            if key not in KEYS:
                self._unknown_key(key, value)
                continue
            given, problem = checked(key, value)
            if problem:
                self._find(key, problem)
            else:
                keys[key] = given
        requires, dependencies = self._requires(), self._dependencies()
        return Header(keys, params, requires, dependencies, self.lines, tuple(self.findings), records)

    def _table(self, value: Any, name: str) -> dict[str, Any]:
        if isinstance(value, dict):
            return dict(value)
        self._find(name.removeprefix("tool.ticklane."), f"{name} = {shown(value)}: is a table, written [{name}]")
        return {}

    def _unknown_top_key(self, key: str) -> None:
        if key == "ticklane":
            self._find(key, "[ticklane]: no such table, did you mean [tool.ticklane]?")
        elif key in KEYS or key == "params":
            self._find(key, f"{key}: belongs under [tool.ticklane]")
        else:
            self._find(key, f"{key}: no such header key{or_known(key, _TOP_KEYS)}")

    def _unknown_key(self, key: str, value: Any) -> None:
        if key in ("dependencies", "requires-python"):
            self._find(key, f"{key}: belongs above [tool.ticklane], it is no key of it")
        elif isinstance(value, dict):
            known = ["params", "records"]
            self._find(key, f"[tool.ticklane.{key}]: no such table{or_known(key, known)}")
        else:
            self._find(key, f"{key} = {shown(value)}: no such key{or_known(key, [*KEYS, 'params', 'records'])}")

    def _params(self, table: dict[str, Any]) -> dict[str, Any]:
        for name, value in table.items():
            problem = value_problem(value)
            if problem:
                self._find(f"params.{name}", f"{name} = {shown(value)}: {problem}")
        return table

    def _records(self, table: dict[str, Any]) -> dict[str, Any]:
        for key, problem in record_problems(table):
            # An inline table's keys have no line of their own.
            line = f"records.{key}"
            self._find(line if line in self.lines else line.rpartition(".")[0], problem)
        return table

    def _requires(self) -> str:
        value = self.data.get("requires-python", "")
        if isinstance(value, str):
            return value
        self._find("requires-python", f"requires-python = {shown(value)}: is text", 'requires-python = ">=3.11"')
        return ""

    def _dependencies(self) -> tuple[str, ...]:
        value = self.data.get("dependencies", [])
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        self._find("dependencies", f"dependencies = {shown(value)}: is a list of texts", 'dependencies = ["numpy"]')
        return ()

    def _find(self, key: str, text: str, fix: str = "") -> None:
        self.findings.append(Finding.in_header(self.lines.get(key, self.start), text, fix))
