"""One script through everything: command line, toolchain, JVM, jep, runtime, embedded server. Runs on every Python."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from .commands import Commands, manifest, records

pytestmark = pytest.mark.jvm

FALL = '''
# /// script
# [tool.ticklane.params]
# height = 120
# ///
"""How far does a falling block fall?"""


def run(host):
    block = host.spawn("falling_block", (0.5, host.params["height"], 0.5), block="sand")
    for _ in range(20):
        yield
        host.record("fall", {"y": block.y, "luck": host.random.random()})
    print("done falling")
    return {"fallen": host.params["height"] - block.y, "seed": host.seed}
'''


def test_a_script_runs_to_its_result_and_leaves_a_run_folder(commands: Commands) -> None:
    script = commands.script(FALL)
    done = commands.run("run", script, "--param", "height=140", "--seed", "-1", "--out", "first", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["state"], document["reason"], document["ticks"]) == ("ended", "finished", 20)
    assert document["result"]["seed"] == -1
    assert 4 < document["result"]["fallen"] < 10
    assert document["error"] is None
    folder = Path(document["out"])
    assert folder == commands.folder / "first"
    rows = records(folder)
    assert [row["key"] for row in rows] == ["fall"] * 20
    noted = manifest(folder)
    expected = {"state": "ended", "reason": "finished", "exit": 0, "params": {"height": 140}, "seed": -1, "ticks": 20}
    assert expected.items() <= noted.items()
    assert noted["versions"]["python"] == platform.python_version()
    assert noted["versions"].keys() >= {"minecraft", "java", "jep", "numpy", "ticklane"}
    assert noted["reproducible"] is True
    assert (folder / "bundle" / "script.py").read_text() == FALL
    assert json.loads((folder / "result.json").read_text()) == document["result"]
    assert "done falling" in (folder / "log.jsonl").read_text()

    again = commands.run("run", script, "--param", "height=140", "--seed=-1", "--out", "second", "--json")
    assert again.returncode == 0, again.stderr
    assert [row["value"] for row in records(commands.folder / "second")] == [row["value"] for row in rows]
