"""The table of entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn, overload

import numpy as np
from numpy.typing import NDArray

from ticklane._column import Column
from ticklane._entity_columns import TagSets, Uuids
from ticklane._interchange import arrow_table, flat_columns, pandas_frame
from ticklane._live import LiveWorld
from ticklane._name_table import NameTables
from ticklane._text_table import text_table
from ticklane.arrays import B1, F8, I8
from ticklane.entity import Entity, live_entity
from ticklane.names import Names

__all__ = ["ROW_BYTES", "Entities"]

# The buffer holds whole columns one after the other: 17 of float64, 6 of int64, 4 of int32, 1 of bytes.
ROW_BYTES = 17 * 8 + 6 * 8 + 4 * 4 + 1
_I8, _I4, _U1 = 17 * 8, 23 * 8, 25 * 8
_FLOAT64, _INT64, _INT32, _BOOL = np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.bool_)


class Entities:
    """The entities of one step in spawn order, as read-only numpy columns: a photograph that never changes.

    The columns have the names of Entity's attributes. What is not known is NaN, -1 or "". Rows are picked as in
    numpy: `es[es.type == "tnt"]` is a smaller table, `es[0]` the live Entity of the first row (a row, never an id).
    """

    tick: int
    _buffer: NDArray[np.uint8]
    _n: int
    _names: NameTables
    _live: LiveWorld
    _root: Entities | None
    _rows: I8

    def __init__(self, tick: int, n: int, buffer: NDArray[np.uint8], names: NameTables, live: LiveWorld) -> None:
        """For the runtime: n rows packed in a buffer of n * ROW_BYTES bytes which nobody writes to any more."""
        if buffer.flags.writeable:
            buffer.setflags(write=False)
        own = self.__dict__
        own["tick"] = tick
        own["_n"] = n
        own["_buffer"] = buffer
        own["_names"] = names
        own["_live"] = live
        own["_root"] = None

    # -- identity
    @Column
    def id(self) -> I8:
        """(n,) numbers: of this run and this lane only."""
        made: I8 = self._integers("id")
        return made

    @Column
    def uuid(self) -> Names:
        """(n,) UUIDs, the same on every lane."""
        made: Names = self._integers("uuid")
        return made

    @Column
    def type(self) -> Names:
        """(n,) types."""
        made: Names = self._coded("type")
        return made

    @Column
    def tags(self) -> Sequence[frozenset[str]]:
        """(n,) the scoreboard tags of each."""
        made: Sequence[frozenset[str]] = self._coded("tags")
        return made

    # -- place and motion
    @Column
    def pos(self) -> F8:
        """(n, 3) blocks: the feet."""
        return self._vectors(0)

    @Column
    def vel(self) -> F8:
        """(n, 3) blocks/tick."""
        return self._vectors(3)

    @Column
    def aabb_min(self) -> F8:
        """(n, 3) blocks: the low corners of the collision boxes."""
        return self._vectors(6)

    @Column
    def aabb_max(self) -> F8:
        """(n, 3) blocks: the high corners of the collision boxes."""
        return self._vectors(9)

    @property
    def position(self) -> F8:
        """The same as pos."""
        return self.pos

    @property
    def velocity(self) -> F8:
        """The same as vel."""
        return self.vel

    @property
    def x(self) -> F8:
        """(n,) blocks."""
        return self.pos[:, 0]

    @property
    def y(self) -> F8:
        """(n,) blocks: the feet."""
        return self.pos[:, 1]

    @property
    def z(self) -> F8:
        """(n,) blocks."""
        return self.pos[:, 2]

    @property
    def vx(self) -> F8:
        """(n,) blocks/tick."""
        return self.vel[:, 0]

    @property
    def vy(self) -> F8:
        """(n,) blocks/tick, up."""
        return self.vel[:, 1]

    @property
    def vz(self) -> F8:
        """(n,) blocks/tick."""
        return self.vel[:, 2]

    @Column
    def yaw(self) -> F8:
        """(n,) degrees: 0 south (+z), 90 west (-x)."""
        return self._floats("yaw")

    @Column
    def pitch(self) -> F8:
        """(n,) degrees: 90 straight down, -90 straight up."""
        return self._floats("pitch")

    @Column
    def width(self) -> F8:
        """(n,) blocks: the collision box, x and z."""
        return self._floats("width")

    @Column
    def height(self) -> F8:
        """(n,) blocks: the collision box, y."""
        return self._floats("height")

    @Column
    def on_ground(self) -> B1:
        """(n,) whether it stands on something."""
        return np.ndarray(self._n, _BOOL, self._buffer, _U1 * self._n)

    # -- what they are
    @Column
    def age(self) -> I8:
        """(n,) ticks since it was spawned."""
        made: I8 = self._integers("age")
        return made

    @Column
    def health(self) -> F8:
        """(n,) half hearts; NaN when it is not living."""
        return self._floats("health")

    @Column
    def fuse(self) -> I8:
        """(n,) ticks until primed TNT explodes; -1 for anything else."""
        made: I8 = self._integers("fuse")
        return made

    @Column
    def count(self) -> I8:
        """(n,) items in the stack; -1 for anything but an item."""
        made: I8 = self._integers("count")
        return made

    @Column
    def item(self) -> Names:
        """(n,) item ids; "" for anything but an item."""
        made: Names = self._coded("item")
        return made

    @Column
    def block(self) -> Names:
        """(n,) the states of falling blocks; "" for anything else."""
        made: Names = self._coded("block")
        return made

    # -- rows
    def __len__(self) -> int:
        """Number of rows."""
        return self._n

    def __iter__(self) -> Iterator[Entity]:
        """Live entities, row by row."""
        for id, type in zip(self.id.tolist(), self.type, strict=True):
            yield live_entity(self._live, id, type)

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> Entity: ...
    @overload
    def __getitem__(self, rows: B1 | I8 | slice) -> Entities: ...
    def __getitem__(self, rows: Any) -> Any:
        """By numpy's rule: an int is a row (never an id), its live Entity; a mask, row numbers or a slice is a table.

        Raises IndexError for a row that isn't there and for a mask of another length.
        """
        if isinstance(rows, int | np.integer) and not isinstance(rows, bool):
            row = int(rows)
            if not -self._n <= row < self._n:
                raise IndexError(
                    f"row {row} of a table of {self._n} entities; an id is no row: es.row_of(id) gives its row, or -1"
                )
            return live_entity(self._live, int(self.id[row]), self.type[row], self.uuid[row])
        if isinstance(rows, str):
            raise TypeError(f"a column is an attribute: entities.{rows}")
        return self._select(self._row_numbers(rows))

    def rows(self, ids: I8 | Sequence[int]) -> I8:
        """(m,) the row of each id, -1 where it is not in this table."""
        wanted = np.asarray(ids, np.int64).reshape(-1)
        known, order = self._by_id
        if len(known) == 0:
            return np.full(len(wanted), -1, np.int64)
        at = known.searchsorted(wanted)
        at[at == len(known)] = 0
        found = known[at] == wanted
        return np.where(found, at if order is None else order[at], -1)

    def row_of(self, id: int) -> int:
        """The row of one id, -1 where it is not in this table."""
        known, order = self._by_id
        at = int(known.searchsorted(id))
        if at == len(known) or known[at] != id:
            return -1
        return at if order is None else int(order[at])

    # -- for other libraries
    def columns(self) -> dict[str, Any]:
        """Flat columns by name, one number or string a row: tick id uuid type x y z vx vy vz min_x … max_z and more.

        What pandas.DataFrame(…) and the like take; strings are object arrays, tags joined by spaces.
        """
        return flat_columns(self)

    def to_arrow(self) -> Any:
        """The flat columns as a pyarrow.Table. ImportError where pyarrow is not installed."""
        return arrow_table(self)

    def to_pandas(self) -> Any:
        """The flat columns as a pandas.DataFrame. ImportError where pandas is not installed."""
        return pandas_frame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's interchange: polars.DataFrame(entities), duckdb and others read a table through it."""
        return arrow_table(self).__arrow_c_stream__(requested_schema)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: the table is a photograph."""
        raise AttributeError(f"a table of entities is read only; to change them: host.modify(entities, {name}=…)")

    def __repr__(self) -> str:
        """The first rows as text."""
        shown = self if self._n <= 10 else self[:10]
        columns = {"row": range(len(shown)), "id": shown.id.tolist(), "type": list(shown.type)}
        numbers = {"pos": shown.pos, "vel": shown.vel}
        for name, values in numbers.items():
            columns[name] = ["({:.2f}, {:.2f}, {:.2f})".format(*row) for row in values]
        more = f"\n… {self._n - 10} more" if self._n > 10 else ""
        title = f"{self._n} entities at tick {self.tick}"
        return f"{title}\n{text_table(columns)}{more}" if self._n else title

    # -- inside
    @property
    def _by_id(self) -> tuple[I8, I8 | None]:
        """Ids in ascending order and the row of each (None: they already were, as entities get rising ids)."""
        pair = self.__dict__.get("_ids_sorted")
        if pair is None:
            ids = self.id
            if (ids[1:] > ids[:-1]).all():
                pair = (ids, None)
            else:
                order = np.argsort(ids, kind="stable")
                pair = (ids[order], order)
            self.__dict__["_ids_sorted"] = pair
        return pair

    def _row_numbers(self, rows: Any) -> I8:
        if isinstance(rows, slice):
            return np.arange(self._n)[rows]
        picked = np.asarray(rows)
        if picked.dtype == np.bool_:
            if picked.shape != (self._n,):
                raise IndexError(f"a mask of shape {picked.shape} for a table of {self._n} entities")
            return np.flatnonzero(picked)
        if picked.size == 0:
            return np.empty(0, np.int64)
        if picked.ndim != 1 or picked.dtype.kind not in "iu":
            raise TypeError(f"rows are picked by an int, a mask, row numbers or a slice, not by {rows!r}")
        return np.arange(self._n)[picked]

    def _select(self, rows: I8) -> Entities:
        root = self._root or self
        selected = object.__new__(Entities)
        selected.__dict__.update(
            tick=self.tick,
            _n=len(rows),
            _live=self._live,
            _root=root,
            _rows=rows if self._root is None else self._rows[rows],
        )
        return selected

    # np.ndarray over the buffer costs half of a slice, a view and a reshape, and unpacking a 2-d array a fifth: so the
    # columns of one dtype are made together when the first of them is read. They are read-only as the buffer is.
    def _vectors(self, column: int) -> F8:
        n = self._n
        return np.ndarray((n, 3), _FLOAT64, self._buffer, 8 * n * column)

    def _floats(self, name: str) -> F8:
        own, n = self.__dict__, self._n
        rows = np.ndarray((5, n), _FLOAT64, self._buffer, 12 * 8 * n)
        own["yaw"], own["pitch"], own["width"], own["height"], own["health"] = rows
        made: F8 = own[name]
        return made

    def _integers(self, name: str) -> Any:
        own, n = self.__dict__, self._n
        rows = np.ndarray((6, n), _INT64, self._buffer, _I8 * n)
        own["id"], own["age"], own["fuse"], own["count"], high, low = rows
        own["uuid"] = Uuids(high, low)
        return own[name]

    def _coded(self, name: str) -> Any:
        own, n, tables = self.__dict__, self._n, self._names
        types, items, blocks, tags = np.ndarray((4, n), _INT32, self._buffer, _I4 * n)
        own["type"] = Names(types, tables.types)
        own["item"] = Names(items, tables.items)
        own["block"] = Names(blocks, tables.blocks)
        own["tags"] = TagSets(tags, tables.tags)
        return own[name]
