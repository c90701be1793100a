"""From a script in the real game to numpy, files and a picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ticklane import Blocks, Entities, read_run

from .commands import Commands, records

pytestmark = pytest.mark.jvm

RECORDING = '''
# /// script
# [tool.ticklane.records]
# rows_per_tick = {thin = 0.1}
# ///
"""Records a bit of everything."""
import numpy as np

from ticklane import Impulse


def run(host):
    capture = host.capture(Impulse(min_dv=0.05, type="falling_block"), before=4, after=6)
    host.spawn("tnt", (1, 90, 1), fuse=8)
    for i in range(4):
        host.spawn("falling_block", (i * 3, 90 + i, 0), block="sand", vel=(0.1 * i, 0.2, 0), tag="mine")
    for _ in range(30):
        blocks = host.entities(tag="mine")
        for block in blocks:
            host.record("motion", {"id": block.id, "type": block.type, "pos": block.pos, "dv": block.vel[1]})
        host.record("thin", host.elapsed())
        print("at", host.elapsed())
        yield
    capture.cancel()
    for window in capture.windows:
        host.record("push", window)
    host.record("last", host.entities(tag="mine"))
    host.record("ground", host.blocks((-2, 60, -2), (2, 66, 2)))
    host.record("odd", {"nan": np.nan, "inf": np.inf, "big": 2**70, "path": np.full((2, 3), np.nan)})
    return {"n": len(blocks), "dv": [float(np.linalg.norm(w.impulse[w.row, 0])) for w in capture.windows]}
'''


def test_a_run_of_the_real_game_comes_back_whole_and_goes_into_files(commands: Commands) -> None:
    done = commands.run("run", commands.script(RECORDING), "--out", "run", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["left_out"] == {"thin": 27}
    pushes = len(document["result"]["dv"])
    assert pushes > 0
    assert document["rows"] == {"written": 126 + pushes, "rotated_away": 0}
    run = read_run(commands.folder / "run")
    assert run.problems == ()
    assert run.complete
    assert run.result["n"] == 4
    windows = run.windows["push"]
    for window, dv in zip(windows, run.result["dv"], strict=True):
        assert window.ticks.tolist() == list(range(window.tick - 4, window.tick + 7))
        assert np.linalg.norm(window.impulse[window.row, 0]) == dv
        assert window.event.id == window.id[0]
    assert {window.event.cause for window in windows} == {"explosion"}
    assert len(run.window_table("push")) == 11 * pushes
    assert run.manifest["header"]["records"] == {"rows_per_tick": {"thin": 0.1}}
    assert run.manifest["docstring"] == "Records a bit of everything."
    assert [line.text for line in run.lines] == [f"at {n}" for n in range(30)]
    motion = run.tables["motion"]
    assert {name: motion[name].dtype.str for name in ("id", "type", "pos", "dv")} == {
        "id": "<i8",
        "type": "<U23",
        "pos": "<f8",
        "dv": "<f8",
    }
    assert motion["pos"].shape == (120, 3)
    assert run.tables["thin"]["value"].tolist() == [0, 10, 20]
    last, ground = run.tables["last"]["value"][0], run.tables["ground"]["value"][0]
    assert isinstance(last, Entities)
    assert isinstance(ground, Blocks)
    assert (last.type == "falling_block").all()
    assert set(map(str, last.block)) == {"minecraft:sand"}
    assert last[0].pos.tolist() == last.pos[0].tolist()
    assert ground.at((0, 66, 0)) == "air"
    assert ground.count("grass_block") == 25
    odd = run.tables["odd"]
    assert (odd["inf"][0], odd["big"][0], odd["path"].shape) == (np.inf, str(2**70), (1, 2, 3))
    assert np.isnan(odd["nan"][0])

    exported = commands.run("export", "run", "--to", "parquet", "--key", "motion", "--json")
    assert json.loads(exported.stdout)["files"] == [
        {"key": "motion", "rows": 120, "columns": 5, "file": "run/export/motion.parquet"}
    ]
    drawn = commands.run("plot", "run", "--key", "motion", "--out", "ways.svg")
    assert (drawn.returncode, drawn.stdout) == (0, "ways.svg\n")
    assert "motion: 4 trajectories" in (commands.folder / "ways.svg").read_text()


def test_rows_that_a_header_rotates_away_are_counted(commands: Commands) -> None:
    script = commands.script("""
# /// script
# [tool.ticklane]
# ticks = 40
# [tool.ticklane.records]
# rotate_mib = 1
# rotate_files = 2
# ///
def on_tick(host):
    host.record("big", "x" * 100_000)
""")
    done = commands.run("run", script, "--out", "run", "--json")
    assert done.returncode == 0, done.stderr
    folder = commands.folder / "run"
    assert sorted(path.name for path in folder.glob("records*")) == ["records.1.jsonl", "records.jsonl"]
    run = read_run(folder)
    rows = run.manifest["rows"]
    assert rows["written"] == 40
    assert rows["rotated_away"] > 10
    assert len(run.tables["big"]) == 40 - rows["rotated_away"] > len(records(folder))
    assert run.tables["big"].tick.tolist() == list(range(rows["rotated_away"] + 1, 41))
    assert run.problems == (f"the first {rows['rotated_away']} rows were rotated away, as the script's header asks",)


def test_a_script_that_is_stopped_has_its_rows_counted_too(commands: Commands) -> None:
    script = commands.script("def on_tick(host):\n    host.record('n', host.tick())\n    host.tick() < 30 or 1 / 0\n")
    done = commands.run("run", script, "--out", "run", "--json")
    assert done.returncode == 1, done.stderr
    run = read_run(commands.folder / "run")
    assert len(run.tables["n"]) == run.manifest["rows"]["written"] == 30
    assert run.problems == ()
    assert not run.complete
