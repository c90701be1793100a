"""A live entity, and a live player."""

from __future__ import annotations

from typing import Any, NoReturn

from ticklane._live import LiveWorld, gone_error
from ticklane._name import Name
from ticklane.arrays import F8
from ticklane.block import Block

__all__ = ["Entity", "Player", "live_entity"]

PLAYER = "minecraft:player"


class Entity:
    """A live entity: every attribute reads the current step and gives a value that stays.

    Once the entity is removed, reading raises GoneError with the tick, the cause and the place; `id`, `uuid`,
    `type` and `alive` never raise. Equal and hashable by id and lane. Change it with host.modify().
    """

    __slots__ = ("_id", "_type", "_uuid", "_world")
    _world: LiveWorld
    _id: int
    _type: str
    _uuid: str | None

    def __init__(self, world: LiveWorld, id: int, type: str, uuid: str | None = None) -> None:
        """For the runtime. `uuid` None: read from the table when first asked for."""
        put = object.__setattr__
        put(self, "_world", world)
        put(self, "_id", id)
        put(self, "_type", type if isinstance(type, Name) else Name(type))
        put(self, "_uuid", uuid)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: an entity is changed by the host."""
        raise AttributeError(f"an Entity is read only; to change it: host.modify(entity, {name}=…)")

    # -- what never raises
    @property
    def id(self) -> int:
        """Its number: of this run and this lane only."""
        return self._id

    @property
    def uuid(self) -> str:
        """Its UUID, the same on every lane; "" if it was never asked for while the entity lived."""
        if self._uuid is None:
            table = self._world.table()
            row = table.row_of(self._id)
            if row < 0:
                return ""
            object.__setattr__(self, "_uuid", table.uuid[row])
        return self._uuid or ""

    @property
    def type(self) -> str:
        """Its type, "minecraft:tnt"; equals "tnt" too."""
        return self._type

    @property
    def alive(self) -> bool:
        """Whether it is in the world now."""
        return self._world.table().row_of(self._id) >= 0

    # -- place and motion
    @property
    def pos(self) -> F8:
        """(3,) blocks: the feet."""
        return self._read("pos")  # type: ignore[no-any-return]

    @property
    def vel(self) -> F8:
        """(3,) blocks/tick."""
        return self._read("vel")  # type: ignore[no-any-return]

    @property
    def position(self) -> F8:
        """The same as pos."""
        return self.pos

    @property
    def velocity(self) -> F8:
        """The same as vel."""
        return self.vel

    @property
    def aabb_min(self) -> F8:
        """(3,) blocks: the low corner of the collision box."""
        return self._read("aabb_min")  # type: ignore[no-any-return]

    @property
    def aabb_max(self) -> F8:
        """(3,) blocks: the high corner of the collision box."""
        return self._read("aabb_max")  # type: ignore[no-any-return]

    @property
    def x(self) -> float:
        """Blocks."""
        return float(self._read("x"))

    @property
    def y(self) -> float:
        """Blocks: the feet."""
        return float(self._read("y"))

    @property
    def z(self) -> float:
        """Blocks."""
        return float(self._read("z"))

    @property
    def vx(self) -> float:
        """Blocks/tick."""
        return float(self._read("vx"))

    @property
    def vy(self) -> float:
        """Blocks/tick, up."""
        return float(self._read("vy"))

    @property
    def vz(self) -> float:
        """Blocks/tick."""
        return float(self._read("vz"))

    @property
    def yaw(self) -> float:
        """Degrees: 0 south (+z), 90 west (-x)."""
        return float(self._read("yaw"))

    @property
    def pitch(self) -> float:
        """Degrees: 90 straight down, -90 straight up."""
        return float(self._read("pitch"))

    @property
    def width(self) -> float:
        """Blocks: the collision box, x and z."""
        return float(self._read("width"))

    @property
    def height(self) -> float:
        """Blocks: the collision box, y."""
        return float(self._read("height"))

    @property
    def on_ground(self) -> bool:
        """Whether it stands on something."""
        return bool(self._read("on_ground"))

    # -- what it is
    @property
    def tags(self) -> frozenset[str]:
        """Its scoreboard tags."""
        return self._read("tags")  # type: ignore[no-any-return]

    @property
    def age(self) -> int:
        """Ticks since it was spawned."""
        return int(self._read("age"))

    @property
    def health(self) -> float:
        """Half hearts; NaN when it is not living."""
        return float(self._read("health"))

    @property
    def fuse(self) -> int:
        """Ticks until primed TNT explodes; -1 for anything else."""
        return int(self._read("fuse"))

    @property
    def count(self) -> int:
        """Items in the stack; -1 for anything but an item."""
        return int(self._read("count"))

    @property
    def item(self) -> str:
        """The item's id; "" for anything but an item."""
        return self._read("item")  # type: ignore[no-any-return]

    @property
    def block(self) -> Block:
        """The falling block's state; Block("") for anything else."""
        return self._read("block")  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        """The same entity, seen from the same lane."""
        if not isinstance(other, Entity):
            return NotImplemented
        return self._id == other._id and self._world.lane == other._world.lane

    def __hash__(self) -> int:
        """By id and lane."""
        return hash((self._id, self._world.lane))

    def __repr__(self) -> str:
        """Type, number and where it is."""
        table = self._world.table()
        row = table.row_of(self._id)
        where = "gone" if row < 0 else "at ({:.2f}, {:.2f}, {:.2f})".format(*table.pos[row])
        return f"<{type(self).__name__} {self._type} #{self._id} {where}>"

    def _read(self, column: str) -> Any:
        table = self._world.table()
        row = table.row_of(self._id)
        if row < 0:
            raise gone_error(self._id, self._type, self._world.removal(self._id))
        return getattr(table, column)[row]


class Player(Entity):
    """A live player. The controls need the client lane (NotHereError elsewhere) and act in the next client tick."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The player's name."""
        return self._world.player(self._id)[0]

    @property
    def game_mode(self) -> str:
        """One of "survival", "creative", "adventure" or "spectator"."""
        return self._world.player(self._id)[1]

    def move(self, forward: float = 0, left: float = 0, *, sprint: bool = False, sneak: bool = False) -> None:
        """Hold these movement keys until changed: 1 is the key, -1 its opposite, 0 none."""
        self._world.control(self._id, "move", float(forward), float(left), sprint, sneak)

    def look(self, yaw: float, pitch: float) -> None:
        """Turn to these angles, degrees."""
        self._world.control(self._id, "look", float(yaw), float(pitch))

    def jump(self) -> None:
        """Jump once."""
        self._world.control(self._id, "jump")

    def attack(self) -> None:
        """Left click once."""
        self._world.control(self._id, "attack")

    def use(self) -> None:
        """Right click once."""
        self._world.control(self._id, "use")

    def select(self, slot: int) -> None:
        """Take hotbar slot 0 to 8; ValueError for any other."""
        if not 0 <= slot <= 8:
            raise ValueError(f"hotbar slots are 0 to 8, not {slot}")
        self._world.control(self._id, "select", int(slot))


def live_entity(world: LiveWorld, id: int, type: str, uuid: str | None = None) -> Entity:
    """A Player for a player, an Entity for anything else."""
    make = Player if type == PLAYER else Entity
    return make(world, id, type, uuid)
