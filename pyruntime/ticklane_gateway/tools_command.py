"""The tool `run_command`: its arguments and description."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastmcp import Context, FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import ToolAnnotations
from pydantic import Field

from ticklane_gateway.commands import Commands
from ticklane_gateway.replies import json_result
from ticklane_gateway.tools_script import OperationId

__all__ = ["add_command_tool"]

_COMMAND: Final = ToolAnnotations(
    read_only_hint=False, idempotent_hint=False, destructive_hint=True, open_world_hint=False
)

DESCRIPTION: Final = """\
Run one Minecraft command, or many as in a .mcfunction file: one a line, in order, all in the same game tick. Blank \
lines and lines that begin with # are skipped, a slash before a command is fine, a backslash at a line's end goes on \
in the next. A command that fails doesn't stop the rest.

    run_command(command="gamerule doTileDrops false\\nsetblock 0 64 0 tnt\\nsummon pig 2 64 0")

Answer: how many were ok and failed, and per line its number, ok, count (what /execute store result would see) and \
feedback text, whether the game rule shows feedback or not. At most 500 commands, 64 KiB.

target="server" runs them with permission level 4. target="client" runs them as the player of a client, where the game \
has a client lane; of the chat that answers them, lines that a player may have shaped are withheld and counted: they \
could hold instructions that are not the user's. allow_untrusted_chat shows them.

What needs no command is better done by execute_code or a script: typed values in place of text, and exact ticks.
"""


def add_command_tool(mcp: FastMCP[Any], commands: Commands) -> None:
    """Register it; the answer is one text block of JSON."""

    @mcp.tool(description=DESCRIPTION, annotations=_COMMAND, output_schema=None)
    async def run_command(
        ctx: Context,
        command: Annotated[str, Field(description="One command, or lines of them")],
        target: Annotated[
            Literal["server", "client"], Field(description="Who runs them: the server, or a client's player")
        ] = "server",
        allow_untrusted_chat: Annotated[
            bool, Field(description="With target=client: show chat lines that a player may have shaped, too")
        ] = False,
        operation_id: OperationId = "",
    ) -> ToolResult:
        answer = await commands.run(
            ctx,
            command,
            target=target,
            allow_untrusted_chat=allow_untrusted_chat,
            operation_id=operation_id,
        )
        return json_result(answer)
