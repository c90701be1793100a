"""Exit codes, and how an error becomes one line and one of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.process import ToolError
from ticklane_control.errors import ControlError

__all__ = [
    "ENDED_OTHERWISE",
    "ENVIRONMENT",
    "FINISHED",
    "USAGE",
    "UsageError",
    "describe",
    "exit_code",
    "not_run",
    "print_error",
    "print_json",
]

FINISHED: Final = 0
ENDED_OTHERWISE: Final = 1
USAGE: Final = 2
ENVIRONMENT: Final = 3


class UsageError(Exception):
    """Arguments that can't be meant: the message says what would do. Exit code 2."""


def describe(error: Exception) -> tuple[int, str, str] | None:
    """Exit code, type and text of an error that a user can act on; None for one that is ours."""
    from ticklane_cli._install.errors import InstallError
    from ticklane_cli.launch import GameRunningError, LaunchError
    from ticklane_toolchain.refusal import Refusal

    match error:
        case UsageError():
            return USAGE, "usage", str(error)
        case Refusal():
            return USAGE, "refused", str(error)
        case MissingPieceError():
            return ENVIRONMENT, "environment", str(error)
        case InstallError():
            return ENVIRONMENT, "install", str(error)
        case ToolError():
            return ENVIRONMENT, "environment", str(error)
        case GameRunningError():
            return USAGE, "game_running", str(error)
        case LaunchError():
            return ENVIRONMENT, "launch", str(error)
        case ControlError(type="no_game"):
            return ENVIRONMENT, error.type, error.message
        case ControlError(type="unknown_script" | "refused" | "bad_request" | "limit" | "not_here"):
            return USAGE, error.type, error.message
        case ControlError():
            return ENDED_OTHERWISE, error.type, error.message
    return None


def exit_code(error: BaseException) -> int:
    """The code a command ends with by that error."""
    known = describe(error) if isinstance(error, Exception) else None
    return known[0] if known else ENDED_OTHERWISE


def not_run(id: str, kind: str, text: str, *, out: Path | None = None) -> dict[str, Any]:
    """The document of `run --json` for a script that was not started."""
    reason = "refused" if kind in {"refused", "usage"} else kind
    document = {"id": id, "state": "ended", "reason": reason, "ticks": 0, "result": None}
    return document | {"error": {"type": kind, "message": text}, "out": str(out) if out else None}


def print_error(text: str) -> None:
    """One error on stderr, as it is: it may hold brackets and braces that a markup would eat."""
    print(text, file=sys.stderr, flush=True)


def print_json(document: Any) -> None:
    """The one JSON document of a command run with --json."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
    sys.stdout.flush()
