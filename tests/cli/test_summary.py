from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from ticklane_cli._run_view import print_status, print_summary


def shown(status: dict[str, Any], rate: float | None = 1234.5) -> str:
    out = io.StringIO()
    print_summary(status, ticks_per_s=rate, out=Path("runs/fall-1"), file=out)
    return out.getvalue()


def test_a_finished_run_is_told_on_one_screen() -> None:
    text = shown(
        {
            "id": "fall",
            "state": "ended",
            "reason": "finished",
            "elapsed": 600,
            "result": {
                "impulses": 500,
                "dv": {"n": 500, "p50": 1.4412345, "p99": 1.9},
                "at": list(range(40)),
                "none": None,
            },
            "records": {"impulse": 500},
            "step_ms": {"p50": 0.21, "p99": 0.6, "max": 4.1, "over": 0},
        }
    )
    assert "finished  after 600 ticks (1,234 ticks/s)" in text
    assert "dv  n 500  p50 1.44123  p99 1.9" in text
    assert "at 40 values, first 0, 1, 2" in text
    assert "500 × impulse" in text
    assert "runs/fall-1" in text
    assert len(text.splitlines()) < 24


def test_a_failure_names_line_and_message_as_they_are() -> None:
    error = {
        "type": "GoneError",
        "line": 22,
        "code": "speed = shot.vel[0]",
        "message": "entity [red]#41[/red] exploded",
    }
    text = shown({"id": "cannon", "state": "ended", "reason": "failed", "elapsed": 80, "error": error}, None)
    assert "GoneError: entity [red]#41[/red] exploded" in text
    assert "line 22: speed = shot.vel[0]" in text


def test_failed_verdicts_are_spelt_out() -> None:
    verdicts = {"pass": 14, "fail": 1, "failed": ["dvx at d=3: 0.62, expected 0.63 ± 1e-05"]}
    text = shown({"id": "push", "state": "ended", "reason": "finished", "elapsed": 12, "verdicts": verdicts})
    assert "14 passed, 1 failed" in text
    assert "expected 0.63 ± 1e-05" in text


def test_a_result_may_be_any_json_value() -> None:
    for value, text in ((None, "nothing"), (7, "7"), ("x" * 500, "x…"), ([], "()"), ({}, "{}"), (True, "yes")):
        assert text in shown({"id": "a", "state": "ended", "reason": "finished", "elapsed": 1, "result": value})


FAILED: dict[str, Any] = {
    "id": "cannon",
    "state": "ended",
    "reason": "failed",
    "elapsed": 80,
    "error": {
        "type": "ValueError",
        "file": "stats.py",
        "line": 6,
        "code": "raise ValueError(wanted)",
        "message": "no such column",
        "notes": ["seen at (1, 2, 3)"],
        "because": ["because of KeyError at line 5 ({}[wanted]): 'speed'"],
        "locals": {"wanted": "'speed'", "n": "3"},
    },
    "traceback": "Traceback (most recent call last):\n  …\nValueError: no such column",
    "lines": {"next": 2, "last": ["[8801] one", "[8802] [red]two"]},
    "next": "Correct line 6 of stats.py or what led to it, then start it again.",
}


def test_a_failure_tells_values_what_led_to_it_the_last_lines_and_what_to_do() -> None:
    text = shown(FAILED)
    for part in (
        "stats.py, line 6: raise ValueError(wanted)",
        "wanted = 'speed'  n = 3",
        "seen at (1, 2, 3)",
        "because of KeyError at line 5",
        "[8802] [red]two",
        "ValueError: no such column\n",
        "next     Correct line 6 of stats.py",
    ):
        assert part in text
    assert text.splitlines()[-1].startswith("kept in")


def test_overruns_are_told_with_tick_and_cause() -> None:
    overruns = {
        "own code": 5,
        "other processes": 1_200,
        "last": [
            {"tick": 8_803 + n, "ms": 7.3, "cpu_ms": 7.1, "cause": "host call", "call": "host.fill()", "line": 41}
            for n in range(5)
        ],
    }
    step = {"p50": 0.2, "p99": 7.0, "max": 7.3, "over": 5, "total": 800, "cpu": 700.5}
    budget = {"limit_ms": 2.0, "over": 5, "window_ticks": 100, "worst_ms": 7.3, "cpu_ms": 7.1, "line": 41, "code": "x"}
    text = shown({"id": "a", "reason": "budget", "elapsed": 9, "step_ms": step, "overruns": overruns, "budget": budget})
    assert "5 of 100 steps took over 2 ms, up to 7.3" in text
    assert "line 41: x" in text
    assert "all 800, of CPU 700.5" in text
    assert "5 × own code, 1,200 × other processes; 5 count against the budget" in text
    assert "tick 8,807: 7.3 ms (7.1 of CPU), host call host.fill(), line 41" in text
    assert text.count("tick 8,80") == 5, "a run that was ended for it shows them one by one"


def test_a_live_script_that_does_not_move_says_why() -> None:
    out = io.StringIO()
    status = {
        "id": "a",
        "state": "running",
        "elapsed": 9,
        "stuck": {"ms": 4_120, "line": 17, "code": "sum(range(10**9))"},
        "game": "frozen",
        "waits": {"until": 9_000},
        "next": "Wait for its end.",
    }
    print_status(status, file=out)
    text = out.getvalue()
    assert "stuck    for 4,120 ms at line 17: sum(range(10**9))" in text
    assert "frozen" in text
    assert "until tick 9,000" in text
    assert "next     Wait for its end." in text
