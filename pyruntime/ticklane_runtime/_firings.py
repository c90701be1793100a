"""What has fired a trigger in a step: from the events that came, and from the table beside that of the tick before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ticklane import F8, I8, Entities, ImpulseEvent, TriggerEvent
from ticklane_runtime._events import KINDS, Batch
from ticklane_runtime._snapshots import Snapshots

__all__ = [
    "Detector",
    "EntersDetector",
    "Firing",
    "LandedDetector",
    "ResidualDetector",
    "impulses_of",
    "kind_of",
    "landings_of",
    "unloaded_of",
]

_IMPULSE: Final = KINDS.index("impulse")
_REMOVE: Final = KINDS.index("entity_remove")
_HAS_TYPE: Final = frozenset(KINDS.index(kind) for kind in ("entity_spawn", "entity_remove", "impulse", "damage"))


class Firing(NamedTuple):
    """Firings of one trigger in one step: the entities (-1: none), their types, and the event of each when asked."""

    ids: I8
    codes: NDArray[np.int32]
    make: Callable[[int], Any]


# -- from events
def _rows(batch: Batch, kind: int, since: int, code: int | None = None) -> NDArray[np.intp]:
    """Rows of a batch of that kind (and type) that are not older than event `since`."""
    mask = batch.ints[:, 0] == kind
    if code is not None:
        mask &= batch.ints[:, 3] == code
    rows = np.flatnonzero(mask)
    return rows if batch.serial >= since else rows[rows >= since - batch.serial]


def kind_of(batches: Sequence[Batch], kind: int, since: int) -> list[Firing]:
    """Every event of a kind fires."""
    found = []
    for batch in batches:
        rows = _rows(batch, kind, since)
        if len(rows):
            part = batch.picked(rows)
            ids, codes = part.ints[:, 2].astype(np.int64), part.ints[:, 3]
            found.append(Firing(ids, codes if kind in _HAS_TYPE else np.full(len(ids), -1, np.int32), part.event))
    return found


def impulses_of(batches: Sequence[Batch], min_dv: float, code: int | None, since: int) -> list[Firing]:
    """Entities whose impulses of this step add up to at least that."""
    parts = [batch.picked(rows) for batch in batches if len(rows := _rows(batch, _IMPULSE, since, code))]
    if not parts:
        return []
    ids = np.concatenate([part.ints[:, 2] for part in parts]).astype(np.int64)
    push = np.concatenate([part.numbers[:, 10:13] - part.numbers[:, 7:10] for part in parts])
    known, first, group = np.unique(ids, return_index=True, return_inverse=True)
    if len(known) == len(ids):
        total, group = push, np.arange(len(ids))
    else:
        # Numbered by who came first, as the events came.
        place = np.empty(len(known), np.int64)
        place[np.argsort(first)] = np.arange(len(known))
        group = place[group]
        total = np.stack([np.bincount(group, push[:, axis]) for axis in range(3)], axis=-1)
        ids = ids[np.sort(first)]
    hot = np.flatnonzero(np.sqrt(np.einsum("ij,ij->i", total, total)) >= min_dv)
    if not len(hot):
        return []
    kept = np.isin(group, hot)
    ends = np.cumsum([part.n for part in parts])
    sums = _Sums(
        [part.picked(np.flatnonzero(kept[end - part.n : end])) for part, end in zip(parts, ends.tolist(), strict=True)],
        group[kept],
        np.einsum("ij,ij->i", push, push)[kept],
        hot,
    )
    return [Firing(ids[hot], sums.codes(), sums.event)]


class _Sums:
    """The impulses of the entities that have fired: `groups` numbers each row's entity, `hot` lists those numbers."""

    __slots__ = ("_ends", "_order", "_parts", "_sizes", "_starts")

    def __init__(self, parts: list[Batch], groups: I8, sizes: F8, hot: NDArray[np.intp]) -> None:
        self._parts = parts
        self._sizes = sizes
        self._order = np.argsort(groups, kind="stable")
        in_order = groups[self._order]
        self._starts = np.searchsorted(in_order, hot)
        self._ends = np.searchsorted(in_order, hot, "right")

    def codes(self) -> NDArray[np.int32]:
        """The type of each."""
        types = np.concatenate([part.ints[:, 3] for part in self._parts])
        return types[self._order[self._starts]]

    def event(self, i: int) -> ImpulseEvent:
        """All impulses of the i-th as one."""
        rows = self._order[self._starts[i] : self._ends[i]]
        events = [self._one(row) for row in rows.tolist()]
        if len(events) == 1:
            return events[0]
        most = events[int(np.argmax(self._sizes[rows]))]
        before, after = events[0].vel_before, events[-1].vel_after
        return ImpulseEvent(most.tick, most.order, most.pos, most.id, most.type, before, after, most.cause)

    def _one(self, row: int) -> ImpulseEvent:
        for part in self._parts:
            if row < part.n:
                event: ImpulseEvent = part.event(row)
                return event
            row -= part.n
        raise IndexError(row)


def landings_of(batches: Sequence[Batch], code: int | None, since: int) -> list[Firing]:
    """Entities that left the world by landing."""
    found = []
    for batch in batches:
        rows = _rows(batch, _REMOVE, since, code)
        rows = rows[_with_cause(batch, rows, "landed")]
        if len(rows):
            part = batch.picked(rows)
            found.append(Firing(part.ints[:, 2].astype(np.int64), part.ints[:, 3], _landing_of(part)))
    return found


