"""A script's own `warnings`: its filters are its own, its warnings go to its log, whoever raises them.

The script's view is the module run once more, in pure Python, with filters of its own. Warnings that C code and
libraries raise inside a script's step go through Python's real machinery: a filter put in front of the real ones, which
applies only while a script is stepped, hands every one of them to the hook here, and that to the script's own module.
What a library itself has just set with the real module (`catch_warnings` around a call) comes first.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any, Final

from ticklane import _current
from ticklane_runtime.own._again import run_again
from ticklane_runtime.own._context import OwnContext

__all__ = ["install", "overrides", "to_front"]

_C_CODE: Final = frozenset({"_warnings"})


class _WhileStepped(type):
    def __subclasscheck__(cls, subclass: type) -> bool:
        return _current.host is not None


class _InStep(Warning, metaclass=_WhileStepped):
    """Every category is one of this while a script is stepped, none is else."""


_FRONT: Final = ("always", None, _InStep, None, 0)
_real: Any = warnings
_show: Final[Callable[[Any], None]] = _real._showwarnmsg
_baseline: list[Any] = [None, None]


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    run_again(context, view, _C_CODE)
    space: Any = view
    space.filterwarnings("default", category=DeprecationWarning, module=f"{context.root}($|\\.)")
    return {}


def install() -> Callable[[], None]:
    """Put the filter in front and the hook in its place; gives what takes the filter away again."""
    _baseline[:] = _real._showwarnmsg_impl, _real.showwarning
    _real._showwarnmsg = _hook
    to_front()
    filters: Any = warnings.filters

    def remove() -> None:
        filters[:] = [one for one in filters if one is not _FRONT]
        _real._filters_mutated()

    return remove


def to_front() -> None:
    """Put the filter before those that libraries have added since."""
    filters: Any = warnings.filters
    if not filters or filters[0] is not _FRONT:
        filters[:] = [_FRONT, *(one for one in filters if one is not _FRONT)]
        _real._filters_mutated()


def _hook(message: Any) -> None:
    host: Any = _current.host
    own_module = None if host is None else getattr(host._script.program, "own_module", None)
    if own_module is None or [_real._showwarnmsg_impl, _real.showwarning] != _baseline:
        _show(message)
        return
    own = own_module("warnings")
    space = own.__dict__
    registry = space.setdefault("_ticklane_registry", {}).setdefault(message.filename, {})
    # Without the source: the module's Python form takes it for the file to write to.
    own.warn_explicit(
        message.message,
        message.category,
        message.filename,
        message.lineno,
        _module_at(message.filename, message.lineno),
        registry,
    )


def _module_at(filename: str, line: int) -> str | None:
    """The name of the module whose line it is, as far as it is on the stack."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_lineno == line and frame.f_code.co_filename == filename:
            return str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back
    return None
