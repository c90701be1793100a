"""A small world in pure Python for tests of scripts and of the runtime: free motion, a floor, TNT, items that merge.

The motion of TNT, falling blocks, items, projectiles and living things in free fall is the game's, step for step; so
is the push of one explosion on what has a free view of it. Everything else is simplified: no walls, no fluids, no
light, no minds, craters are spheres. What a script measures beyond free fall belongs on a real host.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

from ticklane_runtime._errors import BridgeError
from ticklane_runtime._fake_events import FakeEvents
from ticklane_runtime._fake_explosion import explode
from ticklane_runtime._fake_names import CAUSES, ENTITIES, ITEMS, Form, Table, block_table, full

__all__ = ["FakeEntity", "FakePlayer", "FakeWorld"]

MIN_Y: Final = -64
MAX_Y: Final = 319
_CAUSE: Final = {name: code for code, name in enumerate(CAUSES)}
_ITEM_LIFE: Final = 6000
_STANDING: Final = 0.003  # living things slower than this stand still
_MOST_GRAVITY: Final = 0.08


@dataclass(slots=True)
class FakeEntity:
    id: int
    type: str
    form: Form
    pos: list[float]
    vel: list[float]
    yaw: float = 0.0
    pitch: float = 0.0
    health: float = math.nan
    age: int = 0
    fuse: int = -1
    count: int = -1
    item: int = -1
    block: int = -1
    tags: str = ""
    on_ground: bool = False
    identity: int = -1  # what its UUID is made of


@dataclass(frozen=True, slots=True)
class FakePlayer:
    id: int
    name: str
    game_mode: str


class FakeWorld:
    """The world. `kind` "flat" has grass with its surface at y = 64, "void" has nothing."""

    def __init__(self, kind: str = "flat", seed: int = 0) -> None:
        if kind not in ("flat", "void"):
            raise ValueError(f"no world {kind!r}: flat or void")
        self.flat = kind == "flat"
        self.ticks = 0
        self.random = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.types = Table([full(name) for name in ENTITIES])
        self.blocks = block_table()
        self.items = Table([full(name) for name in ITEMS])
        self.causes = Table(list(CAUSES))
        self.tags = Table([""])
        self.entities: dict[int, FakeEntity] = {}
        self.players: dict[int, FakePlayer] = {}
        self.removals: dict[int, dict[str, object]] = {}
        self.events = FakeEvents()
        self.frozen = False
        self.tells_impulses = False  # of every cause; else of explosions only
        self._cells: dict[tuple[int, int, int], int] = {}
        self._next_id = 1
        self._identities = 0
        self._taken: frozenset[int] = frozenset()
        self._layers = {
            63: self.blocks.code("grass_block"),
            62: self.blocks.code("dirt"),
            61: self.blocks.code("dirt"),
            60: self.blocks.code("bedrock"),
        }

    def say(self, kind: str, name: str, text: str, pos: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        """Somebody says something, comes or goes."""
        id = next((player.id for player in self.players.values() if player.name == name), -1)
        self.events.say(kind, name, text, pos, id)

    # -- blocks
    def block(self, x: int, y: int, z: int) -> int:
        code = self._cells.get((x, y, z))
        if code is None:
            return self._layers.get(y, 0) if self.flat else 0
        return code

    def set_block(self, x: int, y: int, z: int, code: int) -> int:
        if not MIN_Y <= y <= MAX_Y:
            raise BridgeError("unloaded", f"y = {y} is outside the world ({MIN_Y} to {MAX_Y})")
        self.blocks.name(code)
        old = self.block(x, y, z)
        if old != code:
            self._cells[x, y, z] = code
            self.events.emit("block_change", pos=(float(x), float(y), float(z)), a=old, b=code)
        return old

    # -- entities
    def spawn(self, type: str, pos: tuple[float, float, float], vel: tuple[float, float, float]) -> FakeEntity:
        name = full(type).removeprefix("minecraft:")
        form = ENTITIES.get(name)
        if form is None:
            near = ", ".join(self.types.nearest(type))
            raise BridgeError("unknown_name", f"no entity type {type!r}{f', did you mean {near}?' if near else ''}")
        entity = FakeEntity(self._next_id, full(name), form, list(pos), list(vel), health=form.health)
        entity.identity = self._new_identity()
        self._next_id += 1
        if name == "tnt":
            entity.fuse = 80
        elif name == "falling_block":
            entity.block = self.blocks.code("sand")
        elif name == "item":
            entity.item, entity.count = self.items.code("stone"), 1
        self.entities[entity.id] = entity
        return entity

    def reseed(self, seed: int) -> None:
        """Start chance anew, and UUIDs but for those that are taken."""
        self.random.seed(seed)
        self._identities = 0
        self._taken = frozenset(entity.identity for entity in self.entities.values())

    def _new_identity(self) -> int:
        self._identities += 1
        while self._identities in self._taken:
            self._identities += 1
        return self._identities

    def enter(self, entity: FakeEntity) -> None:
        """One that was there before comes again, with a new id."""
        entity.id = self._next_id
        self._next_id += 1
        self.entities[entity.id] = entity
        self.spawned(entity)

    def spawned(self, entity: FakeEntity) -> None:
        """Announce it, once it has its whole state."""
        x, y, z = entity.pos
        self.events.emit("entity_spawn", id=entity.id, type=self.types.code(entity.type), pos=(x, y, z))

    def remove(self, id: int, cause: str, into: int = -1) -> bool:
        entity = self.entities.pop(id, None)
        if entity is None:
            return False
        x, y, z = entity.pos
        vx, vy, vz = entity.vel
        self.removals[id] = {"type": entity.type, "tick": self.ticks, "cause": cause, "pos": [x, y, z]}
        type = self.types.code(entity.type)
        code = _CAUSE[cause]
        self.events.emit(
            "entity_remove", id=id, type=type, pos=(x, y, z), v1=(vx, vy, vz), a=entity.age, b=into, c=code
        )
        return True

    def ignite(self, x: int, y: int, z: int, fuse: int) -> FakeEntity:
        if not self.blocks.name(self.block(x, y, z)).startswith("minecraft:tnt"):
            raise BridgeError(
                "bad_value", f"no TNT block at ({x}, {y}, {z}) but {self.blocks.name(self.block(x, y, z))}"
            )
        self.set_block(x, y, z, 0)
        turn = self.random.random() * 2 * math.pi
        push = (-math.sin(turn) * 0.02, 0.2, -math.cos(turn) * 0.02)
        entity = self.spawn("tnt", (x + 0.5, float(y), z + 0.5), push)
        entity.fuse = fuse
        self.spawned(entity)
        return entity

    def join(self, name: str, pos: tuple[float, float, float], game_mode: str) -> FakePlayer:
        entity = self.spawn("player", pos, (0.0, 0.0, 0.0))
        player = FakePlayer(entity.id, name, game_mode)
        self.players[entity.id] = player
        self.say("player_join", name, "", pos)
        return player

    def leave(self, id: int) -> None:
        self.say("player_leave", self.players[id].name, "")
        del self.players[id]
        self.remove(id, "unloaded")

    # -- one tick
    def tick(self) -> None:
        self.ticks += 1
        for entity in list(self.entities.values()):
            if entity.id in self.entities:
                self._tick_entity(entity)

    def _tick_entity(self, entity: FakeEntity) -> None:
        entity.age += 1
        self._move(entity)
        if entity.pos[1] < MIN_Y - 64:
            self.remove(entity.id, "void")
        elif entity.type == "minecraft:tnt":
            entity.fuse -= 1
            if entity.fuse <= 0:
                explode(self, entity)
        elif entity.type == "minecraft:falling_block" and entity.on_ground:
            x, y, z = (math.floor(v) for v in entity.pos)
            while self.block(x, y, z) != 0 and y < MAX_Y:
                y += 1
            self.set_block(x, y, z, entity.block)
            self.remove(entity.id, "landed")
        elif entity.type == "minecraft:item":
            if entity.age >= _ITEM_LIFE:
                self.remove(entity.id, "despawned")
            else:
                self._merge(entity)

    def impel(self, entity: FakeEntity, vel: tuple[float, float, float], cause: str) -> None:
        """Give it another velocity, and tell so."""
        x, y, z = entity.pos
        bx, by, bz = entity.vel
        entity.vel[:] = vel
        if self.tells_impulses or cause == "explosion":
            type, code = self.types.code(entity.type), _CAUSE[cause]
            self.events.emit("impulse", id=entity.id, type=type, c=code, pos=(x, y, z), v1=(bx, by, bz), v2=vel)

    def _move(self, entity: FakeEntity) -> None:
        form, pos, vel = entity.form, entity.pos, entity.vel
        if form.order == "PAD":
            vel[:] = [v if abs(v) >= _STANDING else 0.0 for v in vel]
        for step in form.order:
            if step == "A":
                vel[1] -= form.gravity
            elif step == "D":
                vel[0] *= form.drag_xz
                vel[1] *= form.drag
                vel[2] *= form.drag_xz
            else:
                pos[0] += vel[0]
                pos[2] += vel[2]
                self._fall(entity)
        if entity.on_ground:
            if entity.type == "minecraft:tnt":
                vel[0] *= 0.7
                vel[1] *= -0.5
                vel[2] *= 0.7
            else:
                vel[0] *= 0.6
                vel[2] *= 0.6

    def _fall(self, entity: FakeEntity) -> None:
        pos, vel = entity.pos, entity.vel
        before = pos[1]
        target = pos[1] + vel[1]
        entity.on_ground = False
        if vel[1] <= 0:
            x, z = math.floor(pos[0]), math.floor(pos[2])
            y = math.ceil(pos[1] - 1e-7) - 1
            while y + 1 >= target and y >= MIN_Y:
                if self.block(x, y, z) != 0:
                    pos[1] = max(target, float(y + 1))
                    entity.on_ground = True
                    if pos[1] == before and vel[1] >= -_MOST_GRAVITY:
                        vel[1] = 0.0  # carried on
                    else:
                        self.impel(entity, (vel[0], 0.0, vel[2]), "collision")
                    return
                y -= 1
        pos[1] = target

    def _merge(self, entity: FakeEntity) -> None:
        for other in self.entities.values():
            if (
                other is not entity
                and other.item == entity.item
                and other.type == entity.type
                and other.count + entity.count <= 64
                and abs(other.pos[0] - entity.pos[0]) < 0.75
                and abs(other.pos[2] - entity.pos[2]) < 0.75
                and abs(other.pos[1] - entity.pos[1]) < 0.25
            ):
                other.count += entity.count
                other.age = min(other.age, entity.age)
                self.remove(entity.id, "merged", into=other.id)
                return
