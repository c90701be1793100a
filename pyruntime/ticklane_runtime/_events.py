"""Events as they come over the bridge, and the watches that wait for them.

Rows stay packed numbers until a handler takes them one by one, so a flood costs a copy, not objects.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from ticklane import (
    BlockChangeEvent,
    DamageEvent,
    EntityRemoveEvent,
    EntitySpawnEvent,
    ExplosionEvent,
    ImpulseEvent,
    PlayerEvent,
)
from ticklane._name_table import NameTables
from ticklane.events import Kind

__all__ = ["CAPACITY", "KINDS", "Batch", "ConditionWatch", "EventWatch"]

# A kind's place is its number in an event row (Java's EventKind) and its bit in a subscription.
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
CAPACITY: Final = 8192
_ROW_BYTES: Final = 112
_INTS: Final = struct.Struct("=8i")
_PLAYER_KINDS: Final = (6, 7, 8)


class Batch:
    """The events of one drain: they happened in `tick`, after all of an earlier batch.

    `serial` is the lane-wide number of the first row; `order` what is added to the rows' own order, because the count
    restarts at each drain.
    """

    __slots__ = ("_data", "_names", "_texts", "bits", "ints", "n", "numbers", "order", "serial", "tick")

    def __init__(self, bridge: Any, events: memoryview[int], n: int, names: NameTables) -> None:
        self.n = n
        self.tick = 0
        self.order = 0
        self.serial = 0
        self._data = data = bytes(events[: n * _ROW_BYTES])
        self._names = names
        # Whole rows both: the first 8 int32 and the last 10 float64 of each are fields.
        self.ints = ints = np.frombuffer(data, np.int32).reshape(n, _ROW_BYTES // 4)
        self.numbers = np.frombuffer(data, np.float64).reshape(n, _ROW_BYTES // 8)
        kinds = ints[:, 0]
        self.bits = np.left_shift(1, kinds)
        self._texts: dict[int, str] = {}
        if int(np.max(kinds)) >= _PLAYER_KINDS[0]:
            for i in np.flatnonzero(kinds >= _PLAYER_KINDS[0]).tolist():
                self._texts[i] = str(bridge.eventText(int(ints[i, 7])))

    def picked(self, rows: NDArray[np.intp]) -> Batch:
        """A batch of these rows alone: what keeps it doesn't keep the others."""
        part = object.__new__(Batch)
        part.n = len(rows)
        part.tick, part.order, part.serial = self.tick, self.order, self.serial
        part._names = self._names
        part._data = data = self.ints[rows].tobytes()
        part.ints = np.frombuffer(data, np.int32).reshape(part.n, _ROW_BYTES // 4)
        part.numbers = np.frombuffer(data, np.float64).reshape(part.n, _ROW_BYTES // 8)
        part.bits = self.bits[rows]
        part._texts = {}
        if self._texts:
            part._texts = {i: self._texts[row] for i, row in enumerate(rows.tolist()) if row in self._texts}
        return part

    def cause(self, code: int) -> str:
        """The name of a cause that its rows have."""
        return self._names.causes.name(code)

    def last_order(self) -> int:
        return self.order + int(_INTS.unpack_from(self._data, (self.n - 1) * _ROW_BYTES)[1])

    def _vector(self, row: int, at: int) -> Any:
        out = self.numbers[row, at : at + 3].copy()
        out.setflags(write=False)
        return out

    def event(self, row: int) -> Any:
        """One row as the contract's event."""
        kind, order, id, type, a, b, c, _ = _INTS.unpack_from(self._data, row * _ROW_BYTES)
        names = self._names
        tick, order = self.tick, order + self.order
        pos = self._vector(row, 4)
        if kind == 0:
            return ExplosionEvent(tick, order, pos, power=self._value(row), source=id, broken=a)
        if kind == 1:
            return BlockChangeEvent(tick, order, pos, old=names.blocks.name(a), new=names.blocks.name(b))  # type: ignore[arg-type]
        if kind == 2:
            return EntitySpawnEvent(tick, order, pos, id=id, type=names.types.name(type))
        if kind == 3:
            cause: Any = names.causes.name(c)
            vel = self._vector(row, 7)
            return EntityRemoveEvent(
                tick, order, pos, id=id, type=names.types.name(type), vel=vel, age=a, into=b, cause=cause
            )
        if kind == 4:
            before, after = self._vector(row, 7), self._vector(row, 10)
            name, cause = names.types.name(type), names.causes.name(c)
            return ImpulseEvent(tick, order, pos, id, name, vel_before=before, vel_after=after, cause=cause)
        if kind == 5:
            cause = names.causes.name(c)
            return DamageEvent(
                tick, order, pos, id=id, type=names.types.name(type), amount=self._value(row), cause=cause
            )
        player, _, text = self._texts[row].partition("\n")
        kind_name: Any = KINDS[kind]
        return PlayerEvent(tick, order, pos, name=player, text=text, kind=kind_name)

    def _value(self, row: int) -> float:
        return float(self.numbers[row, 13])


class EventWatch:
    """Handle of on() for an event kind; sees events from row `since` on."""

    __slots__ = ("active", "bit", "handler", "owner", "quiet", "quiet_until", "since")

    def __init__(self, owner: Any, kind: int, handler: Callable[[Any], object], quiet: int, since: int) -> None:
        self.owner = owner
        self.bit = 1 << kind
        self.handler: Callable[[Any], object] = handler
        self.quiet = quiet
        self.quiet_until = 0
        self.since = since
        self.active = True

    def cancel(self) -> None:
        if self.active:
            self.owner.keep(self._end)

    def _end(self) -> None:
        self.active = False
        self.handler = _nothing
        self.owner.forget_watch(self)


class ConditionWatch:
    """Handle of on() for a function: fires when its answer turns from falsy to truthy."""

    __slots__ = ("active", "condition", "handler", "owner", "quiet", "quiet_until", "since", "was")

    def __init__(
        self, owner: Any, condition: Callable[[], object], handler: Callable[[Any], object], quiet: int, since: int
    ) -> None:
        self.owner = owner
        self.condition: Callable[[], object] = condition
        self.handler: Callable[[Any], object] = handler
        self.quiet = quiet
        self.quiet_until = 0
        self.since = since  # the tick it was asked in: first looked at in the next
        self.was = False
        self.active = True

    def cancel(self) -> None:
        if self.active:
            self.owner.keep(self._end)

    def _end(self) -> None:
        self.active = False
        self.handler = _nothing
        self.condition = _never
        self.owner.forget_watch(self)


def _nothing(_: Any) -> None:
    return None


def _never() -> bool:
    return False
