"""A script's own `locale`: it can be asked for and not set, as a locale is the whole process's."""

from __future__ import annotations

import locale
from types import ModuleType
from typing import Any

from ticklane_runtime.own._context import OwnContext, refusal

__all__ = ["overrides"]

_refused = refusal("locale.setlocale()", "format with f-strings, which no locale changes")


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    return {"setlocale": _setlocale}


def _setlocale(category: int, new: object = None) -> str:
    """The locale of a category."""
    if new is not None:
        _refused()
    return locale.setlocale(category)
