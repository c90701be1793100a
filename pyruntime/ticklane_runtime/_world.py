"""The world as a lane's scripts share it: one copied table of entities a tick, the name tables, who was removed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from ticklane import Block, Entities, NotHereError
from ticklane._live import Control, Removal, gone_error
from ticklane._name import Name
from ticklane._name_table import NameTable, NameTables
from ticklane.entities import ROW_BYTES
from ticklane_runtime._errors import translate
from ticklane_runtime._guard import masked_leaf

__all__ = ["LaneWorld"]

_decode: Final = msgspec.json.decode
_EMPTY: Final = np.empty(0, np.uint8)


def _names(bridge: Any, number: int, what: str, make: Any) -> NameTable:
    def suggest(name: str) -> list[str]:
        found = str(bridge.suggest(number, name))
        return found.split(", ") if found else []

    return NameTable(
        what,
        lambda code: str(bridge.name(number, code)),
        lambda name: int(bridge.code(number, str.__str__(name))),
        suggest,
        make,
    )


class LaneWorld:
    """Implements the contract's `LiveWorld` for one lane.

    `acted` says that a script has changed the world since it was last cleared, `asked` that a table was wanted.
    """

    __slots__ = ("_bridge", "_buffer", "_fill", "_lane", "_table", "_watch", "acted", "asked", "names", "now")

    def __init__(self, bridge: Any, lane: str, watch: memoryview[int]) -> None:
        self._bridge = bridge
        self._fill = bridge.fillEntities
        self._lane = lane
        self._watch = watch
        self._table: Entities | None = None
        self._buffer = np.frombuffer(memoryview(bridge.entities()).cast("B"), np.uint8)
        self.now = 0
        self.acted = False
        self.asked = False
        self.names = NameTables(
            types=_names(bridge, 0, "entity type", Name),
            blocks=_names(bridge, 1, "block", Block),
            items=_names(bridge, 2, "item", Name),
            causes=_names(bridge, 3, "cause", str),
            tags=_names(bridge, 4, "tag set", str),
        )

    @property
    def lane(self) -> str:
        return self._lane

    def advance(self, tick: int) -> None:
        """A tick has ended: the old table is history."""
        self.now = tick
        self._table = None

    def changed(self) -> None:
        """A script has acted: whoever looks next sees a new table."""
        self._table = None
        self.acted = True

    def table(self) -> Entities:
        table = self._table
        if table is None:
            try:
                table = masked_leaf(self._watch, self._filled)
            except RuntimeError as e:
                if isinstance(e, RecursionError):
                    raise
                raise translate(e) from None
        return table

    def nobody(self) -> Entities:
        """A table without rows: the world isn't there."""
        return Entities(self.now, 0, _EMPTY, self.names, self)

    def _filled(self) -> Entities:
        n = self._fill()
        if n < 0:
            n = -n - 1
            self._buffer = np.frombuffer(memoryview(self._bridge.entities()).cast("B"), np.uint8)
        self.asked = True
        # Bytes: one memcpy, and every view of them is read-only without being told.
        own = np.frombuffer(self._buffer[: n * ROW_BYTES].tobytes(), np.uint8) if n else _EMPTY
        table = self._table = Entities(self.now, n, own, self.names, self)
        return table

    def removal(self, id: int) -> Removal | None:
        text = str(self._bridge.removal(id))
        if not text:
            return None
        found = _decode(text)
        x, y, z = found["pos"]
        return Removal(str(found["type"]), int(found["tick"]), str(found["cause"]), (float(x), float(y), float(z)))

    def players(self) -> list[dict[str, Any]]:
        """Everyone online in join order: id, name, uuid, game_mode."""
        found: list[dict[str, Any]] = _decode(str(self._bridge.players()))
        return found

    def player(self, id: int) -> tuple[str, str]:
        for one in self.players():
            if one["id"] == id:
                return str(one["name"]), str(one["game_mode"])
        raise gone_error(id, "minecraft:player", self.removal(id))

    def control(self, id: int, control: Control, *values: Any) -> None:
        own = int(self._bridge.self())
        if own < 0:
            raise NotHereError(
                f"player.{control}() needs the client lane: this script runs on the {self._lane} lane. "
                'Start it with vantage = "client"'
            )
        if id != own:
            raise NotHereError(f"player.{control}(): a client controls its own player only, host.self()")
        a, b, c, d = [*values, 0, 0, 0, 0][:4]
        try:
            masked_leaf(self._watch, self._bridge.control, control, float(a), float(b), bool(c), bool(d))
        except RuntimeError as e:
            if isinstance(e, RecursionError):
                raise
            raise translate(e) from None
