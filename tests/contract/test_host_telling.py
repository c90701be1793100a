"""The host contract, on the fake host and in a real game. Results, records, lines and verdicts."""

from __future__ import annotations

import pytest

from .host_cases import RunCase, finished


def test_expect_counts_and_spells_failures_out(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
ok = [host.expect("same", 1.0, 1.0), host.expect("near", 1.000001, 1.0), host.expect("array", np.ones(3), 1.0)]
bad = [host.expect("far", 0.62, 0.624792), host.expect("word", "a", "b"), host.expect("nan", float("nan"), 1.0),
       host.expect("nonsense", object(), 3)]
host.result([ok, bad])
"""
    )
    assert finished(out) == [[True] * 3, [False] * 4]
    assert (out.verdicts["pass"], out.verdicts["fail"]) == (3, 4)
    assert out.verdicts["failed"][0] == "far: 0.620000, expected 0.624792 ± 1e-05"


def test_records_keep_tick_key_value_and_order(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
def run(host):
    start = host.tick()
    for i in range(3):
        host.record("row", {"i": i, "at": host.tick() - start})
        yield
    host.record("last", np.arange(3))
"""
    )
    finished(out)
    assert [(r["key"], r["value"]) for r in out.records] == [
        ("row", {"i": 0, "at": 0}),
        ("row", {"i": 1, "at": 1}),
        ("row", {"i": 2, "at": 2}),
        ("last", [0, 1, 2]),
    ]
    ticks = [r["tick"] for r in out.records]
    assert [t - ticks[0] for t in ticks] == [0, 1, 2, 3]


def test_values_have_a_defined_json_form(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
from collections import Counter
from dataclasses import dataclass
@dataclass
class Shot:
    speed: float
    at: tuple
host.result({"f": np.float32(0.5), "i": np.int64(3), "b": np.bool_(True), "a": np.array([1.0, np.nan, np.inf]),
             "nan": float("nan"), "inf": -float("inf"), "set": {3, 1, 2}, "bytes": b"abc", "shot": Shot(1.5, (1, 2)),
             "counter": Counter("aab"), "keys": {(1, 2): 3, 4: 5}, "big": 2**70, "block": host.block((0, 200, 0))})
"""
    )
    assert finished(out) == {
        "f": 0.5,
        "i": 3,
        "b": True,
        "a": [1.0, None, "Infinity"],
        "nan": None,
        "inf": "-Infinity",
        "set": [1, 2, 3],
        "bytes": "YWJj",
        "shot": {"speed": 1.5, "at": [1, 2]},
        "counter": {"a": 2, "b": 1},
        "keys": {"[1,2]": 3, "4": 5},
        "big": str(2**70),
        "block": "minecraft:air",
    }


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("loop", "result.a[0]"),
        ("{'x': [1, object()]}", "result.x[1]"),
        ("{'s': '\\ud800'}", "result.s"),
        ("deep", "nested deeper than 64"),
    ],
)
def test_what_has_no_json_form_is_named_by_its_path(run_case: RunCase, value: str, words: str) -> None:
    out = run_case(
        f"""
loop = {{"a": []}}
loop["a"].append(loop)
deep = []
for _ in range(100_000):
    deep = [deep]
value = {value}
host.result(value)
"""
    )
    assert out.error is not None
    assert out.error["type"] == "EncodeError"
    assert words in out.error["message"]


def test_a_result_over_64_kb_is_an_error_with_its_size_and_nothing_is_cut(run_case: RunCase) -> None:
    out = run_case("host.result('small')\nhost.result('x' * 70_000)")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["type"] == "LimitError"
    assert "70,002" in out.error["message"]
    assert out.result == "small"
    assert out.status["partial"] is True


def test_log_and_print_are_lines(run_case: RunCase) -> None:
    out = run_case("host.log('a', 1, (2, 3))\nprint('b', end='')\nprint('c')\nprint('d\\ne', end='')")
    finished(out)
    assert [line.rpartition("] ")[2] for line in out.lines] == ["a 1 (2, 3)", "bc", "d", "e"]


def test_the_last_result_wins_and_run_gives_one_too(run_case: RunCase) -> None:
    assert finished(run_case("def run(host):\n    host.result(1)\n    return 2\n")) == 2
    assert finished(run_case("def run(host):\n    host.result(1)\n")) == 1
