"""The tool that drives the game's time."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastmcp import Context, FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import ToolAnnotations
from pydantic import Field

from ticklane_gateway.game import Game
from ticklane_gateway.replies import json_result
from ticklane_gateway.waiting import MAX_WAIT_S, Wait

__all__ = ["add_time_tools"]

_DRIVE = ToolAnnotations(read_only_hint=False, idempotent_hint=False, destructive_hint=False, open_world_hint=False)
_WAIT_S = 30


def add_time_tools(mcp: FastMCP[Any], game: Game) -> None:
    """Register it; every answer is one text block of JSON."""

    @mcp.tool(annotations=_DRIVE, output_schema=None)
    async def world_time(
        ctx: Context,
        action: Annotated[
            Literal["query", "freeze", "unfreeze", "step", "sprint", "stop", "rate"],
            Field(description="stop ends a step or sprint; the others as the game's /tick"),
        ] = "query",
        ticks: Annotated[
            int | None, Field(description="With step (absent: 1) and sprint (absent: without end)", ge=1, lt=2**63)
        ] = None,
        rate: Annotated[float | None, Field(description="With rate: ticks per second", ge=1, le=10_000)] = None,
        number: Annotated[int, Field(description="With query: the step or sprint of that number", ge=0)] = 0,
        wait_s: Annotated[
            float, Field(description="Seconds to wait at most for the step's or sprint's end", ge=0, le=MAX_WAIT_S)
        ] = _WAIT_S,
    ) -> ToolResult:
        """Freeze, step, sprint or pace the game, and be told exactly which ticks ran.

        From frozen, action=step ticks=20 runs exactly 20 ticks, scripts' steps included, freezes again and answers
        when that is done: `ran` {kind, asked, ticks, first, last, ms, ended}. ended: done; no (it goes on: query waits
        for its end); replaced, stopped, frozen or unfrozen by another request in between. A sprint runs as fast as it
        goes, then the game is as before. A running game isn't stepped: freeze it first. `skipped` counts ticks that
        stalls cost; they are never made up.
        """
        fields: dict[str, Any] = {"action": action, "wait_s": wait_s}
        if ticks is not None and action in ("step", "sprint"):
            fields["ticks"] = ticks
        if rate is not None and action == "rate":
            fields["rate"] = rate
        if action == "query":
            fields["number"] = number
        if action == "sprint" and ticks is None:
            fields["wait_s"] = 0.0  # it has no end
        return json_result(await _acted(Wait(game, ctx, fields.pop("wait_s")), game, fields))


class _Ran(msgspec.Struct):
    number: int
    kind: str
    ticks: int
    ended: str


class _Answer(msgspec.Struct):
    ran: _Ran | None = None


async def _acted(wait: Wait, game: Game, fields: dict[str, Any]) -> bytes:
    """What the game answers, once the step or sprint is over or the time has run out."""
    while True:
        slice_s = wait.slice_s()
        data = await game.ask("time", wait_s=slice_s, **fields)
        ran = msgspec.json.decode(data, type=_Answer).ran
        if ran is None or ran.ended != "no" or not slice_s:
            return data
        await wait.progress(f"{ran.kind}: {ran.ticks} ticks so far")
        fields = {"action": "query", "number": ran.number}  # ours, whatever else is asked for meanwhile
