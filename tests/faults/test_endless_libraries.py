"""Library code that goes on without end, late code, memory without end: in the game, by the watchdog's own thread."""

from __future__ import annotations

import pytest

from .conftest import Play, innocent
from .played_game import PlayedGame, eventually

pytestmark = pytest.mark.jvm

ENDLESS = {
    "statistics": "import statistics\ndef on_tick(host):\n    statistics.mean(iter(int, 1))\n",
    "heapq": "import heapq\ndef on_tick(host):\n    sum(heapq.merge(iter(int, 1), iter(int, 1)))\n",
    "a handler around it": (
        "import heapq\ndef on_tick(host):\n    while True:\n"
        "        try: sum(heapq.merge(iter(int, 1), iter(int, 1)))\n        except BaseException: pass\n"
    ),
    "difflib": (
        "import difflib\ndef on_tick(host):\n    a = [str(i % 7) for i in range(20_000)]\n"
        "    list(difflib.ndiff(a, a[1:] + a))\n"
    ),
}


@pytest.mark.usefixtures("witness")
@pytest.mark.parametrize("name", ENDLESS)
def test_library_code_without_end_is_ended_at_the_hard_limit(game: PlayedGame, name: str) -> None:
    status = game.run(ENDLESS[name], hard_ms=60)
    assert (status["state"], status["reason"]) == ("ended", "budget"), status
    assert status["budget"]["hard"] is True
    assert (
        "heapq" in status["budget"]["code"] or name in status["budget"]["code"] or "except" in status["budget"]["code"]
    )


LATE = {
    "a destructor": (
        "class Late:\n    def __del__(self):\n        while True: pass\nx = Late()\ndef on_tick(host): host.stop()\n"
    ),
    "a destructor in a cycle": (
        "class Late:\n    def __del__(self):\n        while True: pass\nx = Late(); x.x = x; del x\n"
        "def on_tick(host):\n    host.stop()\n"
    ),
    "a generator's last lines": (
        "def g():\n    try: yield\n    finally:\n        while True: pass\nx = g(); next(x)\n"
        "def on_tick(host): host.stop()\n"
    ),
    "a destructor that calls a library": (
        "import heapq\nclass Late:\n    def __del__(self):\n        sum(heapq.merge(iter(int, 1), iter(int, 1)))\n"
        "def on_tick(host):\n    x = Late()\n    raise ValueError\n"
    ),
}
FILLER = "def on_tick(host):\n    kept = [[i] for i in range(20_000)]\n    host.record('n', len(kept))\n"


@pytest.mark.usefixtures("witness")
@pytest.mark.parametrize("name", LATE)
def test_what_a_script_leaves_behind_does_not_hold_the_game(game: PlayedGame, name: str) -> None:
    status = game.run(LATE[name])
    assert status["reason"] in ("finished", "failed")
    game.start(FILLER, "filler", budget_ms=20)  # makes the collector run
    game.let_pass(30)
    assert game.stop("filler")["reason"] == "stopped"


def test_memory_without_end_ends_the_script_that_takes_it(play: Play) -> None:
    game = play(script_memory_mib=64)
    in_a_step = "def run(host):\n    x = []\n    yield\n    while True: x.append([0] * 1000)\n"
    step_by_step = "kept = []\ndef on_tick(host): kept.append(bytearray(b'x' * (4 << 20)))\n"
    with innocent(game, growth_mib=512):
        for source in (in_a_step, step_by_step):
            status = game.run(source, hard_ms=10_000, budget_ms=20)
            assert (status["state"], status["reason"]) == ("ended", "memory"), status
            assert status["error"]["type"] == "MemoryError"
            assert "64 MiB" in status["error"]["message"]
    assert eventually("the game to go on", lambda: game.tick() > 0)
