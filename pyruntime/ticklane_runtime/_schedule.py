"""Calls that are due later: schedule, after, every. One queue a lane, ordered by (tick, order asked)."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any

__all__ = ["Queue", "Timer"]


class Timer:
    """Handle of one scheduled or repeating action; `active` until it can't run again."""

    __slots__ = ("action", "active", "due", "every", "order", "owner")

    def __init__(self, owner: Any, due: int, order: int, every: int, action: Callable[[], object]) -> None:
        self.owner = owner
        self.due = due
        self.order = order
        self.every = every
        self.action: Callable[[], object] | None = action
        self.active = True

    def cancel(self) -> None:
        """End it, also from inside its own call. Cancelling twice is no error."""
        if self.active:
            self.owner.keep(self._end)

    def _end(self) -> None:
        self.active = False
        self.action = None
        owner, self.owner = self.owner, None  # an ended timer may lie in the queue for long
        owner.forget(self)

    def __repr__(self) -> str:
        kind = f"every {self.every} ticks, next at" if self.every else "at"
        return f"<timer {kind} tick {self.due}>" if self.active else "<timer, ended>"


class Queue:
    """A heap of timers; ended ones are dropped when they surface, or all at once when they are the most."""

    __slots__ = ("_ended", "_heap", "_order")

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Timer]] = []
        self._order = 0
        self._ended = 0

    def add(self, owner: Any, due: int, every: int, action: Callable[[], object]) -> Timer:
        self._order += 1
        timer = Timer(owner, due, self._order, every, action)
        heapq.heappush(self._heap, (due, self._order, timer))
        return timer

    def again(self, timer: Timer) -> None:
        """Queue a timer whose `due` was moved; it keeps its place in the order."""
        heapq.heappush(self._heap, (timer.due, timer.order, timer))

    def ended(self) -> None:
        """Note that one queued timer has ended."""
        self._ended += 1
        if self._ended > 64 and self._ended * 2 > len(self._heap):
            self._heap = [entry for entry in self._heap if entry[2].active]
            heapq.heapify(self._heap)
            self._ended = 0

    def next_due(self) -> int | None:
        return self._heap[0][0] if self._heap else None

    def take(self, tick: int) -> list[Timer]:
        """Remove and give all active timers due at `tick` or before, in order."""
        heap = self._heap
        due: list[Timer] = []
        while heap and heap[0][0] <= tick:
            timer = heapq.heappop(heap)[2]
            if timer.active:
                due.append(timer)
            elif self._ended:
                self._ended -= 1
        return due
