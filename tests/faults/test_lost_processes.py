"""Processes that are killed: the gateway, the game, the command; whoever is left tells the truth."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.commands import Commands, finish, manifest
from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError
from ticklane_gateway.listen import listen

from .conftest import Play, innocent
from .played_game import NO_HANG_S, call_tool, children_of, eventually, is_running, json_lines

pytestmark = pytest.mark.jvm

RECORDING = """
def on_tick(host):
    host.log("at", host.tick())
    for n in range(50):
        host.record("n", [host.tick(), n])


def on_stop(host):
    host.result(host.reason())
"""


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    made = Commands(tmp_path)
    yield made
    made.clean_up()


def running_command(commands: Commands, *words: str) -> tuple[subprocess.Popen[str], Path]:
    """`ticklane run` under way, with records on the disk."""
    process = commands.start("run", commands.script(RECORDING), "--out", "run", "--pace", "realtime", *words)
    folder = commands.folder / "run"

    def has_recorded() -> bool:
        assert process.poll() is None, process.communicate()
        return manifest(folder).get("game_pid", 0) > 0 and (folder / "records.jsonl").stat().st_size > 20_000

    eventually("records", has_recorded)
    return process, folder


def test_a_killed_gateway_comes_back_at_its_place_and_the_game_never_noticed(play: Play) -> None:
    _, lower = listen()
    served = play(gateway=True)
    endpoint = served.endpoint()
    for sock in lower:
        sock.close()  # a lower port is free by now, which is not its place
    with innocent(served):
        for _ in range(2):
            (gateway,) = children_of(served.game.pid)
            os.kill(gateway, signal.SIGKILL)
            eventually("another gateway", lambda old=gateway: children_of(served.game.pid) not in ([], [old]))  # type: ignore[misc]

            def answers() -> bool:
                try:
                    text, is_error = call_tool(endpoint, "script_list", state="live")
                except Exception:  # noqa: BLE001 - whatever a client that finds nobody raises
                    return False
                return not is_error and "witness" in text

            eventually("the same address to answer", answers)
    assert read_endpoint(served.folder).mcp_url == endpoint.mcp_url


def test_a_killed_game_is_noticed_by_gateway_client_and_command_line_and_its_folder_is_free(
    tmp_path: Path, play: Play, commands: Commands
) -> None:
    game = play(gateway=True, folder=tmp_path / "game")
    endpoint = game.endpoint()
    game.start(RECORDING)
    game.let_pass(3)
    (gateway,) = children_of(game.game.pid)
    told: list[tuple[str, bool]] = []
    asked = threading.Event()

    def ask() -> None:
        told.append(call_tool(endpoint, "script_status", id="fault", wait_s=50, before=asked.set))

    asking = threading.Thread(target=ask)
    asking.start()
    assert asked.wait(60)
    game.let_pass(10)
    shown = game.rows()
    game.game.process.kill()
    asking.join(NO_HANG_S)
    assert not asking.is_alive()
    ((text, is_error),) = told
    assert is_error
    assert "the game has gone" in text or "has stopped or is stopping" in text, text
    eventually("the gateway's end", lambda: not is_running(gateway), NO_HANG_S)
    with pytest.raises(NoGameError, match="has ended"):
        read_endpoint(game.folder)
    listed = commands.run("list", "--game-dir", game.folder)
    assert listed.returncode == 3
    assert "has ended" in listed.stderr
    assert json_lines_of_killed(game.folder / "mc-agent" / "script-fault.jsonl")[: len(shown)] == shown
    game.game.stop()
    again = play(folder=tmp_path / "game")
    assert again.scripts() == {}


def json_lines_of_killed(path: Path) -> list[object]:
    """Rows of a file that may end in half a line."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def test_a_game_killed_under_a_run_leaves_whole_rows_and_counts_that_are_true(commands: Commands) -> None:
    process, folder = running_command(commands, "--json")
    os.kill(manifest(folder)["game_pid"], signal.SIGKILL)
    done = finish(process, NO_HANG_S)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    document, noted = json.loads(done.stdout), manifest(folder)
    rows = json_lines(folder / "records.jsonl")
    for told in (document, noted):
        assert (told["state"], told["reason"]) == ("ended", "game_stopped")
        assert told["records"]["n"] - told["lost"] == len(rows) > 0
    assert "code -9" in noted["error"]["message"]


