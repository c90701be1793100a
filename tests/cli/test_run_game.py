from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from ticklane_control.endpoint import is_process_alive

from .commands import Commands, finish, interrupt, manifest, records, wait_for

pytestmark = pytest.mark.jvm

ENDLESS = '''
"""Records until it is stopped."""


def on_tick(host):
    host.record("n", {"tick": host.tick()})


def on_stop(host):
    host.result({"stopped": True})
'''


def start_endless(commands: Commands) -> tuple[subprocess.Popen[str], Path]:
    """A run that goes on until something ends it, and has recorded something."""
    process = commands.start("run", commands.script(ENDLESS), "--out", "run", "--pace", "realtime", "--json")
    folder = commands.folder / "run"
    wait_for(lambda: len(records(folder)) > 3, "records", process)
    return process, folder


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_termination_stop_the_script_and_keep_what_was_recorded(
    commands: Commands, number: signal.Signals
) -> None:
    process, folder = start_endless(commands)
    done = interrupt(process, number)
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert (document["state"], document["reason"]) == ("ended", "stopped")
    assert document["result"] == {"stopped": True}
    assert len(records(folder)) > 3
    noted = manifest(folder)
    assert (noted["state"], noted["reason"], noted["exit"]) == ("ended", "stopped", 1)
    assert not is_process_alive(noted["game_pid"])


def test_a_killed_game_leaves_readable_records_and_a_folder_that_says_so(commands: Commands) -> None:
    process, folder = start_endless(commands)
    os.kill(manifest(folder)["game_pid"], signal.SIGKILL)
    done = finish(process)
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert (document["state"], document["reason"]) == ("ended", "game_stopped")
    assert len(records(folder)) > 3
    noted = manifest(folder)
    assert (noted["state"], noted["reason"], noted["reproducible"]) == ("ended", "game_stopped", False)
    assert "Traceback" not in done.stderr


def test_the_game_ends_when_the_command_is_killed(commands: Commands) -> None:
    process, folder = start_endless(commands)
    process.kill()
    pid = manifest(folder)["game_pid"]
    wait_for(lambda: not is_process_alive(pid), "the game's end")
    assert manifest(folder)["state"] == "running"
    assert len(records(folder)) > 3


def test_the_game_ends_even_when_a_script_is_stuck_and_the_command_is_killed(commands: Commands) -> None:
    # Backtracking without end, in C: nothing can unwind it.
    stuck = (
        "import re\n\n\ndef run(host):\n    host.record('n', 1)\n    yield\n    re.match('(a+)+$', 'a' * 60 + 'b')\n"
    )
    process = commands.start("run", commands.script(stuck), "--out", "run", "--json")
    folder = commands.folder / "run"
    wait_for(lambda: len(records(folder)) > 0, "records", process)
    process.kill()
    pid = manifest(folder)["game_pid"]
    wait_for(lambda: not is_process_alive(pid), "the game's end")


def test_a_budget_that_ends_a_run_is_in_its_document_and_its_folder(commands: Commands) -> None:
    done = commands.run("run", commands.script("def run(host):\n    while True:\n        pass\n"), "--json")
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    assert document["reason"] == "budget"
    assert document["budget"]["line"] in (2, 3)
    assert manifest(Path(document["out"]))["budget"] == document["budget"]


def test_a_failing_script_ends_with_code_1_and_names_the_line(commands: Commands) -> None:
    script = commands.script('"""Fails."""\n\n\ndef run(host):\n    yield 3\n    return 1 / 0\n')
    done = commands.run("run", script, "--json")
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    assert document["reason"] == "failed"
    assert (document["error"]["type"], document["error"]["line"]) == ("ZeroDivisionError", 6)
    assert manifest(Path(document["out"]))["exit"] == 1


def test_ticks_end_a_script_that_would_go_on(commands: Commands) -> None:
    done = commands.run("run", commands.script(ENDLESS), "--ticks", "50")
    assert done.returncode == 0, done.stderr
    assert "finished  after 50 ticks" in done.stdout
    assert "50 × n" in done.stdout


def test_a_refused_script_starts_nothing(commands: Commands) -> None:
    script = commands.script(
        '"""Wrong."""\n\n\ndef run(host):\n    host.set_blok((0, 64, 0), "tnt")\n    yield "x" +\n'
    )
    done = commands.run("run", script, "--json")
    assert done.returncode == 2
    document = json.loads(done.stdout)
    assert (document["reason"], document["out"]) == ("refused", None)
    assert "line 6" in document["error"]["message"]
    assert "Traceback" not in done.stderr
    assert not (commands.folder / "runs").exists()


@pytest.mark.parametrize(
    "words",
    [["--param", "nope=1"], ["--param", "nothing"], ["--seed", str(2**64)], ["--allow", "everything"], ["--id", "a/b"]],
)
def test_arguments_the_script_does_not_have_are_usage_errors(commands: Commands, words: list[str]) -> None:
    done = commands.run("run", commands.script(ENDLESS), *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert commands.run("run", "absent.py").returncode == 2


def test_a_pinned_port_that_is_taken_starts_nothing(commands: Commands) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        refused = commands.run("serve", "--game-dir", commands.folder / "game", "--port", port)
    assert refused.returncode == 2
    assert f"pinned to {port}" in refused.stderr
    assert not (commands.folder / "game").exists()


def test_two_served_games_do_not_disturb_each_other(commands: Commands) -> None:
    first, second = commands.folder / "one", commands.folder / "two"
    games = [commands.start("serve", "--game-dir", folder, "--world", "void") for folder in (first, second)]
    for folder, game in zip((first, second), games, strict=True):
        wait_for(lambda path=folder / "mc-agent" / "endpoint.json": path.exists(), "a served game", game)  # type: ignore[misc]

    refused = commands.run("serve", "--game-dir", first)
    assert refused.returncode == 2
    assert "already running" in refused.stderr
    assert commands.json("list", "--game-dir", first)["scripts"] == []

    assert interrupt(games[0]).returncode == 0
    assert not (first / "mc-agent" / "endpoint.json").exists()
    assert commands.json("list", "--game-dir", second)["game"]["state"] == "running"
    assert commands.run("list", "--game-dir", first).returncode == 3
    told = interrupt(games[1])
    assert told.returncode == 0
    assert "Traceback" not in told.stderr
