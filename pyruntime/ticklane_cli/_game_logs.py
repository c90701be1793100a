"""The game's log lines, put into our own stream."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog

__all__ = ["emit", "emit_plain"]

_LEVELS: Final = {
    "trace": "debug",
    "debug": "debug",
    "info": "info",
    "warn": "warning",
    "warning": "warning",
    "error": "error",
    "critical": "critical",
    "severe": "error",
}
_log = structlog.get_logger("ticklane.game")


def emit(line: str) -> str:
    """Log one line of the game's stderr, a JSON object as a rule; returns it as a person reads it."""
    try:
        fields = msgspec.json.decode(line)
    except msgspec.DecodeError:
        fields = None
    if not isinstance(fields, dict) or not isinstance(fields.get("event"), str):
        return emit_plain(line)
    event = fields.pop("event")
    level = _LEVELS.get(str(fields.pop("level", "info")).lower(), "info")
    # Our stream gives each line a time of its own, the same to within a moment.
    named: dict[str, Any] = {str(key): value for key, value in fields.items() if key not in {"time", "timestamp"}}
    getattr(_log, level)(event, **named)
    rest = " ".join(f"{key}={value}" for key, value in named.items() if key not in {"logger", "thread"})
    return f"{level} {event}{' ' + rest if rest else ''}"


def emit_plain(line: str, *, level: str = "warning") -> str:
    """Log a line that is no JSON: on stderr that is the JVM's own words, a crash or a traceback, and must be seen."""
    if line.strip():
        getattr(_log, level)(line)
    return line
