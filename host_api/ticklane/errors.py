"""What a host call can raise. A message says what was asked, the nearest that exists and the call that works."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "CommandError",
    "EncodeError",
    "GoneError",
    "LimitError",
    "NotAllowedError",
    "NotHereError",
    "TicklaneError",
    "UnknownNameError",
    "UnloadedError",
]


class TicklaneError(Exception):
    """Base of all errors Ticklane raises in a script."""


class UnknownNameError(TicklaneError, ValueError):
    """No such entity type, block, item, event, column, parameter or header key.

    `name` is what was asked, `nearest` what exists and resembles it most, best first.
    """

    def __init__(self, message: str, *, name: str = "", nearest: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.name = name
        self.nearest = tuple(nearest)


class GoneError(TicklaneError):
    """That entity was removed: `tick`, `cause` and `pos` say when, why and where.

    `id` and `type` name it. An entity this world never had gives `tick` -1, `cause` "" and `pos` None.
    """

    def __init__(
        self,
        message: str,
        *,
        id: int = -1,
        type: str = "",
        tick: int = -1,
        cause: str = "",
        pos: tuple[float, float, float] | None = None,
    ) -> None:
        super().__init__(message)
        self.id = id
        self.type = type
        self.tick = tick
        self.cause = cause
        self.pos = pos


class UnloadedError(TicklaneError):
    """That chunk is not loaded, or no world is."""


class CommandError(TicklaneError):
    """The text is not a command. A command that was understood but failed is a reply with ok False."""


class NotHereError(TicklaneError):
    """This lane or this game cannot do it: self() where there is no player, jump() on the server lane."""


class NotAllowedError(TicklaneError):
    """A capability is missing: which one, and how the user allows it."""


class LimitError(TicklaneError, ValueError):
    """Too large: a result over 64 KB, an area over the limit. Nothing was cut, nothing was done."""


class EncodeError(TicklaneError, TypeError):
    """A recorded value has no JSON form; the message names the path to it."""
