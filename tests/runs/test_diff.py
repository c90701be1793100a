"""`ticklane diff`: where two runs part, and in what."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ticklane_cli._app import run_command_line

from .recorded import make_run, make_window, rows_of

Capture = pytest.CaptureFixture[str]


def motion(tick: int, *, shift: float = 0.0, of: int = 2) -> tuple[int, str, Any]:
    """A row of three entities, one of them moved."""
    pos = np.arange(9.0).reshape(3, 3) + tick
    pos[of, 1] += shift
    return tick, "motion", {"id": np.array([7, 12, 31]), "pos": pos, "n": 3}


def diff(capsys: Capture, *words: str | Path) -> tuple[int, str]:
    code = run_command_line(["diff", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out + said.err


def document(capsys: Capture, a: Path, b: Path, *words: str) -> Any:
    code = run_command_line(["diff", str(a), str(b), *words, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == (0 if told["same"] else 1)
    return told


def test_the_same_records_are_the_same_whatever_the_folders_are_called(tmp_path: Path, capsys: Capture) -> None:
    rows = [motion(tick) for tick in range(5)]
    a, b = make_run(tmp_path / "a", *rows), make_run(tmp_path / "b", *rows)
    code, text = diff(capsys, a, b)
    assert code == 0
    assert "same: all 5 rows, the result and what was printed" in text


def test_the_first_tick_entity_and_field_that_differ_are_named_with_both_values(
    tmp_path: Path, capsys: Capture
) -> None:
    a = make_run(tmp_path / "a", *(motion(tick) for tick in range(50)), seed=1)
    b = make_run(tmp_path / "b", *(motion(tick, shift=0.25 * (tick >= 41), of=1) for tick in range(50)), seed=2)
    told = document(capsys, a, b)
    first = told["first"]
    assert (first["tick"], first["key"], first["field"], first["place"]) == (41, "motion", "pos", [1, 1])
    assert (first["entity"], first["a"], first["b"], first["delta"]) == (12, 45.0, 45.25, 0.25)
    assert told["fields"] == [{"name": "motion.pos", "first_tick": 41, "rows": 9, "cells": 9, "largest": 0.25}]
    assert told["inputs"] == {"seed": [1, 2]}
    assert told["rows"] == {"a": 50, "b": 50, "equal": 41, "within_tolerance": 0, "differ": 9}
    code, text = diff(capsys, a, b)
    assert code == 1
    assert "first difference: tick 41, entity #12, motion.pos[1, 1]\n  A    45.0\n  B    45.25\n  A-B  -0.25" in text


def test_where_one_has_other_entities_the_common_ones_are_compared(tmp_path: Path, capsys: Capture) -> None:
    ids = np.array([3, 5, 8, 9])
    pos = np.arange(12.0).reshape(4, 3)
    fewer = pos[[0, 1, 3]].copy()
    fewer[2, 0] += 1
    a = make_run(tmp_path / "a", (1, "motion", {"id": ids, "pos": pos}))
    b = make_run(tmp_path / "b", (1, "motion", {"id": ids[[0, 1, 3]], "pos": fewer}))
    told = document(capsys, a, b)
    assert told["first"]["field"] == "id"
    assert (told["first"]["entity"], told["first"]["a"], told["first"]["b"]) == (
        8,
        "4 entities, only here: #8",
        "3 entities",
    )
    assert [(one["name"], one["cells"], one["largest"]) for one in told["fields"]] == [
        ("motion.id", 1, None),
        ("motion.pos", 1, 1.0),
    ]


def test_a_tolerance_lets_small_differences_pass(tmp_path: Path, capsys: Capture) -> None:
    a = make_run(tmp_path / "a", motion(1), (2, "x", 1.0), (3, "x", math.nan))
    b = make_run(tmp_path / "b", motion(1, shift=1e-9), (2, "x", 1.0 + 1e-10), (3, "x", math.nan))
    assert document(capsys, a, b)["first"]["tick"] == 1
    told = document(capsys, a, b, "--tolerance", "1e-8")
    assert told["same"] is True
    assert told["rows"]["within_tolerance"] == 2
    assert diff(capsys, a, b, "--tolerance", "-1")[0] == 2


def test_without_a_tolerance_every_bit_counts(tmp_path: Path, capsys: Capture) -> None:
    a = make_run(tmp_path / "a", (1, "x", 0.0), (1, "y", [0.0, 1.0]))
    b = make_run(tmp_path / "b", (1, "x", -0.0), (1, "y", [-0.0, 1.0]))
    assert [one["name"] for one in document(capsys, a, b)["fields"]] == ["x", "y"]


def test_what_only_one_of_them_has_is_counted_by_key(tmp_path: Path, capsys: Capture) -> None:
    a = make_run(tmp_path / "a", (1, "x", 1), (2, "hit", 5), (2, "x", 2), (4, "x", 4))
    b = make_run(tmp_path / "b", (1, "x", 1), (2, "x", 2), (3, "late", 1), (4, "x", 4), (4, "x", 4))
    told = document(capsys, a, b)
    assert told["only_a"] == [{"key": "hit", "first_tick": 2, "rows": 1}]
    assert told["only_b"] == [{"key": "late", "first_tick": 3, "rows": 1}, {"key": "x", "first_tick": 4, "rows": 1}]
    assert (told["first"]["tick"], told["first"]["key"], told["first"]["b"]) == (2, "hit", "(no row)")
    assert told["rows"]["equal"] == 3
    assert "only in A: 1 rows of hit, first at tick 2" in diff(capsys, a, b)[1]


def test_inputs_outcome_result_and_lines_are_compared_too(tmp_path: Path, capsys: Capture) -> None:
    versions = {"java": "25", "numpy": "2.5.5"}
    a = make_run(tmp_path / "a", result={"mean": [1.0, 2.0]}, params={"n": 20, "y": 3}, versions=versions)
    b = make_run(
        tmp_path / "b",
        result={"mean": [1.0, 2.5]},
        params={"n": 30, "y": 3},
        versions=versions | {"java": "26"},
        reason="failed",
        ticks=7,
    )
    (b / "lines.jsonl").write_text('{"tick":3,"time":9999,"text":"hullo"}\n')
    told = document(capsys, a, b)
    assert told["inputs"] == {"params.n": [20, 30], "versions.java": ["25", "26"]}
    assert told["outcome"] == {"reason": ["finished", "failed"], "ticks": [600, 7]}
    assert (told["result"][0]["field"], told["result"][0]["place"], told["result"][0]["b"]) == ("mean", [1], 2.5)
    assert told["line"] == {"number": 0, "a": [3, "hello"], "b": [3, "hullo"]}
    text = diff(capsys, a, b)[1]
    assert "reason: finished in A, failed in B" in text
    assert "result.mean[1]: 2.0 in A, 2.5 in B" in text


def test_other_inputs_that_give_the_same_records_are_told_and_are_the_same(tmp_path: Path, capsys: Capture) -> None:
    a, b = make_run(tmp_path / "a", motion(1), pace="sprint"), make_run(tmp_path / "b", motion(1), pace="realtime")
    code, text = diff(capsys, a, b)
    assert code == 0
    assert "pace" in text


def test_windows_and_their_events_are_looked_into(tmp_path: Path, capsys: Capture) -> None:
    window = make_window(100, entities=3)
    vel = window.vel.copy()
    vel[2, 1, 0] += 0.5
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    a.write_bytes(rows_of((100, "push", window)))
    packed = json.loads(a.read_text())
    assert packed["value"]["$type"] == "Window"
    other = make_window(100, entities=3)
    object.__setattr__(other, "vel", vel)
    b.write_bytes(rows_of((100, "push", other)))
    first = document(capsys, a, b)["first"]
    assert (first["field"], first["place"], first["entity"], first["delta"]) == ("vel", [2, 1, 0], 8, 0.5)
    assert dataclasses.is_dataclass(window.event)


def test_damage_is_told_and_the_rest_compared(tmp_path: Path, capsys: Capture) -> None:
    a = make_run(tmp_path / "a", motion(1), motion(2))
    b = make_run(tmp_path / "b", motion(1), motion(2))
    (b / "records.jsonl").write_bytes((b / "records.jsonl").read_bytes()[:-20])
    told = document(capsys, a, b)
    assert told["only_a"] == [{"key": "motion", "first_tick": 2, "rows": 1}]
    assert "cut off" in told["problems"][0]
    assert diff(capsys, a, tmp_path / "nothing")[0] == 2
    (tmp_path / "empty").mkdir()
    assert diff(capsys, a, tmp_path / "empty")[0] == 2


def test_a_run_of_several_files_is_read_in_their_order(tmp_path: Path, capsys: Capture) -> None:
    rows = [(tick, "x", tick) for tick in range(100)]
    a = make_run(tmp_path / "a", *rows)
    b = make_run(tmp_path / "b", *rows[60:])
    (b / "records.1.jsonl").write_bytes(rows_of(*rows[20:60]))
    (b / "records.2.jsonl").write_bytes(rows_of(*rows[:20]))
    assert document(capsys, a, b)["rows"]["equal"] == 100


def test_a_difference_shows_only_so_much_of_huge_values(tmp_path: Path, capsys: Capture) -> None:
    a = make_run(tmp_path / "a", *((1, f"k{n}", "x" * 10_000) for n in range(500)))
    b = make_run(tmp_path / "b", *((1, f"k{n}", "y" * 10_000) for n in range(500)))
    code, text = diff(capsys, a, b)
    assert code == 1
    assert len(text) < 4_000
    assert "and 480 more fields" in text
