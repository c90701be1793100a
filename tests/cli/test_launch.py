from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from ticklane_cli._pieces import Pieces
from ticklane_cli._setup.jdk import Java
from ticklane_cli._setup.places import Places
from ticklane_cli.launch import GameRunningError, LaunchConfig, LaunchError, launch, signed_seed, start_game

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for java is a script")


def pieces_with_java(tmp_path: Path, program: str) -> Pieces:
    """Pieces whose `java` is a Python program: what the launcher does can be seen without a JVM."""
    home = tmp_path / "java"
    (home / "bin").mkdir(parents=True, exist_ok=True)
    java = home / "bin" / "java"
    java.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{program}\n")
    java.chmod(0o755)
    return Pieces(Places(None, tmp_path / "data"), Java(home, "25.0.1", 25, "test"), ())


READY = "print('ticklane-ready {\"port\": 7}', flush=True)\nsys.stdin.read()\n"


def test_the_launch_file_is_private_and_says_everything(tmp_path: Path) -> None:
    config = LaunchConfig(game_dir=tmp_path / "game", world="void", seed=2**64 - 1, frozen=True, mc_port=0)
    with launch(config, pieces=pieces_with_java(tmp_path, READY)) as game:
        assert game.ready == {"port": 7}
        path = tmp_path / "game" / "launch.json"
        assert path.stat().st_mode & 0o777 == 0o600
        content = json.loads(path.read_text())
        expected = {
            "world": "void",
            "seed": -1,
            "frozen": True,
            "mc_port": 0,
            "script_memory_mib": 1024,
            "python": sys.executable,
            "gateway": False,
        }
        assert expected.items() <= content.items()
        assert content["game_dir"] == str(tmp_path / "game")
    assert game.process.returncode == 0


def test_closing_its_stdin_ends_it_and_a_deaf_one_is_killed(tmp_path: Path) -> None:
    deaf = "print('ticklane-ready {}', flush=True)\nimport time\nwhile True: time.sleep(60)"
    game = start_game(LaunchConfig(game_dir=tmp_path / "game"), pieces=pieces_with_java(tmp_path, deaf))
    game.wait_ready()
    started = time.monotonic()
    assert game.stop(timeout_s=0.1) == -9
    assert time.monotonic() - started < 5
    assert game.stop() == -9


def test_an_early_death_is_told_with_its_last_words(tmp_path: Path) -> None:
    report = {"level": "error", "logger": "x", "event": "no such world: moon"}
    words = f"print(json.dumps({report}), file=sys.stderr)\nsys.exit(2)"
    with (
        pytest.raises(LaunchError, match=r"ended with code 2 while starting:\n  error no such world: moon"),
        launch(LaunchConfig(game_dir=tmp_path / "game"), pieces=pieces_with_java(tmp_path, words)),
    ):
        raise AssertionError("unreachable")


def test_one_that_never_gets_ready_is_killed(tmp_path: Path) -> None:
    config = LaunchConfig(game_dir=tmp_path / "game", ready_timeout_s=0.3)
    game = start_game(config, pieces=pieces_with_java(tmp_path, "sys.stdin.read()"))
    with pytest.raises(LaunchError, match=r"wasn't ready in 0\.3 s"):
        game.wait_ready()
    assert not game.is_alive()


def test_a_folder_has_one_game_at_a_time(tmp_path: Path) -> None:
    pieces = pieces_with_java(tmp_path, READY)
    config = LaunchConfig(game_dir=tmp_path / "game")
    with launch(config, pieces=pieces):
        with pytest.raises(GameRunningError, match="already running"):
            start_game(config, pieces=pieces)
        with launch(LaunchConfig(game_dir=tmp_path / "other"), pieces=pieces) as other:
            assert other.is_alive()
    with launch(config, pieces=pieces) as again:
        assert again.is_alive()


def test_variables_of_others_do_not_reach_the_jvm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dx=y")
    monkeypatch.setenv("PYTHONHOME_UNRELATED", "kept")
    names = '["JAVA_TOOL_OPTIONS", "PYTHONPATH", "PYTHONHOME_UNRELATED", "MINE"]'
    program = f"found = {{name: os.environ.get(name) for name in {names}}}\n"
    program += "print('ticklane-ready ' + json.dumps(found), flush=True)\nsys.stdin.read()"
    config = LaunchConfig(game_dir=tmp_path / "game", environment={"MINE": "1"})
    with launch(config, pieces=pieces_with_java(tmp_path, program)) as game:
        assert game.ready["JAVA_TOOL_OPTIONS"] is None
        assert (game.ready["PYTHONHOME_UNRELATED"], game.ready["MINE"]) == ("kept", "1")
        assert game.ready["PYTHONPATH"].startswith(str(tmp_path / "data" / "jep-"))


@pytest.mark.parametrize(
    ("seed", "java_long"), [(0, 0), (-1, -1), (2**63 - 1, 2**63 - 1), (2**63, -(2**63)), (2**64 - 1, -1)]
)
def test_any_64_bit_seed_becomes_a_java_long(seed: int, java_long: int) -> None:
    assert signed_seed(seed) == java_long


def test_the_aot_cache_is_one_per_class_path_and_java(tmp_path: Path) -> None:
    jar = tmp_path / "a.jar"
    jar.write_text("1")
    pieces = pieces_with_java(tmp_path, "")
    one = Pieces(pieces.places, pieces.java, (jar,)).aot_cache
    jar.write_text("22")
    other = Pieces(pieces.places, pieces.java, (jar,))
    assert one != other.aot_cache
    other.aot_cache.parent.mkdir(parents=True)
    assert not any("AOTCache" in word for word in other.command([]))
    other.aot_cache.touch()
    assert f"-XX:AOTCache={other.aot_cache}" in other.command([])
