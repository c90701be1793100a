"""Exceptions that nobody can catch: out of `__del__`, a weak reference's callback, a generator that is closed late.

Python prints a traceback for each. Twenty thousand objects whose `__del__` fails would hold the tick for a minute that
way, so here each is one line of its script, and what no step is to blame for one line a second, the others counted.
"""

from __future__ import annotations

import contextlib
import sys
from time import monotonic
from typing import Any, Final

from ticklane_runtime._output import current
from ticklane_runtime._short_values import class_name

__all__ = ["install"]

_EVERY_S: Final = 1.0
_TEXT: Final = 300


class _Hook:
    def __init__(self) -> None:
        self._next = float("-inf")
        self._untold = 0

    def __call__(self, unraisable: Any) -> None:
        # No reference may stay: the exception holds frames, and the object is being destroyed.
        with contextlib.suppress(BaseException):
            lines = current[0]
            if lines is not None:
                lines.line(_told(unraisable))
                return
            now = monotonic()
            if now < self._next:
                self._untold += 1
                return
            self._next = now + _EVERY_S
            more, self._untold = self._untold, 0
            before = f" ({more:,} more before it were not told)" if more else ""
            stream = sys.__stderr__
            if stream is not None:
                stream.write(_told(unraisable) + before + "\n")
                stream.flush()


def _told(unraisable: Any) -> str:
    error = unraisable.exc_value
    args = getattr(error, "args", ())
    message = f": {args[0][:_TEXT]}" if type(args) is tuple and args and type(args[0]) is str else ""
    place = unraisable.exc_traceback
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    code = None if place is None else place.tb_frame.f_code
    where = f", {code.co_filename} line {place.tb_lineno}, in {code.co_name}" if code is not None else ""
    what = unraisable.err_msg or "exception ignored"
    name = class_name(error) if error is not None else unraisable.exc_type.__name__
    return f"{what}{where}: {name}{message}"[: 3 * _TEXT]


def install() -> None:
    """Put the hook in Python's place, once a process."""
    if not isinstance(sys.unraisablehook, _Hook):
        sys.unraisablehook = _Hook()
