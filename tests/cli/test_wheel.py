"""The wheel on an empty machine: installed without a compiler, set up, a script run from another folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from ticklane_cli._setup.places import OUR_JARS, Places
from ticklane_cli._setup.release import version

from .commands import Commands, manifest

pytestmark = [pytest.mark.slow, pytest.mark.jvm, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
SCRIPT = '"""One step."""\n\n\ndef run(host):\n    yield 5\n    return host.elapsed()\n'


def build(kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.iterdir())


def test_a_wheel_holds_our_jars_and_nothing_of_others(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as archive:
        names = archive.namelist()
    jars = {name.rpartition("/")[2] for name in names if name.endswith(".jar")}
    assert jars == {f"{name}-{version()}.jar" for name in (*OUR_JARS, *Places.find().game_jars())}
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)
    assert not [name for name in names if name.endswith((".so", ".java", ".pyc"))]
    shipped = {name.partition("/_library/")[2] for name in names if "/_library/" in name}
    assert shipped >= {"llms.txt", "docs/physics.md", "examples/tnt_push.py", "skills/game-traps/SKILL.md"}
    assert "skills/tick-scripts/evals/evals.json" in shipped


def test_a_source_distribution_can_build_the_wheel(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names >= {"hatch_build.py", "pyproject.toml", "LICENSE", "jvm-mod/pom.xml", "jvm-mod/core/pom.xml"}
    assert not [name for name in names if name.startswith((".venv", "build/")) or "/target/" in name]


def test_the_wheel_runs_a_script_after_set_up(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path / "dist")
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    programs = venv / ("Scripts" if os.name == "nt" else "bin")
    # No compiler is on this PATH: everything must come as wheels.
    bare = {**os.environ, "PATH": str(programs), "CC": "/nonexistent"}
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--only-binary=:all:", str(wheel)]
    subprocess.run(pip, check=True, env=bare)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {"TICKLANE_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": ""}
    commands = Commands(elsewhere, [str(programs / "ticklane")], environment)
    script = commands.script(SCRIPT)
    try:
        before = commands.run("run", script)
        assert before.returncode == 3
        assert "ticklane setup" in before.stderr
        assert commands.run("doctor").returncode == 3

        made = commands.run("setup")
        assert made.returncode == 0, made.stderr
        assert commands.run("setup", "--quiet").stderr == ""
        assert commands.run("doctor").returncode == 0

        done = commands.run("run", script, "--json")
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["result"] == 5
        assert Path(document["out"]) == elsewhere / "runs" / f"{document['id']}-1"
        assert manifest(Path(document["out"]))["state"] == "ended"

        read = "from ticklane_gateway.reading.answers import topic_text; print(topic_text('game-traps', 1))"
        told = subprocess.run([programs / "python", "-c", read], check=True, capture_output=True, text=True, env=bare)
        assert "# Traps of the game" in told.stdout
    finally:
        commands.clean_up()
