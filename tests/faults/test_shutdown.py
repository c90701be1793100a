"""Every way a game is told to end, with scripts in every state: no hang, no orphan, nothing acknowledged lost."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable
from typing import Final

import pytest

from .conftest import Play
from .played_game import NO_HANG_S, PlayedGame, call_tool, children_of, eventually, is_running, json_lines

pytestmark = pytest.mark.jvm

RECORDING: Final = """
def on_tick(host):
    host.record("n", host.tick())


def on_stop(host):
    host.record("last", host.reason())
    host.result(host.reason())
"""

# Minutes of C that nothing can cut short.
STUCK: Final = """
def run(host):
    host.record("before", 1)
    yield
    sum(range(10**11))
"""

HANGING_ON_STOP: Final = """
def on_tick(host):
    pass


def on_stop(host):
    while True:
        pass
"""


def by_closing_stdin(game: PlayedGame) -> None:
    assert game.game.process.stdin
    game.game.process.stdin.close()


def by_verb(game: PlayedGame) -> None:
    assert game.client.request("shutdown") == {"stopping": True}


def by_a_script(game: PlayedGame) -> None:
    game.start("def on_tick(host):\n    host.command('stop')\n", "stopper")


def by_signal(number: signal.Signals) -> Callable[[PlayedGame], None]:
    def send(game: PlayedGame) -> None:
        os.kill(game.game.pid, number)

    return send


WAYS: Final[dict[str, tuple[Callable[[PlayedGame], None], int]]] = {
    "stdin closed": (by_closing_stdin, 0),
    "shutdown verb": (by_verb, 0),
    "stop inside on_tick": (by_a_script, 0),
    "SIGTERM": (by_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "SIGHUP": (by_signal(signal.SIGHUP), 128 + signal.SIGHUP),
    "SIGINT": (by_signal(signal.SIGINT), 128 + signal.SIGINT),
}


def ended(game: PlayedGame) -> int:
    """The exit code, once the game and all it has started are gone; fails when that takes long."""
    try:
        code = game.game.process.wait(NO_HANG_S)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"the game hangs; its last words: {game.game.last_lines[-5:]}") from None
    return code


@pytest.mark.parametrize("way", WAYS)
def test_each_way_of_ending_calls_on_stop_writes_every_row_and_leaves_nothing(play: Play, way: str) -> None:
    act, expected = WAYS[way]
    game = play(gateway=way in ("stdin closed", "SIGTERM"))
    if way in ("stdin closed", "SIGTERM"):
        game.endpoint()
    game.start(RECORDING, "one")
    game.start(RECORDING, "two")
    game.let_pass(5)
    acknowledged = len(game.rows("one"))
    started = children_of(game.game.pid)
    act(game)
    assert ended(game) == expected
    for id in ("one", "two"):
        rows = json_lines(game.folder / "mc-agent" / f"script-{id}.jsonl")
        assert id == "two" or len(rows) > acknowledged >= 4
        ticks = [row["value"] for row in rows if row["key"] == "n"]
        assert ticks == list(range(ticks[0], ticks[0] + len(ticks)))
        assert (rows[-1]["key"], rows[-1]["value"]) == ("last", "game_stopped")
    assert not (game.folder / "mc-agent" / "endpoint.json").exists()
    eventually("its processes' end", lambda: not any(map(is_running, started)), NO_HANG_S)


@pytest.mark.parametrize("way", ["stdin closed", "SIGTERM", "shutdown verb"])
def test_a_script_stuck_in_c_costs_seconds_not_the_rows_of_the_others(play: Play, way: str) -> None:
    act, _ = WAYS[way]
    game = play(gateway=way == "stdin closed")
    if way == "stdin closed":
        game.endpoint()
    game.start(RECORDING, "one")
    game.let_pass(3)
    game.start(STUCK, "stuck")
    eventually("the report that it is stuck", lambda: "stuck" in game.status("stuck"))
    acknowledged = game.rows("one")
    started = children_of(game.game.pid)
    told: list[object] = []
    with game.game.client() as waiting:
        asking = threading.Thread(target=lambda: told.append(waiting.request("status", script="stuck", wait_s=50)))
        asking.start()
        act(game)
        code = ended(game)
        asking.join(NO_HANG_S)
    assert code != 0
    rows = json_lines(game.folder / "mc-agent" / "script-one.jsonl")
    assert rows[: len(acknowledged)] == acknowledged
    assert json_lines(game.folder / "mc-agent" / "script-stuck.jsonl")[0]["key"] == "before"
    assert [status["state"] + " " + status["reason"] for status in told] == ["ended game_stopped"]  # type: ignore[index]
    assert not (game.folder / "mc-agent" / "endpoint.json").exists()
    eventually("its processes' end", lambda: not any(map(is_running, started)), NO_HANG_S)


def test_ten_scripts_whose_on_stop_never_returns_hold_up_neither_the_end_nor_the_eleventh(play: Play) -> None:
    game = play()
    for n in range(10):
        game.start(HANGING_ON_STOP, f"hangs-{n}", budget_ms=1)
    game.start(RECORDING, "innocent")
    game.let_pass(3)
    by_closing_stdin(game)
    assert ended(game) == 0
    assert json_lines(game.folder / "mc-agent" / "script-innocent.jsonl")[-1]["value"] == "game_stopped"


def test_ending_while_frozen_sprinting_and_while_starting_a_script(play: Play) -> None:
    for action in ("freeze", "sprint"):
        game = play()
        game.start(RECORDING)
        game.let_pass(2)
        game.time(action)
        by_closing_stdin(game)
        assert ended(game) == 0
        assert json_lines(game.folder / "mc-agent" / "script-fault.jsonl")[-1]["value"] == "game_stopped"


def test_waits_that_are_under_way_when_it_ends_are_answered(play: Play) -> None:
    game = play(gateway=True)
    endpoint = game.endpoint()
    game.start(RECORDING)
    answers: dict[str, str] = {}
    asked = threading.Barrier(3)

    def over_mcp() -> None:
        answers["mcp"] = call_tool(endpoint, "script_status", id="fault", wait_s=50, before=asked.wait)[0]

    def over_the_socket() -> None:
        with game.game.client() as client:
            asked.wait()
            answers["socket"] = str(client.request("status", script="fault", wait_s=50))

    askers = [threading.Thread(target=ask) for ask in (over_mcp, over_the_socket)]
    for asker in askers:
        asker.start()
    asked.wait(60)
    game.let_pass(10)
    by_closing_stdin(game)
    for asker in askers:
        asker.join(NO_HANG_S)
        assert not asker.is_alive()
    assert ended(game) == 0
    assert "game_stopped" in answers["socket"], answers
    assert any(word in answers["mcp"] for word in ("game_stopped", "stopping", "gone")), answers
