"""A script started again and again under one id: nothing of an older one may act."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame, assert_each_tick

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

TIMES = 50

COUNTING = """
# /// script
# [tool.ticklane]
# events = ["entity_spawn"]
# [tool.ticklane.params]
# n = 0
# ///
def on_start(host):
    host.after(40, lambda: host.record("late", host.params["n"]))
    host.every(1, lambda: host.record("timer", host.params["n"]))
    host.on("entity_spawn", lambda event: host.record("heard", host.params["n"]))
    host.on(lambda: True, lambda answer: host.record("condition", host.params["n"]))


def on_event(host, event):
    host.record("event", host.params["n"])


def on_tick(host):
    host.record("tick", [host.tick(), host.params["n"]])
    host.spawn("armor_stand", (0.5, 64, 0.5), tag="heard")
    host.remove(host.entities(tag="heard"))
"""


def test_replaced_fifty_times_in_a_row_only_the_last_one_acts(game: PlayedGame) -> None:
    first = game.start(COUNTING, params={"n": 0})["generation"]
    for n in range(1, TIMES):
        last = game.start(COUNTING, params={"n": n})
    assert last["generation"] == first + TIMES - 1
    game.let_pass(45)  # past what the first ones had scheduled
    status = game.stop()
    assert (status["reason"], status["generation"]) == ("stopped", last["generation"])
    ticks = [row["value"] for row in game.rows(key="tick")]
    assert {n for _, n in ticks} == {TIMES - 1}
    assert_each_tick([tick for tick, _ in ticks], status)
    for key in ("timer", "event", "heard", "condition", "late"):
        rows = game.rows(key=key)
        assert {row["value"] for row in rows} == {TIMES - 1}, key
        at = [row["tick"] for row in rows]
        assert len(at) == len(set(at)), f"{key}: twice in a tick"
    assert len(game.rows(key="late")) == 1
    assert [id for id in game.scripts() if id == "fault"] == ["fault"]


def test_replaced_in_every_tick_each_generation_ends_once_and_in_order(game: PlayedGame) -> None:
    source = """
def run(host):
    while True:
        host.record("alive", host.tick())
        yield


def on_stop(host):
    host.log("ended", host.reason())
"""
    seen = len(game.events())
    for _ in range(20):
        game.start(source)
        game.let_pass(1)
    game.stop()
    said = [event["text"] for event in game.events()[seen:] if event["kind"] == "line"]
    assert said == ["ended replaced"] * 19 + ["ended stopped"]


def test_one_that_fails_budget_or_ends_itself_leaves_its_id_free(game: PlayedGame) -> None:
    for source, reason in (
        ("def on_tick(host):\n    raise ValueError\n", "failed"),
        ("def on_tick(host):\n    host.stop()\n", "finished"),
        ("def on_tick(host):\n    while True:\n        pass\n", "budget"),
        ("def on_start(host):\n    raise KeyError\n\n\ndef on_tick(host):\n    pass\n", "failed"),
    ):
        assert game.run(source)["reason"] == reason
        game.start("def on_tick(host):\n    host.record('n', 1)\n")
        game.let_pass(3)
        assert game.stop()["records"]["n"] >= 3


def test_a_replacement_that_is_refused_leaves_the_running_one_alone(game: PlayedGame) -> None:
    running = game.start("def on_tick(host):\n    host.record('n', host.tick())\n")
    assert "on_ticks" not in game.refused("def on_tick(host:\n")
    assert "budget" in game.refused("def on_tick(host):\n    pass\n", budget_ms=500)
    game.let_pass(5)
    status = game.stop()
    assert status["generation"] == running["generation"]
    ticks = [row["value"] for row in game.rows(key="n")]
    assert_each_tick(ticks, status)


def test_an_on_stop_that_fails_hangs_or_starts_work_does_not_hold_up_its_successor(game: PlayedGame) -> None:
    for body in (
        "raise RuntimeError('no')",
        "while True:\n        pass",
        "host.every(1, lambda: host.record('n', 'old'))",
    ):
        game.start(f"def on_tick(host):\n    pass\n\n\ndef on_stop(host):\n    {body}\n")
        game.let_pass(2)
        status = game.start("def on_tick(host):\n    host.record('n', 'new')\n")
        assert status["state"] in ("starting", "running")
        game.let_pass(4)
        game.stop()
        assert {row["value"] for row in game.rows(key="n")} == {"new"}
