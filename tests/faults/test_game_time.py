"""Timers, yields and on_tick while the world is frozen, stepped, sprinted and slowed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from ticklane_control.errors import ControlError

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
        ("sprint", {"ticks": 1}),
        ("freeze", {}),
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


COUNTS = """
def run(host):
    while True:
        host.record("tick", host.tick())
        yield
"""


def ticks_of(game: PlayedGame, script: str = "fault") -> list[int]:
    return [row["value"] for row in game.rows(script, key="tick")]


def test_a_step_from_frozen_says_which_ticks_ran_and_scripts_saw_exactly_these(game: PlayedGame) -> None:
    at = game.time("freeze")["tick"]
    game.start(COUNTS)
    answer = game.time("step", ticks=7, wait_s=30)
    assert (answer["state"], answer["tick"]) == ("frozen", at + 7)
    ran = answer["ran"]
    assert {key: ran[key] for key in ("kind", "asked", "ticks", "first", "last", "ended")} == {
        "kind": "step",
        "asked": 7,
        "ticks": 7,
        "first": at + 1,
        "last": at + 7,
        "ended": "done",
    }
    sprinted = game.time("sprint", ticks=500, wait_s=30)
    assert (sprinted["state"], sprinted["ran"]["first"], sprinted["ran"]["last"]) == ("frozen", at + 8, at + 507)
    game.stop()
    assert ticks_of(game) == list(range(at, at + 508))


def test_of_two_that_step_at_once_each_is_told_its_own_ticks(game: PlayedGame) -> None:
    at = game.time("freeze")["tick"]
    first = game.time("step", ticks=1000)["ran"]["number"]
    second = game.time("step", ticks=3, wait_s=30)["ran"]
    told = game.time("query", number=first)["ran"]
    assert told["ended"] == "replaced"
    assert told["ticks"] < 1000
    assert second["ended"] == "done"
    assert second["ticks"] == 3
    assert second["first"] == at + told["ticks"] + 1
    assert game.time("query")["tick"] == second["last"]


@pytest.mark.parametrize(("action", "state"), [("stop", "frozen"), ("freeze", "frozen"), ("unfreeze", "running")])
def test_a_step_that_is_cut_short_says_by_what_and_after_which_tick(game: PlayedGame, action: str, state: str) -> None:
    at = game.time("freeze")["tick"]
    game.time("step", ticks=10**15)
    eventually("a tick", lambda: game.tick() > at)
    answer = game.time(action)
    ran = game.time("query", number=answer["ran"]["number"])["ran"]
    assert ran["ended"] == {"stop": "stopped", "freeze": "frozen", "unfreeze": "unfrozen"}[action]
    assert (ran["first"], ran["last"]) == (at + 1, at + ran["ticks"])
    assert game.time("query")["state"] == state


def test_a_frozen_answer_means_that_no_further_tick_ends(game: PlayedGame) -> None:
    for _ in range(20):
        game.time("sprint")
        tick = game.time("freeze")["tick"]
        assert game.tick() == tick


def test_what_can_not_be_done_with_time_is_refused_in_words(game: PlayedGame) -> None:
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"action": "step", "ticks": 0}, "'ticks' must be a whole number from 1"),
        ({"action": "step", "ticks": -1}, "'ticks' must be"),
        ({"action": "step", "ticks": 2**63}, "'ticks' must be"),
        ({"action": "sprint", "ticks": 0}, "a sprint is 1 tick or more"),
        ({"action": "rate", "rate": 10_001}, "'rate' must be"),
        ({"action": "query", "number": 10**9}, "no step or sprint has number"),
    ]
    for fields, words in refusals:
        with pytest.raises(ControlError, match=words):
            game.time(**fields)
    game.time("unfreeze")
    with pytest.raises(ControlError, match="must be frozen to step, and it is running") as refused:
        game.time("step")
    assert refused.value.type == "refused"
    game.time("sprint")
    with pytest.raises(ControlError, match="it is sprinting"):
        game.time("step")
    game.time("stop")
    with pytest.raises(ControlError, match="no step or sprint to stop"):
        game.time("stop")


def test_a_script_steps_from_frozen_and_is_told_the_ticks(game: PlayedGame) -> None:
    game.time("freeze")
    source = """
def run(host):
    at = host.tick()
    reply = host.command("tick step 5")
    assert (reply.ok, reply.text) == (True, f"Stepping 5 ticks, {at + 1} to {at + 5}"), reply.text
    yield 5
    assert host.command("tick step 3").ok          # in the last tick of the step before
    yield 3
    assert not host.command("tick unfreeze").text == ""
    assert not host.command("tick step 1").ok
    host.command("tick freeze")
    return host.tick() - at
"""
    game.start(source)
    status = game.ended()
    assert (status["reason"], status["result"]) == ("finished", 8), status
    assert game.time("query")["state"] == "frozen"


def test_after_a_stall_no_tick_is_made_up(game: PlayedGame) -> None:
    stall = """
# /// script
# [tool.ticklane]
# hard_ms = 5000
# budget_ms = 10
# ///
import itertools


def run(host):
    yield
    before = host.command("tick query").text
    for n in itertools.count():
        if n > 12_000_000:
            break
    yield
    return before
"""
    game.time("unfreeze")
    before = game.time("query")["skipped"]
    game.start(COUNTS, "watch")
    began, first = time.monotonic(), game.tick()
    game.run(stall)
    answer = game.time("query")
    passed = time.monotonic() - began
    game.stop("watch")
    ticks = answer["tick"] - first
    assert answer["skipped"] > before
    # At most what the time between allows, whatever the stall cost; none is missing in what scripts count.
    assert ticks <= passed * answer["rate"] + 2
    seen = ticks_of(game, "watch")
    assert seen == list(range(seen[0], seen[0] + len(seen)))
