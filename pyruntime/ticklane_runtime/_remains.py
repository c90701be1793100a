"""What ended scripts leave to be destroyed, and the collections: code of a script may run in both, and not end."""

from __future__ import annotations

import gc
from time import perf_counter_ns
from typing import Any, Final

from ticklane_runtime._fault import forget_frames
from ticklane_runtime._guard import Guard
from ticklane_runtime._memory import FreeMemory
from ticklane_runtime._short_values import is_a
from ticklane_runtime.own import _process as own_process

__all__ = ["Remains"]

_LIMIT_NS: Final = 500_000_000
_NOBODY: Final = -1  # the slot of what is no script's


class Remains:
    """Destroys between ticks, where no script waits for it, and with a step of nobody open on the watch: a late
    `__del__` or a generator's last lines are ended like any other code of a script.

    Collections: young generations when enough was allocated since; the whole heap only as often as keeps it under a
    hundredth of the time, judged by what it took the last time.
    """

    _YOUNG: Final = 5_000
    _MIDDLE_EVERY: Final = 20
    _FULL_EVERY: Final = 40

    __slots__ = ("_free", "_full_cost_ns", "_guard", "_last_full", "_left", "_middle", "_young")

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._left: list[Any] = []
        self._free = FreeMemory()
        self._young = 0
        self._middle = 0
        self._full_cost_ns = 2_000_000
        self._last_full = perf_counter_ns()

    def keep(self, *left: Any) -> None:
        """Let these go later: `forget` is to be called when nobody holds them any more."""
        self._left += left

    def forget(self) -> None:
        """Let go of what was kept, and of what exceptions hold by their frames."""
        left, self._left = self._left, []
        if not left:
            return
        while left:
            self._guard.run(None, _NOBODY, _LIMIT_NS, _let_go, (left,))
        self._guard.error = None
        if self._free.is_worth_it():
            self._collect(2)
            self._free.give_back()

    def between_ticks(self) -> None:
        """Destroy what there is, and collect if it is time to."""
        if self._left:
            self.forget()
        own_process.put_back()
        if gc.get_count()[0] < self._YOUNG or gc.isenabled():
            return
        self._young += 1
        if self._young < self._MIDDLE_EVERY:
            self._collect(0)
            return
        self._young = 0
        self._middle += 1
        now = perf_counter_ns()
        if self._middle < self._FULL_EVERY or now - self._last_full < 100 * self._full_cost_ns:
            self._collect(1)
            return
        self._middle = 0
        self._collect(2)
        self._last_full = perf_counter_ns()
        self._full_cost_ns = self._last_full - now

    def _collect(self, generation: int) -> None:
        self._guard.run(None, _NOBODY, _LIMIT_NS, gc.collect, (generation,))
        self._guard.error = None


def _let_go(left: list[Any]) -> None:
    while left:
        one = left.pop()
        if is_a(one, BaseException):
            forget_frames(one)
