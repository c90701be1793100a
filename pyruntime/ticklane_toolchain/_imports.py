"""What a module imports, read from its syntax tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass

__all__ = ["Import", "imports_of"]


_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)


@dataclass(frozen=True)
class Import:
    """One import. `module` is the dotted absolute name ("" when a relative one leaves its package).

    `names` are what `from module import …` takes from it: each may be a submodule. `guarded`: inside a `try`, a
    function or an `if`, so the script may live without it.
    """

    module: str
    names: tuple[str, ...]
    line: int
    guarded: bool = False
    relative: bool = False


def imports_of(tree: ast.Module, source: str, package: str) -> list[Import]:
    """Every import in a module, those inside functions too; `package` is what a leading dot means ("" outside one)."""
    # Expressions are the larger part of a tree and only import by these calls.
    wanted = ast.AST if "import_module" in source or "__import__" in source else _STATEMENTS
    found: list[Import] = []
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        node, guarded = todo.pop()
        if isinstance(node, ast.Import):
            found += [Import(alias.name, (), node.lineno, guarded) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                module = _absolute(package, module, node.level)
            names = tuple(alias.name for alias in node.names if alias.name != "*")
            found.append(Import(module, names, node.lineno, guarded, node.level > 0))
        elif isinstance(node, ast.Call):
            name = _called_import(node)
            if name:
                found.append(Import(name, (), node.lineno, guarded=True))
        inner = guarded or isinstance(node, ast.Try | ast.TryStar | ast.FunctionDef | ast.AsyncFunctionDef | ast.If)
        todo += [(child, inner) for child in ast.iter_child_nodes(node) if isinstance(child, wanted)]
    return sorted(found, key=lambda one: one.line)


def _absolute(package: str, module: str, level: int) -> str:
    parts = package.split(".") if package else []
    if level > len(parts):
        return ""
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, module] if module else base)


def _called_import(node: ast.Call) -> str:
    """The name in `__import__("name")` and `importlib.import_module("name")`."""
    func = node.func
    called = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    if called not in {"__import__", "import_module"} or not node.args:
        return ""
    name = node.args[0]
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and not name.value.startswith("."):
        return name.value
    return ""
