"""What goes back to the agent: one text block of JSON, bounded, with a way on when something was left out."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent

__all__ = ["MAX_REPLY_BYTES", "bounded_text", "is_number", "json_result", "summarised", "within_bound"]

MAX_REPLY_BYTES: Final = 30_000  # about 8,000 tokens of JSON
_LONGEST_ARRAY: Final = 16
_TEXT_KEPT: Final = 2_000
_RESULT_SHARE: Final = 16_000
_ROOM: Final = MAX_REPLY_BYTES - 600  # beside `shortened`
_FAILED_KEPT: Final = 10
_KEYS_KEPT: Final = 20
_NEEDED: Final = (
    "id generation state reason lane tick elapsed waited game error step_ms budget stuck stopping waits lines lost next"
)
_KEPT: Final = frozenset(_NEEDED.split(" "))


def json_result(data: bytes) -> ToolResult:
    """The JSON as a tool's result: one text block, the bytes as they are."""
    return ToolResult(content=[TextContent(type="text", text=data.decode("utf-8"))])


def bounded_text(text: str, most: int) -> str:
    """The beginning and the end of a text, together at most about so many characters (fewer of those long in JSON)."""
    if len(text) <= most and _size(text) <= 3 * most + 2:
        return text
    head, tail = _head(text, most * 2 // 3), _head(text[::-1], most // 3)[::-1]
    return f"{head}\n… {len(text) - len(head) - len(tail):,} characters left out …\n{tail}"


def is_number(value: Any) -> bool:
    """Whether a decoded JSON value is a number (true and false are not)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def summarised(value: Any) -> Any:
    """The value with each array of more than 16 numbers, however deep, as {"n", "min", "max", "first", "last"}; of rows
    of one length, "shape" stands for "n", and "first" and "last" are rows. min and max are of what is finite.
    """
    if isinstance(value, dict):
        return {key: summarised(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > _LONGEST_ARRAY and all(map(_is_cell, value)):
        return {"n": len(value), **_bounds(value), "first": value[:3], "last": value[-3:]}
    if value and all(isinstance(row, list) and len(row) == len(value[0]) for row in value):
        cells = [cell for row in value for cell in row]
        if len(cells) > _LONGEST_ARRAY >= len(value[0]) and all(map(_is_cell, cells)):
            shape = [len(value), len(value[0])]
            return {"shape": shape, **_bounds(cells), "first": value[0], "last": value[-1]}
    return [summarised(item) for item in value]


def _is_cell(item: Any) -> bool:
    """A number as it is recorded: NaN is null, the infinities are texts."""
    return item is None or is_number(item) or item in ("Infinity", "-Infinity")


def _bounds(cells: list[Any]) -> dict[str, Any]:
    numbers = [cell for cell in cells if is_number(cell)]
    return {"min": min(numbers), "max": max(numbers)} if numbers else {}


def within_bound(status: bytes) -> bytes:
    """A Status as it came when it is small enough; else with long parts cut, which `shortened` names.

    New lines are dropped from the end and `lines.next` set back, so that the next wait brings them. What is needed to
    choose the next step stays, whatever the rest holds.
    """
    if len(status) <= MAX_REPLY_BYTES:
        return status
    fields: dict[str, Any] = msgspec.json.decode(status)
    cut: list[str] = []
    for key in ("source", "traceback"):
        if isinstance(fields.get(key), str):
            _shorten(fields, key, cut)
    if isinstance(error := fields.get("error"), dict):
        _shorten_error(error, cut)
    if _size(fields.get("result")) > _RESULT_SHARE:
        fields["result"] = _result_in_short(fields["result"])
        cut.append("result (whole in the run's folder; read it there or let the script return less)")
    if isinstance(verdicts := fields.get("verdicts"), dict) and _size(verdicts) > _TEXT_KEPT:
        failed = [_head(str(text), 150) for text in verdicts.get("failed", [])[:_FAILED_KEPT]]
        fields["verdicts"] = {**verdicts, "failed": failed}
        cut.append("verdicts")
    if isinstance(records := fields.get("records"), dict) and _size(records) > _TEXT_KEPT:
        most = sorted(records.items(), key=lambda item: -item[1])[:_KEYS_KEPT]
        fields["records"] = {_head(key, 60): rows for key, rows in most}
        cut.append(f"records ({len(records)} keys, the most frequent are shown)")
    _drop_lines(fields, cut)
    for key in sorted(fields.keys() - _KEPT, key=lambda name: -_size(fields[name])):
        if _size(fields) <= _ROOM:
            break
        del fields[key]
        cut.append(key)
    fields["shortened"] = cut
    data = msgspec.json.encode(fields)
    if len(data) <= MAX_REPLY_BYTES:
        return data
    kept = {key: fields[key] for key in fields.keys() & _KEPT if _size(fields[key]) <= _TEXT_KEPT}
    return msgspec.json.encode({**kept, "shortened": ["all but what names the script and its state"]})


def _shorten_error(error: dict[str, Any], cut: list[str]) -> None:
    for key in error:
        if isinstance(error[key], str):
            _shorten(error, key, cut)
    if _size(error) <= _RESULT_SHARE:
        return
    for key, value in error.items():
        if isinstance(value, str):
            error[key] = _head(value, 400)
        elif isinstance(value, list):
            error[key] = [_head(str(text), 100) for text in value[:_FAILED_KEPT]]
        elif isinstance(value, dict):
            few = list(value.items())[:_KEYS_KEPT]
            error[key] = {_head(name, 60): _head(str(text), 60) for name, text in few}
    cut.append("error")


def _drop_lines(fields: dict[str, Any], cut: list[str]) -> None:
    lines = fields.get("lines")
    if not isinstance(lines, dict):
        return
    last = lines.get("last")
    if isinstance(last, list) and _size(fields) > _ROOM:
        lines["last"] = [_head(str(line), 150) for line in last[-3:]]
        cut.append("lines.last")
    if isinstance(lines.get("new"), list):
        dropped = 0
        while lines["new"] and _size(fields) > _ROOM:
            part = max(1, len(lines["new"]) // 4)
            del lines["new"][-part:]
            dropped += part
        if dropped:
            lines["next"] = lines.get("next", dropped) - dropped
            cut.append("lines (go on from lines.next)")


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
    """The beginning: at most so many characters, and fewer of those that take six bytes in JSON."""
    head = text[:most]
    return head if _size(head) <= 2 * most + 2 else head[: most // 4]


def _size(value: Any) -> int:
    return len(msgspec.json.encode(value))
