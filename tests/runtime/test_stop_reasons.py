"""Why a step was ended is told as it is: the limit, a stop, memory, the game's end; and the line it stood at."""

from __future__ import annotations

import struct
import sys

import pytest

from tests.runtime.conftest import Game
from tests.runtime.ladder import Ladder
from ticklane_runtime._memory import Growth

SPINS = "def helper():\n    while True: pass\ndef on_tick(host):\n    helper()\n"


def fire(game: Game, why: int) -> None:
    ladder = Ladder(game, why=why)
    try:
        game.tick()
    finally:
        ladder.close()


@pytest.mark.parametrize(("why", "reason"), [(1, "budget"), (2, "stopped"), (3, "memory"), (4, "game_stopped")])
def test_the_reason_of_an_unwound_script_is_why_it_was_fired_at(game: Game, why: int, reason: str) -> None:
    game.start(SPINS, hard_ms=20)
    fire(game, why)
    status = game.status()
    assert (status["state"], status["reason"]) == ("ended", reason)
    assert status["reproducible"] is (reason != "budget")
    if reason == "memory":
        error = status["error"]
        assert (error["type"], error["line"], error["code"], error["in"]) == (
            "MemoryError",
            2,
            "while True: pass",
            "helper",
        )
        assert "1,024 MiB (script_memory_mib)" in error["message"]
        assert "in helper" in status["traceback"]


def stand(game: Game, line: int, file: int) -> None:
    """Plays the part of Java that reads where the open step stands."""
    watch = game.bridge.watch()
    struct.pack_into("=ii", watch, 72, line, file)
    watch[80:88] = watch[0:8]
    watch[24:32] = watch[0:8]
    struct.pack_into("=q", watch, 48, 1)


@pytest.mark.parametrize("file", [0, 1])
def test_a_call_that_returns_late_is_charged_to_the_line_java_saw(game: Game, file: int) -> None:
    class Late:
        def __len__(self) -> int:
            stand(game, 3, file)
            return 1

    sys.modules["ticklane_late"] = late = type(sys)("ticklane_late")
    late.call = Late().__len__  # type: ignore[attr-defined]
    try:
        game.start(
            "import ticklane_late, other\ndef on_tick(host):\n    ticklane_late.call()\n",
            files={"other.py": "x = 1\ny = 2\nz = 3\n"},
        )
        game.tick()
    finally:
        del sys.modules["ticklane_late"]
    budget = game.status()["budget"]
    assert budget["line"] == 3
    if file:
        assert (budget["file"], budget["code"]) == ("other.py", "z = 3")
    else:
        assert "file" not in budget
        assert budget["code"] == "ticklane_late.call()"


def test_a_place_of_an_older_step_counts_for_nothing(game: Game) -> None:
    game.start(SPINS, hard_ms=20)
    watch = game.bridge.watch()
    struct.pack_into("=ii", watch, 72, 77, 0)
    watch[80:88] = struct.pack("=q", game.lane.guard.serial)
    fire(game, 1)
    assert game.status()["budget"]["line"] == 2


def test_a_package_has_the_module_whose_import_was_cut_short(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import email

    half = type(sys)("email.ticklane_half")
    monkeypatch.setitem(sys.modules, half.__name__, half)
    game.start(SPINS, hard_ms=20)
    fire(game, 1)
    assert vars(email).pop("ticklane_half") is half


needs_statm = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

GROWS = "kept = []\ndef on_tick(host):\n    kept.append(bytearray(b'x' * (2 << 20)))\n"


@needs_statm
@pytest.mark.usefixtures("returned_memory")
def test_growth_step_by_step_ends_the_script_that_grows_and_no_other(game: Game) -> None:
    game.lane.memory.limit = 64 << 20
    game.start("def on_tick(host): host.record('t', len(bytes(1000)))\n", "good", budget_ms=20)
    game.start(GROWS, "bad", budget_ms=20, hard_ms=5000)
    ticks = 0
    while ticks < 200:
        ticks += 1
        game.tick()
        if game.status("bad")["state"] == "ended":
            break
    status = game.status("bad")
    assert status["reason"] == "memory"
    assert 25 < ticks < 80
    assert status["error"]["type"] == "MemoryError"
    assert "64 MiB (script_memory_mib)" in status["error"]["message"]
    assert game.status("good")["state"] == "running"


@needs_statm
def test_growth_by_nobodys_call_ends_nobody(game: Game) -> None:
    game.lane.memory.limit = 16 << 20
    game.start("def on_tick(host): host.record('t', 1)\n", budget_ms=20)
    kept = []
    for _ in range(100):
        kept.append(bytearray(b"x" * (1 << 20)))
        game.tick()
    assert game.lane.memory.is_near
    assert game.status()["state"] == "running"
    assert len(kept) == 100


@needs_statm
def test_growth_of_javas_heap_is_left_out(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    growth = Growth(game.bridge, 64 << 20)
    held = {"resident": 0, "reserved": 0, "used": 0}
    monkeypatch.setattr(Growth, "_resident", lambda _: held["resident"])
    monkeypatch.setattr(game.bridge, "heapReserved", lambda: held["reserved"])
    monkeypatch.setattr(game.bridge, "heapUsed", lambda: held["used"])

    def look() -> bool:
        for _ in range(20):
            growth.look(())
        return growth.is_near

    growth.begin()
    held |= {"resident": 60 << 20, "reserved": 40 << 20}
    assert not look()
    held |= {"reserved": 0, "used": 40 << 20}
    assert not look()
    held |= {"used": 0}
    assert look()
    held |= {"resident": 10 << 20}
    assert not look()
