"""A script's own `sys`: its streams are its own, what steers the interpreter can be read and not changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, Final

from ticklane_runtime._output import OwnStream, lines_of
from ticklane_runtime.own._context import OwnContext
from ticklane_runtime.own._fixed import FixedList, FixedMapping

__all__ = ["overrides"]

_PATHS: Final = "put modules beside the script, or install them where the game's Python finds them"
_MODULES: Final = "modules beside the script are its own already; assign to names of your own"


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    names: dict[str, Any] = {
        name: FixedList(list(getattr(sys, name)), f"sys.{name}", _PATHS) for name in ("path", "meta_path", "path_hooks")
    }
    names["warnoptions"] = list(sys.warnoptions)
    names["argv"] = list(sys.argv)
    names["path_importer_cache"] = FixedMapping(sys.path_importer_cache, "sys.path_importer_cache", _PATHS)
    names["modules"] = FixedMapping(_Modules(context), "sys.modules", _MODULES)
    lines = lines_of(context.host)
    if lines is not None:
        names["stdout"] = names["stderr"] = names["__stdout__"] = names["__stderr__"] = OwnStream(lines)
        lines.streams = view.__dict__
    return names


class _Modules(Mapping[str, ModuleType]):
    """The loaded modules as the script sees them."""

    __slots__ = ("_context",)

    def __init__(self, context: OwnContext) -> None:
        self._context = context

    def __getitem__(self, name: str) -> ModuleType:
        return self._context.of(sys.modules[self._context.root if name == "__main__" else name])

    def __iter__(self) -> Iterator[str]:
        return iter(list(sys.modules))

    def __len__(self) -> int:
        return len(sys.modules)
