"""Each launcher's folder: where the arguments go, that twice is once, and that undoing leaves the same bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ticklane_cli._install import ini
from ticklane_cli._install.arguments import ours_for
from ticklane_cli._install.home import Parts
from ticklane_cli._install.installing import install
from ticklane_cli._install.keepers import LAUNCHER_DEFAULTS, MARK
from ticklane_cli._install.uninstalling import uninstall

from . import folders

OURS = " ".join(ours_for(21, agent=True))
QT = "[General]\nConfigVersion=1.2\nInstanceType=OneSix\nOverrideJavaArgs=false\nname=Mine\nnotes=a, b\n"
OLD = "InstanceType=OneSix\r\nOverrideJavaArgs=true\r\nJvmArgs=-Xms1G \\#x\r\nname=Mine"
SCRIPT = '#!/bin/sh\n# java -jar old.jar\ncd "$(dirname "$0")"\nexec java -Xmx4G -Dx="a b" -jar server.jar nogui\n'
FABRIC = {"f": {"name": "Fabric", "type": "custom", "lastVersionId": "fabric-loader-0.16.5-1.21.1"}}

GAMES: dict[str, Callable[[Path], Path]] = {
    "vanilla": lambda root: folders.vanilla(root, {"p": {"name": "", "type": "custom", "lastVersionId": "1.21.1"}}),
    "vanilla-fabric": lambda root: folders.vanilla(
        root,
        {
            **FABRIC,
            "r": {"name": "", "type": "latest-release", "lastVersionId": "latest-release", "javaArgs": "-Xmx3G"},
        },
    ),
    "prism": lambda root: folders.prism(root, QT),
    "multimc": lambda root: folders.prism(root, OLD, settings="JvmArgs=-Dglobal=1\n", loader="net.minecraftforge"),
    "curseforge": folders.curseforge,
    "neoforge-server": folders.neoforge_server,
    "neoforge-server-without-file": lambda root: folders.neoforge_server(root, None),
    "neoforge-server-no-newline": lambda root: folders.neoforge_server(root, "-Xmx4G\r\n-Xms1G"),
    "paper": lambda root: folders.jar_server(root, "paper", SCRIPT),
    "fabric-server": lambda root: folders.jar_server(
        root, "fabric", SCRIPT.replace("exec java", '"$JAVA_HOME/bin/java"')
    ),
    "server-without-script": lambda root: folders.jar_server(root, "none", None),
}


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    (tmp_path / "game").mkdir()
    return GAMES[request.param](tmp_path / "game")


def test_uninstall_leaves_every_byte_as_it_was(game: Path, tmp_path: Path, parts: Parts) -> None:
    before = folders.state(tmp_path)
    outcome = install(game, parts=parts)
    assert folders.state(tmp_path) != before
    assert (outcome.game_dir / "mc-agent" / "home" / "ticklane-agent.jar").read_bytes() == b"agent"
    assert json.loads((outcome.game_dir / "mc-agent" / "home" / "launch.json").read_text())["jep_dir"] == "jep-x"
    uninstall(game)
    after = folders.state(tmp_path)
    for empty in ("mods", "plugins"):  # made for the loader, which makes it itself
        after.pop((outcome.game_dir / empty).relative_to(tmp_path).as_posix(), None)
    assert after == before


def test_twice_is_once(game: Path, tmp_path: Path, parts: Parts) -> None:
    install(game, parts=parts)
    once = folders.state(tmp_path)
    again = install(game, parts=parts)
    assert folders.state(tmp_path) == once
    assert {step.state for step in again.steps} == {"there"}
    assert uninstall(game).steps
    assert "nothing of Ticklane" in uninstall(game).notes[0]


def test_a_dry_run_changes_nothing_and_says_what_would(game: Path, tmp_path: Path, parts: Parts) -> None:
    before = folders.state(tmp_path)
    looked = install(game, parts=parts, dry_run=True)
    assert folders.state(tmp_path) == before
    done = install(game, parts=parts)
    assert [(step.state, step.path) for step in looked.steps] == [(step.state, step.path) for step in done.steps]
    there = folders.state(tmp_path)
    uninstall(game, dry_run=True)
    assert folders.state(tmp_path) == there


def test_vanilla_profile_keeps_the_launchers_own_arguments(tmp_path: Path, parts: Parts) -> None:
    root = GAMES["vanilla-fabric"](tmp_path / "mc")
    outcome = install(root, parts=parts)
    text = (root / "launcher_profiles.json").read_text()
    profiles = json.loads(text)["profiles"]
    assert profiles["f"]["javaArgs"] == f"{LAUNCHER_DEFAULTS} {OURS}"
    assert profiles["r"]["javaArgs"] == "-Xmx3G"
    assert '"version" : 3' in text
    assert outcome.instance is not None
    assert (outcome.instance.loader, outcome.instance.minecraft) == ("fabric", "1.21.1")
    assert (root / "mods" / "ticklane-loader-all-0.1.0.jar").is_file()


def test_a_profile_with_a_game_folder_of_its_own_is_found_by_it(tmp_path: Path, parts: Parts) -> None:
    elsewhere = tmp_path / "elsewhere with blanks"
    elsewhere.mkdir()
    profile = {"name": "Mine", "lastVersionId": "1.21.1", "gameDir": str(elsewhere), "javaArgs": "-Xmx3G"}
    root = folders.vanilla(tmp_path / "user" / ".minecraft", {"p": profile, **FABRIC})
    outcome = install(elsewhere, parts=parts)
    assert outcome.game_dir == elsewhere
    assert json.loads((root / "launcher_profiles.json").read_text())["profiles"]["p"]["javaArgs"] == f"-Xmx3G {OURS}"
    uninstall(elsewhere)
    assert json.loads((root / "launcher_profiles.json").read_text())["profiles"]["p"]["javaArgs"] == "-Xmx3G"


def test_two_profiles_of_one_folder_are_both_undone(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": {"name": "A", "lastVersionId": "1.21.1"}, **FABRIC})
    before = (root / "launcher_profiles.json").read_bytes()
    install(root, profile="A", parts=parts)
    install(root, profile="Fabric", parts=parts)
    profiles = json.loads((root / "launcher_profiles.json").read_text())["profiles"]
    assert all(OURS in profiles[id]["javaArgs"] for id in ("a", "f"))
    install(root, profile="A", parts=parts)
    uninstall(root)
    assert (root / "launcher_profiles.json").read_bytes() == before


def test_prism_takes_over_what_its_settings_gave(tmp_path: Path, parts: Parts) -> None:
    settings = '[General]\nConfigVersion=1.2\nJvmArgs="-XX:G1=a,b -Dx=1"\n'
    folder = folders.prism(tmp_path, QT, settings=settings)
    install(folder / ".minecraft", parts=parts)  # the game's folder will do
    text = (folder / "instance.cfg").read_text()
    assert ini.get(text, "JvmArgs") == f"-XX:G1=a,b -Dx=1 {OURS}"
    assert ini.get(text, "OverrideJavaArgs") == "true"
    (folder / "instance.cfg").write_text(text.replace("name=Mine", "name=Renamed"))
    uninstall(folder)
    assert (folder / "instance.cfg").read_text() == QT.replace("name=Mine", "name=Renamed")


def test_what_the_user_edits_since_stays(tmp_path: Path, parts: Parts) -> None:
    folder = folders.prism(tmp_path / "prism", QT)
    install(folder, parts=parts)
    text = (folder / "instance.cfg").read_text()
    (folder / "instance.cfg").write_text(text.replace("-Xss8m", "-Xss8m -Xmx9G"))
    uninstall(folder)
    text = (folder / "instance.cfg").read_text()
    assert (ini.get(text, "JvmArgs"), ini.get(text, "OverrideJavaArgs")) == ("-Xmx9G", "true")

    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    text = (server / "user_jvm_args.txt").read_text()
    assert text.count(MARK) == 1
    (server / "user_jvm_args.txt").write_text(text.replace("-Xmx4G", "-Xmx8G") + "-Dmine=1\n-Xss8m\n")
    install(server, parts=parts)
    assert (server / "user_jvm_args.txt").read_text().count("-javaagent") == 1
    uninstall(server)
    assert (server / "user_jvm_args.txt").read_text() == ("# Xmx and Xms set the memory\n-Xmx8G\n-Dmine=1\n-Xss8m\n")

    paper = folders.jar_server(tmp_path / "paper", "paper", SCRIPT)
    install(paper, parts=parts)
    text = (paper / "start.sh").read_text()
    assert f'exec java -Xmx4G -Dx="a b" {OURS} -jar server.jar' in text
    (paper / "start.sh").write_text(text.replace("-Xmx4G", "-Xmx8G"))
    uninstall(paper)
    assert (paper / "start.sh").read_text() == SCRIPT.replace("-Xmx4G", "-Xmx8G")


def test_a_profile_the_launcher_copied_is_cleared_too(tmp_path: Path, parts: Parts) -> None:
    root = GAMES["vanilla"](tmp_path / "mc")
    install(root, parts=parts)
    path = root / "launcher_profiles.json"
    content = json.loads(path.read_text())
    content["profiles"]["copy"] = {**content["profiles"]["p"], "name": "copy"}
    content["profiles"]["other"] = {**content["profiles"]["p"], "gameDir": str(tmp_path)}
    path.write_text(json.dumps(content))
    uninstall(root)
    profiles = json.loads(path.read_text())["profiles"]
    assert "javaArgs" not in profiles["p"]
    assert "javaagent" not in profiles["copy"].get("javaArgs", "")
    assert OURS in profiles["other"]["javaArgs"]  # another folder's, with a home of its own


def test_curseforge_says_that_the_apps_own_arguments_are_left_out(tmp_path: Path, parts: Parts) -> None:
    folder = folders.curseforge(tmp_path)
    outcome = install(folder, parts=parts)
    assert any("must be entered there too" in note for note in outcome.notes)
    assert json.loads((folder / "minecraftinstance.json").read_text())["javaArgsOverride"] == OURS
    assert outcome.instance is not None
    assert (outcome.instance.loader, outcome.instance.loader_version) == ("neoforge", "21.1.77")


def test_a_server_without_a_script_is_told_what_to_paste(tmp_path: Path, parts: Parts) -> None:
    outcome = install(folders.jar_server(tmp_path / "s", "none", None), parts=parts)
    assert " ".join(outcome.arguments) == OURS
    assert "before -jar" in outcome.paste


@pytest.mark.parametrize(
    "line",
    [
        "java -jar {folder}/server.jar",  # may run in any folder, where the agent's path would lead nowhere
        'java -jar "$JAR"',
        "java -Xmx2G \\\n  -jar server.jar",
        "java -jar server.jar\njava -jar server.jar --again",
        "# java -jar server.jar",
    ],
)
def test_a_script_that_is_not_clear_stays_as_it_is(tmp_path: Path, parts: Parts, line: str) -> None:
    script = line.format(folder=tmp_path / "s") + "\n"
    outcome = install(folders.jar_server(tmp_path / "s", "paper", script), parts=parts)
    assert outcome.paste.endswith("it must start in this folder")
    assert (tmp_path / "s" / "start.sh").read_text() == script


def test_a_newer_release_replaces_the_jar_of_an_older_one(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    newer = parts.mod.with_name("ticklane-loader-all-0.2.0.jar")
    newer.write_bytes(parts.mod.read_bytes())
    parts.agent.write_bytes(b"newer agent")
    install(server, parts=Parts(parts.agent, newer, parts.jars, parts.jep, parts.launch))
    assert [jar.name for jar in (server / "mods").iterdir()] == [newer.name]
    assert (server / "mc-agent" / "home" / "ticklane-agent.jar").read_bytes() == b"newer agent"
    assert not list((server / "mc-agent").glob("home.*"))


def test_what_scripts_recorded_stays(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    (server / "mc-agent" / "script-a.jsonl").write_text("{}\n")
    (server / "mc-agent" / "nested").mkdir()
    (server / "mc-agent" / "nested" / "ticklane-core.jar").write_bytes(b"unpacked by the game")
    assert [step.state for step in uninstall(server).steps].count("kept") == 1
    assert [path.name for path in (server / "mc-agent").iterdir()] == ["script-a.jsonl"]


def test_a_missing_record_of_arguments_is_nothing_to_undo(tmp_path: Path, parts: Parts) -> None:
    folder = folders.prism(tmp_path, QT)
    install(folder, parts=parts)
    (folder / "instance.cfg").write_text(QT)  # the user has put the old file back
    uninstall(folder)
    assert (folder / "instance.cfg").read_text() == QT
    assert not (folder / ".minecraft" / "mc-agent").exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can write another user's files")
def test_what_root_puts_in_belongs_to_the_games_user(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    for path in (server, *server.rglob("*")):
        os.chown(path, 12345, 23456)
    install(server, parts=parts)
    strangers = [path for path in server.rglob("*") if (path.stat().st_uid, path.stat().st_gid) != (12345, 23456)]
    assert strangers == []
    uninstall(server)
    assert (server / "user_jvm_args.txt").stat().st_uid == 12345


def test_another_agent_of_the_users_stays_and_comes_first(tmp_path: Path, parts: Parts) -> None:
    profile = {"name": "Mine", "lastVersionId": "1.21.1", "javaArgs": '"-javaagent:/a b/other.jar=x" -Xmx3G'}
    root = folders.vanilla(tmp_path / "mc", {"p": profile})
    install(root, parts=parts)
    written = json.loads((root / "launcher_profiles.json").read_text())["profiles"]["p"]["javaArgs"]
    assert written == f'"-javaagent:/a b/other.jar=x" -Xmx3G {OURS}'
