"""`ticklane verify`: published numbers against the embedded host."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from ticklane_cli._physics.play import judge
from ticklane_cli._physics.table import Case, Row, read_cases, read_left_out

from .commands import Commands

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "pyruntime" / "ticklane_cli" / "_physics"


def some_case() -> Case:
    return Case("fall", Path("fall.py"), "PP", (Row(1, "y", 2.0), Row(2, "y", 3.0)))


def told(*values: list[Any], **status: Any) -> dict[str, Any]:
    return {"reason": "finished", "result": list(values), **status}


@pytest.mark.jvm
def test_the_embedded_host_moves_as_the_published_numbers_say(commands: Commands) -> None:
    document = commands.json("verify")
    off = [row for row in document["rows"] if row["verdict"] != "PASS"]
    assert off == []
    assert document["fail"] == 0
    assert document["pass"] == len(document["rows"]) == sum(len(case.rows) for case in read_cases())
    assert {row["case"] for row in document["rows"]} == {case.name for case in read_cases()}
    assert {gap["name"] for gap in document["left_out"]} == {gap.name for gap in read_left_out()}


@pytest.mark.jvm
def test_one_case_is_shown_as_a_table(commands: Commands) -> None:
    done = commands.run("verify", "--case", "fall_80_60")
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[words.index("fall_80_60") :][:7] == [
        "fall_80_60",
        "60",
        "y",
        "60.000000",
        "60.000000",
        "0.0e+00",
        "PASS",
    ]
    assert "1 passed, 0 failed" in done.stdout


def test_an_unknown_case_is_refused_with_the_nearest(commands: Commands) -> None:
    done = commands.run("verify", "--case", "ice_slid")
    assert done.returncode == 2
    assert "ice_slide" in done.stderr


def test_a_row_passes_within_its_tolerance_only() -> None:
    rows = judge(some_case(), told([1, "y", 2.0 + 0.9e-5], [2, "y", 3.0 + 1.1e-5]))
    assert [row.passed for row in rows] == [True, False]
    assert rows[1].error == pytest.approx(1.1e-5)


def test_what_was_not_measured_or_is_no_number_fails() -> None:
    rows = judge(some_case(), told([1, "y", None]))
    assert [row.passed for row in rows] == [False, False]
    assert rows[1].problem == "not measured"


@pytest.mark.parametrize(
    ("status", "word"),
    [
        ({"reason": "failed", "error": {"message": "boom"}}, "boom"),
        (told([1, "y", 2.0], [2, "y", 3.0], verdicts={"failed": ["velocity before: 1 is not 2"]}), "velocity before"),
    ],
)
def test_a_script_that_went_wrong_fails_all_its_rows_and_says_why(status: dict[str, Any], word: str) -> None:
    rows = judge(some_case(), status)
    assert not any(row.passed for row in rows)
    assert all(word in row.problem for row in rows)


def test_the_table_names_known_sources_and_finite_numbers() -> None:
    import tomllib

    known = tomllib.loads((TABLE / "cases.toml").read_text(encoding="utf-8"))["sources"]
    cases = read_cases()
    assert len({case.name for case in cases}) == len(cases)
    for case in cases:
        assert case.script.is_file()
        assert set(case.sources.partition(";")[0].partition(",")[0].split()) <= known.keys()
        assert case.rows
        assert all(math.isfinite(row.expected) and row.tolerance >= 0 for row in case.rows)
    for gap in read_left_out():
        assert set(gap.sources.partition(";")[0].split()) <= known.keys()


def test_both_copies_of_the_free_fall_table_are_the_same() -> None:
    java = ROOT / "jvm-mod" / "host-minestom" / "src" / "test" / "resources" / "free_fall.csv"
    assert (TABLE / "free_fall.csv").read_bytes() == java.read_bytes()
