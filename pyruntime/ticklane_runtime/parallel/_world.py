"""The entities as a script beside the game sees them: the server lane's table after its last tick, copied on demand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ticklane import Entities, LimitError
from ticklane.entities import ROW_BYTES
from ticklane_runtime._world import LaneWorld
from ticklane_runtime.parallel._shared import Box, Table, TooManyEntitiesError

__all__ = ["SharedWorld"]

_MOST: Final = 3  # asks for a table, each of which the next tick may outdate


class SharedWorld(LaneWorld):
    """As long as it is asked again within 40 ticks the game puts each tick's table there; else it is asked to."""

    __slots__ = ("_box", "_shared")

    def __init__(self, bridge: Any, lane: str, watch: memoryview[int], shared: Table, box: Box) -> None:
        super().__init__(bridge, lane, watch)
        self._shared = shared
        self._box = box

    def table(self) -> Entities:
        shared = self._shared
        newest = shared.newest()
        self._box.want_table(newest)
        table = self._table
        if table is not None and table.tick >= newest:
            return table
        for _ in range(_MOST):
            if shared.tick() >= newest:
                break
            self._bridge.ask("table")
        try:
            tick, rows, data = shared.read(ROW_BYTES)
        except TooManyEntitiesError as e:
            raise LimitError(
                f"host.entities(): {e.args[0]:,} entities are more than go through shared memory"
            ) from None
        self._table = Entities(tick, rows, np.frombuffer(data, np.uint8), self.names, self)
        return self._table
