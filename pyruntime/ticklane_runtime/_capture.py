"""A script's captures: windows that open when a trigger fires and close when their last row is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from ticklane import B1, I8, Entities, Series, Window
from ticklane.series import Later
from ticklane_runtime._events import Batch
from ticklane_runtime._firings import Firing, unloaded_of
from ticklane_runtime._guard import masked
from ticklane_runtime._measured_memory import Memory, mebibytes
from ticklane_runtime._rows import CELL_BYTES, Rows
from ticklane_runtime._snapshots import Followed, Snapshots
from ticklane_runtime._triggers import Parts

__all__ = ["WINDOW_BYTES", "LiveCapture", "window_bytes"]

WINDOW_BYTES: Final = 512
"""Of a window beside its rows: the objects, its event."""

# A cell of a closed window: the rows, and delta_v and impulse, which a script may ask for.
_CLOSED_CELL_BYTES: Final = CELL_BYTES + 49
_NEVER: Final = -(1 << 62)  # a tick before any other
_NO_IDS: Final = np.empty(0, np.int64)
_NO_CODES: Final = np.empty(0, np.int32)


def window_bytes(ticks: int, entities: int) -> int:
    """What a window of so many rows of so many entities is counted as."""
    return WINDOW_BYTES + ticks * entities * _CLOSED_CELL_BYTES


@dataclass(slots=True)
class _Opening:
    """The windows that one tick's firings have opened; they share their ticks and their block of rows."""

    tick: int
    end: int
    ids: I8  # of those that fired; none where the capture's own entities are recorded
    codes: NDArray[np.int32]
    make: Callable[[int], Any]
    places: list[int]  # of the firings: what `make` makes their events from
    promised: int = 0


@dataclass(slots=True)
class _Closed:
    """Windows that have closed and that nobody has looked at yet."""

    block: Series
    opening: _Opening
    row: int
    cuts: list[Any] = field(default_factory=list)


