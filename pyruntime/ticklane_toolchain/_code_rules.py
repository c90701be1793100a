"""Imports and calls of a module against the tables of what blocks, what is forbidden and what needs a capability."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from ticklane_control.script_rules import HARMFUL, NEEDS, WAITING, Rules
from ticklane_toolchain._inference import Inference
from ticklane_toolchain._paths import is_in_memory, path_call
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
    for use in _all_uses(scopes, inference):
        said = use.rule(HARMFUL) or (use.rule(WAITING) if tick_lane else "")
        if said:
            found.setdefault(said, []).append((use.line, use.shown))
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
    for use in _all_uses(scopes, inference):
        cap = use.rule(NEEDS)
        if cap and not (cap == "files" and use.call is not None and is_in_memory(use.call, use.scope, inference)):
            uses.append(Use(cap, use.shown, use.line, file))
        elif paths and not cap and use.call is not None and (method := path_call(use.call, use.scope, inference)):
            uses.append(Use("files", f".{method}(…)", use.line, file))
    if internals_line:
        uses.append(Use("internals", "host.internals", internals_line, file))
    return sorted(uses, key=lambda use: use.line)


@dataclass(frozen=True)
class _Named:
    """An import, a call or a base class, by the dotted name it stands for ("" for a call of what has no such name)."""

    dotted: str
    shown: str
    line: int
    scope: Scope
    call: ast.Call | None = None
    is_module: bool = False

    def rule(self, rules: Rules) -> str:
        if self.is_module:
            return rules.of_module(self.dotted)
        if rules is WAITING and self.call is not None and _only_looks(self.call, self.dotted):
            return ""
        return rules.of_call(self.dotted)


def _all_uses(scopes: Scopes, inference: Inference) -> Iterable[_Named]:
    for node, scope in scopes.nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for dotted, shown in _imported(node):
                yield _Named(dotted, shown, node.lineno, scope, is_module=True)
        elif isinstance(node, ast.Call):
            dotted = inference.dotted(node.func, scope)
            name = dotted.rpartition(".")[2]
            if name in {"__import__", "import_module"} and node.args and isinstance(node.args[0], ast.Constant):
                module = str(node.args[0].value)
                yield _Named(module, f"import {module}", node.lineno, scope, is_module=True)
            else:
                yield _Named(dotted, f"{dotted}(…)", node.lineno, scope, node)
        elif isinstance(node, ast.ClassDef):
            for base in node.bases:
                if dotted := inference.dotted(base, scope):
                    yield _Named(dotted, dotted, base.lineno, scope)
        elif isinstance(node, ast.Attribute) and node.attr in _VALUES:
            dotted = inference.dotted(node, scope)
            if dotted == _VALUES[node.attr]:
                yield _Named(dotted, dotted, node.lineno, scope)


def _only_looks(call: ast.Call, dotted: str) -> bool:
    """Whether a call that could wait is told not to: a time-out of 0, WNOHANG, an address that nobody is asked for."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    constants = [value.value for value in values if isinstance(value, ast.Constant)]
    if dotted.startswith(("select.", "selectors.")):
        return 0 in constants
    if dotted.startswith("os.wait"):
        return any(
            isinstance(node, ast.Attribute) and node.attr == "WNOHANG" for one in values for node in ast.walk(one)
        )
    return dotted.startswith("socket.get") and constants[:1] in (["localhost"], ["127.0.0.1"], ["::1"])


_VALUES = {"stdin": "sys.stdin", "monitoring": "sys.monitoring"}  # refused also where nothing of them is called


def _imported(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    if isinstance(node, ast.Import):
        return [(alias.name, f"import {alias.name}") for alias in node.names]
    if node.level or node.module is None:
        return []
    # `from os import remove` only names a call: the call itself is judged. `from http import client` is a module.
    return [(f"{node.module}.{alias.name}", f"from {node.module} import {alias.name}") for alias in node.names]


def _imports_pathlib(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "pathlib"
    return isinstance(node, ast.Import) and any(alias.name == "pathlib" for alias in node.names)
