"""Which scripts live on a lane, and which of them a step has to call for what."""

from __future__ import annotations

from typing import Final

from ticklane_runtime._script import RUNNING, Script

__all__ = ["Roster"]

_REMEMBERED: Final = 4_096  # ids whose starts are counted; the game remembers 256 that have ended


class Roster:
    """Live scripts, in start order, sorted by what can call them.

    `everyone` holds all; `tickers` have an on_tick, `runners` a generator, `lookers` functions that are triggers: of
    those that run. `listeners` want events, also while they are paused. `generations` counts the starts of each id.
    """

    __slots__ = ("_by_id", "everyone", "generations", "listeners", "lookers", "runners", "tickers")

    def __init__(self) -> None:
        self._by_id: dict[str, Script] = {}
        self.generations: dict[str, int] = {}
        self.everyone: tuple[Script, ...] = ()
        self.tickers: tuple[Script, ...] = ()
        self.runners: tuple[Script, ...] = ()
        self.listeners: tuple[Script, ...] = ()
        self.lookers: tuple[Script, ...] = ()

    def get(self, id: str) -> Script | None:
        """The live script with that id."""
        return self._by_id.get(id)

    def next_generation(self, id: str) -> int:
        """The number of the start that is being made, from 1."""
        generation = self.generations.pop(id, 0) + 1
        self.generations[id] = generation
        if len(self.generations) > _REMEMBERED:
            forgotten = next(known for known in self.generations if known not in self._by_id)
            del self.generations[forgotten]
        return generation

    def add(self, script: Script) -> None:
        self._by_id[script.id] = script

    def remove(self, script: Script) -> None:
        """Take it out, unless its id is another's by now."""
        if self._by_id.get(script.id) is script:
            del self._by_id[script.id]

    def sort(self) -> None:
        """To be called whenever what can call a script changes."""
        everyone = self.everyone = tuple(self._by_id.values())
        running = [s for s in everyone if s.state == RUNNING]
        self.tickers = tuple(s for s in running if s.on_tick is not None)
        self.runners = tuple(s for s in running if s.generator is not None)
        self.lookers = tuple(s for s in running if s.conditions)
        self.listeners = tuple(s for s in everyone if s.event_bits)
