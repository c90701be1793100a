"""A script's own `os`: the environment can be read and not changed."""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import OwnContext
from ticklane_runtime.own._fixed import FixedMapping

__all__ = ["overrides", "posix_overrides"]

_INSTEAD: Final = "pass values with host.params, or env= of subprocess.Popen"


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    names: dict[str, Any] = {"environ": FixedMapping(os.environ, "os.environ", _INSTEAD)}
    if hasattr(os, "environb"):
        names["environb"] = FixedMapping(os.environb, "os.environb", _INSTEAD)
    return names


def posix_overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    """The module below `os` has the environment of the process's start, as bytes."""
    return {"environ": FixedMapping(view.__dict__["environ"], "posix.environ", _INSTEAD)}
