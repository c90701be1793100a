"""Pages of a script's output: rows as the game keeps them turned into columns, arrays summarised."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ticklane_gateway.replies import MAX_REPLY_BYTES, summarised

__all__ = ["Page", "page_of_output"]

_ASKED_BYTES: Final = 20_000
_MOST_ASKS: Final = 8  # rows with large arrays shrink when summarised: several pages of the game make one of ours


class Page(NamedTuple):
    """A Page's JSON, and of which generation of the script it is (None: the game didn't say)."""

    json: bytes
    generation: int | None


Ask = Callable[[int, int, int], Awaitable[bytes]]
"""(since, limit, max_bytes) → the game's answer to `output`."""


async def page_of_output(ask: Ask, *, since: int, limit: int, format: Literal["rows", "columns"]) -> Page:
    """One Page: as many of `limit` rows from row number `since` on as fit the bound.

    One row asked for as rows is given whole; otherwise arrays over 16 numbers are summarised.
    """
    whole = format == "rows" and limit == 1
    page: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    size = 0
    for _ in range(_MOST_ASKS):
        answer: dict[str, Any] = msgspec.json.decode(
            await ask(
                page.get("next", since), limit - len(rows), MAX_REPLY_BYTES - 1_000 if whole else _ASKED_BYTES - size
            )
        )
        got = answer.pop("rows", [])
        rows += got if whole else [{**row, "value": summarised(row.get("value"))} for row in got]
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
    shown = {"rows": rows} if columns is None else {"columns": columns}
    return Page(msgspec.json.encode({**page, **shown}), generation)


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]] | None:
    """The rows as columns, or None when their values differ in fields or a field is named like a row's own."""
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
    return isinstance(value, dict) and value.keys() != {"n", "min", "max", "first", "last"}
