"""The entity columns of the fake world: the twin of Java's `EntityColumns`."""

from __future__ import annotations

import hashlib
import struct
from typing import Final

from ticklane.entities import ROW_BYTES
from ticklane_runtime._fake_names import Table
from ticklane_runtime._fake_world import FakeEntity, FakeWorld

__all__ = ["FakeColumns"]

_FIRST_ROWS: Final = 1024


class FakeColumns:
    """`buffer` holds the columns of the last fill, as docs/java-python.md lays them out; it is replaced to grow."""

    def __init__(self, world: FakeWorld) -> None:
        self.buffer = bytearray(_FIRST_ROWS * ROW_BYTES)
        self._world = world
        self._uuids: dict[int, tuple[int, int]] = {}

    def fill(self) -> int:
        """Rows, or -(rows + 1) when the buffer was replaced."""
        found = list(self._world.entities.values())
        n = len(found)
        grown = n * ROW_BYTES > len(self.buffer)
        if grown:
            self.buffer = bytearray(2 * n * ROW_BYTES)
        if n:
            self._pack(found, n)
        return -(n + 1) if grown else n

    def _pack(self, found: list[FakeEntity], n: int) -> None:
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
        uuids = [self._uuid(e.identity) for e in found]
        longs = [e.id for e in found]
        longs += [e.age for e in found]
        longs += [e.fuse for e in found]
        longs += [e.count for e in found]
        longs += [u[0] for u in uuids]
        longs += [u[1] for u in uuids]
        ints = [self._world.types.code(e.type) for e in found]
        ints += [e.item for e in found]
        ints += [e.block for e in found]
        ints += [_code_of_tags(self._world.tags, e.tags) for e in found]
        grounded = bytes(e.on_ground for e in found)
        struct.pack_into(f"={17 * n}d{6 * n}q{4 * n}i{n}s", self.buffer, 0, *doubles, *longs, *ints, grounded)

    def _uuid(self, id: int) -> tuple[int, int]:
        pair = self._uuids.get(id)
        if pair is None:
            digest = hashlib.blake2b(b"%d" % id, digest_size=16).digest()
            pair = self._uuids[id] = struct.unpack("<qq", digest)
        return pair


def _code_of_tags(table: Table, tags: str) -> int:
    code = table.codes.get(tags)
    if code is None:
        code = table.codes[tags] = len(table.names)
        table.names.append(tags)
    return code
