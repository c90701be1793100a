"""A lane over the fake bridge, driven as Java drives it: through the entry, with start requests as bytes."""

from __future__ import annotations

import ctypes
import gc
import json
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from ticklane_control.messages import encode_start
from ticklane_runtime._entry import LaneEntry
from ticklane_runtime._fake_bridge import FakeBridge, FakeOutput
from ticklane_runtime._fake_run import script_streams
from ticklane_runtime._fake_world import FakeWorld
from ticklane_runtime._lane import Lane
from ticklane_runtime._memory import FreeMemory
from ticklane_toolchain import prepare

native_wait: Any = ctypes.CDLL(None).usleep
"""Waits so many microseconds where nobody looks: Python's own waits are refused in a step."""


class Game:
    """A world with one lane; `start` takes a script's source."""

    def __init__(self, *, sprint: bool = False, world: str = "void", lane_budget_ms: float = 40) -> None:
        self.world = FakeWorld(world)
        self.bridge = FakeBridge(self.world, sprint=sprint, lane_budget_ms=lane_budget_ms)
        self.lane = Lane(self.bridge)
        self.entry = LaneEntry(self.lane)

    def ask(self, verb: str, script: str = "", body: Any = None) -> dict[str, Any]:
        with script_streams():
            answer = self.entry.control(verb, script, body)
        assert answer[0] in "+-"
        reply: dict[str, Any] = json.loads(answer[1:])
        return {"ok": answer[0] == "+"} | reply

    def start(
        self, source: str, id: str = "it", files: dict[str, str] | None = None, **settings: Any
    ) -> dict[str, Any]:
        request = prepare(source=source, files=files, id=id, **settings)
        return self.ask("start", id, encode_start(request))

    def tick(self, n: int = 1) -> None:
        for _ in range(n):
            self.world.tick()
            with script_streams():
                self.entry.step(self.world.ticks)

    def outputs(self, id: str = "it") -> list[FakeOutput]:
        return [output for output in self.bridge.outputs if output.id == id]

    def status(self, id: str = "it") -> dict[str, Any]:
        return self.outputs(id)[-1].status()

    def lines(self, id: str = "it") -> list[str]:
        return self.outputs(id)[-1].lines


@pytest.fixture
def returned_memory() -> None:
    """Before `game`: the system has what earlier tests left free, so that a growth of the process is seen as one."""
    gc.collect()
    FreeMemory().give_back()


@pytest.fixture
def game() -> Game:
    return Game()


@pytest.fixture
def sprinting() -> Game:
    """Nobody waits for its ticks: soft budgets don't end scripts on a slow test machine."""
    return Game(sprint=True)


@pytest.fixture
def faultless(sprinting: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Nothing of the runtime, or of what a test puts into it, may fail."""
    faults: list[str] = []
    monkeypatch.setattr(sprinting.lane, "report_fault", lambda where: faults.append(where + traceback.format_exc()))
    yield sprinting
    assert not faults, faults[0]


class Watchdog:
    """Plays Java's: fires the flag when an open step is past its deadline, without asking anybody."""

    def __init__(self, bridge: FakeBridge) -> None:
        data = memoryview(bridge.watch())
        self._words = data[:64].cast("q")
        self._flag = data[64:65]
        self._end = threading.Event()
        self.fired = 0
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        words = self._words
        while not self._end.wait(0.001):
            serial = words[0]
            if serial and words[3] != serial and time.perf_counter_ns() > words[2]:
                words[3] = serial
                words[6] = 1
                self._flag[0] = 1
                self.fired += 1

    def close(self) -> None:
        self._end.set()
        self._thread.join()


@pytest.fixture
def watched(game: Game) -> Iterator[Game]:
    """A game whose steps are watched."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    watchdog = Watchdog(game.bridge)
    yield game
    watchdog.close()
    sys.setswitchinterval(before)
