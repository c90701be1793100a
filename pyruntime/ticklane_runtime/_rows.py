"""Rows of entities over time: a column for each entity, a row for each tick, the oldest rows given up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane import B1, I8, Entities, LimitError, Names, Series
from ticklane._name_table import NameTable
from ticklane.series import computed
from ticklane_runtime._measured_memory import Memory, mebibytes

__all__ = ["CELL_BYTES", "Rows"]

_CELLS: Final[dict[str, tuple[tuple[int, ...], Any, Any]]] = {
    "pos": ((3,), np.float64, np.nan),
    "vel": ((3,), np.float64, np.nan),
    "width": ((), np.float64, np.nan),
    "height": ((), np.float64, np.nan),
    "on_ground": ((), np.bool_, False),
    "present": ((), np.bool_, False),
}
_COMPUTED: Final[dict[str, tuple[tuple[int, ...], Any, Any]]] = {
    "delta_v": ((3,), np.float64, np.nan),
    "impulse": ((3,), np.float64, np.nan),
    "moved": ((), np.bool_, False),
}
CELL_BYTES: Final = 66
_NEVER: Final = np.iinfo(np.int64).min


class Rows:
    """The last `length` rows of a set of entities.

    The buffers have room for more rows than that: rows are only ever appended, and when the room is used up, the last
    ones move to the front. With `photographs` that makes new buffers, so what was read before stays as it was.

    `fixed` keeps to the columns it begins with; else an entity that is new gets a column, and columns without any row
    are given up when room is needed. Where memory doesn't suffice for a new column: LimitError with `strict`, naming
    `call`; else the entity is left out, for as long as it takes (`left`, `since`).
    """

    __slots__ = (
        "__weakref__",
        "_at",
        "_base",
        "_call",
        "_codes",
        "_computed",
        "_data",
        "_fixed",
        "_gone",
        "_hi",
        "_ids",
        "_memory",
        "_n",
        "_order",
        "_photographs",
        "_present",
        "_seen",
        "_share",
        "_since",
        "_straight",
        "_strict",
        "_ticks",
        "_types",
        "left",
        "length",
    )

    def __init__(
        self,
        columns: Entities,
        first: Entities,
        tick: int,
        length: int,
        memory: Memory,
        types: NameTable,
        call: str,
        *,
        fixed: bool = False,
        photographs: bool = False,
        share: float = 1.0,
    ) -> None:
        """A column for each entity of `columns`, and the first row. LimitError without room for `length` such rows."""
        self.length = length
        self.left: I8 = np.empty(0, np.int64)
        self._memory = memory
        self._types = types
        self._call = call
        self._fixed = fixed
        self._photographs = photographs
        self._share = share
        self._strict = True
        self._n = self._hi = self._base = 0
        self._ids: I8 = np.empty(0, np.int64)
        self._since: I8 = np.empty(0, np.int64)
        self._codes: NDArray[np.int32] = np.empty(0, np.int32)
        self._ticks: I8 = np.empty(0, np.int64)
        self._data: dict[str, Any] = {}
        self._computed: dict[str, list[Any]] = {}  # array, rows that are done
        self._seen: I8 | None = None
        self._order: tuple[I8, I8] | None = None
        self._at: I8 = np.empty(0, np.int64)
        self._gone: I8 = self._at
        self._present: B1 = np.empty(0, np.bool_)
        self._straight = False
        n = len(columns)
        self._lay_out(n if fixed else max(8, n + n // 4), n)
        self._add(columns, np.arange(n), tick)
        self.append(first, tick)
        self._strict = photographs

    # -- appending
    def append(self, view: Entities, tick: int) -> None:
        """The next row; columns take their entities' state in `view`, those not in it are absent."""
        if self._hi == len(self._ticks):
            self._make_room()
        self._match(view, tick)
        n, row, data = self._n, self._hi, self._data
        pos, vel, width, height = data["pos"][row], data["vel"][row], data["width"][row], data["height"][row]
        ground, present = data["on_ground"][row], data["present"][row]
        if self._straight:
            pos[:n] = view.pos
            vel[:n] = view.vel
            width[:n] = view.width
            height[:n] = view.height
            ground[:n] = view.on_ground
            present[:n] = True
        elif len(view) == 0:
            pos[:n] = vel[:n] = np.nan
            width[:n] = height[:n] = np.nan
            ground[:n] = present[:n] = False
        else:
            at, gone = self._at, self._gone
            view.pos.take(at, 0, pos[:n], "clip")
            view.vel.take(at, 0, vel[:n], "clip")
            view.width.take(at, 0, width[:n], "clip")
            view.height.take(at, 0, height[:n], "clip")
            view.on_ground.take(at, 0, ground[:n], "clip")
            present[:n] = self._present
            if len(gone):
                pos[gone] = vel[gone] = np.nan
                width[gone] = height[gone] = np.nan
                ground[gone] = False
        self._ticks[row] = tick
        self._hi = row + 1

    def _match(self, view: Entities, tick: int) -> None:
        """Find the row in `view` of each column; entities without a column get one."""
        ids = view.id
        seen = self._seen
        if seen is not None and (seen is ids or (len(seen) == len(ids) and bool((seen == ids).all()))):
            return
        at = view.rows(self._ids[: self._n])
        if not self._fixed:
            hit = at >= 0
            if int(np.count_nonzero(hit)) < len(view):
                unmet = np.ones(len(view), np.bool_)
                unmet[at[hit]] = False
                new = np.flatnonzero(unmet)
                room = self._room_for(len(new), hit)
                if room < 0:  # columns were given up
                    at = view.rows(self._ids[: self._n])
                    room = -room - 1
                self._add(view, new[:room], tick)
                self.left = ids[new[room:]]
                at = np.concatenate([at, new[:room]])
            else:
                self.left = ids[:0]
        self._seen = ids
        self._at = at
        self._present = at >= 0
        self._gone = np.flatnonzero(~self._present)
        self._straight = len(at) == len(ids) and bool((at == np.arange(len(at))).all())

    def _add(self, view: Entities, rows: I8, tick: int) -> None:
        n, k = self._n, len(rows)
        if not k:
            return
        ids = view.id[rows]
        self._ids[n : n + k] = ids
        self._codes[n : n + k] = view.type[rows]._codes
        self._since[n : n + k] = np.where(np.isin(ids, self.left), tick, _NEVER) if len(self.left) else _NEVER
        for name, (_, _, empty) in _CELLS.items():
            self._data[name][self._base : self._hi, n : n + k] = empty
        for name, (array, done) in self._computed.items():
            array[self._base : done, n : n + k] = _COMPUTED[name][2]
        self._n = n + k
        self._order = None

    # -- room
    def _room_for(self, k: int, hit: B1) -> int:
        """How many of k new columns there is room for; -(that + 1) when columns were given up for it."""
        have = len(self._ids)
        if self._n + k <= have:
            return k
        alive = self._data["present"][self._base : self._hi, : self._n].any(axis=0) | hit
        want = int(np.count_nonzero(alive)) + k
        columns = have if 4 * want <= 3 * have else want + want // 2 + 8
        self._lay_out(columns, want, alive)
        return -(min(k, len(self._ids) - self._n) + 1)

    def _make_room(self) -> None:
        """The rows are used up: keep the last ones, and make the room larger when the length has grown."""
        if len(self.left):
            self._seen = None  # columns may have become free for those left out
        keep = min(self._hi - self._base, self.length + self._photographs)
        if self._photographs or _tight(self.length) > len(self._ticks):
            self._base = self._hi - keep
            self._lay_out(len(self._ids), self._n)
            return
        first, last = self._hi - keep, self._hi
        self._ticks[:keep] = self._ticks[first:last].copy()
        for array in self._data.values():
            array[:keep] = array[first:last]
        self._base, self._hi = 0, keep

    def can_keep(self, length: int) -> bool:
        """Whether there is memory for that many rows of the entities there are."""
        return length <= self.length or _tight(length) * max(1, self._n) <= self._cells_allowed()

    def _cells_allowed(self) -> int:
        return int((self._memory.free + self._memory.held(self)) * self._share) // self._cell_bytes()

    def _lay_out(self, columns: int, least: int, alive: B1 | None = None) -> None:
        """New buffers of up to that many columns, at least `least`, with the rows and columns that stay.

        Where `least` can't be: LimitError with `strict`, else as many as can be, those that stay in any case.
        """
        allowed = self._cells_allowed()
        tight = _tight(self.length)
        for rows in (max(2 * self.length + 1, self.length + 33), tight) if self._photographs else (tight,):
            if rows * least <= allowed:
                columns = min(columns, max(least, allowed // rows))
                break
        else:
            if self._strict:
                self._memory_error(least, tight)
            stay = self._n if alive is None else int(np.count_nonzero(alive))
            rows, columns = tight, max(allowed // tight, stay)
        self._move(rows, columns, alive)

    def _memory_error(self, entities: int, rows: int) -> None:
        need = mebibytes(entities * rows * self._cell_bytes())
        raise LimitError(
            f"{self._call}: {self.length:,} rows of {entities:,} entities need {need}; of this script's "
            f"{mebibytes(self._memory.limit)} for tracks and captures it may have "
            f"{mebibytes((self._memory.free + self._memory.held(self)) * self._share)}. Ask for fewer ticks or entities"
        )

    def _cell_bytes(self) -> int:
        return CELL_BYTES + sum(24 if name != "moved" else 1 for name in self._computed)

    def _move(self, rows: int, columns: int, alive: B1 | None) -> None:
        n = self._n
        picked: Any = slice(0, n) if alive is None or alive.all() else np.flatnonzero(alive)
        kept = n if isinstance(picked, slice) else len(picked)
        lo, hi = self._base, self._hi
        height = hi - lo
        for name, (shape, dtype, _) in _CELLS.items():
            array = np.empty((rows, columns, *shape), dtype)
            if height:
                array[:height, :kept] = self._data[name][lo:hi, :n][:, picked]
            self._data[name] = array
        for name, entry in self._computed.items():
            shape, dtype, _ = _COMPUTED[name]
            array = np.empty((rows, columns, *shape), dtype)
            done = max(0, entry[1] - lo)
            array[:done, :kept] = entry[0][lo : lo + done, :n][:, picked]
            entry[:] = [array, done]
        self._ticks = _longer(self._ticks[lo:hi], rows)
        self._ids = _longer(self._ids[:n][picked], columns)
        self._codes = _longer(self._codes[:n][picked], columns)
        self._since = _longer(self._since[:n][picked], columns)
        self._n, self._base, self._hi = kept, 0, height
        self._order = None
        if kept != n:
            self._seen = None
        self._memory.hold(self, rows * columns * self._cell_bytes())

    # -- reading
    @property
    def rows(self) -> int:
        """Rows there are, `length` at most."""
        return min(self._hi - self._base, self.length)

    @property
    def first_tick(self) -> int:
        """Of the oldest row that is still there, which may be older than `length` rows."""
        return int(self._ticks[self._base])

    @property
    def last_tick(self) -> int:
        return int(self._ticks[self._hi - 1])

    @property
    def entities(self) -> int:
        """Columns there are."""
        return self._n

    def read(self, name: str) -> Any:
        """A column of the last `length` rows: read-only, and nothing writes to it any more."""
        hi = self._hi
        lo = hi - self.rows
        if name == "ticks":
            return _closed(self._ticks[lo:hi])
        if name == "id":
            return _closed(self._ids[: self._n])
        if name == "type":
            return Names(self._codes[: self._n], self._types)
        if name in _CELLS:
            return _closed(self._data[name][lo:hi, : self._n])
        return self._compute(name, lo)

    def _compute(self, name: str, lo: int) -> Any:
        """delta_v, impulse or moved, kept and carried on from read to read while there is memory for it."""
        entry = self._computed.get(name)
        if entry is None:
            shape, dtype, _ = _COMPUTED[name]
            array = np.empty((len(self._ticks), len(self._ids), *shape), dtype)
            if array.nbytes > self._memory.free:
                return _closed(computed(_Part(self, self._base), name)[lo - self._base :])
            entry = self._computed[name] = [array, 0]
            self._memory.hold(self, len(self._ticks) * len(self._ids) * self._cell_bytes())
        array, done = entry
        done = max(done, self._base)
        if done < self._hi:
            start = max(done - 1, self._base)
            array[done : self._hi, : self._n] = computed(_Part(self, start), name)[done - start :]
            entry[1] = self._hi
        return _closed(array[lo : self._hi, : self._n])

    def columns(self, ids: I8) -> I8:
        """(m,) the column of each id, -1 where it has none."""
        if self._order is None:
            known = self._ids[: self._n]
            order = np.argsort(known, kind="stable")
            self._order = (known[order], order)
        known, order = self._order
        if not len(known):
            return np.full(len(ids), -1, np.int64)
        at = np.minimum(known.searchsorted(ids), len(known) - 1)
        return np.where(known[at] == ids, order[at], -1)

    def since(self, columns: I8) -> I8:
        """(m,) the tick from which a column was recorded, when its entity had been left out before; else the least."""
        return self._since[columns]

    def block(self, first: int, last: int, columns: I8 | None, ids: I8, codes: NDArray[np.int32]) -> Series:
        """A copy of the rows of ticks first to last: of these columns (-1: absent), or of all that occur in them.

        `ids` and `codes` (types, where there is no column) are those of the columns asked for.
        """
        lo, hi = self._base, self._hi
        ticks = self._ticks[lo:hi]
        a, b = lo + int(ticks.searchsorted(first)), lo + int(ticks.searchsorted(last, "right"))
        absent = np.empty(0, np.int64)
        if columns is None:
            columns = np.arange(self._n)
            if not self._fixed:
                columns = columns[self._data["present"][a:b, : self._n].any(axis=0)]
            ids, codes = self._ids[columns], self._codes[columns]
        elif self._n:
            absent = np.flatnonzero(columns < 0)
            codes = np.where(columns < 0, codes, self._codes[columns])
        parts = {}
        for name, (shape, dtype, empty) in _CELLS.items():
            if self._n:
                array = self._data[name][a:b].take(columns, 1, mode="clip")
                if len(absent):
                    array[:, absent] = empty
            else:
                array = np.full((b - a, len(columns), *shape), empty, dtype)
            parts[name] = array
        return Series(ticks=self._ticks[a:b].copy(), id=ids, type=Names(codes, self._types), **parts)


def _tight(length: int) -> int:
    """Rows of room for `length`, so that moving them to the front costs little a row."""
    return length + 1 + length // 4 + 16


class _Part:
    """The rows from `first` on, as far as computed() asks."""

    def __init__(self, rows: Rows, first: int) -> None:
        hi, n, data = rows._hi, rows._n, rows._data
        self.ticks = rows._ticks[first:hi]
        self.type = Names(rows._codes[:n], rows._types)
        self.pos, self.vel = data["pos"][first:hi, :n], data["vel"][first:hi, :n]
        self.on_ground = data["on_ground"][first:hi, :n]


def _closed(array: Any) -> Any:
    array = array.view()
    array.setflags(write=False)
    return array


def _longer(array: Any, n: int) -> Any:
    out = np.empty(n, array.dtype)
    out[: len(array)] = array[:n]
    return out
