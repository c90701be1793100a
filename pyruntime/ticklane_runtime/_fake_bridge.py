"""The bridge in pure Python: the methods, buffers and errors of Java's `LaneBridge` over a `FakeWorld`."""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, Final

import numpy as np

from ticklane_runtime._errors import BridgeError
from ticklane_runtime._fake_commands import CommandResult, apply_nbt, run_command
from ticklane_runtime._fake_names import Table
from ticklane_runtime._fake_world import CAPACITY, FakeEntity, FakeWorld

__all__ = ["FakeBridge", "FakeOutput"]

_ROW: Final = struct.Struct("=8i3d3d3dd")
_STATE: Final = np.dtype([("id", "<i8"), ("state", "<f8", 8)])
_MAX_CELLS: Final = 1 << 24


@dataclass
class FakeOutput:
    """What one run handed over: its rows, lines, events and lifecycle changes."""

    id: str
    generation: int
    run_dir: str
    rows: list[bytes] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    events: list[tuple[str, Any]] = field(default_factory=list)
    published: list[dict[str, Any]] = field(default_factory=list)

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for chunk in self.rows for line in chunk.splitlines()]

    def status(self) -> dict[str, Any]:
        """All published changes merged, as the game's board merges them."""
        merged: dict[str, Any] = {}
        for change in self.published:
            merged |= change
        return merged


