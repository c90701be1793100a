"""The client loses its world: which scripts end by it, which wait for it, and how those go on."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.played_game import eventually
from ticklane_cli.launch import Game, LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.errors import ControlError

from .conftest import Played

pytestmark = pytest.mark.jvm

WAIT = '# /// script\n# [tool.ticklane]\n# vantage = "client"\n# on_unload = "wait"\n# ///\n'
INSIDE = '# /// script\n# [tool.ticklane]\n# caps = ["internals"]\n# ///\n'

# Whoever comes is thrown out, until it is stopped.
BOUNCER = (
    INSIDE
    + """
def on_tick(host):
    for player in list(host.internals.getPlayers()):
        player.kick("enough")
"""
)

COUNTER = (
    WAIT
    + """
def run(host):
    me = host.self()
    kept = {"due": 0}
    host.after(2, lambda: kept.update(due=kept["due"] + 1))
    told = []
    host.on("message", told.append)
    while not told:
        yield
    yield 2
    return [kept["due"], me.alive, me.name, host.block((0, 63, 0))]
"""
)

# The server hangs up right after its word, which may come too late.
LOST = ("kicked: enough", "the server has closed the connection")

WAIT_S = 30


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    folder = tmp_path_factory.mktemp("unloading") / "game"
    with launch(LaunchConfig(game_dir=folder, world="flat", client_wait_s=WAIT_S)) as started:
        yield started


@pytest.fixture(scope="module")
def played(game: Game) -> Iterator[Played]:
    with game.client() as client:
        yield Played(client)


def status(client: ControlClient, id: str) -> dict[str, Any]:
    return dict(client.request("status", script=id, detail="full"))


def bounce(played: Played) -> None:
    """Begin to throw the client out."""
    played.start(BOUNCER, "bouncer", allowed=["internals"])


def welcome(played: Played) -> None:
    """Let it in again."""
    played.client.request("stop", script="bouncer", wait_s=5)


def tell(played: Played, id: str) -> None:
    """Say to a script whose world is back that it may end."""
    eventually(f"{id} is back", lambda: status(played.client, id)["state"] == "running")
    played.run(f'def run(host):\n    host.send("{id}", 1)\n', "teller")


def is_waiting(played: Played, id: str) -> dict[str, Any]:
    """The status of a script that waits for its world, once it does."""

    def look() -> dict[str, Any] | None:
        now = status(played.client, id)
        assert now["state"] != "ended", now
        return now if "unloaded" in now else None

    return eventually(f"{id} waits", look)


def kinds(client: ControlClient, id: str) -> list[str]:
    rows = client.request("events", since=0, limit=1000, script=id)["events"]
    return [row["kind"] for row in rows if row["kind"] != "line"]


def test_who_waits_goes_on_with_all_it_had(played: Played) -> None:
    played.start(COUNTER, "counter")
    bounce(played)
    waiting = is_waiting(played, "counter")
    assert waiting["state"] == "paused"
    assert waiting["unloaded"]["why"] in LOST
    assert waiting["unloaded"]["waits_s"] <= WAIT_S
    assert "waits for its world" in waiting["next"]
    welcome(played)
    tell(played, "counter")
    ended = played.ended("counter")
    assert ended["reason"] == "finished", ended
    due, alive, name, block = ended["result"]
    # The schedule of its first ticks came once, before or after; its own player is the one it knew.
    assert (due, alive, name) == (1, True, "Ticklane")
    assert block == "minecraft:grass_block[snowy=false]"
    assert ended["unloads"]["times"] >= 1
    assert ended["unloads"]["ticks"] > 0
    assert ended["reproducible"] is False
    told = kinds(played.client, "counter")
    assert told[0] == "started"
    assert told[-1] == "ended"
    assert told.count("unloaded") == told.count("came_back") == ended["unloads"]["times"]


def test_who_does_not_wait_ends_and_is_told_why(played: Played) -> None:
    played.start(COUNTER.replace("wait", "end"), "ender")
    played.start(COUNTER, "waiter")
    bounce(played)
    ended = played.ended("ender")
    assert ended["reason"] == "world_unloaded"
    assert ended["unloaded"]["why"] in LOST
    lane = eventually("the lane waits", lambda: (it := played.lanes()["client"])["state"] == "waiting" and it)
    assert lane["why"] in LOST
    assert (lane["scripts"], lane["runs"]) == (1, ["waiter"])
    welcome(played)
    tell(played, "waiter")
    assert played.ended("waiter")["reason"] == "finished"


def test_a_connection_that_breaks_without_a_word_and_in_the_middle_of_a_step(played: Played) -> None:
    played.start(
        WAIT
        + """
import time

def run(host):
    told = []
    host.on("message", told.append)
    while not told:
        yield
    began = time.perf_counter()
    while time.perf_counter() - began < 0.4:
        pass
    got = yield host.command("tick query")
    return [got.ok, got.text, host.self().alive]
""",
        "spinner",
    )
    breaker = (
        INSIDE
        + """
def run(host):
    yield 5
    host.send("spinner", 1)
    for player in list(host.internals.getPlayers()):
        player.getPlayerConnection().disconnect()
