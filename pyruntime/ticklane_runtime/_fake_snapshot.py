"""A remembered area of the fake world."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final

from ticklane_runtime._errors import BridgeError
from ticklane_runtime._fake_world import MAX_Y, MIN_Y, FakeEntity, FakeWorld

__all__ = ["FakeSnapshot"]

_PLAYER: Final = "minecraft:player"


class FakeSnapshot:
    """Blocks and entities as they were; `restore` may be called as often as one likes."""

    def __init__(self, world: FakeWorld, low: tuple[int, int, int], high: tuple[int, int, int]) -> None:
        if low[1] < MIN_Y or high[1] > MAX_Y:
            raise BridgeError("bad_value", f"y {low[1]} to {high[1]} is outside the world ({MIN_Y} to {MAX_Y})")
        self._low, self._high = low, high
        self._codes = [world.block(*cell) for cell in self._cells()]
        self._entities = [_twin(entity) for entity in world.entities.values() if self._holds(entity)]

    def restore(self, world: FakeWorld) -> None:
        """As the real host: what is there now goes, what had left comes back."""
        remembered = {entity.identity for entity in self._entities}
        for entity in list(world.entities.values()):
            if self._holds(entity) or entity.identity in remembered:
                world.remove(entity.id, "script")
        for cell, code in zip(self._cells(), self._codes, strict=True):
            world.set_block(*cell, code)
        for entity in self._entities:
            world.enter(_twin(entity))

    def _cells(self) -> Iterator[tuple[int, int, int]]:
        (ax, ay, az), (bx, by, bz) = self._low, self._high
        return ((x, y, z) for x in range(ax, bx + 1) for y in range(ay, by + 1) for z in range(az, bz + 1))

    def _holds(self, entity: FakeEntity) -> bool:
        inside = all(a <= v < b + 1 for a, v, b in zip(self._low, entity.pos, self._high, strict=True))
        return inside and entity.type != _PLAYER


def _twin(entity: FakeEntity) -> FakeEntity:
    twin = copy(entity)
    twin.pos, twin.vel = list(entity.pos), list(entity.vel)
    return twin
