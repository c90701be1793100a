"""`ticklane selfcheck`: what of Ticklane works in a real game, as the game found at its first tick."""

from __future__ import annotations

from pathlib import Path

from ticklane_cli._exit import ENVIRONMENT, FINISHED, print_error, print_json
from ticklane_cli._games import find_game_dir

__all__ = ["read_selfcheck", "selfcheck"]


def selfcheck(game_dir: Path | None, *, as_json: bool) -> int:
    """Print the report of a game's last start, ready to be pasted; returns 3 when there is none."""
    path = find_game_dir(game_dir) / "mc-agent" / "selfcheck.txt"
    text = read_selfcheck(path)
    if not text:
        print_error(f"there is no self-check in {path.parent}: start the game with Ticklane once, until its first tick")
        if as_json:
            print_json({"error": {"type": "environment", "message": f"no self-check in {path.parent}"}})
        return ENVIRONMENT
    if as_json:
        print_json({"file": str(path), "text": text})
    else:
        print(text)
    return FINISHED


def read_selfcheck(path: Path) -> str:
    """The report's text, "" when there is none."""
    try:
        return path.read_text(encoding="utf-8").rstrip()
    except OSError:
        return ""
