"""What keeps Ticklane out: one line on what is off and what to do, and the folder as it was."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ticklane_cli._exit import ENVIRONMENT, describe
from ticklane_cli._install import installing, running
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.home import Parts, find_parts
from ticklane_cli._install.installing import install
from ticklane_cli._install.uninstalling import uninstall
from ticklane_cli._setup import python_build
from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.places import Places

from . import folders

PROFILE = {"name": "Plain", "lastVersionId": "1.21.1"}
FABRIC = {"name": "Fabric", "lastVersionId": "fabric-loader-0.16.5-1.21.1"}


@contextmanager
def refused(root: Path, words: str) -> Iterator[None]:
    before = folders.state(root)
    with pytest.raises(InstallError, match=words) as caught:
        yield
    assert "\n" not in str(caught.value)
    assert folders.state(root) == before
    known = describe(caught.value)
    assert known is not None and known[:2] == (ENVIRONMENT, "install")


def both(folder: Path, parts: Parts) -> list[Callable[[], object]]:
    return [lambda: install(folder, parts=parts), lambda: uninstall(folder)]


def test_a_folder_that_is_no_game(tmp_path: Path, parts: Parts) -> None:
    (tmp_path / "photos").mkdir()
    with refused(tmp_path, r"photos is no game folder that is known: name a \.minecraft"):
        install(tmp_path / "photos", parts=parts)
    with refused(tmp_path, "is no folder"):
        install(tmp_path / "nowhere", parts=parts)


def test_several_profiles_are_named(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": PROFILE, "b": {**PROFILE, "name": "Second"}})
    with refused(root, "there are several profiles: name one with --profile, of Plain, Second"):
        install(root, parts=parts)
    with refused(root, "no one profile is called 'Third'"):
        install(root, profile="Third", parts=parts)
    install(root, profile="Second", parts=parts)


@pytest.mark.parametrize(("game", "words"), [("1.16.5", "1.16.5 is too old: 1.18.2 to 26.2"), ("1.18.1", "too old")])
def test_an_old_game(tmp_path: Path, parts: Parts, game: str, words: str) -> None:
    server = folders.jar_server(tmp_path / "s", "paper", None, game=game)
    with refused(tmp_path, words):
        install(server, parts=parts)


@pytest.mark.parametrize(
    ("game", "note"),
    [
        ("26.3", "26.3 is newer than 26.2"),
        ("26w14a", "26w14a is no release"),
        ("", "version wasn't found"),
        ("26.1.2", ""),
    ],
)
def test_an_unknown_game_is_told_of_and_put_in(tmp_path: Path, parts: Parts, game: str, note: str) -> None:
    java = folders.make_java(tmp_path / "newest", version="25")
    outcome = install(folders.jar_server(tmp_path / "s", "paper", None, game=game), java=java, parts=parts)
    assert len(outcome.notes) == bool(note)
    assert note in " ".join(outcome.notes)


def test_a_launcher_that_runs(tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folders.prism(tmp_path / "p", "ConfigVersion=1.2\n")
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    sleep = shutil.copy(shutil.which("sleep") or "sleep", tmp_path / "prismlauncher")
    with subprocess.Popen([sleep, "100"]) as launcher:
        try:
            with refused(tmp_path, "prismlauncher runs and would write over the change when it ends: close it"):
                install(folder, parts=parts)
            install(folder, parts=parts, dry_run=True)
        finally:
            launcher.kill()


@pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="by the process's folder: Linux only")
def test_a_game_that_runs(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    sleep = shutil.copy(shutil.which("sleep") or "sleep", tmp_path / "java")
    with subprocess.Popen([sleep, "100"], cwd=server) as game:
        try:
            for act in both(server, parts):
                with refused(tmp_path, rf"the game in .*server runs \(process {game.pid}\): end it"):
                    act()
        finally:
            game.kill()
    assert running.game_running(server) == ""


def test_no_java_and_a_java_that_will_not_do(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": PROFILE})
    shutil.rmtree(root / "runtime")
    with refused(tmp_path, "the Java of this game wasn't found.*start the game once.*--java"):
        install(root, parts=parts)
    with refused(tmp_path, "there is no Java at"):
        install(root, java=tmp_path / "nothing", parts=parts)
    old = folders.make_java(tmp_path / "old", version="1.8.0_402")
    with refused(tmp_path, "is Java 1.8.0_402: 17 or newer is needed"):
        install(root, java=old, parts=parts)
    broken = tmp_path / "broken"
    broken.write_text("no program")
    broken.chmod(0o755)
    with refused(tmp_path, "doesn't run"):
        install(root, java=broken, parts=parts)
    other = folders.make_java(tmp_path / "other", machine="sparc")
    with refused(tmp_path, "the game's Java sparc: choose a Java for"):
        install(root, java=other.parent.parent, parts=parts)


@pytest.mark.parametrize(
    ("game", "java", "needed"),
    [
        ("1.20.4", "17.0.1", 0),
        ("1.20.6", "17.0.1", 21),
        ("1.21.11", "21", 0),
        ("26.1", "21", 25),
        ("26.2", "25.0.3", 0),
    ],
)
def test_a_java_the_game_cannot_run_on_is_told_of(
    tmp_path: Path, parts: Parts, game: str, java: str, needed: int
) -> None:
    program = folders.make_java(tmp_path / "java", version=java)
    outcome = install(folders.jar_server(tmp_path / "s", "paper", None, game=game), java=program, parts=parts)
    found = [note for note in outcome.notes if "needs Java" in note]
    assert found == ([] if not needed else [found[0]])
    assert not needed or f"{game} needs Java {needed}, {program} is" in found[0]


def test_a_java_without_agents_leaves_it_to_the_loader(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": PROFILE, "f": FABRIC})
    java = folders.make_java(tmp_path / "small", modules=("java.base", "java.logging"))
    with refused(tmp_path, "no module java.instrument, and there is no mod loader"):
        install(root, profile="Plain", java=java, parts=parts)
    outcome = install(root, profile="Fabric", java=java, parts=parts)
    assert outcome.arguments == ["-Xss8m", "--enable-native-access=ALL-UNNAMED"]
    assert "no -javaagent, the fabric loader starts Ticklane" in " ".join(outcome.notes)
    assert "javaagent" not in (root / "launcher_profiles.json").read_text()


def test_a_java_that_does_not_start_with_the_agent(
    tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        installing, "trial", lambda _java, given, _folder: "Error: no" if "javaagent" in " ".join(given) else ""
    )
    server = folders.jar_server(tmp_path / "plain", "none", "java -jar server.jar\n")
    with refused(tmp_path, "doesn't start with -javaagent.*Error: no.*all is as it was"):
        install(server, parts=parts)
    paper = folders.jar_server(tmp_path / "paper", "paper", "java -jar server.jar\n")
    outcome = install(paper, parts=parts)
    assert "javaagent" not in (paper / "start.sh").read_text()
    assert "doesn't start with it (Error: no)" in " ".join(outcome.notes)


def test_two_copies_of_the_jar(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    (server / "mods").mkdir()
    (server / "mods" / "other.jar").write_bytes(b"no zip")
    by_hand = server / "mods" / "my ticklane.jar"
    shutil.copy(parts.mod, by_hand)
    install(server, parts=parts)  # the very same jar, put there by hand: it is the one
    assert sorted(jar.name for jar in (server / "mods").iterdir()) == ["my ticklane.jar", "other.jar"]
    uninstall(server)
    assert by_hand.exists()
    with zipfile.ZipFile(by_hand, "w") as archive:
        archive.writestr("ticklane/loader/Boot.class", b"older")
    with refused(tmp_path, r"my ticklane\.jar is another copy of Ticklane, and a loader takes one: take it away"):
        install(server, parts=parts)


def test_no_permission(tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != server)
    with refused(tmp_path, "server can't be written: run this as the game's own user"):
        install(server, parts=parts)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path).name != "user_jvm_args.txt")
    with refused(tmp_path, r"user_jvm_args\.txt can't be written"):
        install(server, parts=parts)
    monkeypatch.undo()
    (server / "mc-agent").write_text("a file")
    with refused(tmp_path, "mc-agent is in the way"):
        install(server, java=tmp_path / "path-java", parts=parts)


def test_files_that_cannot_be_understood(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": {**PROFILE, "javaArgs": '-Da="open'}})
    with refused(root, "a quote isn't closed"):
        install(root, parts=parts)
    (root / "launcher_profiles.json").write_text("{")
    with refused(root, r"launcher_profiles\.json is no JSON.*start its launcher once"):
        install(root, parts=parts)
    (root / "launcher_profiles.json").write_text("[]")
    with refused(root, "has another form than expected"):
        install(root, parts=parts)


def test_an_agent_named_by_hand_is_not_left_without_its_jar(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    with (server / "user_jvm_args.txt").open("a") as file:
        file.write('"-javaagent:mc-agent/home/ticklane-agent.jar=elsewhere"\n')
    with refused(tmp_path, "names Ticklane's agent in another form.*take it out by hand, then repeat"):
        uninstall(server)


def test_a_broken_record(tmp_path: Path, parts: Parts) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, parts=parts)
    (server / "mc-agent" / "install.json").write_text("{")
    for act in both(server, parts):
        with refused(tmp_path, r"install\.json can't be read.*by hand, then delete it"):
            act()


@pytest.mark.parametrize("act", ["install", "install again", "uninstall"])
def test_whatever_fails_on_the_way_all_is_as_it_was(
    tmp_path: Path, parts: Parts, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    root = folders.vanilla(tmp_path / "mc", {"f": FABRIC})
    if act != "install":
        install(root, parts=parts)
    if act == "install again":
        parts.agent.write_bytes(b"newer")
        with zipfile.ZipFile(parts.mod, "a") as archive:
            archive.writestr("newer", b"")
        path = root / "launcher_profiles.json"
        path.write_text(path.read_text().replace("-Xmx2G", "-Xmx5G"))
    before = folders.state(tmp_path)

    def attempt() -> None:
        uninstall(root) if act == "uninstall" else install(root, parts=parts)

    failures = 0
    while fails_at(failures + 1, attempt, monkeypatch):
        failures += 1
        assert folders.state(tmp_path) == before, f"after a failure at change {failures}"
    assert failures >= 3
    assert folders.state(tmp_path) != before


def fails_at(count: int, attempt: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether it fails when its n-th change to the disk does; False when it needs fewer changes."""
    left = count

    def failing(original: Callable[..., object]) -> Callable[..., object]:
        def act(*given: object, **more: object) -> object:
            nonlocal left
            left -= 1
            if left == 0:
                raise PermissionError(13, "Permission denied", str(given[0]))
            return original(*given, **more)

        return act

    with monkeypatch.context() as patched:
        for name in ("mkdir", "rename", "replace"):
            patched.setattr(Path, name, failing(getattr(Path, name)))
        patched.setattr(shutil, "copyfile", failing(shutil.copyfile))
        try:
            attempt()
        except InstallError as error:
            told = str(error)
        else:
            return False
    assert "Permission denied" in told and told.endswith("; all is as it was")
    return True


def test_python_and_set_up_are_asked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    before = folders.state(server)
    monkeypatch.setattr(python_build, "embedding_problem", lambda: "Python 3.10 is outside 3.11 to 3.13")
    with pytest.raises(MissingPieceError, match=r"Python at .*: Python 3\.10 is outside 3\.11 to 3\.13\. Install: "):
        install(server)
    monkeypatch.setattr(python_build, "embedding_problem", lambda: None)
    with pytest.raises(MissingPieceError, match=r"jep for this Python: not in .*Install: ticklane setup"):
        find_parts(Places(None, tmp_path / "data"))
    assert folders.state(server) == before


def test_the_record_is_for_the_user_alone(tmp_path: Path, parts: Parts) -> None:
    root = folders.vanilla(tmp_path / "mc", {"a": PROFILE})
    install(root, parts=parts)
    record = root / "mc-agent" / "install.json"
    assert record.stat().st_mode & 0o777 == 0o600
    assert json.loads(record.read_text())["changed"][0]["key"] == "a"