def test_half_a_row_that_a_kill_left_is_cut_off(commands: Commands) -> None:
    process, folder = running_command(commands, "--json")
    os.kill(manifest(folder)["game_pid"], signal.SIGSTOP)
    with (folder / "records.jsonl").open("ab") as file:
        file.write(b'{"tick":9,"key":"n","val')  # what a write that was cut short leaves
    os.kill(manifest(folder)["game_pid"], signal.SIGKILL)
    finish(process, NO_HANG_S)
    assert json_lines(folder / "records.jsonl")[-1]["key"] == "n"


def test_a_killed_command_takes_its_game_along_and_the_folder_says_how_it_ended(commands: Commands) -> None:
    process, folder = running_command(commands)
    pid = manifest(folder)["game_pid"]
    process.kill()
    eventually("the game's end", lambda: not is_running(pid), NO_HANG_S)
    last = json_lines(folder / "lines.jsonl")[-1]
    assert last["ended"]["reason"] == "game_stopped"
    rows = json_lines(folder / "records.jsonl")
    assert len(rows) % 50 == 0
    assert rows[-1]["value"] == [rows[-1]["tick"], 49]


SIGNALS = [[signal.SIGINT], [signal.SIGTERM], [signal.SIGHUP], [signal.SIGHUP, signal.SIGTERM, signal.SIGINT]]


@pytest.mark.parametrize("numbers", SIGNALS, ids=["SIGINT", "SIGTERM", "SIGHUP", "a closing terminal's"])
def test_signals_to_a_run_stop_its_script_and_finish_its_folder(
    commands: Commands, numbers: list[signal.Signals]
) -> None:
    process, folder = running_command(commands, "--json")
    pid = manifest(folder)["game_pid"]
    for number in numbers:
        process.send_signal(number)
    done = finish(process, NO_HANG_S)
    assert done.returncode == 1
    document, noted = json.loads(done.stdout), manifest(folder)
    for told in (document, noted):
        assert (told["state"], told["reason"]) == ("ended", "stopped")
        assert told["records"]["n"] - (told["lost"] or 0) == len(json_lines(folder / "records.jsonl"))
    assert document["result"] == json.loads((folder / "result.json").read_text()) == "stopped"
    assert not is_running(pid)
    assert "Traceback" not in done.stderr


def test_a_run_whose_terminal_has_gone_still_finishes_its_folder(commands: Commands) -> None:
    process, folder = running_command(commands)
    assert process.stdout and process.stderr
    process.stdout.close()
    process.stderr.close()
    process.send_signal(signal.SIGHUP)
    process.wait(NO_HANG_S)
    assert (manifest(folder)["state"], manifest(folder)["reason"]) == ("ended", "stopped")
    assert not is_running(manifest(folder)["game_pid"])
    process.stdout = process.stderr = None


def served_pid(folder: Path) -> int:
    """The process of a game that `serve` has brought up, gateway and all."""

    def up() -> int:
        try:
            endpoint = read_endpoint(folder)
        except NoGameError:
            return 0
        return endpoint.pid if endpoint.mcp_url else 0

    return eventually("the game and its gateway", up)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_to_serve_end_game_and_gateway(commands: Commands, number: signal.Signals) -> None:
    folder = commands.folder / "game"
    process = commands.start("serve", "--game-dir", folder, "--world", "void")
    pid = served_pid(folder)
    started = [pid, *children_of(pid)]
    done = finish_by(process, number)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    eventually("all processes' end", lambda: not any(map(is_running, started)), NO_HANG_S)
    assert not (folder / "mc-agent" / "endpoint.json").exists()


def finish_by(process: subprocess.Popen[str], number: signal.Signals) -> subprocess.CompletedProcess[str]:
    process.send_signal(number)
    return finish(process, NO_HANG_S)


def test_serve_tells_by_its_code_that_its_game_was_killed(commands: Commands) -> None:
    folder = commands.folder / "game"
    process = commands.start("serve", "--game-dir", folder, "--world", "void")
    os.kill(served_pid(folder), signal.SIGKILL)
    done = finish(process, NO_HANG_S)
    assert done.returncode == 1
    assert "-9" in done.stderr
