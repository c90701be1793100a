"""Every use of the host in a module, against the contract."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ticklane._nearest import or_known
from ticklane_toolchain._contract import (
    EVENT_CLASSES,
    host_attributes,
    host_methods,
    member_type,
    members,
)
from ticklane_toolchain._host_calls import CallCheck
from ticklane_toolchain._host_words import HERE
from ticklane_toolchain._inference import HOST, PARAMS, Inference
from ticklane_toolchain._scopes import Scope, Scopes
from ticklane_toolchain.lanes import unavailable_on
from ticklane_toolchain.refusal import Finding

__all__ = ["HostUses"]

_VALUE_METHODS = frozenset({"tick", "elapsed", "reason"})
_TAKES_VALUES = frozenset({"record", "result", "log", "expect"})
_VALUE_BUILTINS = frozenset({"len", "int", "float", "str", "print", "list", "sum", "range", "abs", "min", "max"})


class HostUses:
    """Collects findings for one module.

    `events` are the header's kinds; `params` the declared parameters (None: not known here); `unavailable` maps
    "capture", "Impulse" or "Player.jump" to the sentence that refuses it.
    """

    def __init__(
        self,
        scopes: Scopes,
        inference: Inference,
        source: str,
        file: str,
        *,
        events: tuple[str, ...],
        params: Mapping[str, object] | None,
        unavailable: Mapping[str, str],
    ) -> None:
        self.scopes, self.inference, self.source, self.file = scopes, inference, source, file
        self.events, self.params, self.unavailable = events, params, unavailable
        self.elsewhere: dict[ast.AST, str] = {}
        """Functions that are called on a lane by on_lane(), and that lane; "" when it isn't written there."""
        self.lines = source.split("\n")
        self.findings: list[Finding] = []
        self.internals_line = 0

    def check(self) -> list[Finding]:
        """All findings; `internals_line` then tells where host.internals is first used (0: nowhere)."""
        self._find_elsewhere()
        for node, scope in self.scopes.nodes:
            if isinstance(node, ast.Attribute):
                owner = self.inference.type_of(node.value, scope)
                if owner == HOST:
                    self._host_attribute(node, scope)
                elif owner == PARAMS:
                    self._params_attribute(node)
                elif owner:
                    self._member(node, owner, scope)
                elif self.unavailable:
                    self._contract_name(node, scope)
            elif isinstance(node, ast.Subscript) and self.params is not None:
                self._parameter(node, scope)
            elif isinstance(node, ast.Call) and self.inference.type_of(node.func, scope) == HOST:
                self._find(node, f"{self.written(node)}: host is no function", "host.log(…), host.entities(), …")
            elif self.unavailable and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._contract_name(node, scope)
        return self.findings

    def _find_elsewhere(self) -> None:
        for node, scope in self.scopes.nodes:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr != "on_lane" or self.inference.type_of(node.func.value, scope) != HOST:
                continue
            if len(node.args) > 1 and (function := self.inference.function_of(node.args[1], scope)) is not None:
                lane = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
                self.elsewhere[function] = str(lane)

    def _lacks(self, scope: Scope) -> Mapping[str, str]:
        """What the lane lacks on which the code of this scope runs."""
        at: Scope | None = scope
        while at is not None:
            if at.node in self.elsewhere:
                return unavailable_on(self.elsewhere[at.node])
            at = at.parent
        return self.unavailable

    # -- host.name
    def _host_attribute(self, node: ast.Attribute, scope: Scope) -> None:
        name, shown = node.attr, self.written(node)
        method = host_methods().get(name)
        if not isinstance(node.ctx, ast.Load):
            text = "host is read only; keep it in a variable of the script"
            self._find(node, f"{shown} = …: {text}")
        elif method is None and name not in host_attributes():
            self._unknown(node)
        elif name in (lacks := self._lacks(scope)):
            self._find(node, f"{shown}: {lacks[name]}")
        elif method is None:
            self._fixed(node, name)
        elif self._called(node) is not None:
            call = self._called(node)
            assert call is not None
            check = CallCheck(self.written, lambda arg: self._arity(arg, scope))
            for what, (problem, fix) in check.problems(method, call):
                self._find(call, f"{what}: {problem}", fix)
        elif self._used_as_value(node, name, scope):
            self._find(
                node,
                f"{shown} is a call",
                f"{shown}()" if not any(one.required for one in method.parameters) else method.signature(),
            )

    def _unknown(self, node: ast.Attribute) -> None:
        name, shown = node.attr, self.written(node)
        call = "(…)" if self._called(node) is not None else ""
        # A parameter that is called host may be the name of a machine; every object has the dunders.
        if name.startswith("__") or hasattr(str, name):
            return
        if name in HERE:
            self._find(node, f"{shown}{call}: no such call here", HERE[name])
            return
        known = [*host_methods(), *host_attributes()]
        self._find(node, f"{shown}{call}: the host has no {name}{or_known(name, known)}")

    def _fixed(self, node: ast.Attribute, name: str) -> None:
        if name == "internals" and not self.internals_line:
            self.internals_line = node.lineno
        call = self._called(node)
        if call is None:
            return
        shown = self.written(node)
        if name == "random":
            self._find(call, f"{shown}(…): host.random is a numpy Generator", "host.random.random()")
        elif name == "params":
            key = self.written(call.args[0]) if call.args else '"n"'
            self._find(call, f"{self.written(call)}: params is a mapping", f"{shown}[{key}]")
        else:
            self._find(call, f"{shown}(): {name} is fixed for the run, no call", shown)

    def _used_as_value(self, node: ast.Attribute, name: str, scope: Scope) -> bool:
        """A method that stands where only what it returns makes sense; `host.every(20, host.stop)` does not."""
        parent = self.scopes.parents.get(node)
        if isinstance(parent, ast.BinOp | ast.UnaryOp | ast.FormattedValue | ast.AugAssign | ast.Expr):
            return True
        if isinstance(parent, ast.Compare):
            return not any(isinstance(op, ast.Is | ast.IsNot) for op in parent.ops)
        if isinstance(parent, ast.Subscript | ast.Attribute | ast.For | ast.comprehension | ast.Starred):
            return not (isinstance(parent, ast.Attribute) and parent.attr.startswith("__"))
        if isinstance(parent, ast.If | ast.While | ast.IfExp):
            return parent.test is node
        if isinstance(parent, ast.Call):
            called = parent.func
            if isinstance(called, ast.Name):
                return called.id in _VALUE_BUILTINS
            is_host = isinstance(called, ast.Attribute) and self.inference.type_of(called.value, scope) == HOST
            return is_host and isinstance(called, ast.Attribute) and called.attr in _TAKES_VALUES
        return name in _VALUE_METHODS and isinstance(parent, ast.Return | ast.Tuple | ast.List | ast.Dict)

    # -- what the host gave
    def _member(self, node: ast.Attribute, owner: str, scope: Scope) -> None:
        if owner == "Event":
            self._event_field(node)
            return
        known = members(owner)
        if known is None or node.attr.startswith("_"):
            return
        shown = self.written(node)
        if node.attr not in known:
            what = {"Entities": "a table of entities", "Entity": "an entity", "Blocks": "a copy of blocks"}
            named = what.get(owner, f"a {owner}")
            self._find(node, f"{shown}: {named} has no {node.attr}{or_known(node.attr, sorted(known))}")
            return
        key = f"{owner}.{node.attr}"
        if key in (lacks := self._lacks(scope)):
            self._find(node, f"{shown}: {lacks[key]}")
            return
        call = self._called(node)
        text, is_method = member_type(owner, node.attr)
        if call is not None and text and not is_method and members(text) is None and "Callable" not in text:
            self._find(call, f"{shown}(): {node.attr} is no call", shown)

    def _event_field(self, node: ast.Attribute) -> None:
        kinds = [kind for kind in self.events if kind in EVENT_CLASSES]
        classes = sorted({name for kind in kinds for name in EVENT_CLASSES[kind]})
        known = frozenset().union(*(members(name) or frozenset() for name in classes))
        if known and node.attr not in known and not node.attr.startswith("_"):
            shown = self.written(node)
            events = " ".join(kinds)
            text = f"{shown}: no such field of {events} events{or_known(node.attr, sorted(known))}"
            self._find(node, text)

    # -- params
    def _params_attribute(self, node: ast.Attribute) -> None:
        if not hasattr(dict, node.attr) and not node.attr.startswith("_"):
            owner = self.written(node.value)
            self._find(node, f"{self.written(node)}: params is a mapping", f'{owner}["{node.attr}"]')

    def _parameter(self, node: ast.Subscript, scope: Scope) -> None:
        key = node.slice
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or not isinstance(node.ctx, ast.Load):
            return
        if self.inference.type_of(node.value, scope) != PARAMS or self.params is None or key.value in self.params:
            return
        text = f"{self.written(node)}: the header has no such parameter"
        if self.params:
            self._find(node, text + or_known(key.value, self.params))
        else:
            self._find(node, f"{text}; declare it with its default under [tool.ticklane.params]", f"{key.value} = 0")

    # -- names of the contract
    def _contract_name(self, node: ast.Name | ast.Attribute, scope: Scope) -> None:
        dotted = self.inference.dotted(node, scope)
        name = dotted.removeprefix("ticklane.")
        if name != dotted and name in (lacks := self._lacks(scope)):
            self._find(node, f"{self.written(node)}: {lacks[name]}")

    # -- shared
    def written(self, node: ast.AST) -> str:
        """An expression as the script writes it, in one line."""
        end_line, end = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
        if not isinstance(node, ast.expr) or end_line is None or end is None:
            return ast.unparse(node)
        lines = [line.encode() for line in self.lines[node.lineno - 1 : end_line]]
        if not lines:
            return ast.unparse(node)
        lines[-1] = lines[-1][:end]
        lines[0] = lines[0][node.col_offset :]
        if len(lines) > 1:
            try:
                return ast.unparse(node)
            except RecursionError:
                return "…"
        return lines[0].decode(errors="replace")

    def _called(self, node: ast.Attribute) -> ast.Call | None:
        parent = self.scopes.parents.get(node)
        return parent if isinstance(parent, ast.Call) and parent.func is node else None

    def _arity(self, arg: ast.AST, scope: Scope) -> tuple[int, float, bool] | None:
        function = self.inference.function_of(arg, scope)
        if function is None:
            return None
        args = function.args
        most = len(args.posonlyargs) + len(args.args)
        least = most - len(args.defaults)
        if any(default is None for default in args.kw_defaults):
            return None
        yields = isinstance(function, ast.FunctionDef) and is_generator(function)
        return least, float("inf") if args.vararg else most, yields

    def _find(self, node: ast.expr, text: str, fix: str = "") -> None:
        self.findings.append(Finding.at(node.lineno, text, fix, file=self.file))


def is_generator(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function's own body yields (nested functions and classes aside)."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return False
