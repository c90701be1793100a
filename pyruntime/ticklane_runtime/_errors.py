"""Errors that cross the bridge: how Java's `HostException` (and the fake bridge's) become the contract's classes."""

from __future__ import annotations

from ticklane import (
    CommandError,
    GoneError,
    LimitError,
    NotHereError,
    TicklaneError,
    UnknownNameError,
    UnloadedError,
)

__all__ = ["BridgeError", "BudgetExceeded", "HostFault", "translate"]


class BudgetExceeded(BaseException):
    """Unwinds a script whose step has used its time. Not an `Exception`, so `except Exception` lets it through."""


class HostFault(Exception):  # noqa: N818 - what an error carries, not one to catch
    """What a bridge error carries as args[0]: the twin of Java's `HostException`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self._kind = kind
        self._message = message

    def kind(self) -> str:
        return self._kind

    def getMessage(self) -> str:  # noqa: N802 - Java's name: both bridges are read the same way
        return self._message


class BridgeError(RuntimeError):
    """A refusal of the pure-Python bridge, in the form jep gives a Java `HostException`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(HostFault(kind, message))


_CLASSES: dict[str, type[Exception]] = {
    "unknown_name": UnknownNameError,
    "gone": GoneError,
    "unloaded": UnloadedError,
    "bad_value": ValueError,
    "not_here": NotHereError,
    "limit": LimitError,
    "command": CommandError,
}


def translate(error: RuntimeError) -> Exception:
    """The contract's error for a refused bridge call; `error` itself when it isn't a refusal but a fault."""
    if isinstance(error, RecursionError | NotImplementedError):
        return error
    cause = error.args[0] if error.args else None
    try:
        kind = str(cause.kind())  # type: ignore[union-attr]
        message = str(cause.getMessage())  # type: ignore[union-attr]
    except (AttributeError, TypeError):
        return TicklaneError(f"the game raised an unexpected error: {cause if cause is not None else error}")
    return _CLASSES.get(kind, TicklaneError)(message)
