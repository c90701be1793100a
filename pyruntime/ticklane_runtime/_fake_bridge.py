"""The bridge in pure Python: the methods, buffers and errors of Java's `LaneBridge` over a `FakeWorld`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, Final

import numpy as np

from ticklane_runtime._errors import BridgeError
from ticklane_runtime._events import CAPACITY
from ticklane_runtime._fake_columns import FakeColumns
from ticklane_runtime._fake_commands import CommandResult, apply_nbt, run_command
from ticklane_runtime._fake_events import ROW_BYTES
from ticklane_runtime._fake_names import Table
from ticklane_runtime._fake_snapshot import FakeSnapshot
from ticklane_runtime._fake_world import FakeWorld

__all__ = ["FakeBridge", "FakeOutput"]

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
    overruns: list[tuple[int, int, int, int, bool]] = field(default_factory=list)  # tick wall_ns cpu_ns line counted

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
        self,
        world: FakeWorld,
        *,
        sprint: bool = False,
        has: tuple[str, ...] = (),
        lane_budget_ms: float = 40,
        script_memory_mib: int = 1024,
    ) -> None:
        self.world = world
        self.sprint = sprint
        self.outputs: list[FakeOutput] = []
        self.mask = 0
        self._has = has
        world.tells_impulses = "impulse_events" in has
        self._lane_budget_ms = lane_budget_ms
        self._script_memory_mib = script_memory_mib
        self._slots: dict[int, FakeOutput] = {}
        self._watch = bytearray(128)
        self._ledger = bytearray(8 * (8 + 8 * 256))
        self._events = bytearray(CAPACITY * ROW_BYTES)
        self._columns = FakeColumns(world)
        self._scratch = bytearray(1 << 16)
        self._texts: list[str] = []
        self._snapshots: dict[int, FakeSnapshot] = {}
        self._next_snapshot = 1
        self._tables: tuple[Table, ...] = (world.types, world.blocks, world.items, world.causes, world.tags)

    # -- buffers and time
    def watch(self) -> bytearray:
        return self._watch

    def ledger(self) -> bytearray:
        return self._ledger

    def events(self) -> bytearray:
        return self._events

    def entities(self) -> bytearray:
        return self._columns.buffer

    def scratch(self, size: int) -> memoryview:
        if size > len(self._scratch):
            self._scratch = bytearray(max(size, 2 * len(self._scratch)))
        return memoryview(self._scratch)

    def nanoTime(self) -> int:  # noqa: N802
        return perf_counter_ns()

    def heapReserved(self) -> int:  # noqa: N802
        return 0

    def heapUsed(self) -> int:  # noqa: N802
        return 0

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
                "script_memory_mib": self._script_memory_mib,
                "memory_watched": False,
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
        return self._columns.fill()

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
                self.world.impel(entity, (vx, vy, vz), "script")
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

    def snapshot(self, ax: int, ay: int, az: int, bx: int, by: int, bz: int) -> int:
        self._volume(bx - ax + 1, by - ay + 1, bz - az + 1)
        self._snapshots[self._next_snapshot] = FakeSnapshot(self.world, (ax, ay, az), (bx, by, bz))
        self._next_snapshot += 1
        return self._next_snapshot - 1

    def restore(self, number: int) -> None:
        self._snapshots[number].restore(self.world)

    def dropSnapshot(self, number: int) -> None:  # noqa: N802
        self._snapshots.pop(number, None)

    def reseed(self, seed: int) -> None:
        self.world.reseed(seed)

    def ignite(self, x: int, y: int, z: int, fuse: int) -> int:
        return self.world.ignite(x, y, z, fuse).id

    def command(self, text: str) -> CommandResult:
        return run_command(self.world, text)

    def reply(self, number: int) -> None:
        """No command is pending here."""

    def self(self) -> int:
        return -1

    def players(self) -> str:
        return json.dumps(
            [{"id": p.id, "name": p.name, "uuid": "", "game_mode": p.game_mode} for p in self.world.players.values()]
        )

    # -- events
    def pictures(self) -> None:
        raise BridgeError(
            "not_here", "pictures need a game: a host of ticklane.testing has no client that could draw. `ticklane run`"
        )

    def nudge(self, lane: str) -> None:
        pass  # its steps come when a test makes them

    def subscribe(self, mask: int) -> None:
        self.mask = self.world.events.mask = mask

    def drainEvents(self) -> int:  # noqa: N802
        n, self._texts = self.world.events.drain(self._events)
        return n

    def eventsDropped(self) -> int:  # noqa: N802
        return self.world.events.dropped

    def eventText(self, index: int) -> str:  # noqa: N802
        return self._texts[index]

    # -- for whoever looks from outside: nobody here
    def frames(
        self, state: int, current: int, inner: int, code: int, previous: int, instruction: int, code_start: int
    ) -> None:
        pass

    def scriptCode(self, slot: int, packed: bytes) -> None:  # noqa: N802
        self._live(slot)

    # -- output
    def openOutput(  # noqa: N802
        self, slot: int, id: str, generation: int, run_dir: str, rotate_mib: int, rotate_files: int
    ) -> None:
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

    def overrun(self, slot: int, wall_ns: int, cpu_ns: int, line: int, counted: bool) -> None:
        self._live(slot).overruns.append((self.world.ticks, wall_ns, cpu_ns, line, counted))

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
