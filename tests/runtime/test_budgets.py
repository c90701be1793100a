"""Runaway scripts are unwound, slow ones ended, and others don't pay for it. A thread plays Java's watchdog."""

from __future__ import annotations

import struct
import sys

import pytest

from tests.runtime.conftest import Game, native_wait
from ticklane_runtime._budget import SoftBudget

pytestmark = pytest.mark.usefixtures("no_collections")

INNOCENT = "def on_tick(host): host.record('t', 1)\n"


def last_step(game: Game, slot: int) -> tuple[int, int]:
    """What Java reads of a script's last step: its wall time and the number of steps."""
    words = memoryview(game.bridge.ledger()).cast("B").cast("q")
    return words[8 + 8 * slot + 2], words[8 + 8 * slot + 7]


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("a plain loop", "while True:\n        pass"),
        ("a bare except", "while True:\n        try:\n            while True: pass\n        except:\n            pass"),
        ("a loop in finally", "try:\n        while True: pass\n    finally:\n        while True: pass"),
        ("recursion that swallows", "f()"),
        ("a comprehension", "[x for x in iter(int, 1)]"),
        ("a generator in sum", "sum(1 for _ in iter(int, 1))"),
        ("a loop of host calls", "while True: host.block((0, 64, 0))"),
        ("a filter", "while True: host.entities(filter=lambda es: es.x < 0)"),
    ],
)
def test_a_runaway_step_is_unwound_and_the_others_go_on(watched: Game, name: str, body: str) -> None:
    helper = "def f():\n    try:\n        f()\n    except BaseException:\n        f()\n"
    watched.start(helper + f"def on_tick(host):\n    {body}\n", "bad", hard_ms=30, budget_ms=2)
    watched.start(INNOCENT, "good", budget_ms=10)
    watched.tick(3)
    status = watched.status("bad")
    assert (status["state"], status["reason"]) == ("ended", "budget"), status
    budget = status["budget"]
    assert budget["hard"] is True
    assert budget["limit_ms"] == 30
    assert budget["worst_ms"] >= 30
    assert budget["line"] >= 6 or name == "recursion that swallows"
    assert status["reproducible"] is False
    wall_ns, steps = last_step(watched, slot=0)
    assert steps == 2, "the step that was unwound is one of its steps"
    assert wall_ns >= 30e6
    watched.ask("stop", "good")
    assert len(watched.outputs("good")[0].records()) == 3


def test_a_runaway_step_zero_is_unwound_after_a_second(watched: Game) -> None:
    watched.start("while True:\n    pass\n")
    assert watched.status()["reason"] == "budget"
    assert watched.status()["budget"]["limit_ms"] == 1000
    assert watched.status()["budget"]["line"] in (1, 2)


def test_a_runaway_on_stop_is_cut_off_and_the_script_still_ends(watched: Game) -> None:
    watched.start("def on_tick(host): pass\ndef on_stop(host):\n    host.result('so far')\n    while True: pass\n")
    watched.ask("stop", "it")
    assert watched.status()["reason"] == "stopped"
    assert watched.status()["result"] == "so far"
    assert "cut off" in watched.lines()[-1]
    assert watched.status()["reproducible"] is False


def test_the_cpu_time_of_a_runaway_is_its_own(watched: Game) -> None:
    for id in ("first", "second"):
        watched.start("def on_tick(host):\n    while True: pass\n", id, hard_ms=60)
    watched.tick()
    for id in ("first", "second"):
        budget = watched.status(id)["budget"]
        assert budget["cpu_ms"] <= budget["worst_ms"] * 1.1


def test_a_generator_that_returns_late_from_c_is_charged_where_it_begins(watched: Game) -> None:
    watched.start("def run(host):\n    yield\n    return sum(range(40_000_000))\n", hard_ms=30)
    watched.tick()
    assert watched.status()["reason"] == "budget"
    assert watched.status()["budget"]["line"] in (1, 2)


@pytest.mark.parametrize("where", ["host.after(1, spin)", "host.on(spin, print)", "host.on('chat', lambda e: spin())"])
def test_handlers_are_bounded_too(watched: Game, where: str) -> None:
    watched.start(f"def spin():\n    while True: pass\ndef on_start(host):\n    {where}\n", hard_ms=30)
    watched.world.say("chat", "Ada", "hello")
    watched.tick(2)
    assert watched.status()["reason"] == "budget"
    assert watched.status()["budget"]["line"] == 2


