"""What a trigger waits for: the parts that listen to events, that look at the columns, that ask a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ticklane import Enters, Impulse, Landed, UnknownNameError
from ticklane._nearest import nearest, or_known
from ticklane_runtime import _args
from ticklane_runtime._events import KINDS, Batch
from ticklane_runtime._firings import (
    Detector,
    EntersDetector,
    Firing,
    LandedDetector,
    ResidualDetector,
    impulses_of,
    kind_of,
    landings_of,
)
from ticklane_runtime._guard import masked
from ticklane_runtime._snapshots import Snapshots, of_type

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["Hearer", "Parts", "TriggerWatch", "kind_number", "parts_of"]

Hearer = Callable[[Sequence[Batch], int], list[Firing]]

_IMPULSE: Final = 1 << KINDS.index("impulse")
_REMOVE: Final = 1 << KINDS.index("entity_remove")
_NO_ENTITY: Final = ("block_change", "message")
_CLASSES: Final = (Impulse, Landed, Enters)


@dataclass(frozen=True, slots=True)
class Parts:
    """One trigger. `code` is the entity type it looks at (None: all), `bits` the event kinds it hears.

    `names_entity`: a firing says which entity it is about. `removals` are the bits that tell a capture of such a
    trigger what was unloaded.
    """

    bits: int = 0
    code: int | None = None
    detectors: tuple[Detector, ...] = ()
    hearers: tuple[Hearer, ...] = ()
    condition: Callable[[], object] | None = None
    names_entity: bool = True
    removals: int = _REMOVE


def kind_number(name: str, call: str) -> int:
    """The number of an event kind; UnknownNameError with the nearest for no kind."""
    try:
        return KINDS.index(name)
    except ValueError:
        text = f"{call}: no event {name!r}{or_known(name, KINDS)}"
        raise UnknownNameError(text, name=name, nearest=nearest(name, KINDS)) from None


def parts_of(trigger: Any, lane: Lane, call: str) -> Parts:
    """The parts of a trigger; columns are compared from the table as it is now on.

    Raises UnknownNameError, TypeError, ValueError; `call` begins each message, such as "host.on(trigger, handler)".
    """
    if isinstance(trigger, str):
        kind = kind_number(trigger, call)
        hear: Hearer = lambda batches, since: kind_of(batches, kind, since)  # noqa: E731 - one of several
        return Parts(1 << kind, hearers=(hear,), names_entity=trigger not in _NO_ENTITY)
    if isinstance(trigger, Impulse):
        code = _type_code(trigger.type, lane)
        least = _args.number(trigger.min_dv, f"{call}: Impulse(min_dv)")
        if least <= 0:
            raise ValueError(f"{call}: Impulse(min_dv={trigger.min_dv}): a speed above 0, blocks per tick")
        if "impulse_events" in lane.game.has:
            return Parts(_IMPULSE, code, hearers=(partial(_impulses, least, code),))
        return Parts(0, code, (ResidualDetector(code, _now(lane, code), least),))
    if isinstance(trigger, Landed):
        code = _type_code(trigger.type, lane)
        detector = LandedDetector(code, _now(lane, code))
        return Parts(_REMOVE, code, (detector,), (partial(_landings, code),))
    if isinstance(trigger, Enters):
        code = _type_code(trigger.type, lane)
        ax, ay, az, bx, by, bz = _args.area(trigger.a, trigger.b, f"{call}: Enters(a, b)")
        low, high = np.array((ax, ay, az), np.float64), np.array((bx + 1, by + 1, bz + 1), np.float64)
        return Parts(0, code, (EntersDetector(code, _now(lane, code), low, high),))
    if trigger in _CLASSES:
        arguments = {"Impulse": "min_dv=0.1", "Landed": "", "Enters": "a, b"}[trigger.__name__]
        raise TypeError(f"{call}: {trigger.__name__} is a class: give {trigger.__name__}({arguments})")
    if not callable(trigger):
        kinds = " ".join(KINDS)
        raise TypeError(
            f"{call}: a trigger is an event kind ({kinds}), Impulse(…), Landed(…), Enters(…) or a function, "
            f"not {type(trigger).__name__}"
        )
    return Parts(condition=_args.action(trigger, call), names_entity=False)


def _impulses(least: float, code: int | None, batches: Sequence[Batch], since: int) -> list[Firing]:
    return impulses_of(batches, least, code, since)


def _landings(code: int | None, batches: Sequence[Batch], since: int) -> list[Firing]:
    return landings_of(batches, code, since)


def _type_code(name: str | None, lane: Lane) -> int | None:
    return None if name is None else lane.world.names.types.code(_args.plain(name, "a trigger's type"))


def _now(lane: Lane, code: int | None) -> Any:
    return of_type(lane.world.table(), code)


class TriggerWatch:
    """Handle of on() for Impulse, Landed and Enters: the handler gets each firing, `quiet` counts entity by entity."""

    __slots__ = ("_found", "_handler", "_owner", "_quiet", "_until", "_watch", "active", "bits", "parts", "since")

    def __init__(self, owner: Any, parts: Parts, handler: Callable[[Any], object], quiet: int, since: int) -> None:
        self._owner = owner
        self._watch: memoryview[int] = owner.lane.guard.watch
        self._handler: Callable[[Any], object] | None = handler
        self._quiet = quiet
        self._until: dict[int, int] = {}
        self._found: list[Firing] = []
        self.parts = parts
        self.bits = parts.bits
        self.since = since
        self.active = True

    @property
    def calls(self) -> bool:
        return True

    @property
    def function(self) -> Any:
        return self._handler

    def feed(self, snapshots: Snapshots, tick: int, *, fire: bool) -> None:
        masked(self._watch, self._look, snapshots, tick, fire)

    def _look(self, snapshots: Snapshots, tick: int, fire: bool) -> None:
        self._found.clear()
        for detector in self.parts.detectors:
            if detector.last.tick < tick and (firing := detector.look(snapshots, fire=fire)) is not None:
                self._found.append(firing)

    def hear(self, batches: Sequence[Batch], tick: int) -> None:
        masked(self._watch, self._hear, batches)

    def _hear(self, batches: Sequence[Batch]) -> None:
        for hear in self.parts.hearers:
            self._found += hear(batches, self.since)

    def call(self, tick: int) -> None:
        """Hand the firings of this step to the handler."""
        found, self._found = self._found, []
        for firing in found:
            for i, id in enumerate(firing.ids.tolist()):
                handler = self._handler
                if handler is None or not self.active:
                    return
                if self._quiet:
                    if tick < self._until.get(id, tick):
                        continue
                    self._until[id] = tick + self._quiet
                handler(firing.make(i))
        if len(self._until) > 4096:
            self._until = {id: until for id, until in self._until.items() if until > tick}

    def cancel(self) -> None:
        if self.active:
            masked(self._watch, self._end)

    def _end(self) -> None:
        self._owner.forget_measure(self)
        self.close()
        self._handler = None

    def close(self) -> None:
        """The script ends. What is the script's own is not let go of here: it would be destroyed with no step open."""
        self.active = False
        self._owner = None
        self._found = []
        self.parts = replace(self.parts, bits=0, detectors=(), hearers=())
