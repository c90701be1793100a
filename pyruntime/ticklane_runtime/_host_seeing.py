"""Seeing: the table of entities, players, blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ticklane import B1, Block, Blocks, Entities, Filter, LimitError, NotHereError, Player, Pos
from ticklane.entity import live_entity
from ticklane_runtime import _args
from ticklane_runtime._host_base import HostBase
from ticklane_runtime._snapshots import filter_mask

__all__ = ["MAX_CELLS", "HostSeeing"]

MAX_CELLS = 1 << 24


class HostSeeing(HostBase):
    __slots__ = ()

    def entities(
        self,
        radius: float | None = None,
        filter: Filter | None = None,
        *,
        type: str | Sequence[str] | None = None,
        tag: str | None = None,
        center: Pos | None = None,
    ) -> Entities:
        table = self._world.table()
        if radius is None and filter is None and type is None and tag is None and center is None:
            return table
        mask: Any = None
        if type is not None:
            mask = table.type == type if isinstance(type, str) else table.type.isin(list(type))
        if tag is not None:
            tagged = table.tags.mask(_args.plain(tag, "host.entities(tag=…)"))  # type: ignore[attr-defined]
            mask = tagged if mask is None else mask & tagged
        if radius is not None or center is not None:
            near = self._near(table, radius, center)
            mask = near if mask is None else mask & near
        if filter is not None:
            call = "host.entities(filter=…)"
            passed = filter_mask(_args.action(filter, call)(table), len(table), call)
            mask = passed if mask is None else mask & passed
        picked: Entities = table[mask]
        return picked

    def _near(self, table: Entities, radius: float | None, center: Pos | None) -> B1:
        if radius is None:
            raise ValueError("host.entities(center=…) needs a radius: host.entities(16, center=(x, y, z))")
        reach = _args.number(radius, "host.entities(radius)")
        if reach < 0:
            raise ValueError(f"host.entities(radius={reach}): a radius is 0 or more")
        if center is not None:
            middle: Any = _args.place(center, "host.entities(center=…)")
        elif (row := table.row_of(self._own_id())) >= 0:
            middle = table.pos[row]
        else:
            raise NotHereError(
                f"host.entities({radius}): the {self._lane.name} lane has no own player to count from. "
                f"Give a center: host.entities({radius}, center=(x, y, z))"
            )
        away = table.pos - middle
        return np.asarray(np.einsum("ij,ij->i", away, away) <= reach * reach)

    def _own_id(self) -> int:
        """The id of the lane's own player, -1 where there is none."""
        return int(self._call(self._bridge.self))

    def self(self) -> Player:
        id = self._own_id()
        if id < 0:
            raise NotHereError(
                f"host.self(): the {self._lane.name} lane has no own player. "
                'host.players() gives everyone online; vantage = "client" sees as one player'
            )
        own: Any = live_entity(self._world, id, "minecraft:player")
        return own  # type: ignore[no-any-return]

    def players(self) -> list[Player]:
        world = self._world
        found = self._call(world.players)
        out: list[Any] = [
            live_entity(world, int(one["id"]), "minecraft:player", str(one["uuid"]) or None) for one in found
        ]
        return out

    def block(self, pos: Pos) -> Block:
        x, y, z = _args.cell(pos, "host.block(pos)")
        code = self._call(self._bridge.block, x, y, z)
        block: Any = self._world.names.blocks.name(code)
        return block  # type: ignore[no-any-return]

    def blocks(self, a: Pos, b: Pos) -> Blocks:
        ax, ay, az, bx, by, bz = _args.area(a, b, "host.blocks(a, b)")
        shape = (bx - ax + 1, by - ay + 1, bz - az + 1)
        cells = shape[0] * shape[1] * shape[2]
        if cells > MAX_CELLS:
            raise LimitError(
                f"host.blocks(a, b): {shape[0]}×{shape[1]}×{shape[2]} is {cells:,} cells, the limit is {MAX_CELLS:,}. "
                "Copy it in parts"
            )
        raw = self._call(self._bridge.readBlocks, ax, ay, az, bx, by, bz)
        states = np.frombuffer(memoryview(raw).cast("B"), np.int32, cells)
        known = np.flatnonzero(np.bincount(states))  # ascending codes that occur; faster than sorting the cells
        place = np.zeros(int(known[-1]) + 1, np.uint16)
        place[known] = np.arange(len(known), dtype=np.uint16)
        names = self._world.names.blocks
        palette: Any = [names.name(code) for code in known.tolist()]
        return Blocks((ax, ay, az), place[states].reshape(shape), palette, names)
