"""What of Ticklane works in a real game, as the game found at its first tick."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import anyio
from fastmcp import FastMCP

__all__ = ["add_self_check"]

_MOST: Final = 29_000
_NONE: Final = (
    "There is no self-check in this game's folder: a real Minecraft writes one at its first tick with Ticklane. "
    "The embedded game has nothing that could be missing.\n"
)


def add_self_check(mcp: FastMCP[Any], game_dir: Path) -> None:
    """Register it; without a report it says so."""

    @mcp.resource("ticklane://selfcheck", name="self-check", title="The real game's self-check", mime_type="text/plain")
    async def self_check() -> str:
        """What works in the real game that runs and what its version lacks, ready to be pasted into a bug report."""
        return await anyio.to_thread.run_sync(_read, game_dir / "mc-agent" / "selfcheck.txt")


def _read(path: Path) -> str:
    try:
        if not path.is_file() or path.is_symlink():
            return _NONE
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", errors="replace")
    except OSError:
        return _NONE
