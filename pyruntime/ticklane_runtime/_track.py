"""A script's tracks."""

from __future__ import annotations

from typing import Any

from ticklane_runtime._guard import masked
from ticklane_runtime._rows import Rows
from ticklane_runtime._snapshots import Followed, Snapshots

__all__ = ["LiveTrack"]


class LiveTrack:
    """What a contract's Track reads from: rows that grow with each step until it is cancelled or the script ends."""

    __slots__ = ("_followed", "_owner", "_rows", "_watch", "active", "bits", "since")

    def __init__(self, owner: Any, rows: Rows, followed: Followed | None) -> None:
        self._owner = owner
        self._watch: memoryview[int] = owner.lane.guard.watch
        self._rows = rows
        self._followed = followed
        self.active = True
        self.bits = self.since = 0

    @property
    def calls(self) -> bool:
        return False

    @property
    def function(self) -> Any:
        return self._followed and self._followed.filter

    def feed(self, snapshots: Snapshots, tick: int, *, fire: bool) -> None:
        """A step has begun. Without `fire` the script is paused: its filter isn't called."""
        if tick <= self._rows.last_tick:
            return
        view = snapshots.of_type(None)
        if self._followed is not None:
            view = self._followed.of(view, ask=fire)
        masked(self._watch, self._rows.append, view, tick)

    def read(self, name: str) -> Any:
        return masked(self._watch, self._rows.read, name)

    def cancel(self) -> None:
        if self.active:
            masked(self._watch, self._end)

    def _end(self) -> None:
        self._owner.forget_measure(self)
        self.close()
        self._followed = None

    def close(self) -> None:
        """The script ends."""
        self.active = False
        self._owner = None
