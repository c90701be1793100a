"""Ending a script, or the game, whose thread is inside a step just now: in a real game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ticklane_cli.launch import Game, LaunchConfig, launch, start_game
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

pytestmark = pytest.mark.jvm

HANG_S = 50.0  # less than that limit
LONG_MS = 60_000.0  # the most a script may ask for

SPIN = """
def run(host):
    yield 2
    host.record("spins", 1)
    n = 0
    while True:
        n += 1
"""
# No code of the script runs in there: Python's own merge goes on and on, called by C.
SPIN_IN_A_LIBRARY = """
import heapq
import itertools

def run(host):
    yield 2
    host.record("spins", 1)
    sum(heapq.merge(itertools.count(), itertools.count()))
"""
STUCK = """
def run(host):
    yield 2
    host.record("spins", 1)
    sum(range(200_000_000))
    return "went on"
"""
# Never comes back, and nothing can make it.
LOST = """
import collections
import itertools

def run(host):
    host.record("saved", 1)
    yield 2
    host.record("spins", 1)
    collections.deque(itertools.count(), maxlen=0)
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with launch(LaunchConfig(tmp_path_factory.mktemp("busy") / "game", world="void")) as game:
        yield game


@pytest.fixture
def client(game: Game) -> Iterator[ControlClient]:
    with game.client() as client:
        yield client


def start(client: ControlClient, source: str, id: str, **settings: Any) -> None:
    request = prepare(source=source, id=id, **{"hard_ms": LONG_MS} | settings)
    client.request("start", body=encode_start(request), timeout_s=HANG_S)


def until(seen: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + HANG_S
    while not (found := seen()):
        assert time.monotonic() < deadline, what
        time.sleep(0.005)  # a file, or a status, has no event for this
    return found


@contextmanager
def spinning(game: Game, source: str, id: str) -> Iterator[ControlClient]:
    """Start it and wait until its step doesn't come back; gives a connection of its own."""
    with game.client() as client:
        start(client, source, id)
        ticks = [-1]

        def stands_still() -> bool:
            ticks.append(client.request("ping")["tick"])
            time.sleep(0.15)
            return ticks[-2] == ticks[-1]

        until(stands_still, "the step that doesn't come back")
        yield client


@pytest.mark.parametrize("source", [SPIN, SPIN_IN_A_LIBRARY], ids=["script", "library"])
def test_a_stop_reaches_a_step_that_goes_on(game: Game, source: str) -> None:
    with spinning(game, source, "spinner") as client:
        end = client.request("stop", script="spinner", wait_s=50, timeout_s=HANG_S)
        assert (end["state"], end["reason"]) == ("ended", "stopped")
        assert "budget" not in end
        rows = client.request("output", script="spinner")["rows"]
        assert [row["key"] for row in rows] == ["spins"]
        tick = client.request("ping")["tick"]
        until(lambda: client.request("ping")["tick"] > tick + 2, "the game's next ticks")


def test_a_stop_reaches_step_0(game: Game, client: ControlClient) -> None:
    # Step 0 has a limit of a second whatever the script asks for: on a slow machine it may win once.
    for attempt in range(10):
        id = f"first-{attempt}"
        starter = threading.Thread(target=_start_alone, args=(game, "while True:\n    pass\n", id))
        starter.start()
        until(partial(_is_there, client, id), "its step 0")
        end = client.request("stop", script=id, wait_s=50, timeout_s=HANG_S)
        starter.join()
        assert end["state"] == "ended"
        if end["reason"] == "stopped":
            return
        assert end["reason"] == "budget"
    pytest.fail("every one of them was ended by its limit")


def _is_there(client: ControlClient, id: str) -> bool:
    return any(row[0] == id for row in client.request("list", limit=1000)["scripts"])


def _start_alone(game: Game, source: str, id: str) -> None:
    with game.client() as client:
        start(client, source, id)


def test_a_step_that_ends_in_time_is_not_cut_short(client: ControlClient) -> None:
    start(
        client,
        "def on_tick(host):\n    host.record('tick', 1)\n\ndef on_stop(host):\n    host.result('told')\n",
        "good",
    )
    end = client.request("stop", script="good", wait_s=50, timeout_s=HANG_S)
    assert (end["reason"], end["result"]) == ("stopped", "told")


def test_the_last_call_of_a_stopped_script_has_its_own_time(game: Game) -> None:
    source = f"""
import time
{SPIN}

def on_stop(host):
    until = time.perf_counter() + 0.3
    while time.perf_counter() < until:
        pass
    host.result("told")
"""
    with spinning(game, source, "slow-end") as client:
        end = client.request("stop", script="slow-end", wait_s=50, timeout_s=HANG_S)
        assert (end["reason"], end["result"]) == ("stopped", "told")


def test_a_stop_of_what_is_stuck_is_answered_with_what_is_known_and_holds(game: Game) -> None:
    with spinning(game, STUCK, "stuck") as client:
        known = client.request("stop", script="stuck", wait_s=0)
        assert known["state"] == "running"
        assert known["stopping"] is True
        assert known["stuck"]["code"] == "sum(range(200_000_000))"
        again = client.request("stop", script="stuck", wait_s=50, timeout_s=HANG_S)
        # Whether the two bytecodes after the call still run is a matter of microseconds: "went on" may be its result.
        assert (again["state"], again["reason"]) == ("ended", "stopped")
        assert "stopping" not in again


def spinning_game(folder: Path, source: str) -> Game:
    game = start_game(LaunchConfig(folder, world="void"))
    game.wait_ready()
    with spinning(game, source, "spinner"):
        return game


END = """

def on_stop(host):
    host.record("end", 1)
"""


@pytest.mark.parametrize("how", ["shutdown", "terminate"])
def test_a_game_ends_although_a_script_spins(tmp_path: Path, how: str) -> None:
    game = spinning_game(tmp_path / "game", SPIN + END)
    code = end(game, how)
    assert code == (143 if how == "terminate" else 0)
    rows = (tmp_path / "game" / "mc-agent" / "script-spinner.jsonl").read_text()
    assert '"spins"' in rows
    assert '"end"' in rows  # on_stop was called and its row is on disk


def test_a_game_ends_although_a_script_never_comes_back(tmp_path: Path) -> None:
    game = spinning_game(tmp_path / "game", LOST)
    assert end(game, "shutdown") != 0
    rows = (tmp_path / "game" / "mc-agent" / "script-spinner.jsonl").read_text()
    assert '"saved"' in rows
    assert not (tmp_path / "game" / "mc-agent" / "endpoint.json").exists()


def end(game: Game, how: str) -> int:
    """Have the game end and give its exit code; killed, and the test with it, when it hangs."""
    if how == "shutdown":
        with game.client() as client:
            client.request("shutdown")
    else:
        game.process.terminate()
    try:
        return game.process.wait(HANG_S)
    finally:
        game.stop(0.1)
