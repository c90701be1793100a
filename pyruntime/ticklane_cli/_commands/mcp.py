"""`ticklane mcp`: MCP over standard input and output, for clients that start their servers themselves.

Imports nothing slow: a client waits for the answer to `initialize`.
"""

from __future__ import annotations

from pathlib import Path

from ticklane_gateway.stdio import serve_stdio

__all__ = ["mcp", "plain_arguments"]


def mcp(game_dir: Path | None, *, starts_game: bool) -> int:
    """Serve until the client closes standard input."""

    def find() -> Path:
        from ticklane_cli._games import find_game_dir

        return find_game_dir(game_dir)

    return serve_stdio(find, starts_game=starts_game)


def plain_arguments(arguments: list[str]) -> tuple[Path | None, bool] | None:
    """Game folder and whether to start a game, read without the command line's parser; None leaves them to it."""
    game_dir: Path | None = None
    starts_game = True
    rest = list(arguments)
    while rest:
        match rest.pop(0):
            case "--no-start":
                starts_game = False
            case "--game-dir" if rest and not rest[0].startswith("-"):
                game_dir = Path(rest.pop(0))
            case _:
                return None
    return game_dir, starts_game
