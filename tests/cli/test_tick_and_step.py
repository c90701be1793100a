"""`ticklane tick` and `ticklane step` with a running game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ticklane_cli._app import run_command_line
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient, connect
from ticklane_control.messages import encode_start
from ticklane_toolchain.prepare import prepare

pytestmark = pytest.mark.jvm

BLAST = """
def run(host):
    for i in range(3):
        host.spawn("falling_block", (0.5 + 2 * i, 80, 0.5), block="sand")
    host.spawn("tnt", (1.5, 80, 0.5), fuse=2)
    host.set_block((1, 78, 0), "glass")
    host.spawn("zombie", (40.5, 64, 0.5))
    while True:
        yield
        host.log("tick", host.elapsed(), "[bold]")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    config = LaunchConfig(game_dir=tmp_path_factory.mktemp("stepped"), frozen=True, logs=False)
    with launch(config):
        yield config.game_dir


@pytest.fixture
def client(folder: Path) -> Iterator[ControlClient]:
    with connect(folder, client="test") as client:
        client.request("time", action="freeze")
        yield client


def ticklane(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run_command_line([*words, "--game-dir", str(folder)])
    said = capsys.readouterr()
    return code, said.out, said.err


def document(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = ticklane(folder, capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def start(client: ControlClient, source: str) -> None:
    request = prepare(source=source, id="blast", lanes=client.hello.lanes)
    client.request("start", body=encode_start(request), wait_s=0)


def empty(client: ControlClient) -> None:
    start(client, "def run(host):\n    host.remove(host.entities())\n")
    client.request("time", action="step", wait_s=30)


def test_tick_steps_a_frozen_game_and_says_which_ticks_ran(
    folder: Path, client: ControlClient, capsys: pytest.CaptureFixture[str]
) -> None:
    at = client.request("time")["tick"]
    code, out, _ = ticklane(folder, capsys, "tick", "step", "3")
    assert code == 0
    assert out.startswith(f"step: ticks {at + 1} to {at + 3} ran (3 of 3), ")
    assert out.endswith(f"frozen, tick {at + 3}\n")
    assert document(folder, capsys, "tick", "sprint", "1000")["ran"]["last"] == at + 1003
    assert "skipped by stalls" in ticklane(folder, capsys, "tick")[1]


def test_tick_refuses_what_cannot_be_done(
    folder: Path, client: ControlClient, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["step", "0"], ["step", "-1"], ["step", "1.5"], ["sprint", "x"], ["step", str(2**63)]):
        code, _, err = ticklane(folder, capsys, "tick", *words)
        assert (code, "a whole number of ticks" in err) == (2, True)
    assert ticklane(folder, capsys, "tick", "rate", "fast")[0] == 2
    assert ticklane(folder, capsys, "tick", "freeze", "3")[0] == 2
    assert ticklane(folder, capsys, "tick", "unfreeze")[1].startswith("running at 20 ticks a second")
    code, _, err = ticklane(folder, capsys, "tick", "step")
    assert (code, "freeze it first" in err) == (2, True)
    code, _, err = ticklane(folder, capsys, "step")
    assert (code, "ticklane tick freeze" in err) == (2, True)


def test_step_shows_what_moved_what_pushed_it_what_happened_and_what_scripts_said(
    folder: Path, client: ControlClient, capsys: pytest.CaptureFixture[str]
) -> None:
    start(client, BLAST)
    at = client.request("time")["tick"]
    code, out, err = ticklane(folder, capsys, "step", "2")
    assert code == 0, err
    first, second = out.split(f"tick {at + 2:,}  ")
    assert f"tick {at + 1:,}  5 entities, 5 moved" in first
    assert "blast: tick 1 [bold]" in first
    assert first.count("falling_block") == 3
    assert second.count(" explosion\n") == 3
    assert "explosion #" in second
    assert "block 1 78 0: glass → air" in second
    assert "exploded, age 2" in second
    assert f"step: ticks {at + 1:,} to {at + 2:,} ran (2 of 2), " in second
    assert out.endswith("; frozen\n")
    client.request("stop", script="blast")
    empty(client)
    client.request("time", action="sprint", ticks=200, wait_s=30)
    code, out, _ = ticklane(folder, capsys, "step", "50", "--last", "5")
    assert f"ticks {at + 204:,} to {at + 248:,}  not shown (no events)" in out
    assert f"ticks {at + 249:,} to {at + 253:,}  nothing moved, 0 entities" in out


def test_step_as_json_is_bounded_and_exact(
    folder: Path, client: ControlClient, capsys: pytest.CaptureFixture[str]
) -> None:
    empty(client)
    source = "def run(host):\n    for i in range(50):\n        host.spawn('tnt', (i, 90, 0), fuse=200)\n    yield 3\n"
    start(client, source)
    told = document(folder, capsys, "step", "3", "--rows", "4")
    assert told["ran"]["ticks"] == 3
    assert [tick["tick"] for tick in told["ticks"]] == list(range(told["ran"]["first"], told["ran"]["last"] + 1))
    for tick in told["ticks"]:
        assert (len(tick["rows"]), tick["shown_of"]) == (4, 50)
    falls = [tick["rows"][0] for tick in told["ticks"]]
    assert [row["vel"][1] for row in falls] == pytest.approx([-0.0392, -0.077616, -0.11526368], abs=1e-12)
    assert [row["moved"][1] for row in falls] == pytest.approx([-0.04, -0.0792, -0.117616], abs=1e-12)
    one = falls[0]["id"] + 7
    pinned = document(folder, capsys, "step", "--id", str(one))["ticks"][0]
    assert [row["id"] for row in pinned["rows"]] == [one]
    code, _, err = ticklane(folder, capsys, "step", "--type", "tmt")
    assert (code, "tnt" in err) == (2, True)
