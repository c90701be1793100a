"""A snippet as a script: what its last expression is worth is kept, and names it uses without import are imported."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec

import ticklane
from ticklane_control.messages import StartRequest
from ticklane_toolchain.bundle import Bundle, bundle_source
from ticklane_toolchain.header import Header, read_header
from ticklane_toolchain.modes import HOOKS, Shape
from ticklane_toolchain.params import value_problem
from ticklane_toolchain.prepare import prepare_bundle
from ticklane_toolchain.refusal import Finding, Refusal
from ticklane_toolchain.settings import shown

__all__ = ["AT_HAND", "STEP_MS", "VALUE", "prepare_one_off"]

VALUE: Final = "__ticklane_value__"
STEP_MS: Final = 1_000.0
"""What a step of a one-off may take."""

AT_HAND: Final[Mapping[str, str]] = {
    "np": "numpy",
    **{name: name for name in ("numpy", "math", "json", "re", "random", "statistics", "itertools", "functools")},
    "collections": "collections",
}
"""Modules that a snippet may name without importing them; so it may every name of `ticklane`, and `params`, `seed`."""

_OF_HOST: Final = ("params", "seed")
_OWN: Final = frozenset(ticklane.__all__)


def prepare_one_off(
    code: str,
    *,
    id: str,
    form: Literal["text", "json"] = "text",
    files: Mapping[str, str] | None = None,
    params: Mapping[str, Any] | None = None,
    seed: int | None = None,
    ticks: int | None = None,
    vantage: str | None = None,
    caps: Collection[str] = (),
    allowed: Collection[str] = (),
    lanes: Collection[str] | None = None,
    operation_id: str = "",
) -> StartRequest:
    """Checks, instruments and compiles a snippet; `params` need no header, the rest is as for `prepare`.

    Raises:
        Refusal: with all findings; nothing was run.
    """
    if not code.strip():
        raise Refusal(id, [Finding.in_argument("code is empty: give at least one expression")])
    bundle = bundle_source(code, files, id)
    header = read_header(bundle.main.source)
    given = dict(params or {})
    header = replace(header, params={**header.params, **given}, findings=(*header.findings, *_wrong(given)))
    findings: tuple[Finding, ...] = ()
    tree = bundle.main.tree
    if isinstance(tree, ast.Module):
        findings = _uncalled(tree)
        _keep_value(tree)
        _import_what_is_at_hand(tree)
    request = prepare_bundle(
        bundle,
        _without_hooks(header),
        Shape(frozenset(), "once", False, findings),
        params={},
        seed=seed,
        ticks=ticks,
        vantage=vantage,
        budget_ms=STEP_MS,
        hard_ms=STEP_MS,
        caps=caps,
        allowed=allowed,
        lanes=lanes,
        operation_id=operation_id,
    )
    return msgspec.structs.replace(request, one_off=form, source_hash=_hash(bundle, form))


def _hash(bundle: Bundle, form: str) -> str:
    return f"{bundle.source_hash}-{form}"


def _wrong(params: Mapping[str, Any]) -> list[Finding]:
    problems = [(name, value, value_problem(value)) for name, value in params.items()]
    return [Finding.in_argument(f"{name} = {shown(value)}: {problem}") for name, value, problem in problems if problem]


def _without_hooks(header: Header) -> Header:
    """Nothing but the body is called, so events and a mode of a header have no meaning."""
    return replace(header, keys={key: value for key, value in header.keys.items() if key not in ("events", "mode")})


def _uncalled(tree: ast.Module) -> tuple[Finding, ...]:
    """A whole script in place of a snippet: its functions would never be called."""
    if isinstance(tree.body[-1] if tree.body else None, ast.Expr):
        return ()
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for name in HOOKS:
        if (node := defined.get(name)) is not None:
            fix = ": end with the line run(host), which is then stepped" if name == "run" else ""
            text = f"def {name}: nothing calls it here{fix}; or give the whole as a script to script_start"
            return (Finding.at(node.lineno, text),)
    return ()


def _keep_value(tree: ast.Module) -> None:
    """`expression` as last statement becomes `VALUE = expression`."""
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        name = ast.copy_location(ast.Name(VALUE, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([name], last.value), last)


def _import_what_is_at_hand(tree: ast.Module) -> None:
    """Imports at the top for names that the snippet uses and nowhere binds."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            bound.add(node.name)
    made: list[ast.stmt] = []
    for name in sorted(used - bound):
        if name in AT_HAND:
            module = AT_HAND[name]
            made.append(ast.Import([ast.alias(module, None if module == name else name)]))
        elif name in _OF_HOST:
            value = ast.Attribute(ast.Name("host", ast.Load()), name, ast.Load())
            made.append(ast.Assign([ast.Name(name, ast.Store())], value))
        elif name in _OWN:
            made.append(ast.ImportFrom("ticklane", [ast.alias(name)], 0))
    at = _after_future(tree)
    for statement in made:
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt | ast.expr | ast.alias):
                node.lineno = node.end_lineno = 1
                node.col_offset = node.end_col_offset = 0
    tree.body[at:at] = made


def _after_future(tree: ast.Module) -> int:
    """Where imports may stand: after a docstring and the `from __future__` lines."""
    at = 0
    for number, node in enumerate(tree.body):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            at = number + 1
        elif not (number == 0 and is_text):
            break
    return at
