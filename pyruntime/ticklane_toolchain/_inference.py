"""What an expression of a script is, where that is cheap to know: the host, or an object that the host gave."""

from __future__ import annotations

import ast
import re

from ticklane_toolchain._contract import element_type, host_attributes, host_methods, member_type, members
from ticklane_toolchain._scopes import Binding, Scope, Scopes

__all__ = ["HOST", "PARAMS", "Inference"]

HOST = "ScriptHost"
PARAMS = "params"
HOOKS = ("run", "on_start", "on_tick", "on_event", "on_stop")
_DEEPEST = 12


class Inference:
    """Types by name: "ScriptHost", "Entities", "Entity", "list[Player]", …; "" where nothing is sure."""

    def __init__(self, scopes: Scopes, *, is_script: bool) -> None:
        self.scopes = scopes
        self.is_script = is_script

    def type_of(self, node: ast.AST | None, scope: Scope, depth: int = 0) -> str:
        """The type of an expression as seen in a scope."""
        if depth > _DEEPEST:
            return ""
        if isinstance(node, ast.Name):
            return self._name(node.id, scope, depth)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, scope, depth)
        if isinstance(node, ast.Call):
            return self._call(node, scope, depth)
        if isinstance(node, ast.Subscript):
            row = node.slice
            number = row.operand if isinstance(row, ast.UnaryOp) else row
            if isinstance(number, ast.Constant) and isinstance(number.value, int):
                return element_type(self.type_of(node.value, scope, depth + 1))
        elif isinstance(node, ast.NamedExpr):
            return self.type_of(node.value, scope, depth + 1)
        return ""

    def function_of(self, node: ast.AST, scope: Scope) -> ast.FunctionDef | ast.Lambda | None:
        """The function a name or a lambda stands for, when it is one of this module and the only one of its name."""
        if isinstance(node, ast.Lambda):
            return node
        if not isinstance(node, ast.Name):
            return None
        bindings = scope.resolve(node.id)
        if len(bindings) != 1 or bindings[0].kind != "function":
            return None
        found = bindings[0].node
        return found if isinstance(found, ast.FunctionDef) and not found.decorator_list else None

    def dotted(self, node: ast.AST, scope: Scope) -> str:
        """The dotted name that a reference stands for by the imports ("time.sleep"); a builtin by its own name."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        bindings = scope.resolve(node.id)
        if not bindings:
            base = node.id
        elif all(one.kind == "import" for one in bindings):
            base = bindings[0].text
        else:
            return ""
        return ".".join([base, *reversed(parts)])

    def _name(self, name: str, scope: Scope, depth: int) -> str:
        bindings = scope.resolve(name)
        if not bindings:
            return HOST if name == "host" else ""
        if len(bindings) > 4:
            return ""
        types = {self._binding(name, one, depth) for one in bindings}
        return types.pop() if len(types) == 1 else ""

    def _binding(self, name: str, binding: Binding, depth: int) -> str:
        scope = binding.scope
        if binding.kind == "parameter" and scope is not None:
            return self._parameter(name, binding, scope)
        if binding.kind == "value" and scope is not None:
            return self.type_of(binding.node, scope, depth + 1)
        if binding.kind == "each" and scope is not None:
            return element_type(self.type_of(binding.node, scope, depth + 1))
        if binding.kind == "annotated":
            return _checked_type(binding.text)
        return HOST if binding.kind == "import" and binding.text == "ticklane.host" else ""

    def _parameter(self, name: str, binding: Binding, scope: Scope) -> str:
        function = scope.node
        hook = (
            isinstance(function, ast.FunctionDef)
            and function.name in HOOKS
            and self.is_script
            and scope.parent is self.scopes.module
        )
        if hook and binding.index == 0:
            return HOST
        if hook and binding.index == 1 and isinstance(function, ast.FunctionDef) and function.name == "on_event":
            return _checked_type(binding.text) or ("Event" if binding.text in {"", "Event"} else "")
        if binding.text:
            return _checked_type(binding.text)
        return HOST if name == "host" else ""

    def _attribute(self, node: ast.Attribute, scope: Scope, depth: int) -> str:
        owner = self.type_of(node.value, scope, depth + 1)
        if owner == HOST:
            if node.attr == "params" and "params" in host_attributes():
                return PARAMS
            return _checked_type(member_type(HOST, node.attr)[0]) if node.attr in host_attributes() else ""
        if not owner:
            return ""
        text, is_method = member_type(owner, node.attr)
        return "" if is_method else _checked_type(text)

    def _call(self, node: ast.Call, scope: Scope, depth: int) -> str:
        func = node.func
        if isinstance(func, ast.Attribute):
            owner = self.type_of(func.value, scope, depth + 1)
            if owner == HOST:
                method = host_methods().get(func.attr)
                return _checked_type(method.returns) if method else ""
            if owner:
                text, is_method = member_type(owner, func.attr)
                return _checked_type(text) if is_method else ""
        dotted = self.dotted(func, scope)
        made = dotted.removeprefix("ticklane.")
        return made if dotted == f"ticklane.{made}" and members(made) is not None else ""


def _checked_type(text: str) -> str:
    """A type's text when its members are known, else ""."""
    if text == HOST or text == "Event":
        return text
    listed = re.fullmatch(r"(?:list|Sequence)\[(\w+)\]", text)
    name = listed[1] if listed else text
    return text if name.isidentifier() and members(name) is not None else ""
