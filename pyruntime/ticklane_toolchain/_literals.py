"""What an argument surely is, read from its syntax alone; anything else may be anything."""

from __future__ import annotations

import ast

__all__ = ["is_number", "is_place", "is_text", "never_number", "number_of"]


def number_of(node: ast.AST) -> int | float | None:
    """The value of a number written out, sign included; None for anything else."""
    sign = 1
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        sign = -sign if isinstance(node.op, ast.USub) else sign
        node = node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return sign * node.value
    return None


def is_number(node: ast.AST) -> bool:
    """A number for sure: written out, or computed of such."""
    if number_of(node) is not None:
        return True
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"int", "float", "round"}


def is_text(node: ast.AST) -> bool:
    """A text for sure."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_place(node: ast.AST) -> bool:
    """Three numbers in brackets."""
    return isinstance(node, ast.Tuple | ast.List) and len(node.elts) == 3


def never_number(node: ast.AST) -> bool:
    """Something that can't be a number."""
    return (
        is_text(node)
        or isinstance(node, ast.Tuple | ast.List | ast.Dict | ast.Set | ast.Lambda | ast.ListComp)
        or (isinstance(node, ast.Constant) and number_of(node) is None)
    )
