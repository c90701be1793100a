"""Completion of arguments: ids of scripts, names of examples, pages, calls and files. Without a game, no ids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio.to_thread
import mcp_types
import msgspec
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError

from ticklane_gateway.game import Game
from ticklane_gateway.reading.answers import topic_names
from ticklane_gateway.reading.library import doc_pages, examples
from ticklane_gateway.resources.run_files import run_file_names

__all__ = ["add_completion"]


class _Listed(msgspec.Struct):
    scripts: list[list[Any]] = []


def add_completion(mcp: FastMCP[Any], game: Game, game_dir: Path) -> None:
    """Register the server's one completion handler."""

    async def complete(
        ref: mcp_types.PromptReference | mcp_types.ResourceTemplateReference,
        argument: mcp_types.CompletionArgument,
        context: mcp_types.CompletionContext | None,
    ) -> list[str]:
        of = ref.name if isinstance(ref, mcp_types.PromptReference) else ref.uri.removeprefix("ticklane://")
        match of.partition("/")[0], argument.name:
            case ("debug_script", "id") | ("scripts", "id") | ("events{?since,script,limit}", "script"):
                known = await _script_ids(game)
            case ("experiment", "like") | ("examples", "name"):
                known = list(examples())
            case ("docs", "page"):
                known = list(doc_pages())
            case ("reference", "name"):
                known = [name for name in await anyio.to_thread.run_sync(topic_names) if name[:1].isupper()]
            case ("physics", "table"):
                known = ["cases", "free_fall"]
            case ("runs", "file"):
                known = await anyio.to_thread.run_sync(run_file_names, game_dir)
            case (_, "format"):
                known = ["columns", "rows"]
            case _:
                known = []
        return _matching(known, argument.value)

    mcp.add_completion_handler(complete)


async def _script_ids(game: Game) -> list[str]:
    try:
        listed = msgspec.json.decode(await game.ask("list", state="all", limit=500), type=_Listed)
    except ToolError:
        return []
    return [str(row[0]) for row in listed.scripts]


def _matching(known: list[str], typed: str) -> list[str]:
    """Those that begin so, then those that contain it."""
    low = typed.lower()
    begins = [name for name in known if name.lower().startswith(low)]
    return begins + [name for name in known if low in name.lower() and name not in begins]
