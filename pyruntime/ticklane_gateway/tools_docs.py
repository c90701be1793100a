"""The tool that reads docs to clients that show no resources."""

from __future__ import annotations

from logging import DEBUG
from typing import Annotated, Any, Final

import anyio.to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent, ToolAnnotations
from pydantic import Field

from ticklane_gateway.reading.answers import contents, found_for, topic_or_found

__all__ = ["add_docs_tool"]

_READ: Final = ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)


def add_docs_tool(mcp: FastMCP[Any]) -> None:
    """Register it."""

    @mcp.tool(annotations=_READ, output_schema=None)
    async def docs(
        topic: Annotated[
            str,
            Field(
                description="Name: a call (host.spawn), class (Entities), page (physics), section (physics#impulses), "
                "example (examples/tnt_push), skill (game-traps)",
                max_length=200,
            ),
        ] = "",
        query: Annotated[
            str, Field(description="Words, names of the API, or an error message as it came", max_length=2_000)
        ] = "",
        part: Annotated[int, Field(description="Of a long topic: which part", ge=1)] = 1,
    ) -> ToolResult:
        """Read Ticklane's docs: host calls, events, header keys, physics constants, messages, example scripts, skills.

        Use it before writing a script whose calls you don't know by heart, and when a message isn't clear. With query:
        the best sections, and the names of others. With topic: that text. With neither: what there is. No game needed.

        Good first ones: topic="tick-scripts" (how to write one, with whole examples), topic="recipes" (how do I ...?),
        topic="game-traps", topic="reading-results", topic="ScriptHost" (all calls), query="teleport many entities".
        """
        try:
            # In a thread: the first question reads and indexes everything.
            text = await anyio.to_thread.run_sync(_answer, topic.strip(), query.strip(), part)
        except LookupError as error:
            raise ToolError(f"docs: {error.args[0]}", log_level=DEBUG) from error
        return ToolResult(content=[TextContent(type="text", text=text)])


def _answer(topic: str, query: str, part: int) -> str:
    if topic:
        return topic_or_found(topic, part)
    return found_for(query) if query else contents()
