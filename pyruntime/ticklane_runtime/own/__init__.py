"""What of Python's modules each script sees as its own. `OVERRIDES` says which names differ, a file per module."""

from __future__ import annotations

from typing import Final

from ticklane_runtime.own import (
    _contextlib,
    _decimal,
    _importlib,
    _locale,
    _logging,
    _mock,
    _numpy_random,
    _os,
    _random,
    _sys,
    _warnings,
)
from ticklane_runtime.own._builtins import BUILTINS
from ticklane_runtime.own._context import Overrides, OwnContext, refusal
from ticklane_runtime.own._refused import REFUSED, refusing
from ticklane_runtime.own._views import Views

__all__ = ["BUILTINS", "OVERRIDES", "OwnContext", "Views", "refusal"]


OVERRIDES: Final[dict[str, Overrides]] = {
    "contextlib": _contextlib.overrides,
    "decimal": _decimal.overrides,
    "importlib": _importlib.importlib_overrides,
    "locale": _locale.overrides,
    "logging": _logging.overrides,
    "numpy.random": _numpy_random.overrides,
    "os": _os.overrides,
    "pkgutil": _importlib.pkgutil_overrides,
    "posix": _os.posix_overrides,
    "random": _random.overrides,
    "sys": _sys.overrides,
    "unittest.mock": _mock.overrides,
    "warnings": _warnings.overrides,
}
"""Module name -> what makes the names that differ in one script's view of it, at the script's first import of it."""

OVERRIDES.update({name: refusing(name, OVERRIDES.get(name)) for name in REFUSED})
