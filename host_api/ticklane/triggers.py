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
    """An entity's velocity changed by more than free motion explains: |impulse| >= min_dv, blocks/tick."""

    min_dv: float
    type: str | None = None


@dataclass(frozen=True)
class Landed:
    """An entity came to stand on something, or a falling block became a block."""

    type: str | None = None


@dataclass(frozen=True)
class Enters:
    """An entity's feet came into the area of blocks from a to b, both inside."""

    a: Pos
    b: Pos
    type: str | None = None


# An event kind, one of the above, or a function () -> truthy, which fires on the rising edge.
Trigger: TypeAlias = Kind | Impulse | Landed | Enters | Callable[[], object]
