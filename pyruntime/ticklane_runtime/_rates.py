"""How many rows of a key a script lets through, by its own header."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

__all__ = ["Rates"]

_OTHERS: Final = "*"
_MOST_KEYS: Final = 10_000


class Rates:
    """Counted in ticks, not in seconds, so that a run leaves out the same rows each time.

    A rate of 1 or more is so many rows in each tick; below 1 it is a row, then none for 1/rate ticks. "*" is the rate
    of each key that has none of its own.
    """

    __slots__ = ("_counts", "_rates", "_wait")

    def __init__(self, rows_per_tick: Mapping[str, float]) -> None:
        self._rates = dict(rows_per_tick)
        self._counts: dict[str, tuple[int, int]] = {}  # a tick, and the rows in it
        self._wait: dict[str, int] = {}  # first tick in which the next row may come

    def admit(self, tick: int, key: str) -> bool:
        """Whether a row of this key may come in this tick; it then counts."""
        rate = self._rates.get(key)
        if rate is None:
            rate = self._rates.get(_OTHERS)
            if rate is None:
                return True
        if rate >= 1:
            last, count = self._counts.get(key, (tick, 0))
            if last != tick:
                count = 0
            if count >= rate:
                return False
            if len(self._counts) >= _MOST_KEYS:
                self._counts.clear()
            self._counts[key] = tick, count + 1
            return True
        if tick < self._wait.get(key, tick):
            return False
        if len(self._wait) >= _MOST_KEYS:
            self._wait.clear()  # keys without end: their pauses begin anew
        self._wait[key] = tick + math.ceil(1 / rate)
        return True
