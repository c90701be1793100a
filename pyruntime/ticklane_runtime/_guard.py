"""The watch: what Java's watchdog reads to end a step that has used its time, and the check of instrumented code.

The buffer's layout is fixed with Java (docs/java-python.md): eight int64, then the flag at byte 64.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter_ns
from typing import Any, Final

from ticklane_runtime._errors import BudgetExceeded

__all__ = ["DEADLINE", "FIRED", "MASKED", "SERIAL", "SLOT", "STARTED", "STOP_ASKED", "WHY", "Guard"]

SERIAL: Final = 0
SLOT: Final = 1
DEADLINE: Final = 2
FIRED: Final = 3
MASKED: Final = 4
STARTED: Final = 5
WHY: Final = 6
STOP_ASKED: Final = 2  # in WHY; else 1, the deadline
_FLAG_OFFSET: Final = 64


class Guard:
    """One per lane. `owner` is the script whose step is open, `foreign` one whose late code was stopped inside it.

    `error` and `fired` tell of the last call that `run` has made.

    Times are those of `perf_counter_ns`; `offset_ns` turns them into Java's `nanoTime`.
    """

    __slots__ = ("error", "fired", "flag", "foreign", "limit_ns", "offset_ns", "owner", "serial", "watch")

    def __init__(self, watch: Any) -> None:
        data = memoryview(watch).cast("B")
        self.watch: memoryview[int] = data[:_FLAG_OFFSET].cast("q")
        self.flag: memoryview[int] = data[_FLAG_OFFSET : _FLAG_OFFSET + 1]
        self.serial = 0
        self.offset_ns = 0
        self.limit_ns = 0
        self.owner: object | None = None
        self.foreign: object | None = None
        self.error: BaseException | None = None
        self.fired = False

    def open(self, owner: object, slot: int, limit_ns: int) -> int:
        """Begin a step of `owner` that may last `limit_ns`; gives the time it began."""
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
            # Python looks for exceptions set from outside at calls and at jumps back, so none lies between the last
            # of the script and this: from here on nobody sets another, and at most one is on its way.
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
        """After a step that was fired at has closed: take away what the firing has set.

        An exception that is on its way comes up at the entry of this, and then this is to be called once more.
        """
        self.flag[0] = 0

    def close(self) -> None:
        """End the open step, whatever its state."""
        self.watch[SERIAL] = 0
        self.flag[0] = 0
        self.owner = None

    def _rearm(self) -> None:
        watch = self.watch
        java = perf_counter_ns() + self.offset_ns
        watch[SERIAL] = 0
        watch[DEADLINE] = java + self.limit_ns
        self.flag[0] = 0
        self.serial = serial = self.serial + 1
        watch[SERIAL] = serial
        self.foreign = None

    def check_for(self, owner: object) -> Callable[[], None]:
        """What `owner`'s instrumented code calls when it sees the flag.

        Raises again at each check while the flag stays set, so swallowing the exception doesn't help. Code of another
        script (a late `__del__`) that is met in an open step is unwound in its place: the step's owner gets a new
        deadline.
        """
        watch, flag = self.watch, self.flag

        def check() -> None:
            if watch[FIRED] != watch[SERIAL] or watch[SERIAL] == 0:
                flag[0] = 0
                return
            if self.owner is owner:
                if self.foreign is not None:
                    self._rearm()
                    return
                raise BudgetExceeded("this step has used its time")
            self.foreign = owner
            raise BudgetExceeded("this script's step is over; what it left behind may not run on")

        return check
