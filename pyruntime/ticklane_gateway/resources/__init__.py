"""What clients can read: `ticklane://` resources of the live game and of what is shipped, skills as `skill://`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastmcp import FastMCP

from ticklane_gateway.game import Game
from ticklane_gateway.resources.listed_scripts import ListedScripts
from ticklane_gateway.resources.live import add_live_resources
from ticklane_gateway.resources.run_files import add_run_files
from ticklane_gateway.resources.self_check import add_self_check
from ticklane_gateway.resources.shipped import add_shipped_resources
from ticklane_gateway.scripts import Scripts

__all__ = ["add_resources"]


def add_resources(mcp: FastMCP[Any], game: Game, scripts: Scripts, game_dir: Path) -> None:
    """Register all resources and templates."""
    add_live_resources(mcp, game, scripts)
    add_run_files(mcp, game_dir)
    add_self_check(mcp, game_dir)
    add_shipped_resources(mcp)
    mcp.add_provider(ListedScripts(game))
