"""What a live Entity reads from: the runtime implements it, once per lane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from ticklane._name import Name, short_name
from ticklane.errors import GoneError

if TYPE_CHECKING:
    from ticklane.entities import Entities

__all__ = ["Control", "LiveWorld", "Removal", "gone_error"]

Control: TypeAlias = Literal["move", "look", "jump", "attack", "use", "select"]


@dataclass(frozen=True)
class Removal:
    """How an entity left the world."""

    type: str
    tick: int
    cause: str
    pos: tuple[float, float, float]


class LiveWorld(Protocol):
    """The world as one script on one lane sees it now."""

    @property
    def lane(self) -> str:
        """The lane's name. Entities are equal when id and lane are."""
        ...

    def table(self) -> Entities:
        """All entities as of now: the same object until the tick or the world changes."""
        ...

    def removal(self, id: int) -> Removal | None:
        """How that entity was removed; None when this world never had it or no longer remembers."""
        ...

    def player(self, id: int) -> tuple[str, str]:
        """Name and game mode ("creative") of a player who is online; GoneError when they left."""
        ...

    def control(self, id: int, control: Control, *values: Any) -> None:
        """Pass a player's control on, values in the order of its arguments; NotHereError off the client lane."""
        ...


_HOW = {
    "landed": "landed and became a block",
    "exploded": "exploded",
    "merged": "merged into another",
    "picked_up": "was picked up",
    "died": "died",
    "despawned": "despawned",
    "void": "fell into the void",
    "command": "was removed by a command",
    "script": "was removed by a script",
    "unloaded": "was unloaded",
    "unmodelled": "met what this host does not model, so it left the world,",
}


def gone_error(id: int, type: str, removal: Removal | None) -> GoneError:
    """The error for reading or changing an entity that is no longer there."""
    advice = "Test .alive first; its last state is in the entity_remove event."
    if removal is None:
        return GoneError(
            f"no entity {short_name(type) or 'with id'} #{id} in this world. {advice}", id=id, type=Name(type)
        )
    x, y, z = removal.pos
    name = Name(removal.type or type)
    how = _HOW.get(removal.cause, f"was removed ({removal.cause or 'cause unknown'})")
    return GoneError(
        f"entity {name} #{id} {how} at tick {removal.tick} at ({x:.1f}, {y:.1f}, {z:.1f}). {advice}",
        id=id,
        type=name,
        tick=removal.tick,
        cause=removal.cause,
        pos=removal.pos,
    )
