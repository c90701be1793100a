"""Pages of a script's output: rows as the game keeps them turned into columns, arrays summarised."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ticklane_gateway.packed_values import shown
from ticklane_gateway.replies import MAX_REPLY_BYTES

__all__ = ["Page", "page_of_output"]

_NUMBERS: Final = re.compile(rb'\[[-+\w., "]*\]')  # an array of numbers, null, "Infinity"
_LONGEST_ARRAY: Final = 16
_ASKED_BYTES: Final = 20_000
_MOST_ASKS: Final = 16  # rows with large arrays shrink when summarised: several pages of the game make one of ours
_LARGE_BYTES: Final = 9 << 20  # more than any row has


class Page(NamedTuple):
    """A Page's JSON, and of which generation of the script it is (None: the game didn't say)."""

    json: bytes
    generation: int | None


Ask = Callable[[int, int, int], Awaitable[bytes]]
"""(since, limit, max_bytes) → the game's answer to `output`."""


async def page_of_output(ask: Ask, *, since: int, limit: int, format: Literal["rows", "columns"]) -> Page:
    """One Page: as many of `limit` rows from row number `since` on as fit the bound.

    One row asked for as rows is given whole; otherwise arrays over 16 numbers are summarised. What is still too large
    then comes as its size, and the page says `truncated`.
    """
    whole = format == "rows" and limit == 1
    page: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    size = 0
    for _ in range(_MOST_ASKS):
        cursor = page.get("next", since)
        if whole:
            answer: dict[str, Any] = msgspec.json.decode(await ask(cursor, 1, MAX_REPLY_BYTES - 1_000))
            got = answer.pop("rows", [])
        else:
            answer = await _some_rows(ask, cursor, limit - len(rows), _ASKED_BYTES - size)
            got = answer.pop("rows", [])
        rows += got
        first = page or answer
        page = {
            **answer,
            "since": since,
            "dropped": first.get("dropped", 0),
            "reset": first.get("reset", False),
            "truncated": bool(page.get("truncated") or answer.get("truncated")),
        }
        size = len(msgspec.json.encode(rows))
        if not answer.get("more") or not got or len(rows) >= limit or size > _ASKED_BYTES * 3 // 4:
            break
    generation = page.pop("generation", None)
    columns = _columns(rows) if format == "columns" else None
    content = {"rows": rows} if columns is None else {"columns": columns}
    return Page(msgspec.json.encode({**page, **content}), generation)


async def _some_rows(ask: Ask, cursor: int, limit: int, room: int) -> dict[str, Any]:
    """Rows in short, up to the first that is too large as it stands; that one alone when it is the first."""
    data = await ask(cursor, limit, room)
    answer: dict[str, Any] = msgspec.json.decode(data)
    rows = answer.get("rows", [])
    if not _has_long_arrays(data) and b'"cut_bytes"' not in data:
        return answer  # nothing to put in short: looking at every value would take longer than all the rest
    large = next((number for number, row in enumerate(rows) if "cut_bytes" in row), None)
    if large:
        answer = msgspec.json.decode(await ask(cursor, large, room))
        rows = answer.get("rows", [])
    elif large == 0:
        cut = rows[0]
        answer = msgspec.json.decode(await ask(cursor, 1, _LARGE_BYTES))
        rows = [{**row, "value": shown(row.get("value"))} for row in answer.get("rows", [])]
        answer["truncated"] = any(len(msgspec.json.encode(row)) > max(room, _ASKED_BYTES // 4) for row in rows)
        return {**answer, "rows": [cut] if answer["truncated"] else rows}
    return {**answer, "rows": [{**row, "value": shown(row.get("value"))} for row in rows]}


def _has_long_arrays(data: bytes) -> bool:
    """Whether `shown` may have something to do: packed arrays, rows of numbers, or more than 16 numbers in a row."""
    if b'"$array"' in data or b'"$names"' in data or b"[[" in data:
        return True
    return any(found.count(b",") >= _LONGEST_ARRAY for found in _NUMBERS.findall(data))


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]] | None:
    """The rows as columns, or None when their values differ in fields, one of them is left out for its size, or a field
    is named like a row's own.
    """
    if any("cut_bytes" in row for row in rows):
        return None
    columns: dict[str, list[Any]] = {"tick": [row["tick"] for row in rows], "key": [row["key"] for row in rows]}
    values = [row["value"] for row in rows]
    if not values:
        return columns
    if not any(_is_record(value) for value in values):
        return {**columns, "value": values}
    if not all(_is_record(value) and value.keys() == values[0].keys() for value in values):
        return None
    if columns.keys() & values[0].keys():
        return None
    return {**columns, **{field: [value[field] for value in values] for field in values[0]}}


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and not (value.keys() >= {"first", "last"} and value.keys() & {"n", "shape"})
