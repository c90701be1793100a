"""A hand-made world for the value classes: entity buffers as the core packs them, and a LiveWorld to read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ticklane import Block, Entities, NotHereError
from ticklane._live import Control, Removal, gone_error
from ticklane._name_table import NameTable, NameTables

TYPES = ["minecraft:tnt", "minecraft:falling_block", "minecraft:item", "minecraft:player", "minecraft:zombie"]
STATES = [
    "minecraft:air",
    "minecraft:stone",
    "minecraft:sand",
    *(f"minecraft:oak_stairs[facing={f},half={h}]" for f in ("east", "west") for h in ("bottom", "top")),
]
ITEMS = ["minecraft:diamond", "minecraft:cobblestone"]
CAUSES = ["landed", "exploded"]
TAGS = ["", "volley", "volley red"]


def name_tables() -> NameTables:
    return NameTables(
        types=NameTable.of("entity type", TYPES),
        blocks=NameTable.of("block", STATES, Block),
        items=NameTable.of("item", ITEMS),
        causes=NameTable.of("cause", CAUSES, str),
        tags=NameTable.of("tag set", TAGS, str),
    )


@dataclass
class Row:
    """One entity as the core writes it; what is not given is not known."""

    id: int
    type: str = "tnt"
    pos: Sequence[float] = (0, 0, 0)
    vel: Sequence[float] = (0, 0, 0)
    aabb_min: Sequence[float] = (np.nan,) * 3
    aabb_max: Sequence[float] = (np.nan,) * 3
    yaw: float = 0
    pitch: float = 0
    width: float = 0.98
    height: float = 0.98
    health: float = np.nan
    age: int = 0
    fuse: int = -1
    count: int = -1
    uuid: tuple[int, int] = (-1, -1)
    item: str = ""
    block: str = ""
    tags: str = ""
    on_ground: bool = False


def pack(rows: Sequence[Row], tables: NameTables) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The entity buffer: float64 columns, then int64, int32 and bytes."""
    doubles = [[getattr(row, name) for row in rows] for name in ("pos", "vel", "aabb_min", "aabb_max")]
    doubles += [[getattr(row, name) for row in rows] for name in ("yaw", "pitch", "width", "height", "health")]
    longs = [[getattr(row, name) for row in rows] for name in ("id", "age", "fuse", "count")]
    longs += [[row.uuid[half] for row in rows] for half in (0, 1)]
    codes = [
        [tables.types.code(row.type) for row in rows],
        [tables.items.code(row.item) for row in rows],
        [tables.blocks.code(row.block) for row in rows],
        [TAGS.index(row.tags) for row in rows],
    ]
    parts = [np.asarray(column, np.float64).tobytes() for column in doubles]
    parts += [np.asarray(column, np.int64).tobytes() for column in longs]
    parts += [np.asarray(column, np.int32).tobytes() for column in codes]
    parts.append(np.asarray([row.on_ground for row in rows], np.uint8).tobytes())
    return np.frombuffer(b"".join(parts), np.uint8)


@dataclass
class World:
    """A LiveWorld whose present is set by the test."""

    lane: str = "server"
    tables: NameTables = field(default_factory=name_tables)
    now: Entities | None = None
    removals: dict[int, Removal] = field(default_factory=dict)
    controls: list[tuple[int, Control, tuple[Any, ...]]] | None = None

    def show(self, tick: int, rows: Sequence[Row]) -> Entities:
        self.now = Entities(tick, len(rows), pack(rows, self.tables), self.tables, self)
        return self.now

    def table(self) -> Entities:
        assert self.now is not None
        return self.now

    def removal(self, id: int) -> Removal | None:
        return self.removals.get(id)

    def player(self, id: int) -> tuple[str, str]:
        if self.table().row_of(id) < 0:
            raise gone_error(id, "minecraft:player", self.removal(id))
        return "Notch", "creative"

    def control(self, id: int, control: Control, *values: Any) -> None:
        if self.controls is None:
            raise NotHereError("players are controlled on the client lane")
        self.controls.append((id, control, values))
