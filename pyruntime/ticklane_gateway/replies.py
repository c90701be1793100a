"""What goes back to the agent: one text block of JSON, bounded, with a way on when something was left out."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent

__all__ = ["MAX_REPLY_BYTES", "is_number", "json_result", "summarised", "within_bound"]

MAX_REPLY_BYTES: Final = 30_000  # about 8,000 tokens of JSON
_LONGEST_ARRAY: Final = 16
_TEXT_KEPT: Final = 2_000
_RESULT_SHARE: Final = 16_000


def json_result(data: bytes) -> ToolResult:
    """The JSON as a tool's result: one text block, the bytes as they are."""
    return ToolResult(content=[TextContent(type="text", text=data.decode("utf-8"))])


def is_number(value: Any) -> bool:
    """Whether a decoded JSON value is a number (true and false are not)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def summarised(value: Any) -> Any:
    """The value with each array of more than 16 numbers, however deep, as {"n", "min", "max", "first", "last"}."""
    if isinstance(value, dict):
        return {key: summarised(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > _LONGEST_ARRAY and all(item is None or is_number(item) for item in value):
        numbers = [item for item in value if item is not None]
        bounds = {"min": min(numbers), "max": max(numbers)} if numbers else {}
        return {"n": len(value), **bounds, "first": value[:3], "last": value[-3:]}
    return [summarised(item) for item in value]


def within_bound(status: bytes) -> bytes:
    """A Status as it came when it is small enough; else with long parts cut, which `shortened` names.

    Lines are dropped from the end and `lines.next` set back, so that the next wait brings them.
    """
    if len(status) <= MAX_REPLY_BYTES:
        return status
    fields: dict[str, Any] = msgspec.json.decode(status)
    cut: list[str] = []
    for key in ("source", "traceback"):
        if isinstance(fields.get(key), str):
            _shorten(fields, key, cut)
    error = fields.get("error")
    if isinstance(error, dict):
        for key in error:
            if isinstance(error[key], str):
                _shorten(error, key, cut)
        if _size(error) > _RESULT_SHARE and "locals" in error:
            error["locals"] = {name: _head(str(value), 100) for name, value in list(error["locals"].items())[:40]}
            cut.append("locals")
    if _size(fields.get("result")) > _RESULT_SHARE:
        fields["result"] = _result_in_short(fields["result"])
        cut.append("result (whole in the run's folder; read it there or let the script return less)")
    lines = fields.get("lines")
    if isinstance(lines, dict) and isinstance(lines.get("new"), list):
        dropped = 0
        while lines["new"] and _size(fields) > MAX_REPLY_BYTES - 300:
            half = max(1, len(lines["new"]) // 4)
            del lines["new"][-half:]
            dropped += half
        if dropped:
            lines["next"] = lines.get("next", dropped) - dropped
            cut.append("lines (go on from lines.next)")
    for key in sorted(fields, key=lambda name: -_size(fields[name])):
        if _size(fields) <= MAX_REPLY_BYTES - 300:
            break
        if _size(fields[key]) > _TEXT_KEPT // 2:
            del fields[key]
            cut.append(key)
    fields["shortened"] = cut
    return msgspec.json.encode(fields)


def _result_in_short(result: Any) -> Any:
    short = summarised(result)
    if _size(short) <= _RESULT_SHARE:
        return short
    if isinstance(short, dict):
        small = {key: value for key, value in short.items() if _size(value) <= _TEXT_KEPT // 2}
        large = {key: _size(value) for key, value in short.items() if key not in small}
        if _size(small) + _size(large) <= _RESULT_SHARE:
            return {**small, "left_out_bytes": large}
    return {"left_out_bytes": _size(result)}


def _shorten(fields: dict[str, Any], key: str, cut: list[str]) -> None:
    if len(fields[key]) > 3 * _TEXT_KEPT:
        fields[key] = _head(fields[key], _TEXT_KEPT) + "\n…\n" + fields[key][-_TEXT_KEPT:]
        cut.append(key)


def _head(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most]


def _size(value: Any) -> int:
    return len(msgspec.json.encode(value))