def test_a_call_that_comes_back_late_from_c_is_over_the_hard_limit_too(watched: Game) -> None:
    watched.start("def on_tick(host):\n    sum(range(40_000_000))\n", hard_ms=30)
    watched.tick()
    assert watched.status()["reason"] == "budget"
    assert watched.status()["budget"]["line"] in (1, 2)


def test_a_late_destructor_of_one_script_is_not_charged_to_another(
    watched: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    import queue

    monkeypatch.setattr(queue, "ticklane_late", [], raising=False)
    watched.start(
        "import queue\nclass Late:\n    def __del__(self):\n        while True: pass\n"
        "queue.ticklane_late.append(Late())\n",
        "left",
    )
    watched.start(
        "import queue\ndef on_tick(host):\n    if host.elapsed() == 2:\n        queue.ticklane_late.clear()\n"
        "    n = 0\n    for i in range(1000):\n        n += i\n    host.record('t', n)\n",
        "good",
        hard_ms=60,
        budget_ms=20,
    )
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    watched.tick(4)
    assert watched.status("good")["state"] == "running"
    watched.ask("stop", "good")
    assert len(watched.outputs("good")[0].records()) == 4


def test_a_stale_flag_does_no_harm(game: Game) -> None:
    game.start("def on_tick(host):\n    for _ in range(3):\n        pass\n    host.record('t', 1)\n")
    struct.pack_into("=q", game.bridge.watch(), 24, 12345)  # fired for a step that is long over
    game.bridge.watch()[64] = 1
    game.tick(2)
    game.ask("stop", "it")
    assert len(game.outputs()[0].records()) == 2
    assert game.bridge.watch()[64] == 0


def test_the_watch_is_closed_between_calls_and_unmasked(game: Game) -> None:
    game.start("def on_tick(host):\n    try:\n        host.block((0, 9**9, 0))\n    except ValueError:\n        pass\n")
    game.tick(2)
    words = struct.unpack_from("=8q", game.bridge.watch())
    assert words[0] == 0
    assert words[4] == 0


def test_five_overruns_in_a_hundred_ticks_end_a_script(game: Game) -> None:
    game.start(
        "def on_tick(host):\n    if host.elapsed() % 10 == 0:\n        n = 0\n"
        "        for i in range(60_000):\n            n += i * i % 7\n",
        budget_ms=0.5,
        hard_ms=5000,
    )
    for _ in range(120):
        game.tick()
        if game.status()["state"] == "ended":
            break
    status = game.status()
    assert status["reason"] == "budget"
    assert (status["budget"]["over"], status["budget"]["window_ticks"], status["budget"]["limit_ms"]) == (5, 100, 0.5)
    assert status["budget"]["cpu_ms"] > 0.5
    assert (status["budget"]["line"], status["budget"]["code"]) == (1, "def on_tick(host):")
    assert status["elapsed"] == 50
    assert status["reproducible"] is False


def test_waiting_is_no_overrun_because_cpu_time_counts_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import queue

    queue.ticklane_wait = native_wait  # type: ignore[attr-defined]
    game.start("import queue\ndef on_tick(host):\n    queue.ticklane_wait(4_000)\n", budget_ms=2)
    game.tick(12)
    del queue.ticklane_wait  # type: ignore[attr-defined]
    assert game.status()["state"] == "running"
    wall, cpu, over = struct.unpack_from("=3q", game.bridge.ledger(), 80)
    assert wall > 2_000_000 > cpu
    assert over == 0


def test_sprinting_counts_overruns_without_punishing(sprinting: Game) -> None:
    sprinting.start(
        "def on_tick(host):\n    n = 0\n    for i in range(60_000):\n        n += i * i % 7\n",
        budget_ms=0.2,
        hard_ms=5000,
    )
    sprinting.tick(12)
    assert sprinting.status()["state"] == "running"
    assert struct.unpack_from("=q", sprinting.bridge.ledger(), 96)[0] == 12


def test_overruns_outside_the_window_are_forgiven() -> None:
    budget = SoftBudget(1.0)
    assert not any(budget.over(t, 2_000_000, 2_000_000, 1, punish=True) for t in range(0, 1000, 25))
    assert [budget.over(t, 2_000_000, 2_000_000, 1, punish=True) for t in range(2000, 2005)] == [False] * 4 + [True]
    assert budget.total == 45
