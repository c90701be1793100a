"""Scripts that listen to what the others do: each act raises an event, and each event an act."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

TICKS = 10_000

ECHO = """
# /// script
# [tool.ticklane]
# events = ["entity_spawn", "entity_remove", "block_change"]
# budget_ms = 15
# ///
counts = {}


def on_event(host, event):
    counts[event.kind] = counts.get(event.kind, 0) + 1
    if event.kind == "entity_spawn":
        host.command(f"setblock 0 {host.tick() % 2} 0 {['stone', 'dirt'][counts[event.kind] % 2]}")
    elif event.kind == "block_change" and len(host.entities(tag="ball")) < 4:
        host.spawn("armor_stand", (0, 100, 0), tag="ball")
    elif event.kind == "entity_remove":
        host.command("say gone")


def on_tick(host):
    host.command("kill @e[tag=ball,limit=2]")
    host.spawn("armor_stand", (0, 100, 0), tag="ball")


def on_stop(host):
    host.result(counts | {"elapsed": host.elapsed()})
"""


def test_two_scripts_answer_each_others_events_for_ten_thousand_ticks(game: PlayedGame) -> None:
    game.start(ECHO, "one", ticks=TICKS)
    game.start(ECHO, "two", ticks=TICKS)
    game.time("sprint", ticks=TICKS + 100)
    for id in ("one", "two"):
        status = game.ended(id)
        assert status["reason"] == "finished", status
        assert status["elapsed"] == status["result"]["elapsed"] == TICKS
        for kind in ("entity_spawn", "entity_remove", "block_change"):
            assert status["result"][kind] >= TICKS // 2, status["result"]
    game.start("def run(host):\n    host.remove(host.entities(tag='ball'))\n", "sweep", wait_s=10)


def test_an_event_of_ones_own_act_comes_in_the_next_step_and_not_inside_the_act(game: PlayedGame) -> None:
    source = """
# /// script
# [tool.ticklane]
# events = ["block_change"]
# ///
depth = 0
seen = []


def on_event(host, event):
    global depth
    depth += 1
    seen.append([host.elapsed(), depth])
    if len(seen) < 50:
        host.set_block((5, 5, 5), ["stone", "dirt"][len(seen) % 2])
    depth -= 1


def run(host):
    host.set_block((5, 5, 5), "stone")
    while len(seen) < 50:
        yield
    host.stop()
    return seen
"""
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] == [[n, 1] for n in range(1, 51)]


def test_a_flood_of_events_is_bounded_counted_and_hurts_nobody_else(game: PlayedGame) -> None:
    source = """
# /// script
# [tool.ticklane]
# events = ["block_change"]
# budget_ms = 35
# hard_ms = 5000
# ///
got = 0


def on_event(host, event):
    global got
    got += 1


def run(host):
    for n in range(3):
        host.fill((0, 0, 0), (49, 49, 9), ["stone", "dirt"][n % 2])
        yield
    yield
    host.fill((0, 0, 0), (49, 49, 9), "air")
    host.stop()
    return got
"""
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert 0 < status["result"] <= 3 * 8192
    lines = [event["text"] for event in game.events() if event["kind"] == "line"]
    assert any("events were lost" in line for line in lines), lines


def test_a_script_that_stops_the_others_from_inside_gets_no_handle_on_them(game: PlayedGame) -> None:
    """Many start, end and replace in the ticks in which the others act."""
    for round_ in range(10):
        for id in ("a", "b", "c"):
            game.start(f"def on_tick(host):\n    host.command('say {id}')\n    host.record('n', {round_})\n", id)
    game.let_pass(3)
    for id in ("a", "b", "c"):
        status = game.stop(id)
        assert (status["reason"], {row["value"] for row in game.rows(id, "n")}) == ("stopped", {9})
