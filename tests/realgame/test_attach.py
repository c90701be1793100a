"""Ways into the real game, with a stand-in for it: an agent from the start, or into a process that runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.realgame.stub import StubServer, find_java, jar, make_home, make_stubs, start_server
from ticklane_cli import _app
from ticklane_cli._attach import AttachError, attach, is_jvm
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

pytestmark = pytest.mark.jvm

EXPERIMENT = '''\
"""What a script does in a real game."""
import numpy as np


def run(host):
    me = host.players()[0]
    seen = []
    host.on("entity_spawn", lambda event: seen.append(["spawn", event.type]))
    host.on("entity_remove", lambda event: seen.append(["remove", event.cause]))
    mob = host.spawn("zombie", (10, 70, 10), vel=(0.25, 0, 0))
    began = host.tick()
    yield 4
    table = host.entities()
    mine = table[table.id == mob.id]
    x = float(np.asarray(mine.pos)[0, 0])
    said = host.command("say hello")
    host.set_block((1, 2, 3), "stone")
    block = host.block((1, 2, 3))
    host.remove(mob)
    yield 2
    return {
        "player": [me.name, me.game_mode],
        "moved": x,
        "ticks": host.tick() - began,
        "health": mine.health.tolist(),
        "mean": float(np.mean(table.pos[:, 1])),
        "said": [said.ok, said.text],
        "block": str(block),
        "left": len(host.entities()),
        "host": host.game.host,
        "seen": seen,
    }
'''


@pytest.fixture(scope="module")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_stubs(tmp_path_factory.mktemp("stubs"), "1.18.2", "1.21.8", "26.2")


@pytest.fixture
def servers() -> Iterator[list[StubServer]]:
    started: list[StubServer] = []
    yield started
    for server in started:
        server.close()


def play(client: ControlClient) -> Any:
    """The result of the experiment."""
    settings: Any = {"budget_ms": 40, "hard_ms": 5000, "lanes": client.hello.lanes}
    request = prepare(source=EXPERIMENT, id="experiment", **settings)
    client.request("start", body=encode_start(request), script=request.id)
    status = client.request("status", script=request.id, until="ended", wait_s=50, detail="full")
    assert status["reason"] == "finished", json.dumps(status)
    return status["result"]


def check(result: Any) -> None:
    assert result["player"] == ["Ann", "creative"]
    assert result["moved"] == pytest.approx(11.0)
    assert result["ticks"] == 6
    assert result["health"] == [20.0]
    assert result["said"] == [True, "[Server] hello"]
    assert result["block"] == "minecraft:stone"
    assert result["left"] == 1
    assert result["host"] == "minecraft"
    assert result["seen"] == [["spawn", "minecraft:zombie"], ["remove", "unknown"]]


@pytest.mark.parametrize(("java", "stub"), [(17, "1.18.2-mojang"), (25, "1.21.8-intermediary")])
def test_a_script_with_numpy_runs_in_a_game_started_with_the_agent(
    stubs: Path, tmp_path: Path, servers: list[StubServer], java: int, stub: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = find_java(java)
    if found is None:
        pytest.skip(f"no Java {java} here")
    home = make_home(tmp_path).relative_to(tmp_path)
    agent = f"-javaagent:{home}/ticklane-agent.jar={home}"
    server = start_server(found, stubs / f"stub-{stub}.jar", tmp_path, [agent])
    servers.append(server)
    with server.client() as client:
        check(play(client))
    report = server.selfcheck()
    assert f"game       {stub.partition('-')[0]}" in report
    assert "off  none" in report
    assert "problems: none" in report
    assert _app.run_command_line(["selfcheck", "--game-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().out.strip() == report.strip()


def test_a_running_game_is_attached_to_by_its_number(
    stubs: Path, tmp_path: Path, servers: list[StubServer], capsys: pytest.CaptureFixture[str]
) -> None:
    java = find_java(25)
    assert java is not None
    make_home(tmp_path)
    server = start_server(java, stubs / "stub-26.2-mojang.jar", tmp_path, ["-XX:+EnableDynamicAgentLoading"])
    servers.append(server)
    server.await_that(lambda: "stub server started" in server.lines, "server")
    assert _app.run_command_line(["attach", str(server.process.pid), "--wait-s", "60", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["attached"]
    assert "names      Mojang" in told["selfcheck"]
    with server.client() as client:
        check(play(client))
    assert _app.run_command_line(["attach", str(server.process.pid), "--wait-s", "0"]) == 0
    server.await_that(lambda: any("is in this game already" in line for line in server.lines), "word of it")


def test_a_mod_attaches_to_its_own_process_and_forges_tables_are_found(
    stubs: Path, tmp_path: Path, servers: list[StubServer]
) -> None:
    java = find_java(17)
    if java is None:
        pytest.skip("no Java 17 here")
    home = make_home(tmp_path)
    libraries = tmp_path / "libraries" / "net" / "minecraft"
    libraries.mkdir(parents=True)
    for table in stubs.glob("*-1.18.2-mappings*.txt"):
        (libraries / table.name).write_bytes(table.read_bytes())
    server = start_server(java, stubs / "stub-1.18.2-srg.jar", tmp_path, mod=home)
    servers.append(server)
    with server.client() as client:
        assert client.hello.game.host == "minecraft"
        assert client.hello.game.minecraft == "1.18.2"
        assert client.request("list")["game"]["tick"] >= 0
    report = server.selfcheck()
    assert "names      SRG" in report
    assert "off  block names" in report
    assert "missing registry.blocks (block names)" in report


def test_each_server_of_a_process_has_a_lane_of_its_own(stubs: Path, tmp_path: Path, servers: list[StubServer]) -> None:
    java = find_java(25)
    assert java is not None
    home = make_home(tmp_path)
    flags = [f"-javaagent:{home}/ticklane-agent.jar={home}", "-Dstub.worlds=2", "-Dstub.until=world-ends"]
    server = start_server(java, stubs / "stub-26.2-mojang.jar", tmp_path, flags)
    servers.append(server)
    endpoint = tmp_path / "mc-agent" / "endpoint.json"
    with server.client() as client:
        first = client.endpoint.token
        settings: Any = {"budget_ms": 40, "lanes": client.hello.lanes}
        request = prepare(source="def on_tick(host):\n    pass\n", id="first", **settings)
        client.request("start", body=encode_start(request), script=request.id)
        (tmp_path / "world-ends").touch()
        status = client.request("status", script=request.id, until="ended", wait_s=50)
        assert (status["state"], status["reason"]) == ("ended", "game_stopped")
    server.await_that(lambda: endpoint.exists() and first not in endpoint.read_text(), "second world")
    with server.client() as client:
        check(play(client))
    server.close()
    assert server.process.returncode == 0, server.lines
    assert not endpoint.exists()


def test_what_is_no_jvm_is_left_alone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        assert not is_jvm(other.pid)
        with pytest.raises(AttachError, match="is no JVM"):
            attach(other.pid, tmp_path / "agent.jar", "")
        assert other.poll() is None
        assert other.stdin is not None
        other.stdin.write(b"\n")
    with pytest.raises(AttachError, match="there is no process"):
        attach(2**22 + 1, tmp_path / "agent.jar", "")


def test_a_home_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _app.run_command_line(["attach", "1", "--home", str(tmp_path)]) == 2
    assert "there is no ticklane-agent.jar in" in capsys.readouterr().err
    assert _app.run_command_line(["selfcheck", "--game-dir", str(tmp_path)]) == 3
    assert "start the game with Ticklane once" in capsys.readouterr().err


@pytest.mark.skipif(sys.version_info < (3, 13), reason="older Pythons don't recurse that far in C")
def test_a_small_stack_is_refused_as_it_could_end_the_game(
    stubs: Path, tmp_path: Path, servers: list[StubServer]
) -> None:
    java = find_java(25)
    assert java is not None
    home = make_home(tmp_path)
    agent = f"-javaagent:{home}/ticklane-agent.jar={home}"
    server = start_server(java, stubs / "stub-1.21.8-mojang.jar", tmp_path, [agent, "-Xss1m"])
    servers.append(server)
    assert "Ticklane is off: Python 3.13 on a stack of 1.0 MiB" in server.selfcheck()
    assert server.process.poll() is None


def test_a_game_whose_names_nobody_knows_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    java = find_java(25)
    assert java is not None
    home = make_home(tmp_path)
    flags = [f"-javaagent:{home}/ticklane-agent.jar={home}", "-Dticklane.patience_ms=1", "-Xss8m"]
    # Any program that isn't the game and takes a moment.
    command = [str(java.java), *flags, "-cp", str(jar("stub-game")), "ticklane.stub.StubJars", str(tmp_path / "out")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr.count("is off: none of the game's methods has a name that is known") == 1


def test_a_python_that_does_not_start_is_said_once_and_the_game_goes_on(
    stubs: Path, tmp_path: Path, servers: list[StubServer]
) -> None:
    java = find_java(25)
    assert java is not None
    home = make_home(tmp_path, jep_dir="nowhere")
    agent = f"-javaagent:{home}/ticklane-agent.jar={home}"
    server = start_server(java, stubs / "stub-1.21.8-mojang.jar", tmp_path, [agent])
    servers.append(server)
    report = server.selfcheck()
    assert "Ticklane is off: " in report
    assert "nowhere" in report
    assert server.process.poll() is None
    server.close()
    assert server.process.returncode == 0, server.lines
