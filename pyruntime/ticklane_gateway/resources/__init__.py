"""What clients can read: `ticklane://` resources of the live game and of what is shipped for reading."""

from __future__ import annotations

from typing import Any

from fastmcp import FastMCP

from ticklane_gateway.game import Game
from ticklane_gateway.resources.live import add_live_resources
from ticklane_gateway.scripts import Scripts

__all__ = ["add_resources"]


def add_resources(mcp: FastMCP[Any], game: Game, scripts: Scripts) -> None:
    """Register all resources and templates."""
    add_live_resources(mcp, game, scripts)
