"""A script's own `decimal`: the contexts that new ones are copied from are its own copies."""

from __future__ import annotations

import decimal
from types import ModuleType
from typing import Any

from ticklane_runtime.own._context import OwnContext

__all__ = ["overrides"]


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    return {name: getattr(decimal, name).copy() for name in ("DefaultContext", "BasicContext", "ExtendedContext")}
