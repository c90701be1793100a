"""Whether a call touches a file, as far as its text tells: paths of pathlib, and files that are only in memory."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ticklane_control.script_rules import PATHS, SURELY_PATHS
from ticklane_toolchain._inference import Inference
from ticklane_toolchain._scopes import Scope

__all__ = ["is_in_memory", "path_call"]

_DEEPEST = 12
_BUFFERS = frozenset({"io.BytesIO", "io.StringIO"})
_CLASSES = frozenset({"pathlib.Path", "pathlib.PosixPath", "pathlib.WindowsPath"})
_MORE = "joinpath with_name with_suffix with_stem absolute resolve expanduser relative_to cwd home"
_GIVE_PATHS = frozenset(_MORE.split())
_NO_FILE = frozenset({"mmap.mmap"})  # of -1: memory alone


def path_call(call: ast.Call, scope: Scope, inference: Inference) -> str:
    """The name of a pathlib method that touches a file; "" when it is none, or may as well be of something else."""
    if not isinstance(call.func, ast.Attribute):
        return ""
    name = call.func.attr
    if name not in PATHS:
        return ""
    return name if name in SURELY_PATHS or _is_path(call.func.value, scope, inference, 0) else ""


def is_in_memory(call: ast.Call, scope: Scope, inference: Inference) -> bool:
    """Whether a call that could open a file works on a buffer of the script instead."""
    if not call.args:
        return False
    first = call.args[0]
    dotted = inference.dotted(call.func, scope)
    if isinstance(first, ast.Constant) and first.value == ":memory:":
        return dotted == "sqlite3.connect"
    if dotted in _NO_FILE:
        return isinstance(first, ast.UnaryOp) and isinstance(first.operand, ast.Constant) and first.operand.value == 1
    if isinstance(first, ast.List | ast.ListComp | ast.GeneratorExp):
        return True  # numpy.loadtxt and genfromtxt take the lines themselves
    return _is_buffer(first, scope, inference, 0)


def _is_buffer(node: ast.AST | None, scope: Scope, inference: Inference, depth: int) -> bool:
    if isinstance(node, ast.Call):
        return inference.dotted(node.func, scope) in _BUFFERS
    return isinstance(node, ast.Name) and _all_values(node, scope, inference, depth, _is_buffer)


def _is_path(node: ast.AST | None, scope: Scope, inference: Inference, depth: int) -> bool:
    if depth > _DEEPEST:
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return _is_path(node.left, scope, inference, depth + 1) or _is_path(node.right, scope, inference, depth + 1)
    if isinstance(node, ast.Call):
        if inference.dotted(node.func, scope) in _CLASSES:
            return True
        func = node.func
        if not isinstance(func, ast.Attribute) or func.attr not in _GIVE_PATHS:
            return False
        is_class = inference.dotted(func.value, scope) in _CLASSES
        return is_class or _is_path(func.value, scope, inference, depth + 1)
    if isinstance(node, ast.Attribute):
        return node.attr == "parent" and _is_path(node.value, scope, inference, depth + 1)
    if isinstance(node, ast.NamedExpr):
        return _is_path(node.value, scope, inference, depth + 1)
    return isinstance(node, ast.Name) and _all_values(node, scope, inference, depth, _is_path)


def _all_values(name: ast.Name, scope: Scope, inference: Inference, depth: int, is_one: Callable[..., bool]) -> bool:
    """Whether everything that gives a name its meaning is such a value."""
    bindings = scope.resolve(name.id)
    if not bindings or len(bindings) > 4 or depth > _DEEPEST:
        return False
    for one in bindings:
        if is_one is _is_path and one.kind in {"annotated", "parameter"} and one.text.rpartition(".")[2] == "Path":
            continue
        if one.kind not in {"value", "annotated"} or one.scope is None:
            return False
        if not is_one(one.node, one.scope, inference, depth + 1):
            return False
    return True
