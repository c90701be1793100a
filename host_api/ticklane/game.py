"""Where a script runs."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Game", "Vantage"]


class Vantage(str):
    """The lane a script sees the game from: "server", "client", "render" or "parallel".

    `authoritative` is False where positions are interpolated and some columns are NaN: on client lanes. Beside the game
    ("parallel") it is True: the tables are the server lane's own, of the tick they name.
    """

    __slots__ = ("authoritative",)
    authoritative: bool

    def __new__(cls, lane: str, authoritative: bool = True) -> Vantage:
        """Make one from a lane's name."""
        self = super().__new__(cls, lane)
        self.authoritative = authoritative
        return self


@dataclass(frozen=True)
class Game:
    """The game around the script.

    Attributes:
        host: what runs the lanes: "minestom" for the embedded server.
        minecraft: the game's version, "26.1.2".
        has: what this game can do: "redstone", "mob_ai", ...
    """

    host: str
    minecraft: str
    has: frozenset[str]