class FakeBridge:
    """One lane's bridge. `outputs` holds every run in the order they were opened."""

    def __init__(
        self, world: FakeWorld, *, sprint: bool = False, has: tuple[str, ...] = (), lane_budget_ms: float = 40
    ) -> None:
        self.world = world
        self.sprint = sprint
        self.outputs: list[FakeOutput] = []
        self.mask = 0
        self._has = has
        self._lane_budget_ms = lane_budget_ms
        self._slots: dict[int, FakeOutput] = {}
        self._watch = bytearray(128)
        self._ledger = bytearray(8 * (8 + 8 * 256))
        self._events = bytearray(CAPACITY * _ROW.size)
        self._entities = bytearray(1024 * 201)
        self._scratch = bytearray(1 << 16)
        self._texts: list[str] = []
        self._uuids: dict[int, tuple[int, int]] = {}
        self._tables: tuple[Table, ...] = (world.types, world.blocks, world.items, world.causes, world.tags)

    # -- buffers and time
    def watch(self) -> bytearray:
        return self._watch

    def ledger(self) -> bytearray:
        return self._ledger

    def events(self) -> bytearray:
        return self._events

    def entities(self) -> bytearray:
        return self._entities

    def scratch(self, size: int) -> memoryview:
        if size > len(self._scratch):
            self._scratch = bytearray(max(size, 2 * len(self._scratch)))
        return memoryview(self._scratch)

    def nanoTime(self) -> int:  # noqa: N802
        return perf_counter_ns()

    def tick(self) -> int:
        return self.world.ticks

    def sprinting(self) -> bool:
        return self.sprint

    def info(self) -> str:
        return json.dumps(
            {
                "host": "fake",
                "minecraft": "26.1.2",
                "has": list(self._has),
                "lane": "server",
                "authoritative": True,
                "dimension": "minecraft:overworld",
                "versions": {},
                "sprinting": self.sprint,
                "frozen": self.world.frozen,
                "lane_budget_ms": self._lane_budget_ms,
            }
        )

    # -- names
    def name(self, table: int, code: int) -> str:
        return self._tables[table].name(code)

    def code(self, table: int, name: str) -> int:
        return self._tables[table].code(name)

    def suggest(self, table: int, name: str) -> str:
        return ", ".join(self._tables[table].nearest(name))

    # -- entities
    def fillEntities(self) -> int:  # noqa: N802
        found = list(self.world.entities.values())
        n = len(found)
        grown = n * 201 > len(self._entities)
        if grown:
            self._entities = bytearray(2 * n * 201)
        if n:
            self._fill(found, n)
        return -(n + 1) if grown else n

    def _fill(self, found: list[FakeEntity], n: int) -> None:
        half = [(e.form.width / 2, e.form.height) for e in found]
        doubles: list[float] = []
        for e in found:
            doubles += e.pos
        for e in found:
            doubles += e.vel
        for e, (r, _) in zip(found, half, strict=True):
            doubles += (e.pos[0] - r, e.pos[1], e.pos[2] - r)
        for e, (r, h) in zip(found, half, strict=True):
            doubles += (e.pos[0] + r, e.pos[1] + h, e.pos[2] + r)
        doubles += [e.yaw for e in found]
        doubles += [e.pitch for e in found]
        doubles += [e.form.width for e in found]
        doubles += [e.form.height for e in found]
        doubles += [e.health for e in found]
        uuids = [self._uuid(e.id) for e in found]
        longs = [e.id for e in found]
        longs += [e.age for e in found]
        longs += [e.fuse for e in found]
        longs += [e.count for e in found]
        longs += [u[0] for u in uuids]
        longs += [u[1] for u in uuids]
        ints = [self.world.types.code(e.type) for e in found]
        ints += [e.item for e in found]
        ints += [e.block for e in found]
        ints += [self._tags(e.tags) for e in found]
        grounded = bytes(e.on_ground for e in found)
        struct.pack_into(f"={17 * n}d{6 * n}q{4 * n}i{n}s", self._entities, 0, *doubles, *longs, *ints, grounded)

    def _uuid(self, id: int) -> tuple[int, int]:
        pair = self._uuids.get(id)
        if pair is None:
            digest = hashlib.blake2b(b"%d" % id, digest_size=16).digest()
            pair = self._uuids[id] = struct.unpack("<qq", digest)
        return pair

    def _tags(self, tags: str) -> int:
        table = self.world.tags
        code = table.codes.get(tags)
        if code is None:
            code = table.codes[tags] = len(table.names)
            table.names.append(tags)
        return code

    def spawn(
        self,
        type: str,
        x: float,
        y: float,
        z: float,
        vx: float,
        vy: float,
        vz: float,
        yaw: float,
        pitch: float,
        tag: str,
        fuse: int,
        block: str,
        item: str,
        count: int,
        nbt: str,
    ) -> int:
        world = self.world
        code = world.blocks.code(block) if block else -1
        if block and code < 0:
            raise _unknown("block", block, world.blocks)
        stack = world.items.code(item) if item else -1
        if item and stack < 0:
            raise _unknown("item", item, world.items)
        entity = world.spawn(type, (x, y, z), (vx, vy, vz))
        entity.yaw, entity.pitch, entity.tags = yaw, pitch, tag
        if fuse >= 0:
            entity.fuse = fuse
        if block:
            entity.block = code
        if item:
            entity.item = stack
        if entity.type == "minecraft:item" and count >= 1:
            entity.count = count
        if nbt:
            apply_nbt(world, entity, nbt)
        world.spawned(entity)
        return entity.id

    def removal(self, id: int) -> str:
        found = self.world.removals.get(id)
        return json.dumps(found) if found else ""

    def modify(self, n: int, mask: int) -> None:
        gone = -1
        for row in np.frombuffer(self._scratch, _STATE, n):
            entity = self.world.entities.get(int(row["id"]))
            if entity is None:
                gone = int(row["id"]) if gone < 0 else gone
                continue
            x, y, z, vx, vy, vz, yaw, pitch = row["state"].tolist()
            if mask & 1:
                entity.pos[:] = (x, y, z)
            if mask & 2:
                entity.vel[:] = (vx, vy, vz)
            if mask & 4:
                entity.yaw = yaw
            if mask & 8:
                entity.pitch = pitch
        if gone >= 0:
            raise BridgeError("gone", f"entity #{gone} is no more")

    def remove(self, n: int) -> int:
        ids = np.frombuffer(self._scratch, np.int64, n).tolist()
        return sum(self.world.remove(id, "script") for id in ids)

    # -- blocks
    def block(self, x: int, y: int, z: int) -> int:
        return self.world.block(x, y, z)

    def readBlocks(self, ax: int, ay: int, az: int, bx: int, by: int, bz: int) -> memoryview:  # noqa: N802
        block = self.world.block
        self._volume(bx - ax + 1, by - ay + 1, bz - az + 1)
        codes = [block(x, y, z) for x in range(ax, bx + 1) for y in range(ay, by + 1) for z in range(az, bz + 1)]
        return memoryview(bytearray(np.array(codes, np.int32).tobytes()))

    @staticmethod
    def _volume(sx: int, sy: int, sz: int) -> None:
        if sx * sy * sz > _MAX_CELLS:
            raise BridgeError("limit", f"{sx * sy * sz:,} cells are more than one call can take ({_MAX_CELLS:,})")

    def writeBlocks(self, ax: int, ay: int, az: int, sx: int, sy: int, sz: int) -> int:  # noqa: N802
        codes = np.frombuffer(self._scratch, np.int32, sx * sy * sz).tolist()
        changed = i = 0
        for x in range(ax, ax + sx):
            for y in range(ay, ay + sy):
                for z in range(az, az + sz):
                    changed += self.world.set_block(x, y, z, codes[i]) != codes[i]
                    i += 1
        return changed

    def setBlock(self, x: int, y: int, z: int, code: int, update: bool) -> int:  # noqa: N802
        return self.world.set_block(x, y, z, code)

    def fillBlocks(self, ax: int, ay: int, az: int, bx: int, by: int, bz: int, code: int) -> int:  # noqa: N802
        self._volume(bx - ax + 1, by - ay + 1, bz - az + 1)
        set_block = self.world.set_block
        return sum(
            set_block(x, y, z, code) != code
            for x in range(ax, bx + 1)
            for y in range(ay, by + 1)
            for z in range(az, bz + 1)
        )

    def ignite(self, x: int, y: int, z: int, fuse: int) -> int:
        return self.world.ignite(x, y, z, fuse).id

    def command(self, text: str) -> CommandResult:
        return run_command(self.world, text)

    def players(self) -> str:
        return json.dumps(
            [{"id": p.id, "name": p.name, "uuid": "", "game_mode": p.game_mode} for p in self.world.players.values()]
        )

    # -- events
    def subscribe(self, mask: int) -> None:
        self.mask = self.world.events.mask = mask

    def drainEvents(self) -> int:  # noqa: N802
        queue = self.world.events
        rows = queue.rows
        size = _ROW.size
        for i, row in enumerate(rows):
            numbers = (row.kind, row.order, row.id, row.type, row.a, row.b, row.c, row.text)
            _ROW.pack_into(self._events, i * size, *numbers, *row.pos, *row.v1, *row.v2, row.value)
        self._texts = queue.texts
        queue.rows, queue.texts, queue.order = [], [], 0
        return len(rows)

    def eventsDropped(self) -> int:  # noqa: N802
        return self.world.events.dropped

    def eventText(self, index: int) -> str:  # noqa: N802
        return self._texts[index]

    # -- output
    def openOutput(self, slot: int, id: str, generation: int, run_dir: str) -> None:  # noqa: N802
        output = FakeOutput(id, generation, run_dir)
        self.outputs.append(output)
        self._slots[slot] = output

    def records(self, slot: int, ndjson: bytes, rows: int) -> None:
        if not ndjson.endswith(b"\n") or ndjson.count(b"\n") != rows:
            raise BridgeError("bad_value", "records must be complete lines")
        self._live(slot).rows.append(ndjson)

    def line(self, slot: int, text: str) -> None:
        text.encode()
        self._live(slot).lines.append(text)

    def event(self, slot: int, kind: str, text: str) -> None:
        self._live(slot).events.append((kind, json.loads(text)))

    def publish(self, slot: int, text: str) -> None:
        changes = json.loads(text)
        self._live(slot).published.append(changes)
        if changes.get("state") == "ended":
            del self._slots[slot]

    def _live(self, slot: int) -> FakeOutput:
        output = self._slots.get(slot)
        if output is None:
            raise BridgeError("bad_value", f"no script has slot {slot}")
        return output


def _unknown(what: str, name: str, table: Table) -> BridgeError:
    near = ", ".join(table.nearest(name))
    return BridgeError("unknown_name", f"no {what} {name!r}" + (f", did you mean {near}?" if near else ""))
