"""The scripts of the game as resources of their own, so that people can pick one from a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from fastmcp.exceptions import ToolError
from fastmcp.resources.base import Resource
from fastmcp.server.dependencies import get_context
from fastmcp.server.providers.base import Provider
from fastmcp.utilities.versions import VersionSpec
from pydantic import AnyUrl

from ticklane_gateway.game import Game

__all__ = ["ListedScripts"]

_LISTED: Final = 50
_ONE_OFF: Final = re.compile(r"(exec|command)-\d+|op-[0-9a-f]{16}")  # snippets and commands come and go


class _Listed(msgspec.Struct):
    scripts: list[list[Any]] = []


class ListedScripts(Provider):
    """Lists each script's status; reading it is left to the template of all scripts."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    async def _list_resources(self) -> Sequence[Resource]:
        if not _is_request():
            return ()  # the server lists all for itself when it starts: the game need not be there yet
        try:
            listed = msgspec.json.decode(await self._game.ask("list", state="all", limit=_LISTED), type=_Listed)
        except ToolError:
            return ()  # no game, no scripts
        return [
            Resource(
                uri=AnyUrl(f"ticklane://scripts/{row[0]}/status"),
                name=f"scripts/{row[0]}",
                title=f"Script {row[0]}",
                description="Status of this script: result, error, lines, step times",
                mime_type="application/json",
            )
            for row in listed.scripts
            if not _ONE_OFF.fullmatch(str(row[0]))
        ]

    async def _get_resource(self, uri: str, version: VersionSpec | None = None) -> Resource | None:
        return None


def _is_request() -> bool:
    try:
        return get_context().request_context is not None
    except RuntimeError:
        return False
