"""Asks a Java, by running it, what it is and whether it takes an agent."""

from __future__ import annotations

import platform
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ticklane_cli._install.errors import InstallError

__all__ = ["GameJava", "probe", "trial"]

_TIMEOUT_S: Final = 60
_OLDEST: Final = 17
_SAME_MACHINE: Final = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}


@dataclass(frozen=True)
class GameJava:
    """The Java a game runs on. `takes_agents` and `attaches` say which modules its runtime has."""

    program: Path
    version: str
    major: int
    machine: str
    takes_agents: bool
    attaches: bool

    def __str__(self) -> str:
        return f"{self.version} at {self.program}"


def probe(program: Path) -> GameJava:
    """What that `java` says of itself; raises `InstallError` when it doesn't run or can't run Ticklane."""
    shown = _run(program, "-XshowSettings:properties", "-version")
    version = _property(shown, "java.version")
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    major = 0 if not numbers else numbers[1] if numbers[0] == 1 and len(numbers) > 1 else numbers[0]
    if major < _OLDEST:
        raise InstallError(
            f"{program} is Java {version or 'of no known version'}: {_OLDEST} or newer is needed; "
            "choose one in the launcher, or name it with --java"
        )
    modules = {line.partition("@")[0].strip() for line in _run(program, "--list-modules").splitlines()}
    machine = _property(shown, "os.arch")
    return GameJava(program, version, major, machine, "java.instrument" in modules, "jdk.attach" in modules)


def machine_problem(java: GameJava) -> str:
    """Why this Python can't be loaded into that Java, "" when it can: one process has one kind of machine code."""
    ours = platform.machine().lower()
    theirs = java.machine.lower()
    if not theirs or _SAME_MACHINE.get(ours, ours) == _SAME_MACHINE.get(theirs, theirs):
        return ""
    return f"Python here is {ours}, the game's Java {theirs}: choose a Java for {ours} in the launcher"


def trial(java: GameJava, arguments: Sequence[str], folder: Path) -> str:
    """Start that Java with the arguments, in the game's folder, and let it say its version: "" or its last words."""
    try:
        done = _process(java.program, *arguments, "-version", folder=folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return ""
    lines = [line.strip() for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return next((line for line in lines if "rror" in line), lines[0] if lines else f"exit code {done.returncode}")


def _process(program: Path, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_TIMEOUT_S,
        check=False,
    )


def _run(program: Path, *arguments: str) -> str:
    try:
        done = _process(program, *arguments)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InstallError(f"the game's Java {program} doesn't run ({error}): name another with --java") from error
    # Java 8 knows no modules: what it says then is no module either.
    return done.stderr + done.stdout


def _property(shown: str, name: str) -> str:
    match = re.search(rf"^\s*{re.escape(name)} = (.*)$", shown, re.MULTILINE)
    return match.group(1).strip() if match else ""
