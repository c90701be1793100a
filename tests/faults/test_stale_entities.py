"""Entities that go away while a script holds them or goes through them."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

HEADER = """
# /// script
# [tool.ticklane]
# budget_ms = 30
# hard_ms = 10000
# ///
"""


def test_two_hundred_tnt_are_killed_moved_away_and_blown_up_inside_the_loop_over_them(game: PlayedGame) -> None:
    source = (
        HEADER
        + """
def run(host):
    for i in range(200):
        host.spawn("tnt", (i % 20, 100, i // 20), fuse=30_000, tag="it")
    yield
    table = host.entities(tag="it")
    for n, one in enumerate(table):
        if n % 4 == 0:
            host.remove(one)
        elif n % 4 == 1:
            host.command(f"kill {one.uuid}")
        elif n % 4 == 2:
            host.modify(one, pos=(0, -127.9, 0), vel=(0, -5, 0))
        host.spawn("armor_stand", (0, 100, 0), tag="new")
    yield 3
    left = host.entities(tag="it")
    alive = [one.alive for one in table]
    host.remove(host.entities(tag="new"))
    host.remove(left)
    return {"table": len(table), "left": len(left), "alive": alive.count(True), "columns": table.pos.shape}
"""
    )
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] == {"table": 200, "left": 50, "alive": 50, "columns": [200, 3]}


@pytest.mark.parametrize("use", ["one.pos", "one.vel", "one.fuse", "host.modify(one, pos=(0, 0, 0))"])
def test_a_handle_of_what_is_gone_says_when_why_and_where(game: PlayedGame, use: str) -> None:
    source = f"""
def run(host):
    one = host.spawn("tnt", (0.5, 100, 0.5), fuse=2)
    yield 4
    assert not one.alive and one.type == "tnt" and one.id > 0
    {use}
"""
    status = game.run(source)
    assert (status["reason"], status["error"]["type"], status["error"]["line"]) == ("failed", "GoneError", 6), status
    for word in ("tnt", "tick", "explo", "alive"):
        assert word in status["error"]["message"]


def test_removing_twice_and_removing_nothing_are_no_errors(game: PlayedGame) -> None:
    source = """
def run(host):
    ones = [host.spawn("armor_stand", (0, 100, 0), tag="it") for _ in range(3)]
    table = host.entities(tag="it")
    return [host.remove(ones[0]), host.remove(ones[0]), host.remove(table), host.remove(table),
            host.remove(host.entities(tag="nobody"))]
"""
    status = game.run(source)
    assert (status["reason"], status["result"]) == ("finished", [1, 0, 2, 0, 0]), status


def test_events_of_what_is_gone_already_can_still_be_read(game: PlayedGame) -> None:
    source = """
def run(host):
    seen = []
    def gone(event):
        assert host.entities(tag="it").id.size == 0
        seen.append([event.type, event.cause, event.id > 0])
    host.on("entity_remove", gone)
    for _ in range(5):
        host.spawn("armor_stand", (0, 100, 0), tag="it")
        host.remove(host.entities(tag="it"))
    yield 2
    return seen
"""
    status = game.run(source)
    assert (status["reason"], status["result"]) == ("finished", [["minecraft:armor_stand", "script", True]] * 5), status


def test_one_script_removes_what_another_goes_through(game: PlayedGame) -> None:
    game.start(
        """
def on_tick(host):
    host.remove(host.entities(tag="prey"))
""",
        "hunter",
        budget_ms=2,
    )
    source = (
        HEADER
        + """
def run(host):
    lost = 0
    for _ in range(30):
        prey = [host.spawn("armor_stand", (0, 100, 0), tag="prey") for _ in range(20)]
        yield
        lost += sum(not one.alive for one in prey)
        table = host.entities(tag="prey")
        assert len(table) == sum(one.alive for one in prey)
    return lost
"""
    )
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] >= 20 * 29
    assert game.stop("hunter")["reason"] == "stopped"


def test_tables_and_handles_are_kept_over_thousands_of_ticks_of_coming_and_going(game: PlayedGame) -> None:
    source = (
        HEADER
        + """
def run(host):
    tables, ones = [], []
    for _ in range(2000):
        ones.append(host.spawn("armor_stand", (0, 100, 0), tag="it"))
        tables.append(host.entities(tag="it"))
        host.remove(ones[-1])
        yield
    assert all(len(t) == 1 and t.id[0] == one.id and not one.alive for t, one in zip(tables, ones))
    assert len({one.id for one in ones}) == 2000
    return len(tables)
"""
    )
    game.start(source)
    game.time("sprint", ticks=2100)
    status = game.ended()
    assert (status["reason"], status["result"]) == ("finished", 2000), status
