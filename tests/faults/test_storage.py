"""Disks that are full or read-only, and files and folders that go away under a running game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import Commands, manifest

from .conftest import Play, remembering
from .played_game import (
    NO_HANG_S,
    PlayedGame,
    assert_each_tick,
    call_tool,
    eventually,
    first_tick_of,
    json_lines,
    read_only,
    small_disk,
)

pytestmark = pytest.mark.jvm

# 100 KB a row, ten rows a tick.
HEAVY = """
# /// script
# [tool.ticklane]
# budget_ms = 30
# hard_ms = 5000
# ///
def on_tick(host):
    for n in range(10):
        host.record("heavy", "x" * 100_000)
"""

LIGHT = """
def on_tick(host):
    host.record("n", host.tick())
"""


@pytest.fixture
def commands(tmp_path: Path) -> object:
    made = Commands(tmp_path)
    yield made
    made.clean_up()


# -- the game folder


def test_a_full_disk_costs_rows_that_are_counted_with_the_reason_and_nothing_else(tmp_path: Path, play: Play) -> None:
    with small_disk(tmp_path / "disk", 8) as disk:
        filler = disk / "filler"
        filler.write_bytes(bytes(4 << 20))
        game = play(folder=disk / "game")
        with remembering(game):
            game.start(HEAVY)
            status = eventually("lost rows", lambda: s if (s := game.status()).get("lost") else None)
            assert status["state"] == "running"
            assert "No space left" in status["lost_why"]
            page = game.client.request("output", script="fault", keys=["none"])
            assert (page["lost"] > 0, "No space left" in page["lost_why"]) == (True, True)
            stopped = game.stop()
            assert stopped["reason"] == "stopped"
            path = disk / "game" / "mc-agent" / "script-fault.jsonl"

            def is_accounted_for() -> bool:
                status = game.status()
                written = path.read_bytes().count(b"\n")  # a row half written at the moment is none yet
                return written + int(status["lost"]) == int(status["records"]["heavy"])

            eventually("every row written or counted", is_accounted_for)
            json_lines(path)
            # Other scripts say the same of theirs, and go on when there is room again.
            filler.unlink()
            game.start(LIGHT, "light")
            game.let_pass(5)
            status = game.stop("light")
            assert "lost" not in status
            assert_each_tick([row["value"] for row in game.rows("light")], status)
        assert game.game.stop() == 0
        assert not (disk / "game" / "mc-agent" / "endpoint.json").exists()


def test_a_game_folder_that_turns_read_only_costs_rows_and_the_game_ends_as_ever(tmp_path: Path, play: Play) -> None:
    game = play(folder=tmp_path / "game")
    with remembering(game):
        with read_only(tmp_path / "game"):
            game.start(LIGHT)
            game.let_pass(5)
            status = game.stop()
            assert status["reason"] == "stopped"
            assert status["lost"] == status["records"]["n"]
            assert "Read-only" in status["lost_why"]
        game.start(LIGHT)
        game.let_pass(3)
        assert "lost" not in game.stop()
    with read_only(tmp_path / "game"):
        assert game.game.stop() == 0


def test_a_game_folder_that_is_removed_comes_back_with_what_is_recorded_from_then_on(
    tmp_path: Path, play: Play
) -> None:
    game = play(folder=tmp_path / "game")
    with remembering(game):
        game.start(LIGHT)
        game.let_pass(5)
        before = len(game.rows())
        shutil.rmtree(tmp_path / "game")
        game.let_pass(5)
        eventually("endpoint.json", (tmp_path / "game" / "mc-agent" / "endpoint.json").exists)
        with game.game.client() as another:
            page = another.request("output", script="fault", limit=1000)
        assert page["dropped"] >= before
        assert [row["tick"] for row in page["rows"]] == list(
            range(page["rows"][0]["tick"], page["rows"][0]["tick"] + len(page["rows"]))
        )
        status = game.stop()
        assert status["reason"] == "stopped"
        assert "lost" not in status
        left = json_lines(tmp_path / "game" / "mc-agent" / "script-fault.jsonl")
        assert status["tick"] - left[-1]["value"] in (0, 1)  # a stop is acted on before the step of its tick
    assert game.game.stop() == 0


@pytest.mark.parametrize("how", ["deleted", "truncated", "replaced", "appended to", "made a folder"])
def test_an_output_file_that_somebody_touches_is_never_a_hole_or_an_end(game: PlayedGame, how: str) -> None:
    path = game.folder / "mc-agent" / "script-fault.jsonl"
    with remembering(game):
        game.start(LIGHT)
        game.let_pass(4)
        game.rows()
        if how == "deleted":
            path.unlink()
        elif how == "truncated":
            path.write_bytes(b"")
        elif how == "replaced":
            path.with_suffix(".new").write_text("not ours\n")
            path.with_suffix(".new").replace(path)
        elif how == "appended to":
            with path.open("a") as file:
                file.write("not ours\n")
        else:
            path.unlink()
            path.mkdir()
        game.let_pass(4)
        status = game.stop()
        assert (status["state"], status["reason"]) == ("ended", "stopped")
        if how == "made a folder":
            assert status["lost"] > 0
            assert "directory" in status["lost_why"].lower()
            path.rmdir()
            return
        assert "lost" not in status
        page = game.client.request("output", script="fault", limit=1000)
        ticks = [row["value"] for row in page["rows"]]
        gone = range(first_tick_of(status), first_tick_of(status) + page["dropped"])
        assert_each_tick([*gone, *ticks], status)
        assert (page["dropped"] == 0) == (how == "appended to")
        assert [row["value"] for row in json_lines(path)] == ticks


def test_ids_that_differ_by_case_keep_files_apart_on_any_file_system(game: PlayedGame) -> None:
    for id in ("fall", "Fall", "FALL", "fall.1"):
        game.start(f"def run(host):\n    host.record('id', {id!r})\n", id, wait_s=10)
    for id in ("fall", "Fall", "FALL", "fall.1"):
        assert [row["value"] for row in game.rows(id)] == [id]
    names = [path.name.lower() for path in (game.folder / "mc-agent").glob("script-*") if "fall" in path.name.lower()]
    assert len(names) == len(set(names)) == 4


def test_a_deleted_endpoint_file_comes_back_and_the_gateway_never_noticed(served: PlayedGame) -> None:
    path = served.folder / "mc-agent" / "endpoint.json"
    before = json.loads(path.read_text())
    served.tool("script_start", source="def on_tick(host):\n    pass\n", id="fault")
    endpoint = served.endpoint()
    path.unlink()
    text, is_error = call_tool(endpoint, "script_status", id="fault")
    assert (json.loads(text)["state"], is_error) == ("running", False)
    eventually("endpoint.json", path.exists)
    assert json.loads(path.read_text()) == before
    assert path.stat().st_mode & 0o777 == 0o600
    assert served.tool("script_stop", id="fault")["reason"] == "stopped"


# -- folders that can't be had from the start


def test_a_game_folder_that_can_not_be_written_is_refused_in_a_line(tmp_path: Path, commands: Commands) -> None:
    (tmp_path / "shut").mkdir()
    with read_only(tmp_path / "shut"):
        refused = commands.run("serve", "--game-dir", tmp_path / "shut" / "game")
    assert refused.returncode == 3
    assert "Read-only" in refused.stderr
    assert "Traceback" not in refused.stderr
    with small_disk(tmp_path / "disk", 1) as disk:
        (disk / "filler").write_bytes(bytes(1 << 20))
        refused = commands.run("serve", "--game-dir", disk / "game")
    assert refused.returncode == 3
    assert "No space left" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_run_folder_that_can_not_be_written_starts_nothing(tmp_path: Path, commands: Commands) -> None:
    script = commands.script(LIGHT)
    for out in ("shut", "shut/new"):
        (tmp_path / "shut").mkdir(exist_ok=True)
        with read_only(tmp_path / "shut"):
            done = commands.run("run", script, "--out", tmp_path / out, "--json")
        assert done.returncode == 2
        assert "Read-only" in json.loads(done.stdout)["error"]["message"]
    with small_disk(tmp_path / "disk", 1) as disk:
        done = commands.run("run", script, "--out", disk / "run", "--json")
        assert done.returncode == 2
        assert "No space left" in json.loads(done.stdout)["error"]["message"]


# -- the run folder


def test_a_run_folder_that_fills_up_keeps_whole_rows_the_result_and_the_truth(
    tmp_path: Path, commands: Commands
) -> None:
    source = HEAVY + "\n\ndef on_stop(host):\n    host.result({'asked': list(range(5000))})\n"
    with small_disk(tmp_path / "disk", 4) as disk:
        done = commands.run("run", commands.script(source), "--ticks", "20", "--out", disk / "run", "--json")
        assert done.returncode == 1, done.stderr
        document = json.loads(done.stdout)
        assert (document["state"], document["reason"], document["ticks"]) == ("ended", "finished", 20)
        assert document["records"] == {"heavy": 200}
        assert "No space left" in document["lost_why"]
        whole = json_lines(disk / "run" / "records.jsonl")
        assert 0 < len(whole) == 200 - document["lost"]
        noted = manifest(disk / "run")
        assert (noted["state"], noted["reason"], noted["exit"]) == ("ended", "finished", 1)
        assert (noted["lost"], noted["lost_why"]) == (document["lost"], document["lost_why"])
        assert json.loads((disk / "run" / "result.json").read_text()) == {"asked": list(range(5000))}
        assert "Traceback" not in done.stderr


def test_a_run_folder_that_is_removed_comes_back_with_its_last_state(tmp_path: Path, commands: Commands) -> None:
    process = commands.start("run", commands.script(LIGHT), "--pace", "realtime", "--ticks", "60", "--out", "run")
    folder = tmp_path / "run"
    eventually("records", lambda: (folder / "records.jsonl").exists() and (folder / "records.jsonl").stat().st_size)
    shutil.rmtree(folder)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "finished" in out
    assert manifest(folder)["reason"] == "finished"
    assert json_lines(folder / "records.jsonl")[-1]["tick"] == 60
    assert json.loads((folder / "result.json").read_text()) is None


def test_ending_with_a_disk_that_takes_nothing_any_more_is_no_hang(tmp_path: Path, play: Play) -> None:
    with small_disk(tmp_path / "disk", 2) as disk:
        game = play(folder=disk / "game")
        for id in ("a", "b", "c"):
            game.start(HEAVY.replace("budget_ms = 30", "budget_ms = 8"), id)
        game.let_pass(5)
        (disk / "filler").write_bytes(b"")
        code = game.game.stop(NO_HANG_S)
        assert code == 0