def _landing_of(part: Batch) -> Callable[[int], TriggerEvent]:
    def make(i: int) -> TriggerEvent:
        event = part.event(i)
        return TriggerEvent(event.tick, event.order, event.pos, event.id, event.type, event.vel, "landed")

    return make


def unloaded_of(batches: Sequence[Batch]) -> list[int]:
    """Ids of entities that were unloaded."""
    found: list[int] = []
    for batch in batches:
        rows = np.flatnonzero(batch.ints[:, 0] == _REMOVE)
        if len(rows):
            found += batch.ints[rows[_with_cause(batch, rows, "unloaded")], 2].tolist()
    return found


def _with_cause(batch: Batch, rows: NDArray[np.intp], cause: str) -> NDArray[np.bool_]:
    codes = batch.ints[rows, 6]
    return np.isin(codes, [code for code in set(codes.tolist()) if batch.cause(code) == cause])


# -- from the columns
class Detector:
    """Compares this step's rows of a type (None: all) with the last step's. `last` is where it begins."""

    __slots__ = ("code", "last")

    def __init__(self, code: int | None, last: Entities) -> None:
        self.code = code
        self.last = last

    def look(self, snapshots: Snapshots, *, fire: bool) -> Firing | None:
        """What has fired since the last look, which must be the last tick's; without `fire` only go along."""
        last, now = self.last, snapshots.of_type(self.code)
        self.last = now
        if now.tick != last.tick + 1:
            self.forget()
            return None
        rows = self.fired(snapshots, last, now)
        if not fire or not len(rows):
            return None
        return Firing(now.id[rows], now.type._codes[rows].astype(np.int32), self.maker(snapshots, last, now, rows))

    def forget(self) -> None:
        """The chain of ticks is broken."""

    def fired(self, snapshots: Snapshots, last: Entities, now: Entities) -> NDArray[np.intp]:
        """Rows of `now` that have fired."""
        raise NotImplementedError

    def maker(self, snapshots: Snapshots, last: Entities, now: Entities, rows: Any) -> Callable[[int], Any]:
        """Makes the event of the i-th of those rows. Keeps their values only: a table is large."""
        raise NotImplementedError


class ResidualDetector(Detector):
    """Velocities that free motion does not explain; fires when that begins."""

    __slots__ = ("above", "min_dv")

    def __init__(self, code: int | None, last: Entities, min_dv: float) -> None:
        super().__init__(code, last)
        self.min_dv = min_dv
        self.forget()

    def forget(self) -> None:
        self.above: I8 = np.empty(0, np.int64)

    def fired(self, snapshots: Snapshots, last: Entities, now: Entities) -> NDArray[np.intp]:
        away = snapshots.residual(last, now, one_type=self.code is not None)
        rows = np.flatnonzero(np.sqrt(np.einsum("ij,ij->i", away, away)) >= self.min_dv)
        above, self.above = self.above, now.id[rows]
        return rows[~np.isin(self.above, above)] if len(above) and len(rows) else rows

    def maker(self, snapshots: Snapshots, last: Entities, now: Entities, rows: Any) -> Callable[[int], Any]:
        away = snapshots.residual(last, now, one_type=self.code is not None)[rows]
        pos, vel = now.pos[rows], now.vel[rows]
        before = vel - away
        for array in (pos, vel, before):
            array.setflags(write=False)
        ids, types, tick = now.id[rows].tolist(), now.type[rows], now.tick
        return lambda i: ImpulseEvent(tick, -1, pos[i], ids[i], types[i], before[i], vel[i], cause="residual")


class _StateDetector(Detector):
    """Fires when a state begins that was known not to be a tick before."""

    __slots__ = ()
    kind: Literal["landed", "enters"]

    def maker(self, snapshots: Snapshots, last: Entities, now: Entities, rows: Any) -> Callable[[int], Any]:
        pos, vel = now.pos[rows], now.vel[rows]
        for array in (pos, vel):
            array.setflags(write=False)
        ids, types, tick, kind = now.id[rows].tolist(), now.type[rows], now.tick, self.kind
        return lambda i: TriggerEvent(tick, -1, pos[i], ids[i], types[i], vel[i], kind)


class LandedDetector(_StateDetector):
    __slots__ = ()
    kind = "landed"

    def fired(self, snapshots: Snapshots, last: Entities, now: Entities) -> NDArray[np.intp]:
        before = snapshots.before(last, now)
        if before is None:
            return np.flatnonzero(now.on_ground & ~last.on_ground)
        rows = np.flatnonzero(now.on_ground & (before >= 0))
        return rows[~last.on_ground[before[rows]]]


class EntersDetector(_StateDetector):
    """`low` and `high` are the corners of the area, feet in low <= pos < high."""

    __slots__ = ("high", "low")
    kind = "enters"

    def __init__(self, code: int | None, last: Entities, low: F8, high: F8) -> None:
        super().__init__(code, last)
        self.low, self.high = low, high

    def _inside(self, pos: F8) -> NDArray[np.bool_]:
        inside: NDArray[np.bool_] = ((pos >= self.low) & (pos < self.high)).all(axis=1)
        return inside

    def fired(self, snapshots: Snapshots, last: Entities, now: Entities) -> NDArray[np.intp]:
        rows = np.flatnonzero(self._inside(now.pos))
        if not len(rows):
            return rows
        before = snapshots.before(last, now)
        places = rows if before is None else before[rows]
        rows, places = rows[places >= 0], places[places >= 0]
        was = last.pos[places]
        return rows[~self._inside(was) & np.isfinite(was).all(axis=1)]