class LiveCapture:
    """Handle of one capture. `rows` holds the last ticks of what its windows may need, a window is a copy from it.

    `followed` is the filter whose entities are recorded, `own` says that a table's or a filter's are; else each window
    holds the one entity that fired.
    """

    __slots__ = (
        "_asked",
        "_closed",
        "_followed",
        "_left",
        "_length",
        "_listed",
        "_memory",
        "_open",
        "_opened",
        "_own",
        "_owner",
        "_rows",
        "_said",
        "_unloaded",
        "_unlooked",
        "_was",
        "_watch",
        "_windows",
        "active",
        "after",
        "before",
        "bits",
        "dropped",
        "limit",
        "overlap",
        "parts",
        "since",
        "world_lost",
    )

    def __init__(
        self,
        owner: Any,
        parts: Parts,
        rows: Rows,
        memory: Memory,
        *,
        before: int,
        after: int,
        own: bool,
        followed: Followed | None,
        limit: int,
        overlap: Literal["merge", "separate", "skip"],
        since: int,
        asked: int,
    ) -> None:
        self._owner = owner
        self._watch: memoryview[int] = owner.lane.guard.watch
        self._rows: Rows | None = rows
        self._length = rows.length
        self._left = _NEVER  # the last tick in which somebody was left out
        self._memory = memory
        self._own = own
        self._followed = followed
        self._open: deque[_Opening] = deque()
        self._listed: dict[int, _Opening] = {}  # by entity, for merge and skip; 0 where the windows are the capture's
        self._closed: list[_Closed] = []
        self._windows: list[Window] = []
        self._unloaded: dict[int, int] = {}
        self.world_lost = _NEVER  # the last tick in which the lane had lost its world
        self._opened = self._unlooked = 0  # windows
        self._said = False
        self.parts = parts
        self.bits = parts.bits | parts.removals
        self.before, self.after = before, after
        self.limit, self.overlap = limit, overlap
        self.since = since
        self._asked = asked
        self._was = False
        self.dropped = 0
        self.active = True

    @property
    def calls(self) -> bool:
        return self.parts.condition is not None

    @property
    def function(self) -> Any:
        return self.parts.condition or (self._followed and self._followed.filter)

    @property
    def windows(self) -> list[Window]:
        """The closed windows; always the same list."""
        if self._closed:
            masked(self._watch, self._list)
        return self._windows

    def _list(self) -> None:
        for closed in self._closed:
            opening, block = closed.opening, closed.block
            for i, place in enumerate(opening.places):
                part: Any = slice(None) if self._own else slice(i, i + 1)
                cut: Any = closed.cuts[i] if closed.cuts else ""
                event = Later(opening.make, place)
                self._windows.append(Window(block, part, opening.tick, closed.row, event, cut))
        self._closed.clear()
        self._unlooked = 0

    def __repr__(self) -> str:
        state = "active" if self.active else "ended"
        return f"<capture, {state}: {self._kept()} windows, {self._opened} open, {self.dropped} dropped>"

    # -- a step
    def feed(self, snapshots: Snapshots, tick: int, *, fire: bool) -> None:
        """A step has begun: take its row, look at the columns. While the script is paused, close what is complete."""
        rows = self._rows
        if rows is None or tick <= rows.last_tick:
            return
        view = self._view(snapshots, ask=fire)
        masked(self._watch, self._go_on, rows, view, snapshots, tick, fire)

    def _go_on(self, rows: Rows, view: Entities, snapshots: Snapshots, tick: int, fire: bool) -> None:
        if self.overlap == "merge":
            oldest = min((one.tick for one in self._open), default=tick)
            rows.length = max(self._length, tick - oldest + self.before + 1)
        rows.append(view, tick)
        if len(rows.left):
            self._left = tick
        for detector in self.parts.detectors:
            firing = detector.look(snapshots, fire=fire)
            if firing is not None:
                self._fire(firing, tick)
        if not fire:
            self._close_due(tick)

    def _view(self, snapshots: Snapshots, *, ask: bool) -> Entities:
        table = snapshots.table
        assert table is not None
        if self._followed is not None:
            return self._followed.of(table, ask=ask)
        return table if self._own else snapshots.of_type(self.parts.code)

    def hear(self, batches: Sequence[Batch], tick: int) -> None:
        """The events of a step have come, if there are any: nothing else will fire in it, but a function."""
        masked(self._watch, self._hear, batches, tick)

    def _hear(self, batches: Sequence[Batch], tick: int) -> None:
        if self.parts.removals:
            for id in unloaded_of(batches):
                self._unloaded[id] = tick
        for hear in self.parts.hearers:
            for firing in hear(batches, self.since):
                self._fire(firing, tick)
        if self.parts.condition is None:
            self._close_due(tick)

    def call(self, tick: int) -> None:
        """Ask the function that is its trigger, from the step after the one it was given in."""
        condition = self.parts.condition
        if condition is None or not self.active or tick <= self._asked:
            return
        answer = condition()
        rose = bool(answer) and not self._was
        self._was = bool(answer)
        masked(self._watch, self._asked_for, answer, rose, tick)

    def _asked_for(self, answer: object, rose: bool, tick: int) -> None:
        if rose:
            self._fire(Firing(np.array([-1]), np.array([-1], np.int32), lambda _: answer), tick)
        self._close_due(tick)

    # -- opening
    def _fire(self, firing: Firing, tick: int) -> None:
        rows = self._rows
        if not self.active or rows is None:
            return
        wanted = self._unlisted(firing, tick) if self.overlap != "separate" else np.arange(len(firing.ids))
        recorded = self._recorded(firing, wanted, rows, tick)
        self.dropped += len(wanted) - len(recorded)
        room = max(0, self.limit - self._kept() - self._opened)
        fitting, promise = self._fitting(min(len(recorded), room), rows)
        self.dropped += len(recorded) - fitting
        recorded = recorded[:fitting]
        if not fitting:
            return
        single = self.overlap == "merge"
        for part in recorded[:, None] if single else (recorded,):
            opening = _Opening(
                tick,
                tick + self.after,
                _NO_IDS if self._own else firing.ids[part],
                _NO_CODES if self._own else firing.codes[part],
                firing.make,
                part.tolist(),
                promise // (fitting if single else 1),
            )
            self._open.append(opening)
            self._opened += len(opening.places)
            self._memory.promised += opening.promised
            if self.overlap != "separate":
                for id in [0] if self._own else opening.ids.tolist():
                    self._listed[id] = opening

    def _unlisted(self, firing: Firing, tick: int) -> NDArray[np.intp]:
        """The firings that aren't inside an open window; with "merge" those that are make it longer."""
        listed = self._listed
        out = []
        new: set[int] = set()
        for i, id in enumerate([0] * len(firing.ids) if self._own else firing.ids.tolist()):
            opening = listed.get(id)
            if opening is None and id not in new:
                new.add(id)
                out.append(i)
            elif opening is not None and self.overlap == "merge" and not self._extend(opening, tick + self.after):
                self.dropped += 1
        return np.array(out, np.intp)

    def _extend(self, opening: _Opening, end: int) -> bool:
        """Make an open window last until `end`, if there is memory for that."""
        assert self._rows is not None
        entities = self._rows.entities if self._own else 1
        more = (end - opening.end) * entities * _CLOSED_CELL_BYTES
        if more > self._memory.free or not self._rows.can_keep(end - opening.tick + self.before + 1):
            self._say(f"{end - opening.tick + self.before + 1:,} rows of a window that was made longer")
            return False
        opening.end = end
        opening.promised += more
        self._memory.promised += more
        return True

    def _recorded(self, firing: Firing, wanted: NDArray[np.intp], rows: Rows, tick: int) -> NDArray[np.intp]:
        """The firings whose rows are recorded: not of those that memory left out."""
        if self._own:
            if self._left >= tick - self.before and len(wanted):
                self._say(f"{rows.entities + len(rows.left):,} entities")
                return wanted[:0]
            return wanted
        ids = firing.ids[wanted]
        columns = rows.columns(ids)
        ok: B1 = (columns < 0) | (rows.since(columns) <= tick - self.before)
        if len(rows.left):
            ok &= ~np.isin(ids, rows.left)
        if not ok.all():
            self._say(f"{rows.entities + len(rows.left):,} entities")
        return wanted[ok]

    def _fitting(self, n: int, rows: Rows) -> tuple[int, int]:
        """How many of n new windows there is memory for, and how much is promised to them."""
        ticks = self.before + 1 + self.after
        if self._own:
            whole = ticks * rows.entities * _CLOSED_CELL_BYTES
            fitting = min(n, max(0, self._memory.free - whole) // WINDOW_BYTES)
            promise = whole + fitting * WINDOW_BYTES
        else:
            each = window_bytes(ticks, 1)
            fitting = min(n, self._memory.free // each)
            promise = fitting * each
        if fitting < n:
            self._say(f"{n:,} windows of {ticks:,} rows at once")
        return fitting, promise

    def _say(self, what: str) -> None:
        """Once a capture: that memory is what windows are given up for."""
        if not self._said:
            self._said = True
            bound = mebibytes(self._memory.limit)
            self._owner.lines.line(
                f"host.capture(): {what} don't fit beside what is held already into the {bound} that a script's "
                "tracks and captures may have. Windows are given up and counted as dropped: ask for fewer ticks, "
                "a type, a table or a filter, or take windows out of .windows"
            )

    # -- closing
    def _close_due(self, tick: int) -> None:
        due = self._open
        if not due:
            return
        if self.overlap == "merge":
            for opening in [one for one in due if one.end <= tick]:
                due.remove(opening)
                self._close(opening, opening.end)
            return
        while due and due[0].end <= tick:
            self._close(due.popleft(), tick)

    def _close(self, opening: _Opening, last: int) -> None:
        rows = self._rows
        assert rows is not None
        first = opening.tick - self.before
        self._memory.promised -= opening.promised
        self._opened -= len(opening.places)
        for id in [0] if self._own else opening.ids.tolist():
            if self._listed.get(id) is opening:
                del self._listed[id]
        if self._own and self._has_outgrown(rows, first, last):
            self.dropped += len(opening.places)
            return
        columns = None if self._own else rows.columns(opening.ids)
        block = rows.block(first, last, columns, opening.ids, opening.codes)
        entities = max(1, len(block.id))
        shared = len(opening.places) if self._own else 0
        self._memory.hold(block, len(block) * entities * _CLOSED_CELL_BYTES + (shared or entities) * WINDOW_BYTES)
        closed = _Closed(block, opening, int(block.ticks.searchsorted(opening.tick)))
        cut = "start" if rows.first_tick > first else "end" if last < opening.end else ""
        if cut or self._unloaded or self.world_lost >= first:
            closed.cuts = [cut] * len(opening.places)
            self._mark_unloaded(closed, first, last)
        self._closed.append(closed)
        self._unlooked += len(opening.places)

    def _has_outgrown(self, rows: Rows, first: int, last: int) -> bool:
        """Whether more entities have come into a window than there is memory for."""
        if self._left >= first or (last - first + 1) * rows.entities * _CLOSED_CELL_BYTES > self._memory.free:
            self._say(f"{last - first + 1:,} rows of {rows.entities + len(rows.left):,} entities")
            return True
        return False

    def _mark_unloaded(self, closed: _Closed, first: int, last: int) -> None:
        if first <= self.world_lost <= last:
            closed.cuts = ["unload"] * len(closed.cuts)
            return
        ids = closed.block.id.tolist()
        gone = [first <= self._unloaded.get(id, first - 1) <= last for id in ids]
        if self._own:
            if any(gone):
                closed.cuts = ["unload"] * len(closed.cuts)
        else:
            closed.cuts = ["unload" if one else cut for one, cut in zip(gone, closed.cuts, strict=True)]
        if len(self._unloaded) > 4096:
            oldest = min((one.tick for one in self._open), default=last) - self.before
            self._unloaded = {id: tick for id, tick in self._unloaded.items() if tick >= oldest}

    def _kept(self) -> int:
        return len(self._windows) + self._unlooked

    # -- the end
    def cancel(self) -> None:
        if self.active:
            masked(self._watch, self._end)

    def _end(self) -> None:
        owner = self._owner
        self.close()
        owner.forget_measure(self)
        self._followed = None
        self.parts = replace(self.parts, condition=None)

    def close(self) -> None:
        """Close the open windows as they are. What is the script's own is not let go of: no step may be open."""
        self.active = False
        rows = self._rows
        if rows is not None:
            for opening in self._open:
                self._close(opening, min(opening.end, rows.last_tick))
        self._open.clear()
        self._listed.clear()
        self._rows = None
        self._owner = None
        self.parts = replace(self.parts, bits=0, detectors=(), hearers=(), removals=0)
