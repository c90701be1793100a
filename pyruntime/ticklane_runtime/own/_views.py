"""The modules as one script sees them: copies of the real modules' names, so that what it assigns stays its own.

A view is a plain module (reading an attribute is as fast as on the real one) with the objects of the real module in it,
made at the script's first import of it. A module in `OVERRIDES` has some names of its own there. Library code keeps the
real modules. What is reached through a view (a class, a dict) is shared.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import Overrides, OwnContext
from ticklane_runtime.own._seal import look_at

__all__ = ["Views"]

_SCRIPTS: Final = "ticklane_script_"
# What takes long to make is made when the script asks for it, and not as somebody else's attribute (logging.warnings).
_DEAR: Final = frozenset({"warnings", "contextlib", "logging", "random", "numpy.random", "importlib", "unittest.mock"})


class Views:
    """One script's. `of` gives the view of a module; a module of a script, or one of a special class, is itself."""

    __slots__ = ("_made", "_overrides", "context")
    context: OwnContext  # set before the first module is asked for

    def __init__(self, overrides: Mapping[str, Overrides]) -> None:
        self._overrides = overrides
        self._made: dict[ModuleType, ModuleType] = {}

    def of(self, module: ModuleType) -> ModuleType:
        found = self._made.get(module)
        if found is not None:
            return found
        if type(module) is not ModuleType or module.__name__.startswith(_SCRIPTS):
            return module
        return self._make(module)

    def put(self, module: ModuleType, own: ModuleType) -> None:
        """`own` is what the script has of `module`."""
        self._made[module] = self._made[own] = own

    def named(self, name: str) -> ModuleType | None:
        """The view of a module that is loaded, by its full name."""
        module = sys.modules.get(name)
        return None if module is None else self.of(module)

    def imported(self, name: str) -> ModuleType:
        """The view of a module by its full name, imported first if need be."""
        module = importlib.import_module(name)
        self.submodule(name)
        return self.of(module)

    def submodule(self, name: str) -> None:
        """After an import of `name`: it and its parents are attributes of the views above them."""
        while "." in name:
            above, _, last = name.rpartition(".")
            parent, module = self.named(above), self.named(name)
            if parent is not None and module is not None and type(parent) is ModuleType:
                parent.__dict__.setdefault(last, module)
            name = above

    def _make(self, module: ModuleType) -> ModuleType:
        look_at(module)
        name = module.__name__
        real = module.__dict__
        view = ModuleType(name)
        space = view.__dict__
        space.update(real)
        self.put(module, view)
        lazily = "__getattr__" in real
        prefix = name + "."
        for key, value in real.items():
            if isinstance(value, ModuleType) and (
                (value.__name__ in self._overrides and value.__name__ not in _DEAR)
                or sys.modules.get(prefix + key) is value
            ):
                if lazily:
                    del space[key]
                else:
                    space[key] = self.of(value)
        if lazily:
            space["__getattr__"] = self._fallback(module, space)
        override = self._overrides.get(name)
        if override is not None:
            space.update(override(self.context, view))
        return view

    def _fallback(self, module: ModuleType, space: dict[str, Any]) -> Callable[[str], Any]:
        """The view's `__getattr__`: submodules that are loaded when they are first looked at, and what the real one's
        own `__getattr__` gives.
        """

        def __getattr__(name: str) -> Any:  # noqa: N807 - a module's own, PEP 562
            value = getattr(module, name)
            if isinstance(value, ModuleType):
                value = space[name] = self.of(value)
            return value

        return __getattr__
