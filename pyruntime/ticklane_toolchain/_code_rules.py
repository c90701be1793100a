"""Imports and calls of a module against the tables of what blocks, what is forbidden and what needs a capability."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ticklane_toolchain._inference import Inference
from ticklane_toolchain._rules import CAPABILITIES, FORBIDDEN, ON_TICK_LANES, PATH_METHODS
from ticklane_toolchain._scopes import Scope, Scopes
from ticklane_toolchain.refusal import Finding

__all__ = ["Use", "also", "code_findings", "needed_caps"]


@dataclass(frozen=True)
class Use:
    """Where a module uses something that needs a capability."""

    cap: str
    shown: str
    line: int
    file: str


def code_findings(scopes: Scopes, inference: Inference, file: str, *, tick_lane: bool) -> list[Finding]:
    """What a script may never do, and what it may not do on a lane that the game's thread steps."""
    found: dict[str, list[tuple[int, str]]] = {}
    for node, scope in scopes.nodes:
        for dotted, shown in _uses(node, scope, inference):
            rule = _rule(dotted, FORBIDDEN) or (_rule(dotted, ON_TICK_LANES) if tick_lane else "")
            if rule:
                found.setdefault(rule, []).append((getattr(node, "lineno", 0), shown))
    findings = []
    for rule, places in found.items():
        line, shown = min(places)
        findings.append(Finding.at(line, f"{shown}{also(line, [one for one, _ in places])}: {rule}", file=file))
    return findings


def also(line: int, lines: Iterable[int]) -> str:
    """The other lines where the same was found, as they stand after the first: " (also line 3, 8)"."""
    others = sorted(set(lines) - {line})
    more = ", …" if len(others) > 5 else ""
    return f" (also line {', '.join(str(one) for one in others[:5])}{more})" if others else ""


def needed_caps(scopes: Scopes, inference: Inference, file: str, internals_line: int) -> list[Use]:
    """Every use that needs a capability, in line order."""
    uses = []
    paths = any(_imports_pathlib(node) for node, _ in scopes.nodes)
    for node, scope in scopes.nodes:
        line = getattr(node, "lineno", 0)
        for dotted, shown in _uses(node, scope, inference):
            cap = _rule(dotted, CAPABILITIES)
            if cap:
                uses.append(Use(cap, shown, line, file))
        if paths and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            known_module = inference.dotted(node.func, scope) in CAPABILITIES
            if node.func.attr in PATH_METHODS and not known_module:
                uses.append(Use("files", f".{node.func.attr}(…)", line, file))
    if internals_line:
        uses.append(Use("internals", "host.internals", internals_line, file))
    return sorted(uses, key=lambda use: use.line)


def _uses(node: ast.AST, scope: Scope, inference: Inference) -> list[tuple[str, str]]:
    """(dotted name, as it is shown) of what an import or a call uses."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return _imported(node)
    if isinstance(node, ast.Call):
        dotted = inference.dotted(node.func, scope)
        name = dotted.rpartition(".")[2]
        if name in {"__import__", "import_module"} and node.args and isinstance(node.args[0], ast.Constant):
            module = str(node.args[0].value)
            return [(module, f"import {module}")]
        return [(dotted, f"{dotted}(…)")] if dotted else []
    return []


def _imported(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    if isinstance(node, ast.Import):
        return [(alias.name, f"import {alias.name}") for alias in node.names]
    if node.level or node.module is None:
        return []
    names = [(f"{node.module}.{alias.name}", f"from {node.module} import {alias.name}") for alias in node.names]
    # `from os import remove` only names a call: the call itself is judged. `from http import client` is a module.
    return [(dotted, shown) for dotted, shown in names if _is_module_rule(dotted)]


def _imports_pathlib(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "pathlib"
    return isinstance(node, ast.Import) and any(alias.name == "pathlib" for alias in node.names)


def _is_module_rule(dotted: str) -> bool:
    return any(_covers(name, dotted) and name not in _CALLS for table in _TABLES for name in table)


def _rule(dotted: str, table: Mapping[str, str]) -> str:
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        found = table.get(".".join(parts[:length]))
        if found:
            return found
    return ""


def _covers(rule: str, dotted: str) -> bool:
    return dotted == rule or dotted.startswith(f"{rule}.")


def _top(dotted: str) -> str:
    return dotted.partition(".")[0]


_TABLES: tuple[Mapping[str, str], ...] = (CAPABILITIES, FORBIDDEN, ON_TICK_LANES)
_CALLS = frozenset(
    name
    for table in _TABLES
    for name in table
    if _top(name) in {"os", "io", "codecs", "gzip", "bz2", "lzma", "numpy", "glob", "time", "sys", "logging"}
) - {"numpy.ctypeslib", "logging.handlers"}
