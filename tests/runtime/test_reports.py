"""What a script's steps cost, as Java is told: overruns one by one, CPU beside wall time, long waits."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from tests.runtime.conftest import Game, native_wait

pytestmark = pytest.mark.usefixtures("no_collections")

BUSY = "    n = 0\n    for i in range(60_000):\n        n += i * i % 7\n"


def last_step(game: Game, slot: int = 0) -> tuple[int, int]:
    """Wall and CPU time of the last step, ns."""
    wall, cpu = struct.unpack_from("=2q", game.bridge.ledger(), 64 + 64 * slot + 16)
    return wall, cpu


def test_each_overrun_is_told_with_its_tick_and_line(sprinting: Game) -> None:
    sprinting.start(f"\ndef on_tick(host):\n{BUSY}", budget_ms=0.5, hard_ms=5000)
    sprinting.tick(3)
    overruns = sprinting.outputs()[0].overruns
    assert [(tick, line, counted) for tick, _, _, line, counted in overruns] == [
        (1, 2, True),
        (2, 2, True),
        (3, 2, True),
    ]
    for _, wall, cpu, _, _ in overruns:
        assert wall >= cpu > 500_000


def test_a_step_that_only_waited_is_told_but_does_not_count(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.start("def on_tick(host):\n    host.tick()\n", budget_ms=2)
    script = game.lane.roster.get("it")
    assert script is not None
    wait: Any = lambda host: native_wait(5_000)  # noqa: E731 - in the place of a script's function
    script.on_tick = wait
    game.tick(10)
    overruns = game.outputs()[0].overruns
    assert len(overruns) == 10
    assert not any(counted for *_, counted in overruns)
    wall, cpu = last_step(game)
    assert wall >= 5_000_000 > 2_000_000 > cpu
    assert game.status()["state"] == "running"


def test_the_step_that_is_unwound_is_an_overrun_at_its_own_line(watched: Game) -> None:
    watched.start("def on_tick(host):\n    n = 1\n    while True:\n        n += 1\n", hard_ms=30)
    watched.tick()
    ((tick, wall, cpu, line, counted),) = watched.outputs()[0].overruns
    assert (tick, counted) == (1, True)
    assert line in (3, 4)
    assert wall >= 30_000_000
    assert 0 < cpu <= wall


def test_a_short_step_counts_as_cpu_time(game: Game) -> None:
    game.start("def on_tick(host): pass\n")
    game.tick(2)
    wall, cpu = last_step(game)
    assert wall == cpu > 0


def test_a_long_yield_says_until_when(game: Game) -> None:
    game.start("def run(host):\n    yield 5\n    yield 500\n    yield 30\n    yield\n")
    assert "waits" not in game.status()
    game.tick(5)
    assert game.status()["waits"] == {"until": 505}
    told = len(game.outputs()[0].published)
    game.tick(499)
    assert len(game.outputs()[0].published) == told, "waiting costs nothing"
    game.tick()
    assert game.status()["waits"] == {"until": 535}


def test_waiting_for_a_value_is_told_and_taken_back(game: Game) -> None:
    source = """
class Later:
    done = False
    value = 7

later = Later()

def on_tick(host):
    later.done = host.elapsed() >= 3

def run(host):
    got = yield later
    host.record("got", got)
    yield
"""
    game.start(source)
    assert game.status()["waits"] == {"for": "a pending value"}
    game.tick(5)
    assert game.status()["waits"] is None
