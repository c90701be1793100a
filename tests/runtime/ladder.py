"""A thread that plays Java's watchdog and interrupter: the flag at a step's deadline, then exceptions from outside."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.runtime.conftest import Game
from ticklane_runtime import _interrupt
from ticklane_runtime._guard import DEADLINE, FIRED, SERIAL, WHY

FIRST_MS = 2
WATCHED_LINES_MS = 25


class Ladder:
    """The ladder of one game's lane. `flags` counts steps fired at, `set` exceptions that were set."""

    def __init__(self, game: Game, *, why: int = 1) -> None:
        data = memoryview(game.bridge.watch())
        self._words = data[:64].cast("q")
        self._flag = data[64:65]
        self._lane = game.lane.name
        self._why = why
        self._end = threading.Event()
        self.flags = 0
        self.set = 0
        _interrupt.register(self._lane, game.lane.guard)
        self._thread = threading.Thread(target=self._run, name="ladder", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        words = self._words
        while not self._end.wait(0.0005):
            serial = words[SERIAL]
            if not serial or time.perf_counter_ns() < words[DEADLINE]:
                continue
            words[WHY] = self._why
            words[FIRED] = serial
            self.flags += 1
            fired = time.perf_counter()
            gap = FIRST_MS
            while words[SERIAL] == serial and not self._end.is_set():
                self._flag[0] = 1
                self._end.wait(gap / 1000)
                rung = 2 if time.perf_counter() - fired > WATCHED_LINES_MS / 1000 else 1
                self.set += _interrupt.interrupt(self._lane, serial, rung)
                gap = min(2 * gap, 20)

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        _interrupt.unregister(self._lane)


@contextmanager
def laddered(game: Game) -> Iterator[Ladder]:
    """A game whose steps are watched, on every rung."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    ladder = Ladder(game)
    try:
        yield ladder
    finally:
        ladder.close()
        sys.setswitchinterval(before)
