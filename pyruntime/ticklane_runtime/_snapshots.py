"""What a step's measuring looks at: the table as the step found it, its rows by type, made once for all scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ticklane import B1, F8, I8, Entities
from ticklane._free_motion import motion_of, unexplained

__all__ = ["Followed", "Snapshots", "filter_mask"]


class Snapshots:
    """The first table of this step. What is computed from it and from the one before is kept until the next."""

    __slots__ = ("_before", "_by_type", "_residuals", "table")

    def __init__(self) -> None:
        self.table: Entities | None = None
        self._by_type: dict[int, Entities] = {}
        self._before: dict[tuple[int, int], I8 | None] = {}
        self._residuals: dict[tuple[int, int], F8] = {}

    def begin(self, table: Entities) -> None:
        self.end()
        self.table = table

    def end(self) -> None:
        """Nobody measures any more."""
        self.table = None
        self._by_type.clear()
        self._before.clear()
        self._residuals.clear()

    def of_type(self, code: int | None) -> Entities:
        """All rows of one type, or of all."""
        assert self.table is not None
        if code is None:
            return self.table
        found = self._by_type.get(code)
        if found is None:
            found = self._by_type[code] = of_type(self.table, code)
        return found

    # Keys are identities: who asks holds both tables until the step is over.
    def before(self, last: Entities, now: Entities) -> I8 | None:
        """(n,) the row in `last` of each row of `now`, -1 where it wasn't there; None where all are the same."""
        key = (id(last), id(now))
        if key not in self._before:
            a, b = last.id, now.id
            same = len(a) == len(b) and bool((a == b).all())
            self._before[key] = None if same else last.rows(b)
        return self._before[key]

    def residual(self, last: Entities, now: Entities, *, one_type: bool) -> F8:
        """(n, 3) of the rows of `now`: their velocity less what free motion from `last` gives; NaN where not known."""
        key = (id(last), id(now))
        found = self._residuals.get(key)
        if found is None:
            vel, ground = last.vel, last.on_ground
            rows = self.before(last, now)
            if rows is not None and len(last):
                vel, ground = vel[rows], ground[rows] & (rows >= 0)
                vel[rows < 0] = np.nan
            elif rows is not None:
                vel, ground = np.full(now.vel.shape, np.nan), np.zeros(len(now), np.bool_)
            codes = now.type._codes
            motion = motion_of(codes[:1] if one_type else codes, now.type._table)
            found = self._residuals[key] = unexplained(vel, now.vel, motion, ground & now.on_ground)
        return found


def of_type(table: Entities, code: int | None) -> Entities:
    """The rows of one type, or all; the table itself where all are of it."""
    if code is None:
        return table
    rows = np.flatnonzero(table.type._codes == code)
    return table if len(rows) == len(table) else table[rows]


class Followed:
    """The entities that have passed a filter, from then on until they leave the world."""

    __slots__ = ("_call", "_ids", "filter")

    def __init__(self, filter: Callable[[Entities], Any], call: str) -> None:
        self.filter = filter
        self._call = call
        self._ids: I8 = np.empty(0, np.int64)

    def of(self, table: Entities, *, ask: bool = True) -> Entities:
        """Their rows in this table; without `ask` the filter isn't called, so nobody new is followed."""
        mask: B1 = filter_mask(self.filter(table), len(table), self._call) if ask else np.zeros(len(table), np.bool_)
        if len(self._ids):
            rows = table.rows(self._ids)
            rows = rows[rows >= 0]
            if not mask[rows].all():
                mask = mask.copy()
                mask[rows] = True
        view = table if mask.all() else table[mask]
        self._ids = view.id
        return view


def filter_mask(mask: Any, n: int, call: str) -> B1:
    """The mask a filter gave, if it is one; `call` begins the error, such as "host.entities(filter=…)"."""
    if isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (n,):
        return mask
    if isinstance(mask, np.ndarray):
        what = f"an array {mask.dtype} {mask.shape}"
    else:
        what = f"{mask!r}"[:80] if isinstance(mask, bool | np.bool_) else type(mask).__name__
    raise TypeError(
        f"{call}: the filter gets the whole table and returns a bool mask ({n},), not {what}. "
        "Combine masks with & | ~, not with and, or, not"
    )
