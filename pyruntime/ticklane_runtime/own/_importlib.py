"""A script's own `importlib` and `pkgutil`: what they import is what its `import` gives."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

from ticklane_runtime.own._context import OwnContext

__all__ = ["importlib_overrides", "pkgutil_overrides"]


def importlib_overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    def import_module(name: str, package: str | None = None) -> ModuleType:
        """The module of that name, as `import` gives it."""
        if name.startswith("."):
            if not package:
                raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
            name = importlib.util.resolve_name(name, package)
        return context.import_module(name)

    return {"import_module": import_module, "__import__": context.builtins.__dict__["__import__"]}


def pkgutil_overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    def resolve_name(name: str) -> Any:
        """The object of a dotted name, `module.attribute` or `module:attribute`."""
        module_name, colon, rest = name.partition(":")
        if not colon:
            module_name, found, parts = _longest_module(context, name)
        else:
            found, parts = context.import_module(module_name), rest.split(".") if rest else []
        for part in parts:
            found = getattr(found, part)
        return found

    return {"resolve_name": resolve_name, "importlib": context.module("importlib")}


def _longest_module(context: OwnContext, name: str) -> tuple[str, Any, list[str]]:
    """The module that a dotted name begins with, and the rest of it."""
    parts = name.split(".")
    found: Any = context.import_module(parts[0])
    for n in range(1, len(parts)):
        module = ".".join(parts[: n + 1])
        try:
            found = context.import_module(module)
        except ImportError:
            return module, found, parts[n:]
    return name, found, []
