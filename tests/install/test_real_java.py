"""The written arguments start a real JVM: what the launcher would do with them, with a small agent and a small game."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from ticklane_cli._install import ini
from ticklane_cli._install.home import Parts
from ticklane_cli._install.installing import install
from ticklane_cli._install.java import probe
from ticklane_cli._install.uninstalling import uninstall
from ticklane_cli._setup.jdk import Java, find_javac, java_candidates

from . import folders

AGENT = """
import java.io.File;
public class Small {
  public static void premain(String home, java.lang.instrument.Instrumentation i) {
    System.out.println("agent " + new File(home, "launch.json").isFile());
  }
  public static void main(String[] arguments) throws Exception {
    System.out.println("game " + java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A jar that is agent and game in one, for Java 17 on."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "Small.java").write_text(AGENT)
    javac = find_javac().home / "bin" / "javac"
    subprocess.run([javac, "--release", "17", "-d", folder, folder / "Small.java"], check=True)
    with zipfile.ZipFile(folder / "small.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Premain-Class: Small\nMain-Class: Small\n")
        jar.write(folder / "Small.class", "Small.class")
    return folder / "small.jar"


def javas() -> list[Java]:
    """One of each version there is."""
    found = {java.major: java for java in java_candidates() if java.major >= 17}
    return [found[major] for major in sorted(found)]


@pytest.fixture(params=javas(), ids=lambda java: str(java.major))
def java(request: pytest.FixtureRequest) -> Path:
    return Path(request.param.java)


def started(java: Path, arguments: list[str], folder: Path, jar: Path) -> str:
    done = subprocess.run(
        [java, *arguments, "-cp", jar, "Small"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return done.stdout


def test_a_launchers_arguments_start_the_game(tmp_path: Path, parts: Parts, small: Path, java: Path) -> None:
    settings = '[General]\nConfigVersion=1.2\nJvmArgs="-Xmx200m -Dname=\\"a b\\""\n'
    folder = folders.prism(
        tmp_path / "a folder, with = and blanks", "[General]\nConfigVersion=1.2\n", settings=settings
    )
    install(folder, java=java, parts=replace(parts, agent=small))
    arguments = shlex.split(ini.get((folder / "instance.cfg").read_text(), "JvmArgs"))
    told = started(java, arguments, folder / ".minecraft", small)
    assert told.startswith("agent true\ngame [")
    for argument in ("-Xmx200m", "-Dname=a b", "-Xss8m", "--enable-native-access=ALL-UNNAMED"):
        assert argument in told
    uninstall(folder)
    assert shutil.which("java") is not None
    assert ini.get((folder / "instance.cfg").read_text(), "JvmArgs") == ""


def test_a_servers_argument_file_starts_the_game(tmp_path: Path, parts: Parts, small: Path, java: Path) -> None:
    server = folders.neoforge_server(tmp_path / "server")
    install(server, java=java, parts=replace(parts, agent=small))
    assert started(java, ["@user_jvm_args.txt"], server, small).startswith("agent true\ngame [-Xmx4G, ")
    uninstall(server)
    assert started(java, ["@user_jvm_args.txt"], server, small).startswith("game [-Xmx4G]")


def test_a_start_script_starts_the_game(tmp_path: Path, parts: Parts, small: Path, java: Path) -> None:
    script = f'#!/bin/sh\ncd "$(dirname "$0")"\nexec "{java}" -Xmx200m -jar server.jar nogui\n'
    server = folders.jar_server(tmp_path / "server", "none", script)
    outcome = install(server, parts=replace(parts, agent=small))
    assert outcome.java is not None and outcome.java.program == java
    shutil.copy(small, server / "server.jar")
    done = subprocess.run([server / "start.sh"], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.startswith(
        "agent true\ngame [-Xmx200m, -javaagent:mc-agent/home/ticklane-agent.jar=mc-agent/home"
    )


def test_an_agent_that_is_none_is_found_by_the_trial(tmp_path: Path, parts: Parts, java: Path) -> None:
    server = folders.jar_server(tmp_path / "server", "fabric", "java -jar server.jar\n")
    outcome = install(server, java=java, parts=parts)  # the jar of `parts` is no jar
    assert outcome.arguments == ["-Xss8m", "--enable-native-access=ALL-UNNAMED"]
    assert "doesn't start with it (Error opening zip file or JAR manifest missing" in " ".join(outcome.notes)


def test_a_runtime_without_java_instrument_is_seen(tmp_path: Path, parts: Parts) -> None:
    jdk = find_javac().home
    if not (jdk / "jmods").is_dir() and not (jdk / "bin" / "jlink").exists():
        pytest.skip("no jlink in this JDK")
    made = tmp_path / "runtime"
    done = subprocess.run(
        [jdk / "bin" / "jlink", "--add-modules", "java.base", "--output", made],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"jlink makes none here: {done.stdout}")
    java = probe(made / "bin" / "java")
    assert (java.takes_agents, java.attaches) == (False, False)
    server = folders.neoforge_server(tmp_path / "server")
    outcome = install(server, java=made, parts=parts)
    assert "no module java.instrument" in " ".join(outcome.notes)
    subprocess.run([java.program, "@user_jvm_args.txt", "-version"], cwd=server, check=True, capture_output=True)


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    from ticklane_cli._app import run_command_line

    assert run_command_line(["install", str(tmp_path), "--json"]) == 3
    told = capfd.readouterr()
    assert "is no game folder that is known" in told.err
    assert json.loads(told.out)["error"]["type"] == "install"
    server = folders.jar_server(tmp_path / "s", "paper", "java -jar server.jar\n", game="1.16.5")
    assert run_command_line(["install", str(server)]) == 3
    assert capfd.readouterr().err == "game version 1.16.5 is too old: 1.18.2 to 26.2 are known\n"
    assert run_command_line(["uninstall", str(server), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["notes"] == [f"there is nothing of Ticklane in {server}"]
