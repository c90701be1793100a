"""Which resources have changed: the game's events, and the state of those scripts that somebody has subscribed to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from fastmcp.exceptions import ToolError

from ticklane_gateway.game import Game

__all__ = ["Changes", "GameChanges"]

_QUIET_S: Final = 1.0  # between two rounds: a resource is told of once a second at most
_WAIT_S: Final = 5.0
_MOST_SCRIPTS: Final = 32
_SCRIPT: Final = "ticklane://scripts/"
_OF_THE_GAME: Final = ("ticklane://status", "ticklane://scripts", "ticklane://runs")


class _Event(msgspec.Struct):
    script: str = ""
    kind: str = ""


class _Events(msgspec.Struct):
    next: int = 0
    events: list[_Event] = []


class _Listed(msgspec.Struct):
    scripts: list[list[Any]] = []


class _Lines(msgspec.Struct):
    next: int = 0


class _State(msgspec.Struct, frozen=True):
    """What of a Status is worth a word when it changes."""

    generation: int = 0
    state: str = ""
    reason: str = ""
    game: str = ""
    stopping: bool = False
    lines: _Lines = msgspec.field(default_factory=_Lines)
    records: dict[str, int] = {}


@dataclass
class Changes:
    """What has changed in one round: URIs without their query, all of them, and whether the list of scripts did."""

    uris: set[str] = field(default_factory=set)
    everything: bool = False
    lists: bool = False

    def of(self, subscribed: Iterable[str]) -> Iterator[str]:
        """Those of the subscribed URIs that have changed."""
        for uri in sorted(subscribed):
            if self.everything or uri.partition("?")[0] in self.uris:
                yield uri

    def __bool__(self) -> bool:
        return bool(self.uris) or self.everything or self.lists


class GameChanges:
    """Follows one game, over its restarts."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: set[str] = set()
        self._states: dict[str, _State] = {}

    async def follow(self, subscribed: Callable[[], set[str]]) -> AsyncIterator[Changes]:
        """One value a round, empty ones too, for as long as it is read. `subscribed` is asked anew in each round."""
        since, gone = -1, False
        self._states.clear()
        while True:
            changes = Changes()
            try:
                if since < 0:
                    self._known = await self._ids()
                    since = await self._next()
                    changes.everything = changes.lists = gone
                    gone = False
                scripts = _scripts_of(subscribed())
                if not changes:
                    found = await self._events(since, _QUIET_S if scripts else _WAIT_S)
                    since = found.next
                    self._note(found.events, changes)
                for script in scripts:
                    await self._look_at(script, changes)
            except ToolError:  # no game, or it is just going
                since, gone = -1, True
            yield changes
            if changes or gone:
                await asyncio.sleep(_QUIET_S)

    async def _ids(self) -> set[str]:
        listed = msgspec.json.decode(await self._game.ask("list", state="all", limit=500), type=_Listed)
        return {str(row[0]) for row in listed.scripts}

    async def _next(self) -> int:
        return (await self._events(-1, 0)).next

    async def _events(self, since: int, wait_s: float) -> _Events:
        answer = await self._game.ask("events", script="", since=since, limit=1000, wait_s=wait_s)
        return msgspec.json.decode(answer, type=_Events)

    def _note(self, events: list[_Event], changes: Changes) -> None:
        if events:
            changes.uris.add("ticklane://events")
        for event in events:
            changes.uris.add(f"{_SCRIPT}{event.script}/status")
            if event.kind == "line":
                continue
            changes.uris.update(_OF_THE_GAME)
            if event.kind == "started":
                changes.uris.update((f"{_SCRIPT}{event.script}/source", f"{_SCRIPT}{event.script}/output"))
                changes.lists = changes.lists or event.script not in self._known
                self._known.add(event.script)

    async def _look_at(self, script: str, changes: Changes) -> None:
        """Pausing and recording are no events."""
        try:
            state = msgspec.json.decode(await self._game.ask("status", script=script), type=_State)
        except ToolError:
            return  # not started yet; whether the game is there, the events tell
        before = self._states.get(script)
        self._states[script] = state
        if before is None or before == state:
            return
        changes.uris.add(f"{_SCRIPT}{script}/status")
        if (before.generation, before.records) != (state.generation, state.records):
            changes.uris.add(f"{_SCRIPT}{script}/output")


def _scripts_of(uris: Iterable[str]) -> list[str]:
    """The scripts whose status or output is among the URIs, some of them when there are many."""
    paths = (uri.partition("?")[0].removeprefix(_SCRIPT) for uri in uris if uri.startswith(_SCRIPT))
    found = {path.partition("/")[0] for path in paths if path.endswith(("/status", "/output"))}
    return sorted(found)[:_MOST_SCRIPTS]
