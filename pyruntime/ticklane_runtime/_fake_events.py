"""Events of the fake world: the twin of Java's `EventQueue`, with rows in the form of the events buffer."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from ticklane_runtime._events import CAPACITY, KINDS

__all__ = ["ROW_BYTES", "FakeEvents"]

_ROW: Final = struct.Struct("=8i3d3d3dd")
ROW_BYTES: Final = _ROW.size

_Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Row:
    """One event, field by field as docs/java-python.md has them."""

    kind: int
    order: int
    id: int = -1
    type: int = -1
    a: int = -1
    b: int = -1
    c: int = -1
    text: int = -1
    pos: _Vector = (0.0, 0.0, 0.0)
    v1: _Vector = (0.0, 0.0, 0.0)
    v2: _Vector = (0.0, 0.0, 0.0)
    value: float = 0.0


class FakeEvents:
    """Bounded; `mask` holds the bits of the kinds that are wanted, `dropped` counts what went beyond the bound."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.mask = 0
        self.dropped = 0
        self._texts: list[str] = []
        self._order = 0

    def emit(self, kind: str, **values: object) -> bool:
        """Queue an event of `Row`'s fields; False when it was not wanted or there was no room."""
        order, self._order = self._order, self._order + 1
        number = KINDS.index(kind)
        if not self.mask >> number & 1:
            return False
        if len(self.rows) >= CAPACITY:
            self.dropped += 1
            return False
        self.rows.append(Row(number, order, **values))  # type: ignore[arg-type]
        return True

    def say(self, kind: str, name: str, text: str, pos: _Vector, id: int) -> None:
        """Queue a player event with its text."""
        if self.emit(kind, id=id, text=len(self._texts), pos=pos):
            self._texts.append(f"{name}\n{text}")

    def drain(self, buffer: bytearray) -> tuple[int, list[str]]:
        """Move the rows into the buffer; gives their number and their texts, and begins a new order."""
        rows, texts = self.rows, self._texts
        for i, row in enumerate(rows):
            numbers = (row.kind, row.order, row.id, row.type, row.a, row.b, row.c, row.text)
            _ROW.pack_into(buffer, i * ROW_BYTES, *numbers, *row.pos, *row.v1, *row.v2, row.value)
        self.rows, self._texts, self._order = [], [], 0
        return len(rows), texts
