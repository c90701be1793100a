"""What is set once for the whole process, before the first script, and the collections between ticks."""

from __future__ import annotations

import gc
import os
import sys
from time import perf_counter_ns
from typing import Final

from ticklane_runtime import _refusals
from ticklane_runtime._blocking import NoInput
from ticklane_runtime._output import Stream
from ticklane_runtime.own import _warnings as own_warnings

__all__ = ["Collector", "prepare"]

_prepared = False


def prepare() -> None:
    """Set the process up for lanes; the second lane of a process finds it done.

    A short switch interval lets the watchdog's escalation reach a running script. The heap is frozen once, before the
    first script: freezing again at each start was measured to leak.
    """
    global _prepared
    if _prepared:
        return
    _prepared = True
    os.environ.pop("PYTHONPATH", None)  # set for this process alone; a script's subprocess has nothing to do with it
    sys.setswitchinterval(0.0005)
    Stream.install()
    own_warnings.install()
    NoInput.install()
    _refusals.install()
    gc.collect()
    gc.freeze()
    gc.disable()


class Collector:
    """Runs the collector between ticks, where no script waits for it.

    Young generations when enough was allocated since; the whole heap only as often as keeps it under a hundredth of the
    time, judged by what it took the last time.
    """

    _YOUNG: Final = 5_000
    _MIDDLE_EVERY: Final = 20
    _FULL_EVERY: Final = 40

    __slots__ = ("_full_cost_ns", "_last_full", "_middle", "_young")

    def __init__(self) -> None:
        self._young = 0
        self._middle = 0
        self._full_cost_ns = 2_000_000
        self._last_full = perf_counter_ns()

    def between_ticks(self) -> None:
        if gc.get_count()[0] < self._YOUNG or gc.isenabled():
            return
        self._young += 1
        if self._young < self._MIDDLE_EVERY:
            gc.collect(0)
            return
        self._young = 0
        self._middle += 1
        now = perf_counter_ns()
        if self._middle < self._FULL_EVERY or now - self._last_full < 100 * self._full_cost_ns:
            gc.collect(1)
            return
        self._middle = 0
        gc.collect(2)
        self._last_full = perf_counter_ns()
        self._full_cost_ns = self._last_full - now
