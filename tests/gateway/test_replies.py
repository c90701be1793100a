"""Bounded replies: what is cut, what is said about it, what stays."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.runs.recorded import make_window, rows_of
from ticklane_gateway.pages import page_of_output
from ticklane_gateway.replies import MAX_REPLY_BYTES, summarised, within_bound


def bounded(status: dict[str, Any]) -> dict[str, Any]:
    data = within_bound(msgspec.json.encode(status))
    assert len(data) <= MAX_REPLY_BYTES
    decoded: dict[str, Any] = msgspec.json.decode(data)
    return decoded


def test_a_small_status_is_passed_on_byte_for_byte() -> None:
    data = b'{"id": "a",  "state":"running"}'
    assert within_bound(data) is data


def test_lines_that_do_not_fit_come_with_the_next_wait() -> None:
    lines = [f"[{n}] " + "x" * 100 for n in range(1000)]
    status = bounded({"id": "a", "lines": {"next": 1000, "new": lines, "skipped": 0}})
    kept = status["lines"]["new"]
    assert kept == lines[: len(kept)]
    assert len(kept) > 100
    assert status["lines"]["next"] == len(kept)
    assert "lines" in status["shortened"][0]


def test_a_large_result_is_summarised_and_the_small_parts_stay() -> None:
    status = bounded({"id": "a", "result": {"n": 3, "path": list(range(20_000))}})
    path = {"n": 20_000, "min": 0, "max": 19_999, "first": [0, 1, 2], "last": [19_997, 19_998, 19_999]}
    assert status["result"] == {"n": 3, "path": path}
    status = bounded({"id": "b", "result": {"n": 3, "text": "x" * 60_000}})
    assert status["result"] == {"n": 3, "left_out_bytes": {"text": 60_002}}
    assert status["shortened"][0].startswith("result")


def test_full_detail_stays_within_the_bound() -> None:
    names = {f"name{n}": "v" * 500 for n in range(300)}
    status = bounded(
        {
            "id": "a",
            "state": "ended",
            "error": {"type": "E", "line": 3, "message": "m" * 9000, "locals": names},
            "traceback": "t" * 50_000,
            "source": "s" * 900_000,
            "overruns": [{"tick": n, "ms": 3.5} for n in range(5000)],
        }
    )
    assert status["error"]["line"] == 3
    assert status["traceback"].startswith("t")
    assert set(status["shortened"]) >= {"traceback", "source", "overruns"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (list(range(16)), list(range(16))),
        ([1.5] * 17, {"n": 17, "min": 1.5, "max": 1.5, "first": [1.5] * 3, "last": [1.5] * 3}),
        ([None] * 17, {"n": 17, "first": [None] * 3, "last": [None] * 3}),
        (["a"] * 17, ["a"] * 17),
        ([True] * 17, [True] * 17),
        ({"a": [[0] * 20]}, {"a": [{"n": 20, "min": 0, "max": 0, "first": [0] * 3, "last": [0] * 3}]}),
    ],
)
def test_only_long_arrays_of_numbers_are_summarised(value: Any, expected: Any) -> None:
    assert summarised(value) == expected


def page(rows: list[dict[str, Any]], *, limit: int = 100, format: Any = "columns") -> tuple[dict[str, Any], int]:
    asks = 0

    async def ask(since: int, limit: int, max_bytes: int) -> bytes:
        nonlocal asks
        asks += 1
        assert max_bytes > 0
        got: list[dict[str, Any]] = []
        size = 0
        for row in rows[since : since + limit]:
            length = len(msgspec.json.encode(row))
            if length > max_bytes:  # as the game does: its size instead of its value
                row = {**row, "value": None, "cut_bytes": length}
                length = len(msgspec.json.encode(row))
            size += length
            if got and size > max_bytes:
                break
            got.append(row)
        end = since + len(got)
        answer = {"id": "a", "since": since, "next": end, "more": end < len(rows), "total": len(rows), "rows": got}
        cut = any("cut_bytes" in row for row in got)
        return msgspec.json.encode({**answer, "dropped": 0, "truncated": cut, "reset": False})

    data = asyncio.run(page_of_output(ask, since=0, limit=limit, format=format)).json
    assert len(data) <= MAX_REPLY_BYTES
    decoded: dict[str, Any] = msgspec.json.decode(data)
    return decoded, asks


def test_scalars_become_a_value_column() -> None:
    got, _ = page([{"tick": 1, "key": "y", "value": 3}, {"tick": 2, "key": "y", "value": None}])
    assert got["columns"] == {"tick": [1, 2], "key": ["y", "y"], "value": [3, None]}


@pytest.mark.parametrize("values", [[{"a": 1}, {"b": 1}], [{"a": 1}, 2], [{"tick": 9}]])
def test_rows_stay_rows_when_columns_would_not_fit_them(values: list[Any]) -> None:
    rows = [{"tick": n, "key": "k", "value": value} for n, value in enumerate(values)]
    got, _ = page(rows)
    assert "columns" not in got
    assert got["rows"] == rows


def test_no_rows_are_empty_columns() -> None:
    assert page([])[0]["columns"] == {"tick": [], "key": []}


def test_rows_with_large_arrays_fill_a_page_after_they_are_summarised() -> None:
    rows = [{"tick": n, "key": "window", "value": {"dv": [0.5] * 2000}} for n in range(40)]
    got, asks = page(rows, limit=30)
    assert asks > 1
    assert (got["since"], len(got["columns"]["dv"])) == (0, got["next"])
    assert got["next"] > 10
    assert got["columns"]["dv"][0]["n"] == 2000


def recorded(value: Any) -> Any:
    (line,) = rows_of((5, "w", value)).splitlines()
    return msgspec.json.decode(line)


def test_a_large_window_comes_in_short_and_is_not_cut() -> None:
    large = recorded(make_window(5, before=40, after=40, entities=20))
    small = {"tick": 1, "key": "n", "value": 1}
    assert len(msgspec.json.encode(large)) > 100_000
    got, _ = page([small, large, small, large, large])
    assert (got["truncated"], got["next"], len(got["rows"])) == (False, 5, 5)
    window = got["rows"][1]["value"]
    assert window["$type"] == "Window"
    assert window["pos"]["shape"] == [81, 20, 3]
    assert window["pos"]["min"] < window["pos"]["max"]
    assert window["type"] == {"minecraft:falling_block": 10, "minecraft:tnt": 10}
    assert window["event"]["cause"] == "explosion"
    got, _ = page([large], limit=1, format="rows")
    assert got["truncated"]
    assert got["rows"][0]["value"] is None


def test_short_packed_arrays_are_their_numbers() -> None:
    row = recorded({"w": make_window(5, before=1, after=0, entities=1)})
    window = page([row])[0]["columns"]["w"][0]
    assert window["ticks"] == [4, 5]
    assert window["width"][0] == [None]
    assert window["type"] == ["minecraft:falling_block"]


def test_what_stays_too_large_in_short_is_told_by_its_size() -> None:
    text = {"tick": 1, "key": "t", "value": "x" * 100_000}
    got, asks = page([text, text, {"tick": 2, "key": "t", "value": "y"}])
    assert got["truncated"]
    assert [row.get("cut_bytes", 0) > 100_000 for row in got["rows"]] == [True, True, False]
    assert asks < 8


def test_rows_of_numbers_are_summarised_as_one_array() -> None:
    path = [[n, 64.0, None] for n in range(500)]
    got, _ = page([recorded({"pos": path, "far": [float("inf")] * 20 + [1.5]})])
    assert got["columns"]["pos"] == [
        {"shape": [500, 3], "min": 0, "max": 499, "first": [0, 64.0, None], "last": [499, 64.0, None]}
    ]
    assert got["columns"]["far"][0]["max"] == 1.5


def test_one_row_asked_for_as_rows_is_whole() -> None:
    rows = [{"tick": 1, "key": "w", "value": {"dv": [0.5] * 2000}}]
    assert page(rows, limit=1, format="rows")[0]["rows"] == rows


def huge(fields: dict[str, Any]) -> dict[str, Any]:
    """A Status with every field the game can send, each as large as it gets."""
    text = "\u0001" * 3_000  # six bytes a character in JSON
    return {
        "id": "a" * 64,
        "generation": 1,
        "state": "ended",
        "reason": "failed",
        "tick": 8803,
        "elapsed": 80,
        "error": {
            "type": "E" * 100,
            "file": "f" * 200,
            "line": 22,
            "code": text,
            "in": text,
            "message": text,
            "notes": [text] * 6,
            "because": [text] * 3,
            "parts": [text] * 6,
            "locals": {f"name{n}" * 10: text for n in range(12)},
        },
        "traceback": text * 3,
        "result": {"text": "r" * 60_000},
        "verdicts": {"pass": 1, "fail": 100, "failed": [text] * 100},
        "records": {f"{n}" + "\u0001" * 200: n for n in range(64)},
        "lines": {"next": 200, "last": [text] * 10},
        "overruns": {"own code": 20, "last": [{"tick": n, "cause": "own code"} for n in range(20)]},
        "step_ms": {"p50": 0.2, "p99": 0.6, "max": 4.1, "over": 20},
        "params": {f"p{n}": text for n in range(50)},
        "next": "Correct line 22.",
        **fields,
    }


def test_the_bound_holds_whatever_a_status_is_full_of() -> None:
    status = bounded(huge({}))
    assert (status["id"], status["reason"], status["next"]) == ("a" * 64, "failed", "Correct line 22.")
    assert status["error"]["line"] == 22
    assert status["verdicts"]["fail"] == 100
    assert max(status["records"].values()) == 63
    assert status["lines"]["next"] == 200
    assert {"verdicts", "lines.last"} <= set(status["shortened"])


@pytest.mark.parametrize("field", sorted(huge({}).keys() - {"records"}))
def test_no_single_field_breaks_the_bound(field: str) -> None:
    """Also one that grows beyond what the game allows itself."""
    value = huge({})[field]
    grown = {f"{n}": value for n in range(40)} if isinstance(value, dict) else [value] * 600
    bounded(
        {"id": "a", "state": "running", field: grown, "next": "go on"} | ({"id": "a" * 200} if field == "id" else {})
    )


def test_thousands_of_small_fields_leave_what_names_the_script() -> None:
    status = bounded({"id": "a", "state": "running", **{f"field{n}": n for n in range(5_000)}, "next": "go on"})
    assert (status["id"], status["next"]) == ("a", "go on")
