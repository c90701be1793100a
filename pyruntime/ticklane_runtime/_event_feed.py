"""The lane's side of events: what is subscribed to, what has come, and from which number on it is new to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ticklane._name_table import NameTables
from ticklane_runtime._events import CAPACITY, Batch
from ticklane_runtime._script import Script

__all__ = ["EventFeed"]


class EventFeed:
    """Events between the bridge and the lane's step. `serial` is the number of the next event that comes."""

    def __init__(self, bridge: Any, names: NameTables) -> None:
        self._bridge = bridge
        self._names = names
        self._buffer: memoryview[int] = memoryview(bridge.events()).cast("B")
        self._batches: list[Batch] = []
        self._order_tick = -1
        self._order = 0
        self._dropped = 0
        self._was_full = False
        self.mask = 0
        self.serial = 0

    def subscribe(self, scripts: Sequence[Script]) -> None:
        """Ask the game for the kinds these want, no others."""
        mask = 0
        for script in scripts:
            mask |= script.event_bits
        if mask == self.mask:
            return
        if not self.mask:
            self._bridge.drainEvents()  # left over from the last who listened: nobody's, and of an older tick
            self._dropped = int(self._bridge.eventsDropped())
        if not mask:
            self._batches.clear()
        self.mask = mask
        self._bridge.subscribe(mask & 0x1FF)

    def so_far(self, tick: int) -> int:
        """The number from which an event is new to somebody who asks now.

        Whatever the kind: a kind that nobody wants at the moment may be queued from when somebody did.
        """
        if self.mask:
            self.drain(tick)
        return self.serial

    def drain(self, tick: int) -> None:
        """Take the queued events over: they happened in `tick`."""
        n = int(self._bridge.drainEvents())
        if n == 0:
            return
        batch = Batch(self._bridge, self._buffer, n, self._names)
        if self._order_tick != tick:
            self._order_tick = tick
            self._order = 0
        batch.tick = tick
        batch.order = self._order
        batch.serial = self.serial
        self.serial += n
        self._order = batch.last_order() + 1
        self._batches.append(batch)
        self._was_full |= n >= CAPACITY

    def lost(self) -> int:
        """How many were lost to the bound since this was last asked."""
        if not self._was_full:
            return 0
        self._was_full = False
        dropped = int(self._bridge.eventsDropped())
        lost, self._dropped = dropped - self._dropped, dropped
        return lost

    def take(self) -> list[Batch]:
        """All that has come since the last step."""
        batches, self._batches = self._batches, []
        return batches
