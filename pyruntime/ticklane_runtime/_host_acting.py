"""Acting: entities, blocks, commands. Done when the call returns."""

from __future__ import annotations

from typing import Any

import numpy as np

from ticklane import (
    Block,
    Blocks,
    CommandError,
    Entities,
    Entity,
    GoneError,
    LimitError,
    Pos,
)
from ticklane._live import gone_error
from ticklane.entity import live_entity
from ticklane_runtime import _args
from ticklane_runtime._host_base import HostBase
from ticklane_runtime._pending import PendingReply, Reply

__all__ = ["HostActing"]

_POS, _VEL, _YAW, _PITCH = 1, 2, 4, 8
_MAX_ROWS = 1 << 20


class HostActing(HostBase):
    __slots__ = ()

    def spawn(
        self,
        type: str,
        pos: Pos,
        *,
        vel: Pos = (0, 0, 0),
        yaw: float = 0,
        pitch: float = 0,
        tag: str | None = None,
        fuse: int | None = None,
        block: str | None = None,
        item: str | None = None,
        count: int = 1,
        nbt: str | None = None,
    ) -> Entity:
        names = self._world.names
        full = names.types.name(names.types.code(_args.plain(type, "host.spawn(type, pos)")))
        x, y, z = _args.place(pos, "host.spawn(type, pos)")
        vx, vy, vz = _args.place(vel, "host.spawn(vel=…)")
        short = full[10:] if full.startswith("minecraft:") else str.__str__(full)
        if fuse is not None and short != "tnt":
            raise ValueError(f"host.spawn({short!r}, fuse=…): only TNT has a fuse")
        if block is not None and short != "falling_block":
            raise ValueError(f"host.spawn({short!r}, block=…): only a falling_block is made of a block")
        if item is not None and short != "item":
            raise ValueError(f"host.spawn({short!r}, item=…): only an item entity holds an item")
        ticks = -1
        if fuse is not None:
            ticks = _args.ticks(fuse, "host.spawn(fuse=…)")
            if not 0 <= ticks <= 32_767:
                raise ValueError(f"host.spawn(fuse={ticks}): 0 to 32,767 ticks")
        amount = _args.ticks(count, "host.spawn(count=…)")
        if not 1 <= amount <= 99:
            raise ValueError(f"host.spawn(count={amount}): a stack holds 1 to 99")
        if tag is not None and (not tag or any(c.isspace() for c in tag)):
            raise ValueError(f"host.spawn(tag={tag!r}): a tag is one word")
        id = self._act(
            self._bridge.spawn,
            str.__str__(full),
            x,
            y,
            z,
            vx,
            vy,
            vz,
            _args.number(yaw, "host.spawn(yaw=…)"),
            _args.number(pitch, "host.spawn(pitch=…)"),
            "" if tag is None else _args.plain(tag, "host.spawn(tag=…)"),
            ticks,
            "" if block is None else str.__str__(names.blocks.name(names.blocks.code(block))),
            "" if item is None else str.__str__(names.items.name(names.items.code(item))),
            amount if short == "item" else -1,
            "" if nbt is None else _args.plain(nbt, "host.spawn(nbt=…)"),
        )
        return live_entity(self._world, id, full)

    def modify(
        self,
        who: Entity | Entities,
        *,
        pos: Pos | None = None,
        vel: Pos | None = None,
        yaw: float | None = None,
        pitch: float | None = None,
    ) -> None:
        ids = _ids(who, "host.modify(who)")
        n = len(ids)
        rows = np.zeros((n, 9), np.float64)
        mask = 0
        for bit, at, name, value in ((_POS, 1, "pos", pos), (_VEL, 4, "vel", vel)):
            if value is not None:
                rows[:, at : at + 3] = _vectors(value, n, f"host.modify({name}=…)", one=isinstance(who, Entity))
                mask |= bit
        for bit, at, name, angle in ((_YAW, 7, "yaw", yaw), (_PITCH, 8, "pitch", pitch)):
            if angle is not None:
                rows[:, at] = _angles(angle, n, f"host.modify({name}=…)")
                mask |= bit
        if mask == 0:
            raise TypeError("host.modify(who): say what to set: pos, vel, yaw or pitch")
        if n == 0:
            return
        rows[:, 0].view(np.int64)[:] = ids
        try:
            self._act(self._modify, rows, n, mask)
        except GoneError:
            table = self._world.table()
            for row, id in enumerate(ids.tolist()):
                if table.row_of(id) < 0:
                    type = who.type if isinstance(who, Entity) else who.type[row]
                    raise gone_error(id, str(type), self._world.removal(id)) from None
            raise

    def _modify(self, rows: Any, n: int, mask: int) -> None:
        bridge = self._bridge
        memoryview(bridge.scratch(n * 72)).cast("B")[: n * 72] = rows.reshape(-1).view(np.uint8).data
        bridge.modify(n, mask)

    def remove(self, who: Entity | Entities) -> int:
        ids = _ids(who, "host.remove(who)")
        if len(ids) == 0:
            return 0
        return int(self._act(self._remove, ids))

    def _remove(self, ids: Any) -> int:
        bridge = self._bridge
        memoryview(bridge.scratch(ids.nbytes)).cast("B")[: ids.nbytes] = ids.view(np.uint8).data
        return int(bridge.remove(len(ids)))

    def set_block(self, pos: Pos, block: str, *, update: bool = True) -> Block:
        x, y, z = _args.cell(pos, "host.set_block(pos, block)")
        names = self._world.names.blocks
        code = names.code(_args.plain(block, "host.set_block(pos, block)"))
        wanted = bool(update)
        old = self._act(self._bridge.setBlock, x, y, z, code, wanted)
        was: Any = names.name(old)
        return was  # type: ignore[no-any-return]

    def set_blocks(self, blocks: Blocks, at: Pos | None = None) -> int:
        if not isinstance(blocks, Blocks):
            raise TypeError(f"host.set_blocks(blocks): the copy host.blocks(a, b) gives, not {type(blocks).__name__}")
        origin = blocks.origin.tolist() if at is None else _args.cell(at, "host.set_blocks(at=…)")
        if blocks.codes.size == 0:
            return 0
        names = self._world.names.blocks
        states = np.array([names.code(str.__str__(state)) for state in blocks.palette], np.int32)
        codes = np.ascontiguousarray(states[blocks.codes])
        return int(self._act(self._write, codes, *origin))

    def _write(self, codes: Any, x: int, y: int, z: int) -> int:
        bridge = self._bridge
        memoryview(bridge.scratch(codes.nbytes)).cast("B")[: codes.nbytes] = codes.reshape(-1).view(np.uint8).data
        return int(bridge.writeBlocks(x, y, z, *codes.shape))

    def fill(self, a: Pos, b: Pos, block: str) -> int:
        corners = _args.area(a, b, "host.fill(a, b, block)")
        code = self._world.names.blocks.code(_args.plain(block, "host.fill(a, b, block)"))
        return int(self._act(self._bridge.fillBlocks, *corners, code))

    def ignite(self, pos: Pos, fuse: int = 80) -> Entity:
        x, y, z = _args.cell(pos, "host.ignite(pos)")
        ticks = _args.ticks(fuse, "host.ignite(fuse=…)")
        if not 0 <= ticks <= 32_767:
            raise ValueError(f"host.ignite(fuse={ticks}): 0 to 32,767 ticks")
        id = self._act(self._bridge.ignite, x, y, z, ticks)
        return live_entity(self._world, id, "minecraft:tnt")

    def command(self, text: str) -> Reply | PendingReply:
        line = _args.plain(text, "host.command(text)").strip().removeprefix("/")
        if not line or "\n" in line:
            raise CommandError("host.command(text): one command in one line")
        answer = self._act(self._bridge.command, line)
        if number := int(answer.number):
            return PendingReply(line, lambda: self._call(self._bridge.reply, number))
        said = str(answer.text)
        if not answer.understood:
            raise CommandError(f"/{line[:200]}: {said}")
        return Reply(bool(answer.ok), int(answer.count), said)


