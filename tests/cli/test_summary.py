from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from ticklane_cli._run_view import print_summary


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
