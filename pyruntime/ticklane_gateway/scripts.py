"""What the script tools do: prepare, start once, wait, page."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, Literal

import msgspec
from fastmcp import Context
from fastmcp.exceptions import ToolError

from ticklane_control.messages import encode_start
from ticklane_gateway.game import Game, check_python
from ticklane_gateway.operations import Operations, repeated
from ticklane_gateway.pages import page_of_output
from ticklane_gateway.preparation import Asked, Prepared, prepare_script
from ticklane_gateway.replies import MAX_REPLY_BYTES, within_bound
from ticklane_gateway.settings import Settings
from ticklane_gateway.waiting import Until, Wait

__all__ = ["Scripts"]

_REMEMBERED: Final = 1024


class _Started(msgspec.Struct):
    operation_id: str = ""
    source_hash: str = ""


class Scripts:
    """The scripts of one game."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self._game = game
        self._settings = settings
        self._operations: OrderedDict[str, Prepared] = OrderedDict()
        self._acts = Operations()
        self._paged: OrderedDict[str, int] = OrderedDict()

    async def start(self, ctx: Context, asked: Asked, *, check_only: bool, wait_s: float) -> bytes:
        """Check, compile and start a script, then wait; Status. Raises `ToolError` with every finding when refused."""
        wait = Wait(self._game, ctx, wait_s)
        asked = asked.beside(self._settings.game_dir)
        if not asked.operation_id:
            return (await self._start(wait, asked, check_only=check_only))[0]
        async with self._acts.lock(asked.operation_id):
            status, again = await self._start(Wait(self._game, ctx, 0), asked, check_only=check_only)
        if check_only:
            return status
        status = await wait.follow(status)
        return within_bound(repeated(status) if again else status)

    async def _start(self, wait: Wait, asked: Asked, *, check_only: bool) -> tuple[bytes, bool]:
        """The answer, and whether the operation had started the script before."""
        hello = await self._game.hello()
        check_python(hello)
        prepared = await prepare_script(asked, lanes=hello.lanes, allowed=self._settings.allow)
        if check_only:
            return prepared.summary(), False
        request = prepared.request
        if asked.operation_id:
            status = await self._already_started(asked.operation_id, prepared)
            if status is not None:
                return status, True
        status = await self._game.ask(
            "start",
            body=encode_start(request),
            script=request.id,
            lane=request.lane,
            operation_id=request.operation_id,
            wait_s=wait.slice_s(),
            until=wait.until("ended"),
        )
        if asked.operation_id:
            _remember(self._operations, asked.operation_id, prepared)
        return within_bound(await wait.follow(status)), False

    async def _already_started(self, operation_id: str, prepared: Prepared) -> bytes | None:
        """The Status of what that operation started, None when it started nothing yet."""
        script, source_hash = prepared.request.id, prepared.request.source_hash
        known = self._operations.get(operation_id)
        if known is not None:
            _same_source(operation_id, known.request.source_hash, source_hash)
            return await self._game.ask("status", script=known.request.id)
        # A gateway that was restarted remembers nothing; the game does.
        try:
            status = await self._game.ask("status", script=script, detail="full")
        except ToolError:
            return None
        started = msgspec.json.decode(status, type=_Started)
        if started.operation_id != operation_id:
            return None
        _same_source(operation_id, started.source_hash, source_hash)
        return await self._game.ask("status", script=script)

    async def status(
        self,
        ctx: Context,
        script: str,
        *,
        wait_s: float,
        until: Until,
        since_line: int,
        detail: Literal["short", "full"],
    ) -> bytes:
        """Status, after waiting for what `until` names."""
        wait = Wait(self._game, ctx, wait_s)
        first: Until = wait.until(until)
        status = await self._game.ask(
            "status", script=script, wait_s=wait.slice_s(), until=first, since_line=since_line, detail=detail
        )
        return within_bound(await wait.follow(status, until=until, since_line=since_line, detail=detail))

    async def act(
        self, verb: Literal["stop", "pause", "resume"], script: str, *, operation_id: str, **fields: Any
    ) -> bytes:
        """Status after the lane has acted."""

        async def act() -> bytes:
            return within_bound(await self._game.ask(verb, script=script, **fields))

        return await self._acts.once(operation_id, f"{verb} {script}", act)

    async def listed(self, state: str, limit: int) -> bytes:
        """All scripts and the load of their lanes."""
        data = await self._game.ask("list", state=state, limit=limit)
        if len(data) <= MAX_REPLY_BYTES:
            return data
        fields: dict[str, Any] = msgspec.json.decode(data)
        while fields["scripts"] and len(msgspec.json.encode(fields)) > MAX_REPLY_BYTES - 100:
            del fields["scripts"][-max(1, len(fields["scripts"]) // 8) :]
        return msgspec.json.encode({**fields, "shortened": ["scripts (ask for a state or a lower limit)"]})

    async def output(
        self, script: str, *, since: int, keys: list[str], limit: int, every: int, format: Literal["rows", "columns"]
    ) -> bytes:
        """A Page of records."""
        # A cursor belongs to the run it came from: the game says `reset` when another has begun since our last page.
        fields: dict[str, Any] = {"keys": keys, "every": every}
        if since and script in self._paged:
            fields["generation"] = self._paged[script]

        async def ask(since: int, limit: int, max_bytes: int) -> bytes:
            return await self._game.ask(
                "output", script=script, since=since, limit=limit, max_bytes=max_bytes, **fields
            )

        page = await page_of_output(ask, since=since, limit=limit, format=format)
        if page.generation is not None:
            _remember(self._paged, script, page.generation)
        return page.json

    async def events(self, ctx: Context, script: str, *, since: int, limit: int, wait_s: float) -> bytes:
        """Lines and lifecycle events from number `since` on."""
        wait = Wait(self._game, ctx, wait_s)
        while True:
            slice_s = wait.slice_s()
            data = await self._game.ask("events", script=script, since=since, limit=limit, wait_s=slice_s)
            answer: dict[str, Any] = msgspec.json.decode(data)
            if answer.get("events") or not slice_s:
                break
            since = answer.get("next", since)
            await wait.progress("no events yet")
        events = answer.get("events", [])
        if len(data) <= MAX_REPLY_BYTES:
            return data
        while len(events) > 1 and len(msgspec.json.encode(answer)) > MAX_REPLY_BYTES - 100:
            answer["next"] = events[-max(1, len(events) // 8)]["seq"]
            del events[-max(1, len(events) // 8) :]
        return msgspec.json.encode(answer)


def _same_source(operation_id: str, started: str, asked: str) -> None:
    if started and asked and started != asked:
        raise ToolError(
            f"operation_id {operation_id!r} has already started another source; use a new one for a new script"
        )


def _remember(memory: OrderedDict[str, Any], key: str, value: Any) -> None:
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)
