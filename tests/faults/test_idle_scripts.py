"""Many scripts that do next to nothing."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame, assert_each_tick

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]


def test_twenty_idle_scripts_for_ten_minutes_of_ticks_need_no_thread_and_no_memory(game: PlayedGame) -> None:
    for n in range(19):
        game.start("def on_tick(host):\n    pass\n", f"idle-{n}", budget_ms=0.5)
    game.time("sprint", ticks=1000)
    game.let_pass(1000)
    before = game.size()
    game.time("sprint", ticks=12_000)
    game.let_pass(12_000)
    after = game.size()
    assert not after.threads - before.threads
    assert after.rss_mib <= before.rss_mib * 1.05
    for n in range(19):
        status = game.stop(f"idle-{n}")
        assert status["reason"] == "stopped"
        assert status["elapsed"] >= 13_000
        assert "budget" not in status


def test_two_hundred_scripts_start_step_and_stop_and_the_next_is_told_the_limit(game: PlayedGame) -> None:
    source = "def on_tick(host):\n    host.record('n', host.tick())\n"
    for n in range(60):
        game.start(source, f"one-{n}", budget_ms=0.1)
    game.let_pass(5)
    assert "ms" in game.refused(source, "greedy", budget_ms=40)
    game.let_pass(2)
    for n in range(60):
        status = game.stop(f"one-{n}")
        assert status["reason"] == "stopped"
        ticks = [row["value"] for row in game.rows(f"one-{n}")]
        assert_each_tick(ticks, status)


def test_ended_scripts_are_forgotten_in_the_end_and_the_list_stays_bounded(game: PlayedGame) -> None:
    for n in range(300):
        game.start("def run(host):\n    return 1\n", f"short-{n}")
    listed = game.client.request("list", state="ended", limit=1000)["scripts"]
    assert 0 < len(listed) <= 256
    assert "short-299" in game.scripts()
    assert "short-0" not in game.scripts()
