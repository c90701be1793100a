"""The second rung: an exception set from outside in a lane's thread, for code that carries no checks.

Java's watchdog has one thread of its own for this, with an interpreter and without the lanes' gate; it calls
`interrupt`, which Python may let wait until C code gives up the interpreter's lock.
"""

from __future__ import annotations

import ctypes
from typing import Final

from ticklane_runtime import _monitoring
from ticklane_runtime._errors import BudgetExceeded
from ticklane_runtime._guard import ASYNC, FIRED, MASKED, SERIAL, Guard

__all__ = ["interrupt", "register", "unregister"]

_guards: Final[dict[str, Guard]] = {}

# Called with the interpreter's lock held, as all of Python's own functions must be.
_set_exception: Final = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi)
)


def register(lane: str, guard: Guard) -> None:
    """From now on steps of this lane can be interrupted; called on the lane's thread."""
    _guards[lane] = guard


def unregister(lane: str) -> None:
    """The lane has closed."""
    _guards.pop(lane, None)


def interrupt(lane: str, serial: int, rung: int) -> bool:
    """Set the exception, and from rung 2 on have the code that stands there raise, too.

    False when that step isn't to be ended just now. A lane never waits for this and needs no lock against it: Python
    changes threads only where it looks for such exceptions, so neither between the tests here and the call that sets
    it, nor between what closes or masks a step there and what follows it (`_guard.land`).
    """
    guard = _guards.get(lane)
    if guard is None:
        return False
    watch, thread = guard.watch, guard.thread

    def is_meant() -> bool:
        return watch[SERIAL] == serial == watch[FIRED] and not watch[MASKED]

    # One expression, without a call before the last one.
    if not (watch[SERIAL] == serial == watch[FIRED] and not watch[MASKED] and _set_exception(thread, BudgetExceeded)):
        return False
    watch[ASYNC] = serial
    if rung > 1:
        _monitoring.watch_code(thread, is_meant)
    return True
