"""What can go wrong between a controller and its game."""

from __future__ import annotations

__all__ = ["ControlError", "NoGameError"]


class ControlError(Exception):
    """A request the game refused or could not answer.

    `type` is an `ErrorType` of `ticklane_control.messages`, or one of the controller's own: `no_game` (nothing to talk
    to), `disconnected` (the connection ended before the answer), `timeout`. `message` says what to do next.
    """

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type
        self.message = message


class NoGameError(ControlError):
    """No game runs in that folder, or its endpoint file can't be used."""

    def __init__(self, message: str) -> None:
        super().__init__("no_game", message)