"""
    )
    played.run(breaker, "breaker", allowed=["internals"])
    ended = played.ended("spinner")
    assert ended["reason"] == "finished", ended
    # In the middle of the step, unless the client had noticed before it: then the message was kept for it.
    answered, text, alive = ended["result"]
    assert answered or text == "the client has left the world"
    assert alive
    assert ended["unloads"]["times"] == 1


def test_stopped_while_it_waits_nothing_of_it_stays(game: Game, played: Played) -> None:
    played.start(COUNTER + "\ndef on_stop(host):\n    host.result(host.reason())\n", "stopped")
    bounce(played)
    is_waiting(played, "stopped")
    stopped = played.client.request("stop", script="stopped", wait_s=10)
    assert (stopped["state"], stopped["reason"], stopped["result"]) == ("ended", "stopped", "stopped")
    eventually("the lane is closed", lambda: played.lanes()["client"] == {"state": "closed"})
    eventually("its threads are gone", lambda: not clients(game))
    welcome(played)


def clients(game: Game) -> list[str]:
    """Threads that a client keeps."""
    tasks = Path(f"/proc/{game.process.pid}/task")
    if not tasks.exists():
        return []
    names = []
    for task in tasks.iterdir():
        with contextlib.suppress(OSError):  # it ends as we look
            names.append((task / "comm").read_text().strip())
    return [name for name in names if name.startswith(("Client thread", "ticklane-client"))]


def sockets(game: Game) -> int:
    count = 0
    for file in Path(f"/proc/{game.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += str(file.readlink()).startswith("socket:")
    return count


def test_replaced_while_it_waits_the_new_one_has_the_world(played: Played) -> None:
    played.start(COUNTER, "replaced")
    bounce(played)
    is_waiting(played, "replaced")
    welcome(played)

    def replace() -> dict[str, Any] | None:
        try:
            return played.start(WAIT + "def run(host):\n    yield 2\n    return host.self().name\n", "replaced")
        except ControlError as e:
            assert "lost its world" in str(e) or "kicked" in str(e)  # noqa: PT017 - the last kick was on its way
            return None

    assert eventually("a start", replace)["generation"] == 2
    ended = played.ended("replaced")
    assert (ended["generation"], ended["reason"], ended["result"]) == (2, "finished", "Ticklane")


def test_a_pause_asked_for_while_it_waits_is_kept(played: Played) -> None:
    played.start(COUNTER, "held")
    bounce(played)
    is_waiting(played, "held")
    played.client.request("pause", script="held")
    assert status(played.client, "held")["unloaded"]["then"] == "paused"
    welcome(played)
    eventually("its world is back", lambda: "unloads" in status(played.client, "held"))
    assert status(played.client, "held")["state"] == "paused"
    played.client.request("resume", script="held")
    tell(played, "held")
    assert played.ended("held")["reason"] == "finished"


def test_windows_that_the_gap_has_cut_say_so_and_no_motion_is_made_up(played: Played) -> None:
    played.run('def run(host):\n    host.spawn("armor_stand", (2.5, 64, 4.5))\n', "maker")
    played.start(
        WAIT
        + """
import numpy as np

def run(host):
    yield 3
    track = host.track(host.entities(type="armor_stand"), 400)
    capture = host.capture(lambda: True, after=1000, before=0, limit=1, entities=lambda es: es.type == "armor_stand")
    told = []
    host.on("message", told.append)
    yield 5
    host.log("measured")
    while not told:
        yield
    yield 5
    capture.cancel()
    windows = [[window.cut, len(window.ticks)] for window in capture.windows]
    (gap,) = np.flatnonzero(~track.present[:, 0])
    return [windows, bool(np.isnan(track.impulse[gap + 1]).all()), bool(np.isnan(track.impulse[gap - 1]).any())]
""",
        "measuring",
    )
    played.client.request("status", script="measuring", until="line", since_line=0, wait_s=30)
    bounce(played)
    is_waiting(played, "measuring")
    welcome(played)
    tell(played, "measuring")
    ended = played.ended("measuring")
    assert ended["reason"] == "finished", ended
    windows, *unknown = ended["result"]
    ((cut, rows),) = windows
    assert cut == "unload"
    assert rows > 5
    assert unknown == [True, False]


def test_kicked_again_and_again_it_is_given_up(game: Game, played: Played) -> None:
    played.start(COUNTER, "hopeless")
    before = sockets(game) if sys.platform == "linux" else 0
    bounce(played)
    ended = played.ended("hopeless")
    assert ended["reason"] == "world_unloaded"
    assert ended["unloaded"]["why"].endswith(", lost 8 times in a row")
    eventually("the lane is closed", lambda: played.lanes()["client"] == {"state": "closed"})
    eventually("its threads are gone", lambda: not clients(game))
    if sys.platform == "linux":
        # Both ends of the client's connection were this process's.
        eventually("its sockets are gone", lambda: sockets(game) == before - 2)
    welcome(played)
    again = played.run(WAIT + "def run(host):\n    yield 2\n    return host.self().name\n", "again")
    assert again == "Ticklane"


def test_a_game_that_ends_while_somebody_waits_ends_in_time(tmp_path: Path) -> None:
    with launch(LaunchConfig(game_dir=tmp_path / "game", world="void")) as game, game.client() as client:
        played = Played(client)
        played.start(COUNTER + "\ndef on_stop(host):\n    host.record('why', host.reason())\n", "last")
        bounce(played)
        is_waiting(played, "last")
        client.request("shutdown")
        assert game.process.wait(timeout=30) == 0
    (records,) = (tmp_path / "game" / "mc-agent").glob("script-last.jsonl")
    assert "game_stopped" in records.read_text()
