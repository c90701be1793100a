"""Measuring over time: tracks, captures, and handlers of what entities do."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Literal

from ticklane import Entities, Filter, LimitError, Track
from ticklane_runtime import _args
from ticklane_runtime._capture import LiveCapture, window_bytes
from ticklane_runtime._host_base import HostBase
from ticklane_runtime._measured_memory import mebibytes
from ticklane_runtime._rows import Rows
from ticklane_runtime._snapshots import Followed, of_type
from ticklane_runtime._track import LiveTrack
from ticklane_runtime._triggers import parts_of

__all__ = ["HostMeasuring"]

# Beyond it numbers of rows and bytes would no longer be told from nonsense.
_MOST_TICKS: Final = 1 << 32
_OVERLAPS: Final = ("merge", "separate", "skip")
# A capture's rows take part of what is free: its windows need the rest.
_SHARE: Final = 0.5


class HostMeasuring(HostBase):
    __slots__ = ()

    def track(self, who: Entities | Filter, ticks: int) -> Track:
        call = "host.track(who, ticks)"
        length = _count(ticks, call, "ticks", 1)
        columns, first, followed = self._picked(who, call)
        script, lane = self._script, self._lane
        make = partial(Rows, fixed=followed is None, photographs=True)
        names = lane.world.names.types
        rows = self._keep(make, columns, first, lane.now, length, script.measure_memory, names, call)
        source = LiveTrack(script, rows, followed)
        self._keep(script.add_measure, source)
        return Track(source)

    def capture(
        self,
        trigger: Any,
        *,
        before: int = 20,
        after: int = 20,
        entities: Entities | Filter | None = None,
        limit: int = 10_000,
        overlap: Literal["merge", "separate", "skip"] = "separate",
    ) -> LiveCapture:
        call = "host.capture(trigger)"
        before = _count(before, call, "before", 0)
        after = _count(after, call, "after", 0)
        limit = _count(limit, call, "limit", 1)
        if overlap not in _OVERLAPS:
            raise ValueError(f"{call}: overlap is one of {' '.join(_OVERLAPS)}, not {overlap!r}"[:200])
        script, lane = self._script, self._lane
        parts = parts_of(trigger, lane, call)
        if entities is None and not parts.names_entity:
            what = "a function" if parts.condition is not None else f"{trigger!r}"
            raise ValueError(
                f"{call}: {what} names no entity. Say whose rows: entities=host.entities(type=…), or a filter such as "
                'entities=lambda es: es.type == "tnt"'
            )
        own = entities is not None
        followed: Followed | None = None
        if entities is None:
            columns = first = of_type(lane.world.table(), parts.code)
        else:
            columns, first, followed = self._picked(entities, "host.capture(entities=…)")
        ticks = before + 1 + after
        memory = script.measure_memory
        one = window_bytes(ticks, max(1, len(columns) if own else 1))
        if one > memory.free:
            whose = f"{len(columns):,} entities" if own else "one entity"
            raise LimitError(
                f"{call}: a window of {ticks:,} rows of {whose} needs {mebibytes(one)}; of the "
                f"{mebibytes(memory.limit)} for a script's tracks and captures {mebibytes(memory.free)} are free. "
                f"Ask for fewer ticks{' or entities' if own else ''}"
            )
        make = partial(Rows, fixed=own and followed is None, share=_SHARE)
        rows = self._keep(make, columns, first, lane.now, max(2, ticks), memory, lane.world.names.types, call)
        capture = LiveCapture(
            script,
            parts,
            rows,
            memory,
            before=before,
            after=after,
            own=own,
            followed=followed,
            limit=limit,
            overlap=overlap,
            since=self._keep(lane.events_so_far),
            asked=lane.now,
        )
        self._keep(script.add_measure, capture)
        return capture

    def _picked(self, who: Any, call: str) -> tuple[Entities, Entities, Followed | None]:
        """Whose columns there are, and the first row: what a table's entities are now, or those that pass a filter."""
        table = self._world.table()
        if isinstance(who, Entities):
            ids = list(dict.fromkeys(who.id.tolist()))
            return (who if len(ids) == len(who) else who[who.rows(ids)]), table, None
        if isinstance(who, str) or not callable(who):
            raise TypeError(
                f"{call}: a table or a filter is needed, not {type(who).__name__}: host.entities(type=…), or "
                'lambda es: es.type == "tnt"'
            )
        followed = Followed(_args.action(who, call), call)
        view = followed.of(table)
        return view, view, followed


def _count(value: Any, call: str, name: str, least: int) -> int:
    count = _args.ticks(value, f"{call}: {name}")
    if not least <= count <= _MOST_TICKS:
        raise ValueError(f"{call}: {name}={count}: a number of at least {least}")
    return count
