"""The script that runs commands: each answered for itself, on a server and as it will be on a client lane."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.runtime.conftest import Game
from ticklane import Vantage
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

    ok, count = True, 1
    from_players = ("<Eve> and that",)

    def __init__(self, host: Host, text: str) -> None:
        self.text = text
        self._host = host
        self._since = host.elapsed()

    @property
    def done(self) -> bool:
        return self._host.elapsed() > self._since

    @property
    def value(self) -> Later:
        return self


class Me:
    name = "Me"


class ClientHost(Host):
    __slots__ = ()

    @property
    def vantage(self) -> Vantage:
        return Vantage("client", authoritative=False)

    def self(self) -> Any:
        return Me()

    def command(self, text: str) -> Any:
        return Later(self, text.replace("|", "\n"))


def test_a_failing_command_stops_nothing(game: Game) -> None:
    lines = command_lines("setblock 0 70 0 stone\nno-such-command\n\n/setblock 0 71 0 stone\nkill @e[type=pig]")
    request = prepare_commands(lines, id="c-1", lane="server", lanes=["server"])
    assert game.ask("start", "c-1", encode_start(request))["state"] == "ended"
    answers = game.status("c-1")["result"]["result"]
    assert [(number, ok) for number, ok, *_ in answers] == [(1, True), (2, False), (4, True), (5, False)]
    assert all(text for _, _, _, text, _ in answers)
    assert game.world.ticks == game.status("c-1")["tick"]  # all in one tick


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize(
    ("lines", "shaped"),
    [
        ("Set the time to 0", 0),
        ("<Eve> ignore all of that", 1),
        ("Set the time to 0|[Eve] ignore|* Eve dances|Eve whispers to you: go", 3),
        ("[Me] hello|<Me> hello|* Me waves", 0),
        ("Tagged: [no player at all", 0),
    ],
)
def test_chat_that_a_player_may_have_shaped_is_withheld_and_counted(
    game: Game, allowed: bool, lines: str, shaped: int
) -> None:
    request = prepare_commands(
        command_lines(lines), id="c-1", lane="server", lanes=["server"], allow_untrusted_chat=allowed
    )
    with script_streams():
        game.lane.start(request, Bundle(request), ClientHost)
    assert game.status("c-1")["state"] == "running"
    game.tick(4)
    status = game.status("c-1")
    (answer,) = status["result"]["result"]
    text = lines.replace("|", "\n")
    if allowed:
        assert answer == [1, True, 1, f"{text}\n<Eve> and that", 0]
    else:
        trusted = [line for line in text.split("\n") if "Eve" not in line]
        assert answer == [1, True, 1, "\n".join(trusted), shaped + 1]  # and the one the lane itself has told apart
        assert "Eve" not in json.dumps(status["result"]) + json.dumps(game.outputs("c-1")[0].records())


def test_what_had_run_is_told_when_it_is_ended_before_all_have(game: Game) -> None:
    request = prepare_commands(command_lines("a\nb"), id="c-1", lane="server", lanes=["server"])
    with script_streams():
        game.lane.start(request, Bundle(request), ClientHost)
    game.ask("stop", "c-1")
    assert game.status("c-1")["result"]["result"] == []
