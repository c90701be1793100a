"""Which functions a script defines, and the mode that follows from them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ticklane_toolchain._host_uses import is_generator
from ticklane_toolchain._literals import number_of
from ticklane_toolchain.header import Header
from ticklane_toolchain.refusal import Finding

__all__ = ["HOOKS", "Shape", "read_shape"]

HOOKS: Final[Mapping[str, str]] = {
    "run": "run(host)",
    "on_start": "on_start(host)",
    "on_tick": "on_tick(host)",
    "on_event": "on_event(host, event)",
    "on_stop": "on_stop(host)",
}
"""The functions a script may define, as they are called."""


@dataclass(frozen=True)
class Shape:
    """A script's functions and its mode: "run", "tick", "on_event", or "once" where only the body and on_start act."""

    functions: frozenset[str]
    mode: str
    is_generator: bool
    findings: tuple[Finding, ...] = ()


def read_shape(tree: ast.Module, header: Header) -> Shape:
    """The shape of a script; its findings say where functions and header contradict each other."""
    defined = _defined(tree)
    findings: list[Finding] = []
    generator = False
    for name, node in defined.items():
        if isinstance(node, ast.AsyncFunctionDef):
            text = (
                f"async def {name}: nothing awaits it, a script is stepped tick by tick "
                "(in run(host), `yield n` waits n ticks and `got = yield pending` for a reply); write"
            )
            findings.append(Finding.at(node.lineno, text, f"def {HOOKS[name]}:"))
        elif isinstance(node, ast.FunctionDef):
            findings += _signature(node)
            if is_generator(node):
                generator = generator or name == "run"
                findings += _yields(node)
    mode = _mode(defined)
    findings += _contradictions(defined, mode, generator, header)
    return Shape(frozenset(defined), mode, generator, tuple(findings))


def _defined(tree: ast.Module) -> dict[str, ast.stmt]:
    """The hooks that the module body binds, with the statement that does; `if` and `try` are looked into."""
    found: dict[str, ast.stmt] = {}
    todo: list[ast.AST] = list(reversed(tree.body))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [one.id for one in node.targets if isinstance(one, ast.Name)]
        elif isinstance(node, ast.ImportFrom):
            names = [alias.asname or alias.name for alias in node.names]
        elif isinstance(node, ast.If | ast.Try | ast.With):
            todo += reversed([one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)])
            continue
        else:
            continue
        found |= {name: node for name in names if name in HOOKS and isinstance(node, ast.stmt)}
    return found


def _mode(defined: Mapping[str, ast.stmt]) -> str:
    if "run" in defined:
        return "run"
    if "on_tick" in defined:
        return "tick"
    return "on_event" if "on_event" in defined else "once"


def _signature(node: ast.FunctionDef) -> list[Finding]:
    """A hook is called with the host, on_event with the event too; a decorator may change that."""
    wanted = 2 if node.name == "on_event" else 1
    args = node.args
    most = len(args.posonlyargs) + len(args.args)
    least = most - len(args.defaults)
    missing = any(default is None for default in args.kw_defaults)
    if node.decorator_list or (least <= wanted and (most >= wanted or args.vararg) and not missing):
        return []
    given = "one argument" if wanted == 1 else "two arguments"
    text = f"def {node.name}({ast.unparse(args)}): it is called with {given}"
    return [Finding.at(node.lineno, text, f"def {HOOKS[node.name]}:")]


def _yields(node: ast.FunctionDef) -> list[Finding]:
    if node.name != "run":
        text = f"{node.name} yields, so its body would never run: it is called and returns; wait in"
        return [Finding.at(node.lineno, text, "def run(host):")]
    findings = []
    todo: list[ast.AST] = list(node.body)
    while todo:
        one = todo.pop()
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(one, ast.Yield) and one.value is not None:
            ticks = number_of(one.value)
            wordy = isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
            if wordy or (ticks is not None and (ticks < 0 or not isinstance(ticks, int))):
                what = (
                    f"yield {ast.unparse(one.value)}: run yields nothing (one tick), a whole number of ticks or a reply"
                )
                findings.append(Finding.at(one.lineno, what))
        todo += ast.iter_child_nodes(one)
    return findings


def _contradictions(defined: Mapping[str, ast.stmt], mode: str, generator: bool, header: Header) -> list[Finding]:
    findings = []
    events = header.keys.get("events", ())
    if "on_event" in defined and not events and "events" not in _wrong(header):
        text = "on_event(host, event) without events: name the kinds in the header under [tool.ticklane]"
        findings.append(Finding.at(defined["on_event"].lineno, text, 'events = ["explosion"]'))
    if events and "on_event" not in defined:
        text = (
            "events without on_event: define on_event(host, event), or use host.on(kind, handler) and leave events out"
        )
        findings.append(header.finding("events", text))
    stated = header.keys.get("mode")
    problem = _contradiction(stated, defined, generator) if stated else ""
    if problem:
        fix = f'mode = "{mode}", or leave mode out: it follows from the functions'
        findings.append(header.finding("mode", f'mode = "{stated}": {problem}', fix))
    return findings


def _contradiction(stated: str, defined: Mapping[str, ast.stmt], generator: bool) -> str:
    needs = {"run": "run", "tick": "on_tick", "on_event": "on_event"}.get(stated)
    if needs and needs not in defined:
        return f"but the script defines no {HOOKS[needs]}"
    more = {"once": ("on_tick", "on_event"), "on_event": ("on_tick",)}.get(stated, ())
    for name in more:
        if name in defined:
            return f"but the script defines {HOOKS[name]}, which is called again and again"
    if stated == "once" and generator:
        return "but run(host) yields, so it goes on for many ticks"
    return ""


def _wrong(header: Header) -> str:
    """The header's findings as text: a key that is wrong already is not said to be missing."""
    return " ".join(finding.text for finding in header.findings)
