"""What an agent is told of scripts in a real game: last lines, causes, what led to a failure, what to do next."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import ServedGame
from .test_real_game import call

pytestmark = pytest.mark.jvm

FAILS = """
def find(name):
    return {}[name]

def run(host):
    for n in range(15):
        print("line", n)
    yield 2
    try:
        find("speed")
    except KeyError as e:
        raise ValueError("no such column") from e
"""
SLOW = """
def on_tick(host):
    n = 0
    for i in range(60_000):
        n += i * i % 7
"""


def status_of(game: ServedGame, id: str, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = call(game, "auto", "script_status", id=id, **more)
    return found


def test_an_ended_script_shows_its_last_lines_and_what_to_do_without_a_cursor(served_game: ServedGame) -> None:
    call(served_game, "auto", "script_start", source=FAILS, id="fails-later", wait_s=20)
    status = status_of(served_game, "fails-later")
    assert [line.split("] ")[1] for line in status["lines"]["last"]] == [f"line {n}" for n in range(5, 15)]
    assert status["error"]["because"] == ["because of KeyError at line 3 (return {}[name]): 'speed'"]
    assert status["next"].startswith("Correct line 12 or what led to it")
    assert "traceback" not in status
    full = status_of(served_game, "fails-later", detail="full")
    assert "      # name = 'speed'" in full["traceback"]
    assert "lines" in status_of(served_game, "fails-later", since_line=15)
    assert "last" not in status_of(served_game, "fails-later", since_line=15)["lines"]


def test_slow_steps_are_told_with_tick_and_cause(served_game: ServedGame) -> None:
    status = call(
        served_game, "auto", "script_start", source=SLOW, id="slow-steps", budget_ms=0.5, ticks=300, wait_s=30
    )
    assert status["reason"] == "budget"
    overruns = status["overruns"]
    last = overruns.pop("last")
    assert sum(overruns.values()) >= 5
    assert set(overruns) <= {"own code", "host call", "garbage collection", "other processes"}
    assert [row["tick"] for row in last] == sorted(row["tick"] for row in last)
    assert last[-1]["tick"] == status["tick"]
    assert {"ms", "cpu_ms", "cause", "line"} <= set(last[-1])
    assert 0 < status["step_ms"]["cpu"] <= status["step_ms"]["total"]
    assert status["step_ms"]["over"] == 5
    assert "budget_ms" in status["next"]


def test_a_script_that_waits_or_is_paused_says_so(served_game: ServedGame) -> None:
    source = "def run(host):\n    yield 100_000\n"
    status = call(served_game, "auto", "script_start", source=source, id="waiting")
    assert status["waits"]["until"] == status["tick"] + 100_000 - status["elapsed"]
    assert "until tick" in status["next"]
    assert "resume it" in call(served_game, "auto", "script_pause", id="waiting")["next"]
    call(served_game, "auto", "script_stop", id="waiting")


def test_a_long_id_is_listed_short_and_understood_so(served_game: ServedGame) -> None:
    for n in range(45):
        id = f"an-experiment-with-a-name-as-long-as-an-id-may-be-number-{n:07}"
        call(served_game, "auto", "script_start", source="host.result(1)\n", id=id)
    listed = call(served_game, "auto", "script_list")
    shown = [row[0] for row in listed["scripts"] if "…" in row[0]]
    assert len(shown) >= 45
    assert "understood" in listed["cut"]
    assert status_of(served_game, shown[0])["id"].startswith("an-experiment-with-a-name-as-long")
