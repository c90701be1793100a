"""A script's own `unittest.mock`: it patches what the script sees, and its list of started patches is its own."""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import Any

from ticklane_runtime.own._context import OwnContext
from ticklane_runtime.own._rebound import rebound

__all__ = ["overrides"]


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    mock: Any = sys.modules[view.__name__]  # not imported before a script does: it brings asyncio
    space = view.__dict__
    resolver = context.module("pkgutil")

    class Patch(mock._patch):  # type: ignore[misc]
        _active_patches: list[Any] = []  # noqa: RUF012 - one list a script

    class PatchDict(mock._patch_dict):  # type: ignore[misc]
        def __init__(self, in_dict: Any, *args: Any, **more: Any) -> None:
            if isinstance(in_dict, str):
                in_dict = resolver.resolve_name(in_dict)
            super().__init__(in_dict, *args, **more)

        def start(self) -> Any:
            result = self.__enter__()
            Patch._active_patches.append(self)
            return result

        def stop(self) -> Any:
            if self not in Patch._active_patches:
                return None
            Patch._active_patches.remove(self)
            return self.__exit__(None, None, None)

    names: dict[str, Any] = {"pkgutil": resolver, "_patch": Patch, "_patch_dict": PatchDict}
    for name in ("_get_target", "_patch_object", "_patch_multiple", "_patch_stopall", "patch"):
        real = space[name]
        assert isinstance(real, FunctionType)
        names[name] = rebound(real, space)
    patch = names["patch"]
    patch.object, patch.multiple, patch.dict = names["_patch_object"], names["_patch_multiple"], PatchDict
    patch.stopall = names["_patch_stopall"]
    patch.TEST_PREFIX = mock.patch.TEST_PREFIX
    return names
