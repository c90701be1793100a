"""Tables of made-up entities, tick by tick, as a host's fill would give them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.contract.worlds import Row, World
from ticklane import Entities
from ticklane._name_table import NameTable

__all__ = ["MeasuredWorld", "Row"]


class MeasuredWorld:
    """`tick(rows)` is the table after the next tick."""

    def __init__(self) -> None:
        self._world = World()
        self.now = 0

    @property
    def types(self) -> NameTable:
        return self._world.tables.types

    def tick(self, rows: Sequence[Row]) -> Entities:
        self.now += 1
        return self._world.show(self.now, rows)
