"""Entities over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from ticklane.arrays import B1, F8, I8
from ticklane.names import Names

__all__ = ["Series", "Track", "Window"]


@dataclass(frozen=True, eq=False)
class Series:
    """Entities over time: row t is tick `ticks[t]`, column j always entity `id[j]`; NaN where not present.

    Attributes:
        ticks: int64 (t,), ascending game ticks; the state is that after the tick.
        id: int64 (n,).
        type: (n,) names.
        present: bool (t, n), whether the entity was in the world.
        on_ground: bool (t, n), False where not present.
        pos: float64 (t, n, 3), blocks, feet.
        vel: float64 (t, n, 3), blocks/tick.
        width, height: float64 (t, n), blocks, the collision box.
        delta_v: float64 (t, n, 3), vel[t] - vel[t-1], gravity and drag included; the first row is NaN.
        impulse: float64 (t, n, 3), vel[t] minus what free motion from t-1 gives: gravity and drag applied in the order
            of the entity's type (TNT, falling block, item: gravity 0.04, then move, then drag 0.98; arrow: move, drag
            0.99, gravity 0.05; living: move, gravity 0.08, drag 0.98 up and down and 0.91 sideways). What is left is
            what such motion does not explain: a landing, a push, an explosion.
    """

    ticks: I8
    id: I8
    type: Names
    present: B1
    on_ground: B1
    pos: F8
    vel: F8
    width: F8
    height: F8
    delta_v: F8
    impulse: F8


@dataclass(frozen=True, eq=False)
class Window(Series):
    """One capture: the rows around its tick.

    Attributes:
        tick: the tick it fired in.
        row: the row of that tick: ticks[row] == tick.
        event: the event, or what the trigger's function returned.
        cut: "" complete; "start" or "end": the script began too late or ended too early for all rows; "unload": the
            entity was unloaded.
    """

    tick: int
    row: int
    event: Any
    cut: Literal["", "start", "end", "unload"]


@dataclass(eq=False, frozen=True)
class Track(Series):
    """A ring that grows by a row each step until it is full; row -1 is now. A Handle too."""

    _active: Callable[[], bool] = field(repr=False)
    _cancel: Callable[[], None] = field(repr=False)

    @property
    def active(self) -> bool:
        """Whether it still grows."""
        return self._active()

    def cancel(self) -> None:
        """Stop growing."""
        self._cancel()
