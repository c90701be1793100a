"""Resources of the running game: its status, its scripts with source and output, its events."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError

from ticklane_gateway.game import Game
from ticklane_gateway.reading.library import part_of
from ticklane_gateway.replies import within_bound
from ticklane_gateway.resources.reading import told, whole
from ticklane_gateway.scripts import Scripts

__all__ = ["add_live_resources", "game_status", "script_source"]

_JSON: Final = "application/json"
_LAST_EVENTS: Final = 100
_LISTED: Final = 200


class _Source(msgspec.Struct):
    source: str = ""


class _Next(msgspec.Struct):
    next: int = 0


def add_live_resources(mcp: FastMCP[Any], game: Game, scripts: Scripts) -> None:
    """Register what changes while the game runs."""

    @mcp.resource("ticklane://status", name="status", title="The game", mime_type=_JSON)
    async def status() -> str:
        """Which game runs, its tick and state, the load of its lanes and its scripts; or how to start one."""
        return (await game_status(game, scripts)).decode()

    @mcp.resource("ticklane://scripts", name="scripts", title="All scripts", mime_type=_JSON)
    @told
    async def all_scripts() -> str:
        """A row for each script: id, state or reason of its end, lane, ticks, step time, whether it has a result."""
        return (await scripts.listed("all", _LISTED)).decode()

    @mcp.resource("ticklane://scripts/{id}/status", name="script status", title="A script's status", mime_type=_JSON)
    @told
    async def script_status(id: str) -> str:
        """Everything known of one script: state, result, error with traceback and locals, lines, step times, params."""
        return within_bound(await game.ask("status", script=id, detail="full")).decode()

    @mcp.resource(
        "ticklane://scripts/{id}/source{?part}",
        name="script source",
        title="A script's source",
        mime_type="text/x-python",
    )
    @told
    async def source(id: str, part: str = "1") -> str:
        """The source of one script as it runs, in parts of at most 29 KB."""
        text = await script_source(game, id)
        return part_of(text, whole("part", part, 1), f"ticklane://scripts/{id}/source?part={{part}}")

    @mcp.resource(
        "ticklane://scripts/{id}/output{?since,keys,limit,every,format}",
        name="script output",
        title="A script's records",
        mime_type=_JSON,
    )
    @told
    async def output(
        id: str,
        since: str = "0",
        keys: str = "",
        limit: str = "100",
        every: str = "1",
        format: str = "columns",
    ) -> str:
        """A page of what one script recorded, as script_output gives it: go on with since=next. keys: a,b."""
        page = await scripts.output(
            id,
            since=whole("since", since, 0),
            keys=[key for key in keys.split(",") if key],
            limit=whole("limit", limit, 1, 10_000),
            every=whole("every", every, 1),
            format="rows" if format == "rows" else "columns",
        )
        return page.decode()

    @mcp.resource("ticklane://events", name="events", title="The last events", mime_type=_JSON)
    @told
    async def last_events(ctx: Context) -> str:
        """The last hundred events: lines that scripts logged, starts, ends and errors."""
        following = msgspec.json.decode(
            await game.ask("events", since=-1, limit=1, wait_s=0, script=""), type=_Next
        ).next
        since = max(0, following - _LAST_EVENTS)
        return (await scripts.events(ctx, "", since=since, limit=_LAST_EVENTS, wait_s=0)).decode()

    @mcp.resource("ticklane://events{?since,script,limit}", name="events since", title="Events", mime_type=_JSON)
    @told
    async def events(ctx: Context, since: str = "0", script: str = "", limit: str = "100") -> str:
        """Events from number `since` on, of one script or of all: go on with since=next."""
        first, most = whole("since", since, 0), whole("limit", limit, 1, 1_000)
        return (await scripts.events(ctx, script, since=first, limit=most, wait_s=0)).decode()


async def game_status(game: Game, scripts: Scripts) -> bytes:
    """JSON of what the game is and what runs in it; without a game, what to do about that."""
    try:
        hello = await game.hello()
        listed: dict[str, Any] = msgspec.json.decode(await scripts.listed("all", 20))
    except ToolError as error:
        return msgspec.json.encode({"game": {"state": "none"}, "next": str(error)})
    versions = {"ticklane": hello.ticklane, "python": hello.python, "game_dir": hello.game_dir}
    return msgspec.json.encode({**versions, **listed})


async def script_source(game: Game, id: str) -> str:
    """The source a script was started with; raises `ToolError` when there is no such script."""
    return msgspec.json.decode(await game.ask("status", script=id, detail="full"), type=_Source).source
