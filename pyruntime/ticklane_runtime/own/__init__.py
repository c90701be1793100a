"""What of Python's modules each script sees as its own. `OVERRIDES` says which names differ, a file per module."""

from __future__ import annotations

from typing import Final

from ticklane_runtime.own._context import Overrides, OwnContext, refusal
from ticklane_runtime.own._views import Views

__all__ = ["OVERRIDES", "OwnContext", "Views", "refusal"]

OVERRIDES: Final[dict[str, Overrides]] = {}
"""Module name -> what makes the names that differ in one script's view of it, at the script's first import of it."""
