"""Lifecycle changes as JSON for Java's board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ticklane_runtime._surrogates import utf8

if TYPE_CHECKING:
    from ticklane_runtime._script import Script

__all__ = ["publish", "to_json"]

_encode = msgspec.json.Encoder().encode


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return utf8(value)
    if isinstance(value, dict):
        return {utf8(k): _clean(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_clean(v) for v in value]
    return value


def to_json(value: Any) -> str:
    """JSON text of our own plain data; `msgspec.Raw` parts are put in as they are."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _encode(_clean(value)).decode()


def publish(script: Script, changes: dict[str, Any]) -> None:
    """Hand a script's changes to the board."""
    changes.setdefault("id", script.id)
    changes.setdefault("generation", script.generation)
    script.lane.bridge.publish(script.slot, to_json(changes))
