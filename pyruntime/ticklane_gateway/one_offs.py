"""One-offs as scripts: started under an id of their own, followed to their end, ended when nobody waits any more."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Awaitable, Callable
from typing import Any, Final

import anyio
import msgspec
from fastmcp import Context
from fastmcp.exceptions import ToolError
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent

from ticklane_control.errors import ControlError
from ticklane_control.messages import StartRequest, encode_start
from ticklane_gateway.calls import current_call
from ticklane_gateway.game import Game
from ticklane_gateway.operations import Operations, script_id_of
from ticklane_gateway.packed_values import shown
from ticklane_gateway.replies import json_result
from ticklane_gateway.waiting import Wait, wants_progress

__all__ = ["OneOffs"]

_IDS: Final = 64  # ids are used again: the game remembers a few hundred scripts
_STOP_S: Final = 1.0
_RETRY_S: Final = 0.01
_ROWS_BYTES: Final = 20_000
_SHOWN: Final = 240  # characters of a value in a progress message
_VALUE_KEY: Final = "value"

_NOT_BEGUN: Final = ToolResult(
    content=[TextContent(type="text", text="given up before it began: nothing was run")], is_error=True
)

Make = Callable[[str], Awaitable[StartRequest]]
"""The request to start, for a script id."""
Told = Callable[[dict[str, Any]], bytes]
"""The reply made of a Status."""


class _Recorded(msgspec.Struct):
    state: str = ""
    records: dict[str, int] = {}


class OneOffs:
    """The one-offs of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._operations = Operations()
        self._numbers = itertools.count(os.getpid() % _IDS)

    async def run(self, ctx: Context, make: Make, told: Told, *, kind: str, wait_s: float, operation_id: str) -> bytes:
        """Start, wait at most `wait_s`, answer. A call that is given up ends the script, whose output is the answer.

        A repeated `operation_id` starts nothing: it waits for the first one's end and answers with its result.
        """
        wait = Wait(self._game, ctx, wait_s)
        if (call := current_call()) is not None:
            call.answer = _NOT_BEGUN
        if not operation_id:
            return told(await self._followed(ctx, wait, await self._start(make, told, kind), told))
        async with self._operations.lock(operation_id):
            id = script_id_of(operation_id)
            request = await make(id)
            found = await self._known(operation_id, request)
            status = await self._send(request, told, kind) if found is None else found
        fields = await self._followed(ctx, wait, status, told, repeats=found is not None)
        return told(fields | {"repeated": True} if found is not None else fields)

    async def _known(self, operation_id: str, request: StartRequest) -> bytes | None:
        """The Status of what was started under that operation_id; None when nothing was."""
        try:
            full: dict[str, Any] = msgspec.json.decode(await self._game.ask("status", script=request.id, detail="full"))
        except ToolError:
            return None
        if full.get("operation_id") != operation_id:
            return None
        if full.get("source_hash") != request.source_hash:
            raise ToolError(f"operation_id {operation_id!r} was used for something else; use a new one for a new call")
        return await self._game.ask("status", script=request.id)

    async def _start(self, make: Make, told: Told, kind: str) -> bytes:
        for _ in range(_IDS):
            request = await make(f"{kind}-{next(self._numbers) % _IDS + 1}")
            try:
                return await self._send(request, told, kind)
            except ToolError as error:
                cause = error.__cause__
                taken = isinstance(cause, ControlError) and "still running" in cause.message
                if not taken:
                    raise
        raise ToolError(f"{_IDS} calls like this are still running: end some (script_list, script_stop)")

    async def _send(self, request: StartRequest, told: Told, kind: str) -> bytes:
        """The Status after step 0."""
        if (call := current_call()) is not None:
            call.answer = None
        answer = asyncio.ensure_future(
            self._game.ask(
                "start",
                body=encode_start(request),
                script=request.id,
                lane=request.lane,
                one_off="command" if kind == "command" else "code",
                operation_id=request.operation_id,
            )
        )
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            await self._end(request.id, told, started=answer)
            raise
        finally:
            answer.cancel()

    async def _followed(
        self, ctx: Context, wait: Wait, status: bytes, told: Told, *, repeats: bool = False
    ) -> dict[str, Any]:
        """The Status at the end of the wait; values are told as they come. A repeat that is given up ends nothing."""
        id = str(msgspec.json.decode(status)["id"])
        if (call := current_call()) is not None:
            call.answer = None
        cursor = 0
        try:
            while True:
                seen = msgspec.json.decode(status, type=_Recorded)
                if wants_progress(ctx) and seen.records.get(_VALUE_KEY, 0) > cursor:
                    cursor = await self._tell_values(wait, id, cursor)
                slice_s = wait.slice_s()
                if seen.state == "ended" or not slice_s:
                    break
                if not seen.records:
                    await wait.progress(f"{id}: {seen.state}")
                status = await self._game.ask("status", script=id, wait_s=slice_s, until=_until(ctx))
        except asyncio.CancelledError:
            if not repeats:
                await self._end(id, told)
            raise
        fields: dict[str, Any] = msgspec.json.decode(status)
        return fields

    async def _tell_values(self, wait: Wait, id: str, cursor: int) -> int:
        data = await self._game.ask(
            "output", script=id, since=cursor, keys=[_VALUE_KEY], limit=100, max_bytes=_ROWS_BYTES
        )
        page: dict[str, Any] = msgspec.json.decode(data)
        for row in page.get("rows", []):
            await wait.progress(f"[{row.get('tick')}] {_short(row.get('value', '(too large to show)'))}")
        return int(page.get("next", cursor))

    async def _end(self, id: str, told: Told, *, started: asyncio.Future[bytes] | None = None) -> None:
        """End a one-off whose call was given up; what it has so far is the call's answer.

        One that the lane has not begun yet (`started` has no answer) is ended when it has.
        """
        call = current_call()
        with anyio.CancelScope(shield=True), anyio.move_on_after(_STOP_S):
            while True:
                try:
                    status = await self._game.ask("stop", script=id, wait_s=_STOP_S / 2)
                    break
                except ToolError:
                    if started is None:
                        return  # the game has gone
                    if started.done():
                        if call is not None and started.exception() is not None:
                            call.answer = _NOT_BEGUN
                        return
                    await asyncio.wait({started}, timeout=_RETRY_S)
            if call is not None:
                fields: dict[str, Any] = msgspec.json.decode(status)
                call.answer = json_result(told({**fields, "cancelled": call.cancelled or "the call was given up"}))


def _until(ctx: Context) -> str:
    return "record" if wants_progress(ctx) else "ended"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(shown(value)).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