def _ids(who: Any, call: str) -> Any:
    if isinstance(who, Entity):
        return np.array([who.id], np.int64)
    if isinstance(who, Entities):
        if len(who) > _MAX_ROWS:
            raise LimitError(f"{call}: {len(who):,} rows, the limit is {_MAX_ROWS:,}")
        return np.ascontiguousarray(who.id)
    raise TypeError(f"{call}: an Entity or a table of them, not {type(who).__name__}")


def _vectors(value: Any, n: int, call: str, *, one: bool) -> Any:
    if one or np.ndim(value) == 1:
        return _args.place(value, call)
    rows = np.asarray(value, np.float64)
    if rows.shape != (n, 3):
        raise ValueError(f"{call}: three numbers or ({n}, 3) for this table, not {rows.shape}")
    if not np.isfinite(rows).all():
        row = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise ValueError(f"{call}: row {row} is {rows[row].tolist()}, not finite")
    return rows


def _angles(value: Any, n: int, call: str) -> Any:
    if np.ndim(value) == 0:
        return _args.number(value, call)
    rows = np.asarray(value, np.float64)
    if rows.shape != (n,) or not np.isfinite(rows).all():
        raise ValueError(f"{call}: one finite number or ({n},) for this table, not {rows.shape}")
    return rows
