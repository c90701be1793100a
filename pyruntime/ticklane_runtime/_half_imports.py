"""Imports that were cut short: Python takes a module that failed out again, but not every trace of the attempt.

A module of a package that was loaded and not yet put into its package is found by later imports and missing in it.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final

__all__ = ["complete"]

_known: Final[set[str]] = set()


def complete() -> None:
    """After a step was unwound: put modules that are new since the last time into the packages they belong to."""
    new = sys.modules.keys() - _known
    for name in new:
        package, _, last = name.rpartition(".")
        above = sys.modules.get(package) if package else None
        if above is not None and last not in getattr(above, "__dict__", (last,)):
            with suppress(Exception):  # it isn't a module, or a sealed one
                setattr(above, last, sys.modules[name])
    _known.update(new)
