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
        self.mask = 0
        self.serial = 0

    def subscribe(self, scripts: Sequence[Script]) -> None:
        """Ask the game for the kinds these want, no others."""
        mask = 0
        for script in scripts:
            mask |= script.event_bits
        if mask != self.mask:
            self.mask = mask
            self._bridge.subscribe(mask & 0x1FF)

    def so_far(self, kind: int, tick: int) -> int:
        """The number from which an event of that kind is new to somebody who asks now."""
        if self.mask >> kind & 1:
            self.drain(tick)
        return self.serial

    def drain(self, tick: int) -> bool:
        """Take the queued events over: they happened in `tick`. True when the queue was full."""
        n = int(self._bridge.drainEvents())
        if n == 0:
            return False
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
        return n >= CAPACITY

    def lost(self) -> int:
        """How many were lost to the bound since this was last asked."""
        dropped = int(self._bridge.eventsDropped())
        lost, self._dropped = dropped - self._dropped, dropped
        return lost

    def take(self) -> list[Batch]:
        """All that has come since the last step."""
        batches, self._batches = self._batches, []
        return batches
