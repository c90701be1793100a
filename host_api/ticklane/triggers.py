"""What on() and capture() can wait for besides an event kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ticklane.arrays import Pos
from ticklane.events import Kind

__all__ = ["Enters", "Impulse", "Landed", "Trigger"]


@dataclass(frozen=True)
class Impulse:
    """An entity's velocity changed by more than free motion explains, by at least `min_dv` blocks/tick.

    Gives ImpulseEvent. On hosts that report every impulse ("impulse_events" in host.game.has) from their events, those
    of one entity that come in one step added up: vel_before of the first, vel_after of the last, cause of the largest.
    On other hosts from the residual of the columns (Series.impulse), cause "residual": an entity whose type's motion is
    not known never fires there, and a push that lasts over several ticks fires once, in its first. Never from both.
    """

    min_dv: float
    type: str | None = None


@dataclass(frozen=True)
class Landed:
    """An entity came to stand on something, or left the world by landing (a falling block that became a block).

    Gives TriggerEvent. It fires in the tick in which on_ground has turned true; not for one that was not there before.
    """

    type: str | None = None


@dataclass(frozen=True)
class Enters:
    """An entity's feet came into the area of blocks from a to b, both inside. Gives TriggerEvent.

    It fires in the tick after which the feet are inside and were outside a tick before: what spawns inside doesn't
    fire, what crosses the area within one tick is not seen.
    """

    a: Pos
    b: Pos
    type: str | None = None


# An event kind, one of the above, or a function () -> truthy, which fires on the rising edge.
Trigger: TypeAlias = Kind | Impulse | Landed | Enters | Callable[[], object]
