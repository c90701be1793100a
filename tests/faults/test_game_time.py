"""Timers, yields and on_tick while the world is frozen, stepped, sprinted and slowed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .conftest import RATE
from .played_game import PlayedGame, eventually

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

TIMERS = """
def on_start(host):
    at = host.tick()
    for n in (2, 3):
        host.schedule(at + n, lambda n=n: host.record("schedule", [n, host.tick() - at, host.elapsed()]))
    host.after(4, lambda: host.record("after", [4, host.tick() - at, host.elapsed()]))
    host.every(2, lambda: host.record("every", [host.tick() - at, host.elapsed()]))


def on_tick(host):
    host.record("tick", host.elapsed())


def run(host):
    yield 5
    host.record("run", host.elapsed())
"""

EXPECTED = {
    "schedule": [[2, 2, 2], [3, 3, 3]],
    "after": [[4, 4, 4]],
    "every": [[2, 2], [4, 4], [6, 6], [8, 8]],
    "tick": [1, 2, 3, 4, 5, 6, 7, 8],
    "run": [5],
}


@pytest.fixture(autouse=True)
def _time_goes_on(game: PlayedGame, witness: None) -> Iterator[None]:
    yield
    game.time("rate", rate=RATE)
    game.time("unfreeze")


def pace(game: PlayedGame, how: str, ticks: int) -> None:
    target = game.tick() + ticks
    if how == "normal":
        game.time("unfreeze")
        eventually("the last tick", lambda: game.tick() >= target)
        game.time("freeze")
        return
    if how == "stepped one by one":
        for tick in range(ticks):
            game.time("step", ticks=1)
            eventually("a step", lambda at=target - ticks + tick + 1: game.tick() >= at)  # type: ignore[misc]
    elif how == "stepped at once":
        game.time("step", ticks=ticks)
    elif how == "sprint from frozen":
        game.time("sprint", ticks=ticks)
    elif how == "at 100 a second":
        game.time("rate", rate=100)
        game.time("step", ticks=ticks)
    eventually("the last tick", lambda: game.tick() >= target and game.time("query")["state"] == "frozen")
    assert game.tick() == target


@pytest.mark.parametrize(
    "how", ["normal", "stepped one by one", "stepped at once", "sprint from frozen", "at 100 a second"]
)
def test_timers_are_due_at_the_same_game_ticks_whatever_makes_them_pass(game: PlayedGame, how: str) -> None:
    game.time("freeze")
    eventually("the freeze", lambda: game.time("query")["state"] == "frozen")
    game.start(TIMERS, ticks=8)
    at = game.tick()
    assert game.rows() == []
    pace(game, how, 10)
    status = game.ended(within_s=10)
    assert (status["reason"], status["elapsed"], status["tick"]) == ("finished", 8, at + 8)
    assert {key: [row["value"] for row in game.rows(key=key)] for key in EXPECTED} == EXPECTED


def test_nothing_of_a_script_moves_while_frozen_but_one_offs_and_questions_are_answered(game: PlayedGame) -> None:
    game.time("freeze")
    eventually("the freeze", lambda: game.time("query")["state"] == "frozen")
    game.start(TIMERS)
    at = game.tick()
    for n in range(20):
        one_off = game.start(f"def run(host):\n    return [host.tick(), {n}]\n", "one-off", wait_s=10)
        assert (one_off["reason"], one_off["result"]) == ("finished", [at, n])
    status = game.status()
    assert (status["state"], status["elapsed"], status["game"]) == ("running", 0, "frozen")
    assert game.rows() == []
    assert game.tick() == at
    assert game.stop()["reason"] == "stopped"


def test_freezing_and_sprinting_at_random_makes_no_hole_in_tick(game: PlayedGame) -> None:
    source = """
def run(host):
    last = host.tick()
    while True:
        yield
        assert host.tick() == last + 1, (last, host.tick())
        last += 1
        assert host.elapsed() == last - start

def on_start(host):
    global start
    start = host.tick()
"""
    game.start(source)
    for action, fields in [
        ("freeze", {}),
        ("step", {"ticks": 3}),
        ("sprint", {"ticks": 500}),
        ("unfreeze", {}),
        ("sprint", {"ticks": 200}),
        ("freeze", {}),
        ("sprint", {"ticks": 1}),
        ("step", {"ticks": 1}),
        ("rate", {"rate": 1000}),
        ("unfreeze", {}),
        ("sprint", {"ticks": -1}),
    ] * 5:
        game.time(action, **fields)
    game.time("freeze")
    status = game.stop()
    assert status["reason"] == "stopped", status


def test_tick_commands_of_scripts_act_after_the_step_and_against_each_other(game: PlayedGame) -> None:
    source = """
def run(host):
    at = host.tick()
    host.command("tick freeze")
    assert host.tick() == at
    host.command("tick step 4")
    yield 4
    assert host.tick() == at + 4
    host.command("tick sprint 20")
    yield 20
    host.command("tick unfreeze")
    host.command("tick freeze")
    host.command("tick unfreeze")
    yield 2
    return host.tick() - at
"""
    status = game.run(source)
    assert (status["reason"], status["result"]) == ("finished", 26), status
