"""The tool `execute_code`: its arguments and description."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastmcp import Context, FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import ToolAnnotations
from pydantic import Field

from ticklane_gateway.execution import AskedCode, Execution
from ticklane_gateway.replies import json_result
from ticklane_gateway.tools_script import Caps, OperationId, Vantage
from ticklane_gateway.waiting import MAX_WAIT_S

__all__ = ["add_execute_tool"]

_EXECUTE: Final = ToolAnnotations(
    read_only_hint=False, idempotent_hint=False, destructive_hint=True, open_world_hint=False
)

DESCRIPTION: Final = """\
Run a few lines of Python inside the game, now, and get what the last expression is worth: to look at the world, try \
a call, set something up. For what should go on or be repeated use script_start.

    execute_code(code="t = host.entities(type='tnt')\\nprint(len(t))\\nt.pos.mean(axis=0)")

At hand without import: host (entities(), block(pos), blocks(a, b), players(), spawn(...), set_block(...), \
command(text), tick(), ...), params, seed, np, math, json, re, random, statistics, itertools, functools, \
collections, and every name of the module ticklane (Impulse, summary, ...). Other modules can be imported. Each call \
has a namespace of its own: nothing stays for the next one but what changed in the world.

Answer: `value` (text: arrays as shape, dtype and range, entities as a table, long things cut; format="json": JSON) \
and its `type`; what was printed is apart, in `printed`; `error` with line, code and a caret under the place. \
Mistakes that can be seen beforehand are refused with their lines, and nothing is run.

If the last expression is an iterator or a generator, it is stepped: one value each game tick. `values` holds the \
first and last ones, script_output(id) all; a client that asked for progress hears of each.

    def fall():
        tnt = host.spawn("tnt", (0.5, 80, 0.5), fuse=40)
        while tnt.alive:
            yield tnt.y
    fall()

A step may take 1,000 ms. A call that is cancelled ends the code and answers with what there is. After wait_s it \
goes on under its id: script_status(id, wait_s=55) waits for the end, script_stop ends it. Handlers (every, on, ...) \
end with the call.
"""


def add_execute_tool(mcp: FastMCP[Any], execution: Execution) -> None:
    """Register it; the answer is one text block of JSON."""

    @mcp.tool(description=DESCRIPTION, annotations=_EXECUTE, output_schema=None)
    async def execute_code(
        ctx: Context,
        code: Annotated[str, Field(description="Python; the value of its last expression is the answer")],
        lane: Annotated[
            Vantage | None,
            Field(description="Lane to run on; absent: the game's own side (server, where there is one)"),
        ] = None,
        params: Annotated[dict[str, Any], Field(description="Values for the code, there as params")] = {},  # noqa: B006 - the schema shows this default; it is only read
        seed: Annotated[
            int | None, Field(description="Seed of host.random, 64 bits; absent: 0", ge=-(2**63), lt=2**64)
        ] = None,
        ticks: Annotated[int | None, Field(description="Step an iterator at most so many ticks", ge=1)] = None,
        format: Annotated[
            Literal["text", "json"], Field(description="The value as readable text, or as JSON (at most 24,000 bytes)")
        ] = "text",
        files: Annotated[dict[str, str], Field(description='Modules to import: {"helper.py": "..."}')] = {},  # noqa: B006
        caps: Caps = [],  # noqa: B006
        wait_s: Annotated[
            float, Field(description="Seconds to wait for the end at most, 0 to 55", ge=0, le=MAX_WAIT_S)
        ] = 30,
        operation_id: OperationId = "",
    ) -> ToolResult:
        asked = AskedCode(
            code=code,
            lane=lane,
            params=params,
            seed=seed,
            ticks=ticks,
            format=format,
            files=files,
            caps=caps,
            operation_id=operation_id,
        )
        return json_result(await execution.run(ctx, asked, wait_s=wait_s))
