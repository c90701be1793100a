"""The stand-in for the real game in a JVM of its own, with a home of Ticklane beside it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from ticklane_cli._setup.jars import library_jars
from ticklane_cli._setup.jdk import Java, java_candidates
from ticklane_cli._setup.places import Places
from ticklane_cli._setup.release import version
from ticklane_control.client import ControlClient, connect

_LIBRARIES = ("gson", "HdrHistogram", "slf4j-api", "slf4j-jdk14", "mapping-io", "asm")


def find_java(major: int) -> Java | None:
    """A Java of exactly that version, if there is one here."""
    return next((java for java in java_candidates() if java.major == major), None)


def jar(module: str) -> Path:
    """One of our jars, as set-up has built it."""
    checkout = Places.find().checkout
    assert checkout is not None
    return checkout / "jvm-mod" / module / "target" / f"ticklane-{module}-{version()}.jar"


def make_stubs(folder: Path, *versions: str) -> Path:
    """The stand-in's jars and tables of these versions."""
    java = find_java(25)
    assert java is not None
    command = [str(java.java), "-cp", str(jar("stub-game")), "ticklane.stub.StubJars", str(folder), *versions]
    subprocess.run(command, check=True, timeout=120)
    return folder


def make_home(game_dir: Path, **settings: object) -> Path:
    """What `ticklane install` puts into a game's folder."""
    places = Places.find()
    home = game_dir / "mc-agent" / "home"
    (home / "lib").mkdir(parents=True)
    shutil.copy(jar("agent"), home / "ticklane-agent.jar")
    libraries = [path for path in library_jars(places) if path.name.startswith(_LIBRARIES)]
    for path in [jar("core"), jar("host-minecraft"), places.jep_jar, *libraries]:
        shutil.copy(path, home / "lib")
    launch = {
        "game_dir": "../..",
        "python": sys.executable,
        "jep_dir": str(places.jep),
        "python_path": [str(path) for path in places.python_path],
        "gateway": False,
        **settings,
    }
    (home / "launch.json").write_bytes(msgspec.json.encode(launch))
    return home


@dataclass
class StubServer:
    """A stand-in's server that ticks every 5 ms until it is closed."""

    game_dir: Path
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.lines.append(line.rstrip("\n"))

    def await_that(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + 90
        while not holds():
            assert self.process.poll() is None, f"ended: {self.lines}"
            assert time.monotonic() < deadline, f"no {what}: {self.lines}"
            time.sleep(0.02)

    def client(self) -> ControlClient:
        endpoint = self.game_dir / "mc-agent" / "endpoint.json"
        self.await_that(endpoint.exists, "endpoint")
        return connect(self.game_dir, client="tests")

    def selfcheck(self) -> str:
        report = self.game_dir / "mc-agent" / "selfcheck.txt"
        self.await_that(report.exists, "self-check")
        return report.read_text(encoding="utf-8")

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


def start_server(
    java: Java, stub: Path, game_dir: Path, flags: Sequence[str] = (), *, mod: Path | None = None
) -> StubServer:
    """A server of that jar, in that folder; with `mod`, a home, it attaches to itself as a mod does."""
    game_dir.mkdir(parents=True, exist_ok=True)
    native = ["--enable-native-access=ALL-UNNAMED"] if java.major >= 22 else []
    class_path = [jar("stub-game"), *([mod / "ticklane-agent.jar"] if mod else [])]
    command = [str(java.java), "-Xss8m", *native, "-Dstub.tick_ms=5", *flags, "-cp", ":".join(map(str, class_path))]
    process = subprocess.Popen(
        [*command, "ticklane.stub.StubLauncher", str(stub), *([str(mod)] if mod else [])],
        cwd=game_dir,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return StubServer(game_dir, process)
