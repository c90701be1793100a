"""Entities over time."""

from __future__ import annotations

from typing import Any, Literal, NoReturn, Protocol

import numpy as np

from ticklane._free_motion import motion_of, moved, unexplained
from ticklane.arrays import B1, F8, I8
from ticklane.names import Names

__all__ = ["COLUMNS", "Later", "Series", "Track", "TrackSource", "Window", "computed"]

COLUMNS = ("ticks", "id", "type", "present", "on_ground", "pos", "vel", "width", "height")
"""What is recorded; the rest is computed from it when first asked for."""

_COMPUTED = ("delta_v", "impulse", "moved")
_BY_ENTITY = frozenset({"id", "type"})


class Series:
    """Entities over time: row t is tick `ticks[t]`, column j always entity `id[j]`; NaN where not present.

    A photograph that never changes; all arrays are read-only. `series[-1]`, `series[3:8]` are the Series of those rows.
    delta_v, impulse and moved are computed when they are first asked for and cost nothing before.

    Attributes:
        ticks: int64 (t,), ascending game ticks; the state is that after the tick.
        id: int64 (n,).
        type: (n,) names.
        present: bool (t, n), whether the entity was in the world and recorded.
        on_ground: bool (t, n), False where not present.
        pos: float64 (t, n, 3), blocks, feet.
        vel: float64 (t, n, 3), blocks/tick.
        width, height: float64 (t, n), blocks, the collision box.
        delta_v: float64 (t, n, 3), blocks/tick, vel[t] - vel[t-1], gravity and drag included; NaN in the first row and
            wherever the entity was not there a tick earlier.
        impulse: float64 (t, n, 3), blocks/tick, vel[t] minus what free motion from t-1 gives: gravity and drag applied
            in the order of the entity's type (TNT, falling block, item: gravity 0.04, then drag 0.98; arrow: drag 0.99,
            then gravity 0.05; living: gravity 0.08, then drag 0.98 up and down and 0.91 sideways). What is left is
            what such motion does not explain: a landing, a push, an explosion, friction. The ground bears what stands
            on it in both ticks, so resting gives 0. NaN where delta_v is, and for types whose motion is not known
            (players, boats, what flies by itself).
        moved: bool (t, n), whether pos[t] differs from pos[t-1]; False in the first row and where either is not known.
    """

    ticks: I8
    id: I8
    type: Names
    present: B1
    on_ground: B1
    pos: F8
    vel: F8
    width: F8
    height: F8
    delta_v: F8
    impulse: F8
    moved: B1

    def __init__(
        self, ticks: I8, id: I8, type: Names, present: B1, on_ground: B1, pos: F8, vel: F8, width: F8, height: F8
    ) -> None:
        """For the runtime: arrays which nobody writes to any more."""
        own = self.__dict__
        for name, value in zip(COLUMNS, (ticks, id, type, present, on_ground, pos, vel, width, height), strict=True):
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            own[name] = value

    def __getattr__(self, name: str) -> Any:
        if name in COLUMNS:
            value = self._column(name)
        elif name in _COMPUTED:
            value = computed(self, name)
        else:
            from ticklane._nearest import did_you_mean

            known = [*COLUMNS, *_COMPUTED, *(one for one in dir(type(self)) if not one.startswith("_"))]
            raise AttributeError(f"a {type(self).__name__} has no {name!r}{did_you_mean(name, known)}")
        self.__dict__[name] = value
        return value

    def _column(self, name: str) -> Any:
        raise AttributeError(name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: what happened can't be changed."""
        raise AttributeError(f"a {type(self).__name__} is read only (asked: {name})")

    def __len__(self) -> int:
        """Number of rows, one a tick."""
        return len(self.ticks)

    def __getitem__(self, rows: int | slice) -> Series:
        """The Series of these rows: an int is one row, -1 the last. Raises IndexError for a row that isn't there."""
        if isinstance(rows, int | np.integer) and not isinstance(rows, bool):
            row, n = int(rows), len(self)
            if not -n <= row < n:
                raise IndexError(f"row {row} of a series of {n} rows; the column of an id: series.column_of(id)")
            rows = slice(row % n, row % n + 1)
        elif not isinstance(rows, slice):
            raise TypeError(f"rows of a series are picked by an int or a slice, not by {rows!r}"[:200])
        parts = {name: getattr(self, name) for name in COLUMNS}
        return Series(**{name: one if name in _BY_ENTITY else one[rows] for name, one in parts.items()})

    def column_of(self, id: int) -> int:
        """The column of one entity, -1 where it has none."""
        at = np.flatnonzero(self.id == id)
        return int(at[0]) if len(at) else -1

    def __repr__(self) -> str:
        """How many ticks, which entities."""
        n, ticks = len(self.id), self.ticks
        span = f"ticks {ticks[0]} to {ticks[-1]}" if len(ticks) else "no ticks"
        types = ", ".join(f"{count} {name}" for name, count in list(self.type.counts().items())[:4])
        return f"<{type(self).__name__} of {len(ticks)} rows, {span}, {n} entities{f': {types}' if types else ''}>"


def computed(series: Any, name: str, first: int = 0) -> Any:
    """delta_v, impulse or moved of a series' rows from `first` on, row `first` being NaN (False)."""
    ticks, pos, vel = series.ticks[first:], series.pos[first:], series.vel[first:]
    if name == "moved":
        out: Any = moved(ticks, pos)
    else:
        out = np.full(vel.shape, np.nan)
        if len(vel) > 1:
            if name == "delta_v":
                np.subtract(vel[1:], vel[:-1], out=out[1:])
            else:
                ground = series.on_ground[first:]
                motion = motion_of(series.type._codes, series.type._table)
                out[1:] = unexplained(vel[:-1], vel[1:], motion, ground[:-1] & ground[1:])
            gaps = np.flatnonzero(np.diff(ticks) != 1)
            if len(gaps):
                out[gaps + 1] = np.nan
    out.setflags(write=False)
    return out


class Window(Series):
    """One capture: the rows around its tick. The same columns as a Series, and what fired.

    Attributes:
        tick: the tick it fired in.
        row: the row of that tick: ticks[row] == tick.
        event: the event, or what the trigger's function returned.
        cut: "" complete; "start" or "end": the script began too late or ended too early for all rows; "unload": the
            entity was unloaded. An entity that left the world otherwise has NaN in the rows after, and nothing is cut.
    """

    tick: int
    row: int
    event: Any
    cut: Literal["", "start", "end", "unload"]

    _block: Series
    _part: slice | I8

    def __init__(
        self,
        block: Series,
        part: slice | I8,
        tick: int,
        row: int,
        event: Any,
        cut: Literal["", "start", "end", "unload"],
    ) -> None:
        """For the runtime: `part` picks its columns of a block that all windows of one firing share."""
        self.__dict__.update(_block=block, _part=part, tick=tick, row=row, cut=cut)
        # What happens to a flood of windows that nobody looks at: their events are never made.
        if isinstance(event, Later):
            self.__dict__["_later"] = event
        else:
            self.__dict__["event"] = event

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        if name == "event" and "_later" in own:
            later = own.pop("_later")
            own["event"] = later.make(later.number)
            return own["event"]
        if name in COLUMNS or name in _COMPUTED:
            whole = getattr(self._block, name)
            if name == "ticks":
                value = whole
            else:
                value = whole[self._part] if name in _BY_ENTITY else whole[:, self._part]
                if isinstance(value, np.ndarray):
                    value.setflags(write=False)
            own[name] = value
            return value
        return super().__getattr__(name)


class Later:
    """An event that is made when it is first looked at."""

    __slots__ = ("make", "number")

    def __init__(self, make: Any, number: int) -> None:
        self.make = make
        self.number = number


class TrackSource(Protocol):
    """What a Track reads from: the runtime implements it."""

    @property
    def active(self) -> bool:
        """Whether it still grows."""
        ...

    def cancel(self) -> None:
        """Stop growing."""
        ...

    def read(self, name: str) -> Any:
        """A column as of now, read-only, which later rows don't change."""
        ...


class Track(Series):
    """A Series that is live: a ring that grows by a row each step until it is full; row -1 is now. A Handle too.

    Each read gives what is there now, as an array that stays: `track.vel[-1]`. `track[:]` is a photograph of all. A
    track of a table has its entities' columns for good. A track of a filter gets a column for each entity when it first
    passes, follows it until it leaves the world, and gives the column up some time after its last row has left the
    ring: find a column by its id, with column_of().
    """

    _source: TrackSource

    def __init__(self, source: TrackSource) -> None:
        """For the runtime."""
        self.__dict__["_source"] = source

    @property
    def active(self) -> bool:
        """Whether it still grows."""
        return self._source.active

    def cancel(self) -> None:
        """Stop growing; the rows stay."""
        self._source.cancel()

    def __getattr__(self, name: str) -> Any:
        if name in COLUMNS or name in _COMPUTED:
            return self._source.read(name)
        return super().__getattr__(name)
