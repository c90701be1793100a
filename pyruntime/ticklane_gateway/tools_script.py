"""The script tools: their names, arguments and descriptions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastmcp import Context, FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import ToolAnnotations
from pydantic import Field

from ticklane_gateway.instructions import START
from ticklane_gateway.preparation import Asked
from ticklane_gateway.replies import json_result
from ticklane_gateway.scripts import Scripts
from ticklane_gateway.waiting import MAX_WAIT_S, Until

__all__ = ["Caps", "OperationId", "Vantage", "add_script_tools"]

_READ = ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)
_START = ToolAnnotations(read_only_hint=False, idempotent_hint=False, destructive_hint=False, open_world_hint=False)
_STOP = ToolAnnotations(read_only_hint=False, idempotent_hint=True, destructive_hint=True, open_world_hint=False)
_HOLD = ToolAnnotations(read_only_hint=False, idempotent_hint=True, destructive_hint=False, open_world_hint=False)

Id = Annotated[str, Field(description="Script id", min_length=1, max_length=64)]
WaitS = Annotated[float, Field(description="Seconds to wait at most, 0 to 55", ge=0, le=MAX_WAIT_S)]
OperationId = Annotated[
    str,
    Field(
        description="Your own name for this call; repeated, it does nothing twice: the first answer comes again",
        max_length=128,
    ),
]
Caps = Annotated[list[str], Field(description="Capabilities asked for: files network subprocess internals")]
Vantage = Literal["server", "client", "render", "parallel"]


def add_script_tools(mcp: FastMCP[Any], scripts: Scripts) -> None:
    """Register them all; every answer is one text block of JSON."""

    @mcp.tool(description=START, annotations=_START, output_schema=None)
    async def script_start(
        ctx: Context,
        source: Annotated[str, Field(description="The script's text")] = "",
        path: Annotated[
            str,
            Field(description="The script's file: absolute, or from the game folder; its folder is importable"),
        ] = "",
        files: Annotated[dict[str, str], Field(description='Modules beside source: {"helper.py": "..."}')] = {},  # noqa: B006 - the schema shows this default; it is only read
        id: Annotated[
            str, Field(description="Script id; absent: made from the docstring or file name", max_length=64)
        ] = "",
        params: Annotated[dict[str, Any], Field(description="Values for the header's params")] = {},  # noqa: B006
        seed: Annotated[
            int | None,
            Field(description="Seed of host.random, 64 bits; absent: the header's, or 0", ge=-(2**63), lt=2**64),
        ] = None,
        ticks: Annotated[int | None, Field(description="End after so many ticks", ge=1)] = None,
        vantage: Annotated[Vantage | None, Field(description="Lane to run on; absent: the header's, or server")] = None,
        budget_ms: Annotated[float | None, Field(description="Soft limit of one step, ms (default 2)", gt=0)] = None,
        caps: Caps = [],  # noqa: B006
        check_only: Annotated[bool, Field(description="Check and compile, start nothing")] = False,
        wait_s: WaitS = 0,
        operation_id: OperationId = "",
    ) -> ToolResult:
        asked = Asked(
            source=source,
            path=path,
            files=files,
            id=id,
            params=params,
            seed=seed,
            ticks=ticks,
            vantage=vantage,
            budget_ms=budget_ms,
            caps=caps,
            operation_id=operation_id,
        )
        return json_result(await scripts.start(ctx, asked, check_only=check_only, wait_s=wait_s))

    @mcp.tool(annotations=_READ, output_schema=None)
    async def script_status(
        ctx: Context,
        id: Id,
        wait_s: WaitS = 0,
        until: Annotated[
            Until, Field(description="What ends the wait: the script's end (always does), a new line, a new record")
        ] = "ended",
        since_line: Annotated[
            int, Field(description="With until=line: lines.next of the last answer; -1: lines from now on")
        ] = -1,
        detail: Annotated[
            Literal["short", "full"], Field(description="full adds traceback, locals, overruns one by one, source")
        ] = "short",
    ) -> ToolResult:
        """State of one script: reason it ended, result, error with its line, counts of records, lines, step times.

        With wait_s it waits for what `until` names, at most so long; call again to go on waiting. "game":"frozen",
        `waits` and `stuck` say why nothing happens, `overruns` where the time of slow steps went, `next` what to do.
        """
        status = await scripts.status(ctx, id, wait_s=wait_s, until=until, since_line=since_line, detail=detail)
        return json_result(status)

    @mcp.tool(annotations=_STOP, output_schema=None)
    async def script_stop(id: Id, wait_s: WaitS = 2, operation_id: OperationId = "") -> ToolResult:
        """End a script: its on_stop is called, its result so far comes back. Stopping an ended script is no error."""
        return json_result(await scripts.act("stop", id, wait_s=wait_s, operation_id=operation_id))

    @mcp.tool(annotations=_HOLD, output_schema=None)
    async def script_pause(id: Id, operation_id: OperationId = "") -> ToolResult:
        """Hold a script: no step is taken until script_resume. The game and the other scripts go on."""
        return json_result(await scripts.act("pause", id, operation_id=operation_id))

    @mcp.tool(annotations=_HOLD, output_schema=None)
    async def script_resume(id: Id, operation_id: OperationId = "") -> ToolResult:
        """Let a paused script go on."""
        return json_result(await scripts.act("resume", id, operation_id=operation_id))

    @mcp.tool(annotations=_READ, output_schema=None)
    async def script_list(
        state: Annotated[Literal["live", "ended", "all"], Field(description="Which scripts")] = "all",
        limit: Annotated[int, Field(description="At most so many", ge=1, le=500)] = 50,
    ) -> ToolResult:
        """The game's tick and state, memory, the load of each lane, and one row a script (ended: its reason as state).

        Long ids are cut in their middle; use them as they stand.
        """
        return json_result(await scripts.listed(state, limit))

    @mcp.tool(annotations=_READ, output_schema=None)
    async def script_output(
        id: Id,
        since: Annotated[int, Field(description="Row number to go on from: `next` of the last page", ge=0)] = 0,
        keys: Annotated[list[str], Field(description="Only records of these keys; empty: all")] = [],  # noqa: B006
        limit: Annotated[int, Field(description="At most so many rows", ge=1, le=10_000)] = 100,
        every: Annotated[int, Field(description="Only every n-th row", ge=1)] = 1,
        format: Annotated[
            Literal["rows", "columns"],
            Field(description="columns is shorter; rows with limit=1 gives one row whole, arrays too"),
        ] = "columns",
    ) -> ToolResult:
        """A page of what a script recorded. `more` says there is a next page: call with since=next.

        Arrays over 16 numbers come as {"n","min","max","first","last"}, except with format=rows and limit=1. `reset`:
        the script was started anew since your last page. `dropped`: rows rotated away before it. `truncated`: a row was
        too big for a page.
        """
        page = await scripts.output(id, since=since, keys=keys, limit=limit, every=every, format=format)
        return json_result(page)

    @mcp.tool(annotations=_READ, output_schema=None)
    async def script_events(
        ctx: Context,
        id: Annotated[str, Field(description="Only of this script; empty: of all", max_length=64)] = "",
        since: Annotated[
            int, Field(description="Number to go on from: `next` of the last answer; -1: from now on", ge=-1)
        ] = 0,
        limit: Annotated[int, Field(description="At most so many", ge=1, le=1000)] = 100,
        wait_s: WaitS = 0,
    ) -> ToolResult:
        """The event stream: lines that scripts logged or printed, and starts, ends and errors, oldest first.

        `skipped` counts events that were gone before they were read. With wait_s it waits for the next one.
        """
        return json_result(await scripts.events(ctx, id, since=since, limit=limit, wait_s=wait_s))
