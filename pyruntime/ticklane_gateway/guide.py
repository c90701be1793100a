"""What clients can read beside the script tools: the tool `docs`, resources, prompts, completion, subscriptions."""

from __future__ import annotations

from typing import Any

from fastmcp import FastMCP

from ticklane_gateway.completion import add_completion
from ticklane_gateway.game import Game
from ticklane_gateway.prompts import add_prompts
from ticklane_gateway.resources import add_resources
from ticklane_gateway.scripts import Scripts
from ticklane_gateway.settings import Settings
from ticklane_gateway.subscriptions import Subscriptions
from ticklane_gateway.tools_docs import add_docs_tool

__all__ = ["Subscriptions", "add_guide"]


def add_guide(mcp: FastMCP[Any], game: Game, settings: Settings, subscriptions: Subscriptions | None) -> None:
    """Register it all; without `subscriptions` nobody can subscribe."""
    add_docs_tool(mcp)
    add_resources(mcp, game, Scripts(game, settings), settings.game_dir)
    add_prompts(mcp, game)
    add_completion(mcp, game, settings.game_dir)
    if subscriptions is not None:
        subscriptions.serve(mcp)
