"""Which name means what, where: the scopes of a module, read from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = ["Binding", "Function", "Scope", "Scopes"]

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True)
class Binding:
    """One place that gives a name its meaning. `node` is the value, the iterated expression, the parameter's `arg`,
    the function or None; `text` is the dotted name of an import, or of an annotation.
    """

    kind: Literal["value", "each", "parameter", "function", "import", "annotated", "other"]
    node: ast.AST | None = None
    text: str = ""
    scope: Scope | None = field(default=None, repr=False, compare=False)
    index: int = -1


@dataclass(eq=False)
class Scope:
    """A module, function, class or comprehension, and what its names are bound to."""

    kind: Literal["module", "function", "class", "comprehension"]
    parent: Scope | None
    node: ast.AST
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    declared_global: set[str] = field(default_factory=set)
    declared_nonlocal: set[str] = field(default_factory=set)

    def resolve(self, name: str) -> list[Binding]:
        """All bindings of `name` as seen from here; empty when it is a builtin or a global of every script."""
        scope: Scope | None = self
        if name in self.declared_global:
            while scope is not None and scope.parent is not None:
                scope = scope.parent
        while scope is not None:
            if name in scope.bindings and not (scope.kind == "class" and scope is not self):
                return scope.bindings[name]
            scope = scope.parent
        return []

    @property
    def function(self) -> Scope:
        """The function or module that a `yield` or a walrus in here belongs to."""
        scope = self
        while scope.kind == "comprehension" and scope.parent is not None:
            scope = scope.parent
        return scope


class Scopes:
    """Every node of a module with its scope and its parent, about as they stand in the file."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope("module", None, tree)
        self.nodes: list[tuple[ast.AST, Scope]] = []
        self.parents: dict[ast.AST, ast.AST] = {}
        self._todo: list[tuple[ast.AST, Scope]] = []
        self._declared: list[tuple[Scope, str, Binding]] = []
        self._push(tree, ast.iter_child_nodes(tree), self.module)
        while self._todo:  # no recursion: an expression may be nested deeper than Python's stack
            node, scope = self._todo.pop()
            self.nodes.append((node, scope))
            self._visit(node, scope)
        for scope, name, binding in self._declared:
            self._rebind(scope, name, binding)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node`, innermost first."""
        while (parent := self.parents.get(node)) is not None:
            yield parent
            node = parent

    def _push(self, parent: ast.AST, nodes: Iterator[ast.AST] | list[ast.AST], scope: Scope) -> None:
        for node in reversed(list(nodes)):  # so that they are popped as they stand in the file
            if not isinstance(node, ast.expr_context | ast.operator | ast.cmpop | ast.unaryop | ast.boolop):
                self.parents[node] = parent
                self._todo.append((node, scope))

    def _bind(self, scope: Scope, name: str, binding: Binding) -> None:
        self._declared.append((scope, name, binding))

    def _rebind(self, scope: Scope, name: str, binding: Binding) -> None:
        if name in scope.declared_global:
            scope = self.module
        elif name in scope.declared_nonlocal and scope.parent is not None:
            outer: Scope | None = scope.parent
            while outer is not None and (outer.kind == "class" or name not in outer.bindings):
                outer = outer.parent
            scope = outer or scope
        scope.bindings.setdefault(name, []).append(binding)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            self._function(node, scope)
            return
        if isinstance(node, ast.ClassDef):
            self._bind(scope, node.name, Binding("other", node))
            inner = Scope("class", scope, node)
            self._push(node, [*node.decorator_list, *node.bases, *node.keywords], scope)
            self._push(node, list(node.body), inner)
            return
        if isinstance(node, _Comprehension):
            self._comprehension(node, scope)
            return
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._target(target, node.value, scope)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            binding = Binding("annotated", node.value, annotation_text(node.annotation), scope)
            self._bind(scope, node.target.id, binding)
        elif isinstance(node, ast.NamedExpr):
            self._bind(scope.function, node.target.id, Binding("value", node.value, scope=scope))
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._each(node.target, node.iter, scope, scope)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node, scope)
        elif isinstance(node, ast.Global):
            scope.function.declared_global.update(node.names)
        elif isinstance(node, ast.Nonlocal):
            scope.function.declared_nonlocal.update(node.names)
        else:
            for name in _other_names(node):
                self._bind(scope, name, Binding("other"))
        self._push(node, ast.iter_child_nodes(node), scope)

    def _function(self, node: Function, scope: Scope) -> None:
        inner = Scope("function", scope, node)
        args = node.args
        ordered = [*args.posonlyargs, *args.args]
        for index, arg in enumerate(ordered):
            self._bind(inner, arg.arg, Binding("parameter", arg, annotation_text(arg.annotation), inner, index))
        for arg in args.kwonlyargs:
            self._bind(inner, arg.arg, Binding("parameter", arg, annotation_text(arg.annotation), inner))
        for extra in (args.vararg, args.kwarg):
            if extra is not None:
                self._bind(inner, extra.arg, Binding("other"))
        outside: list[ast.AST] = [*args.defaults, *(one for one in args.kw_defaults if one is not None)]
        if isinstance(node, ast.Lambda):
            self._push(node, [node.body], inner)
        else:
            self._bind(scope, node.name, Binding("function", node, scope=scope))
            outside += node.decorator_list
            self._push(node, list(node.body), inner)
        self._push(node, outside, scope)

    def _comprehension(self, node: _Comprehension, scope: Scope) -> None:
        inner = Scope("comprehension", scope, node)
        for position, part in enumerate(node.generators):
            around = scope if position == 0 else inner
            self._push(node, [part.iter], around)
            self._each(part.target, part.iter, inner, around)
            self._push(node, [part.target, *part.ifs], inner)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._push(node, list(parts), inner)

    def _target(self, target: ast.expr, value: ast.expr | None, scope: Scope) -> None:
        if isinstance(target, ast.Name):
            binding = Binding("other") if value is None else Binding("value", value, scope=scope)
            self._bind(scope, target.id, binding)
        elif isinstance(target, ast.Tuple | ast.List):
            same = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
            starred = any(isinstance(one, ast.Starred) for one in target.elts)
            values = value.elts if same and not starred and isinstance(value, ast.Tuple | ast.List) else None
            for index, one in enumerate(target.elts):
                inner = one.value if isinstance(one, ast.Starred) else one
                self._target(inner, values[index] if values else None, scope)

    def _each(self, target: ast.expr, iterated: ast.expr, scope: Scope, around: Scope) -> None:
        if isinstance(target, ast.Name):
            self._bind(scope, target.id, Binding("each", iterated, scope=around))
        else:
            self._target(target, None, scope)

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if isinstance(node, ast.Import):
                dotted = alias.name if alias.asname else alias.name.partition(".")[0]
            elif node.level:
                dotted = f".{node.module or ''}.{alias.name}"
            else:
                dotted = f"{node.module}.{alias.name}"
            name = alias.asname or alias.name.partition(".")[0]
            self._bind(scope, name, Binding("import", node, dotted))


def annotation_text(node: ast.expr | None) -> str:
    """The last part of an annotation that is a plain name ("Entities" of `ticklane.Entities`), else ""."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.strip().rpartition(".")[2]
    return "" if node is None else "?"


def _other_names(node: ast.AST) -> list[str]:
    """Names bound in ways that say nothing about their value."""
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.withitem):
        bound = node.optional_vars
        return [] if bound is None else [one.id for one in ast.walk(bound) if isinstance(one, ast.Name)]
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return [node.name] if node.name else []
    if isinstance(node, ast.MatchMapping):
        return [node.rest] if node.rest else []
    if isinstance(node, ast.Delete):
        return [one.id for one in node.targets if isinstance(one, ast.Name)]
    return []
