"""The watch: what Java's watchdog reads to end a step that has used its time, and the check of instrumented code.

The buffer's layout is fixed with Java (docs/java-python.md): eight int64, the flag at byte 64, then where the watchdog
last saw the open step stand. How a step is ended, rung by rung: docs/stopping.md.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import get_ident
from time import perf_counter_ns
from typing import Any, Final, TypeVar

from ticklane_runtime import _monitoring
from ticklane_runtime._errors import BudgetExceeded

__all__ = [
    "ASYNC",
    "DEADLINE",
    "FIRED",
    "GAME_STOPS",
    "MASKED",
    "MEMORY",
    "SERIAL",
    "SLOT",
    "STARTED",
    "STOP_ASKED",
    "WHY",
    "Guard",
    "masked",
    "masked_leaf",
]

SERIAL: Final = 0
SLOT: Final = 1
DEADLINE: Final = 2
FIRED: Final = 3
MASKED: Final = 4
STARTED: Final = 5
WHY: Final = 6
ASYNC: Final = 7
# In WHY; 1 is the deadline.
STOP_ASKED: Final = 2
MEMORY: Final = 3
GAME_STOPS: Final = 4
_FLAG_OFFSET: Final = 64
_PLACE: Final = slice(72, 80)  # int32 line, int32 file
_PLACE_SERIAL: Final = slice(80, 88)
_MAX_REARMED: Final = 8
_FRAMES: Final = 14  # that what is called masked may need of the stack


T = TypeVar("T")


class _Flag(ctypes.c_byte):
    """The flag as scripts get it: true while it is set. Java writes it, a script that does gains nothing."""

    __slots__ = ()

    @property
    def value(self) -> int:  # type: ignore[override]
        return int(bool(self))


def land(frames: int) -> None:
    """Where an exception that was set for this thread from outside comes up, if one is on its way.

    Python looks for them at the entry of a function, at jumps back and after calls into C, nowhere else. So to act with
    the step masked means: mask, call this, act. What was set before comes up here, while nothing is changed yet, and
    nothing is set any more. So does a RecursionError when fewer than that many frames are left.
    """
    if frames:
        land(frames - 1)


def masked(watch: memoryview[int], method: Callable[..., T], *args: Any) -> T:
    """Call with the step masked: nothing is unwound half-way in there. No code of a script may run in it."""
    watch[MASKED] = depth = watch[MASKED] + 1
    try:
        if depth == 1:
            land(_FRAMES)
        return method(*args)
    finally:
        watch[MASKED] = depth - 1


def masked_leaf(watch: memoryview[int], method: Callable[..., T], *args: Any) -> T:
    """The same for a method that calls no function of Python once it has begun to change something."""
    watch[MASKED] = depth = watch[MASKED] + 1
    try:
        land(1)
        return method(*args)
    finally:
        watch[MASKED] = depth - 1


class Guard:
    """One per lane. `owner` is the script whose step is open, `foreign` one whose late code was stopped inside it.

    `error` and `fired` tell of the last call that `run` has made. `flag` is for scripts. Times are those of
    `perf_counter_ns`; `offset_ns` turns them into Java's `nanoTime`.
    """

    __slots__ = (
        "_exceeded",
        "_flag",
        "_place",
        "_place_serial",
        "_rearmed",
        "error",
        "fired",
        "flag",
        "foreign",
        "limit_ns",
        "offset_ns",
        "owner",
        "serial",
        "thread",
        "watch",
    )

    def __init__(self, watch: Any) -> None:
        data = memoryview(watch).cast("B")
        self.watch: memoryview[int] = data[:_FLAG_OFFSET].cast("q")
        self._flag = ctypes.c_byte.from_buffer(data, _FLAG_OFFSET)
        self.flag: ctypes.c_byte = _Flag.from_buffer(data, _FLAG_OFFSET)
        self._place: memoryview[int] = data[_PLACE].cast("i")
        self._place_serial: memoryview[int] = data[_PLACE_SERIAL].cast("q")
        self.thread = get_ident()
        self.serial = 0
        self.offset_ns = 0
        self.limit_ns = 0
        self.owner: object | None = None
        self.foreign: object | None = None
        self.error: BaseException | None = None
        self.fired = False
        self._rearmed = 0
        self._exceeded: BudgetExceeded | None = None

    def open(self, owner: object, slot: int, limit_ns: int) -> int:
        """Begin a step of `owner` that may last `limit_ns`; gives the time it began. Slot -1 is no script's."""
        watch = self.watch
        self.owner = owner
        self.limit_ns = limit_ns
        now = perf_counter_ns()
        java = now + self.offset_ns
        watch[SLOT] = slot
        watch[STARTED] = java
        watch[DEADLINE] = java + limit_ns
        self.serial = serial = self.serial + 1
        watch[SERIAL] = serial  # last: from here on the watchdog counts
        return now

    def run(self, owner: object, slot: int, limit_ns: int, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Call with a step of `owner` open on the watch; gives what it returned, None when it has raised.

        Whatever it raised is left in `error`, whether the watchdog has fired in `fired`. Nothing is raised out of it,
        and when it returns no firing of that step is on its way any more.
        """
        watch = self.watch
        value = None
        self.error = None
        self.fired = False
        try:
            try:
                self.open(owner, slot, limit_ns)
                value = function(*args)
            except BaseException as e:  # noqa: BLE001 - nothing of a script may go further
                watch[SERIAL] = 0
                self.error = e
            # Nothing that `land` speaks of lies between the script's last instruction and this one, and who sets
            # exceptions looks at the serial first: from here on nobody sets another, and one at most is on its way.
            watch[SERIAL] = 0
            if watch[FIRED] == self.serial:
                self.fired = True
                self.settle()
        except BudgetExceeded:  # that one
            self.fired = True
            self.settle()
        self.owner = self.foreign = None
        return value

    def settle(self) -> None:
        """After a step that was fired at has closed: take away what the firing has left.

        An exception that is on its way comes up at the entry of this, as in `land`; then it is to be called once more.
        """
        watch = self.watch
        watch[MASKED] = 0
        self._flag.value = 0
        self._rearmed = 0
        self._exceeded = None
        _monitoring.forget_code()

    def close(self) -> None:
        """End the open step, whatever its state."""
        self.watch[SERIAL] = 0
        self.settle()
        self.owner = self.foreign = None

    def place(self) -> tuple[int, int]:
        """Line and number of the file where Java saw the last opened step stand; line 0 when it didn't look."""
        if self._place_serial[0] != self.serial:
            return 0, 0
        return self._place[0], self._place[1]

    def rearm(self) -> None:
        """Give the open step's owner his time anew, as another's late code has used it up."""
        watch = self.watch
        self._rearmed += 1
        java = perf_counter_ns() + self.offset_ns
        watch[SERIAL] = 0
        watch[DEADLINE] = java + self.limit_ns
        self._flag.value = 0
        self.serial = serial = self.serial + 1
        watch[SERIAL] = serial
        self.foreign = self._exceeded = None

    def check_for(self, owner: object) -> Callable[[], None]:
        """What `owner`'s instrumented code calls when it sees the flag.

        Raises again at each check while the flag stays set, so swallowing the exception doesn't help. Code of another
        script (a late `__del__`) that is met in an open step is unwound in its place: the step's owner gets a new
        deadline.
        """
        watch, flag = self.watch, self._flag

        def check() -> None:
            if watch[FIRED] != watch[SERIAL] or watch[SERIAL] == 0:
                flag.value = 0
                return
            if self.foreign is not None and self.foreign is not owner and self._rearmed < _MAX_REARMED:
                self.rearm()
                return
            if self.owner is owner:
                raise self._exceed("this step has used its time")
            self.foreign = owner
            raise self._exceed("this script's step is over; what it left behind may not run on")

        return check

    def _exceed(self, text: str) -> BudgetExceeded:
        """What unwinds the open step, the same one each time.

        Out of a thousand frames that all swallow it, a new one each time took 60 ms: Python goes through all that led
        to an exception whenever one is raised while another is handled.
        """
        if self._exceeded is None:
            self._exceeded = BudgetExceeded(text)
        return self._exceeded
