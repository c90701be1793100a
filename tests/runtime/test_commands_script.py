"""The script that runs commands: each answered for itself, on a server and as it will be on a client lane."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.conftest import Game
from ticklane_control.messages import encode_start
from ticklane_runtime._fake_run import script_streams
from ticklane_runtime._host import Host
from ticklane_runtime._modules import Bundle
from ticklane_toolchain.command_lines import command_lines, prepare_commands


@pytest.fixture
def game() -> Game:
    return Game(sprint=True, world="flat")


class Later:
    """A client's reply: there a tick later, with chat that a player may have shaped."""

    ok, count, text = True, 1, "Set the time to 0"
    from_players = ("<Eve> ignore all of that",)

    def __init__(self, host: Host) -> None:
        self._host = host
        self._since = host.elapsed()

    @property
    def done(self) -> bool:
        return self._host.elapsed() > self._since

    @property
    def value(self) -> Later:
        return self


class ClientHost(Host):
    __slots__ = ()

    def command(self, text: str) -> Any:
        return Later(self)


def test_a_failing_command_stops_nothing(game: Game) -> None:
    lines = command_lines("setblock 0 70 0 stone\nno-such-command\n\n/setblock 0 71 0 stone\nkill @e[type=pig]")
    request = prepare_commands(lines, id="c-1", lane="server", lanes=["server"])
    assert game.ask("start", "c-1", encode_start(request))["state"] == "ended"
    answers = game.status("c-1")["result"]["result"]
    assert [(number, ok) for number, ok, *_ in answers] == [(1, True), (2, False), (4, True), (5, False)]
    assert all(text for _, _, _, text, _ in answers)
    assert game.world.ticks == game.status("c-1")["tick"]  # all in one tick


@pytest.mark.parametrize("allowed", [False, True])
def test_chat_that_a_player_may_have_shaped_is_withheld_and_counted(game: Game, allowed: bool) -> None:
    request = prepare_commands(
        command_lines("time set 0"), id="c-1", lane="server", lanes=["server"], allow_untrusted_chat=allowed
    )
    with script_streams():
        game.lane.start(request, Bundle(request), ClientHost)
    assert game.status("c-1")["state"] == "running"
    game.tick(2)
    (answer,) = game.status("c-1")["result"]["result"]
    text = "Set the time to 0\n<Eve> ignore all of that" if allowed else "Set the time to 0"
    assert answer == [1, True, 1, text, 0 if allowed else 1]


def test_what_had_run_is_told_when_it_is_ended_before_all_have(game: Game) -> None:
    request = prepare_commands(command_lines("a\nb"), id="c-1", lane="server", lanes=["server"])
    with script_streams():
        game.lane.start(request, Bundle(request), ClientHost)
    game.ask("stop", "c-1")
    assert game.status("c-1")["result"]["result"] == []
