"""An explosion of the fake world: pushes and hurts what is near, leaves a crater that is a sphere."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from ticklane_runtime._fake_names import CAUSES

if TYPE_CHECKING:
    from ticklane_runtime._fake_world import FakeEntity, FakeWorld

__all__ = ["explode"]

_BLAST_PROOF: Final = frozenset({"minecraft:obsidian", "minecraft:bedrock", "minecraft:water[level=0]"})
_FRAGILE: Final = frozenset({"minecraft:item", "minecraft:experience_orb"})
_FRAGILE_HEALTH: Final = 5.0
_POWER: Final = 4.0
_CRATER_REACH: Final = 3
_CRATER_RADIUS: Final = 2.6
_CAUSE: Final = CAUSES.index("explosion")


def explode(world: FakeWorld, source: FakeEntity) -> None:
    """Primed TNT explodes, and is gone. Events come as in a game: the explosion, then entities, then blocks."""
    cx, cy, cz = source.pos[0], source.pos[1] + 0.06125, source.pos[2]
    world.remove(source.id, "exploded")
    crater = _crater(world, cx, cy, cz)
    world.events.emit("explosion", id=source.id, value=_POWER, a=len(crater), pos=(cx, cy, cz))
    for victim in list(world.entities.values()):
        _reach(world, victim, (cx, cy, cz))
    for x, y, z in crater:
        world.set_block(x, y, z, 0)


def _reach(world: FakeWorld, victim: FakeEntity, centre: tuple[float, float, float]) -> None:
    reach = 2 * _POWER
    dx, dy, dz = (v - c for v, c in zip(victim.pos, centre, strict=True))
    distance = math.sqrt(dx * dx + dy * dy + dz * dz)
    if distance > reach:
        return
    impact = 1 - distance / reach
    if not _survives(world, victim, (impact * impact + impact) / 2 * 7 * reach + 1):
        return
    eye = 0.0 if victim.type == "minecraft:tnt" else victim.form.height * 0.85
    length = math.sqrt(dx * dx + (dy + eye) ** 2 + dz * dz)
    if length == 0 or impact == 0:
        return
    vx, vy, vz = victim.vel
    push = impact / length
    world.impel(victim, (vx + dx * push, vy + (dy + eye) * push, vz + dz * push), "explosion")


def _survives(world: FakeWorld, victim: FakeEntity, amount: float) -> bool:
    fragile = victim.type in _FRAGILE
    if victim.health != victim.health and not fragile:
        return True
    x, y, z = victim.pos
    type = world.types.code(victim.type)
    world.events.emit("damage", id=victim.id, type=type, c=_CAUSE, pos=(x, y, z), value=float(amount))
    if fragile:
        if amount >= _FRAGILE_HEALTH:
            world.remove(victim.id, "exploded")
        return amount < _FRAGILE_HEALTH
    victim.health = max(0.0, victim.health - amount)
    if victim.health == 0 and victim.id not in world.players:
        world.remove(victim.id, "died")
        return False
    return True


def _crater(world: FakeWorld, cx: float, cy: float, cz: float) -> list[tuple[int, int, int]]:
    """The cells near that break."""
    cells = []
    bx, by, bz = math.floor(cx), math.floor(cy), math.floor(cz)
    reach = range(-_CRATER_REACH, _CRATER_REACH + 1)
    for x, y, z in ((bx + i, by + j, bz + k) for i in reach for j in reach for k in reach):
        code = world.block(x, y, z)
        if code == 0 or world.blocks.name(code) in _BLAST_PROOF:
            continue
        if (x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2 + (z + 0.5 - cz) ** 2 <= _CRATER_RADIUS**2:
            cells.append((x, y, z))
    return cells
