"""Puts a check of the lane's flag wherever a script could go on without end, so that it can be unwound.

The check is `if __ticklane_flag__: __ticklane_check__()`. Both names are globals that the runtime gives every module:
the flag is an object over one byte that is set from outside Python, true when the byte is not 0 (a ctypes scalar: of
all that sees such a byte it costs least); the check raises, or returns None when it was not meant.
It stands at the top of every body of a loop, function, `lambda`, `except`, `with` and `case`, in every comprehension
as a condition, after each `with` statement, whose context manager may have swallowed an exception, and in each
`finally` that could swallow one by `return`, `break` or `continue`. Any other `finally` body runs through to its end,
so a script's own clean-up is done while it is unwound; loops in it have their checks.
"""

from __future__ import annotations

import ast
import re
from typing import Final, TypeVar

from ticklane_toolchain.refusal import Finding

__all__ = ["CHECK", "FLAG", "instrument", "reserved_name_findings"]

FLAG: Final = "__ticklane_flag__"
CHECK: Final = "__ticklane_check__"
_RESERVED: Final = "__ticklane_"

N = TypeVar("N", bound=ast.AST)

_BODIES = ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.With | ast.AsyncWith | ast.match_case

# Annotations are skipped: those that are kept as text would show the check.
_SKIPPED_FIELDS = frozenset({"annotation", "returns", "ctx", "op", "ops", "type_params"})


def instrument(tree: ast.Module) -> None:
    """Inserts the checks into a module's tree, in place. Line numbers, docstrings and results stay as they were."""
    todo: list[ast.AST] = [tree]
    while todo:  # no recursion: an expression may be nested deeper than Python's stack
        node = todo.pop()
        for name in node._fields:
            if name in _SKIPPED_FIELDS:
                continue
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                todo.append(value)
            elif isinstance(value, list):
                todo += [one for one in value if isinstance(one, ast.AST)]
        _insert(node)


def reserved_name_findings(tree: ast.Module, source: str, file: str) -> list[Finding]:
    """A finding for each line that uses a name of the checks as its own."""
    if _RESERVED not in source:
        return []
    findings = []
    for node in ast.walk(tree):
        for name in _names(node):
            if name.startswith(_RESERVED):
                text = f"{name}: names that begin with {_RESERVED} belong to the runtime"
                findings.append(Finding.at(getattr(node, "lineno", 1), text, file=file))
    return findings


def _names(node: ast.AST) -> list[str]:
    """The identifiers that stand in a node itself."""
    names = []
    for field in ("id", "attr", "arg", "name", "asname", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            names += re.findall(r"\w+", value)
    if isinstance(node, ast.Global | ast.Nonlocal):
        names += node.names
    return names


def _insert(node: ast.AST) -> None:
    _insert_after_with(node)
    if isinstance(node, _BODIES):
        node.body.insert(0, _statement(node.body[0]))
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        at = 1 if _is_docstring(node.body[0]) else 0
        node.body.insert(at, _statement(node.body[min(at, len(node.body) - 1)]))
    elif isinstance(node, ast.Lambda):
        node.body = _conditional(node.body)
    elif isinstance(node, ast.comprehension):
        node.ifs.insert(0, _condition(node.target))
    elif isinstance(node, ast.Try | ast.TryStar) and node.finalbody and _swallows(node.finalbody):
        node.finalbody.insert(0, _statement(node.finalbody[0]))


def _insert_after_with(node: ast.AST) -> None:
    """Puts a check after each `with` of a node's statements; it has the place of the `with`, which is left there."""
    for name in ("body", "orelse", "finalbody"):
        statements = getattr(node, name, None)
        if isinstance(statements, list):  # the body of a lambda or a conditional expression is none
            for at in range(len(statements), 0, -1):
                if isinstance(statements[at - 1], ast.With | ast.AsyncWith):
                    statements.insert(at, _statement(statements[at - 1]))


def _statement(place: ast.stmt) -> ast.stmt:
    """If flag: check()"""
    return _placed(ast.If(_flag(), [ast.Expr(_call())], []), place)


def _conditional(body: ast.expr) -> ast.expr:
    """None if flag and check() else body: a check that returns is falsy, so the body decides."""
    test = ast.BoolOp(ast.And(), [_flag(), _call()])
    # The body keeps its own places: they were set by the parser.
    nothing = ast.Constant(None)
    _placed(test, body)
    _placed(nothing, body)
    made = ast.IfExp(test, nothing, body)
    return ast.copy_location(made, body)


def _condition(place: ast.expr) -> ast.expr:
    """Not flag or not check(): always true when the check returns."""
    negated: list[ast.expr] = [ast.UnaryOp(ast.Not(), _flag()), ast.UnaryOp(ast.Not(), _call())]
    return _placed(ast.BoolOp(ast.Or(), negated), place)


def _flag() -> ast.expr:
    return ast.Name(FLAG, ast.Load())


def _call() -> ast.expr:
    return ast.Call(ast.Name(CHECK, ast.Load()), [], [])


def _placed(made: N, place: ast.stmt | ast.expr) -> N:
    """Gives new nodes the place of what they stand before, so that a traceback shows the script's own line."""
    for node in ast.walk(made):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno = node.end_lineno = place.lineno
            node.col_offset = node.end_col_offset = place.col_offset
    return made


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _swallows(body: list[ast.stmt]) -> bool:
    """Whether a `finally` body may leave by itself, which drops the exception that is on its way."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return | ast.Break | ast.Continue):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return False
