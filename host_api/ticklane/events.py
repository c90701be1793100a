"""What happened in a tick. The world has moved on when a script hears of it: use the event's own fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ticklane.arrays import F8
from ticklane.block import Block

__all__ = [
    "BlockChangeEvent",
    "Cause",
    "DamageEvent",
    "EntityRemoveEvent",
    "EntitySpawnEvent",
    "Event",
    "ExplosionEvent",
    "ImpulseCause",
    "ImpulseEvent",
    "Kind",
    "MessageEvent",
    "PlayerEvent",
    "TriggerEvent",
]

Kind: TypeAlias = Literal[
    "explosion",
    "block_change",
    "entity_spawn",
    "entity_remove",
    "impulse",
    "damage",
    "chat",
    "player_join",
    "player_leave",
    "message",
]

# Why an entity left the world.
Cause: TypeAlias = Literal[
    "landed",
    "exploded",
    "merged",
    "picked_up",
    "died",
    "despawned",
    "void",
    "command",
    "script",
    "unloaded",
    "unmodelled",
]

# What changed an entity's velocity. "residual": computed from the columns, on hosts that can't say.
ImpulseCause: TypeAlias = Literal[
    "explosion",
    "collision",
    "bounce",
    "bubble_column",
    "cobweb",
    "bank",
    "speed_limit",
    "script",
    "command",
    "knockback",
    "push",
    "fluid",
    "launch",
    "residual",
]


# eq=False: the fields hold arrays, so events compare and hash by identity.
@dataclass(frozen=True, eq=False)
class _Event:
    tick: int
    order: int
    pos: F8


@dataclass(frozen=True, eq=False)
class ExplosionEvent(_Event):
    """Something exploded at `pos`.

    Attributes:
        tick: the tick it happened in, as in every event.
        order: its place among all events of that tick, as in every event.
        pos: (3,) blocks, where it happened, as in every event.
        power: TNT has 4.
        source: id of the entity that exploded, -1 for none.
        broken: number of blocks it broke.
    """

    power: float
    source: int
    broken: int
    kind: Literal["explosion"] = "explosion"


@dataclass(frozen=True, eq=False)
class BlockChangeEvent(_Event):
    """The block at `pos` (its low corner) changed from `old` to `new`."""

    old: Block
    new: Block
    kind: Literal["block_change"] = "block_change"


@dataclass(frozen=True, eq=False)
class EntitySpawnEvent(_Event):
    """An entity came into the world at `pos` (its feet)."""

    id: int
    type: str
    kind: Literal["entity_spawn"] = "entity_spawn"


@dataclass(frozen=True, eq=False)
class EntityRemoveEvent(_Event):
    """An entity left the world.

    Attributes:
        pos: (3,) blocks, its feet when it left.
        vel: (3,) blocks/tick, when it left.
        age: ticks it lived.
        into: the id of the entity it merged into, else -1.
        cause: "landed" for a falling block that became a block, "exploded", "merged", "picked_up", "died",
            "despawned", "void", "command", "script", "unloaded" or "unmodelled": it met what the host can't move it
            through as the game does, so it is gone rather than wrong.
    """

    id: int
    type: str
    vel: F8
    age: int
    into: int
    cause: Cause
    kind: Literal["entity_remove"] = "entity_remove"


@dataclass(frozen=True, eq=False)
class ImpulseEvent(_Event):
    """Something other than free motion changed an entity's velocity: an explosion, a landing, a script.

    Gravity, drag, friction and the ground that goes on carrying what stands on it are not impulses. `order` tells the
    impulses of one tick apart.

    Attributes:
        vel_before, vel_after: (3,) blocks/tick, right before and after; the push is vel_after - vel_before.
        cause: "explosion", "collision" (a block stopped it, a landing), "bounce" (slime), "bubble_column", "cobweb",
            "bank" (out of a fluid over its edge), "speed_limit" (minecarts), "script" (modify()), "command", ... as the
            host says it. "residual" where the trigger Impulse computed it, on hosts that can't say: then vel_before is
            what free motion gives, vel_after and pos are those after the tick, order is -1 (not known).
    """

    id: int
    type: str
    vel_before: F8
    vel_after: F8
    cause: str
    kind: Literal["impulse"] = "impulse"


@dataclass(frozen=True, eq=False)
class TriggerEvent(_Event):
    """What the triggers Landed and Enters give: which entity, and its state after the tick.

    Attributes:
        order: that of the entity_remove event for a block that landed and is gone; else -1 (not known).
        pos: (3,) blocks, feet.
        vel: (3,) blocks/tick; what had come down has been stopped already. The tick before is in a Window's rows.
    """

    id: int
    type: str
    vel: F8
    kind: Literal["landed", "enters"]


@dataclass(frozen=True, eq=False)
class DamageEvent(_Event):
    """An entity lost `amount` half hearts."""

    id: int
    type: str
    amount: float
    cause: str
    kind: Literal["damage"] = "damage"


@dataclass(frozen=True, eq=False)
class PlayerEvent(_Event):
    """A player joined, left or said something: `name`, and `text` for chat ("" else)."""

    name: str
    text: str
    kind: Literal["chat", "player_join", "player_leave"]


@dataclass(frozen=True, eq=False)
class MessageEvent(_Event):
    """What another script sent with host.send(): its id as `sender`, and the `value`."""

    sender: str
    value: Any
    kind: Literal["message"] = "message"


Event: TypeAlias = (
    ExplosionEvent
    | BlockChangeEvent
    | EntitySpawnEvent
    | EntityRemoveEvent
    | ImpulseEvent
    | DamageEvent
    | PlayerEvent
    | MessageEvent
)
