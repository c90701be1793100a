"""What a game needs of Ticklane, in one folder of its own in the game's: the agent, our jars, jep, a launch file."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane_cli._install.arguments import AGENT_JAR
from ticklane_cli._setup import python_build
from ticklane_cli._setup.advice import MissingPieceError
from ticklane_cli._setup.jars import library_jars
from ticklane_cli._setup.jep_build import jep_is_built
from ticklane_cli._setup.places import GAME_JARS, Places
from ticklane_cli._setup.stamp import tree_digest

__all__ = ["Parts", "find_parts", "make_home", "same_home"]

_LIBRARIES: Final = ("gson", "HdrHistogram", "slf4j-api", "slf4j-jdk14", "mapping-io", "asm")


@dataclass(frozen=True)
class Parts:
    """The files a home is made of, as set-up left them."""

    agent: Path
    mod: Path
    jars: tuple[Path, ...]
    jep: Path
    launch: dict[str, Any]


def find_parts(places: Places | None = None) -> Parts:
    """All of them; raises `MissingPieceError` for the first that isn't there, or a Python that can't be embedded."""
    places = places or Places.find()
    problem = python_build.embedding_problem()
    if problem:
        raise MissingPieceError(f"Python at {sys.executable}", problem, advice="python")
    if not jep_is_built(places):
        raise MissingPieceError("jep for this Python", f"not in {places.data}", advice="setup")
    game = places.game_jars()
    for name in GAME_JARS:
        if name not in game or not game[name].is_file():
            where = game[name].parent if name in game else places.checkout
            raise MissingPieceError(f"{name}.jar", f"not in {where}", advice="setup")
    core = places.our_jars()[0]
    if not core.is_file():
        raise MissingPieceError(core.name, f"not in {core.parent}", advice="setup")
    agent, host, mod = (game[name] for name in GAME_JARS)
    libraries = [jar for jar in library_jars(places) if jar.name.rpartition("-")[0].startswith(_LIBRARIES)]
    if not libraries:
        raise MissingPieceError("Minestom and its libraries", f"not in {places.libraries}", advice="setup")
    launch = {
        "game_dir": "../..",
        "python": sys.executable,
        "jep_dir": places.jep.name,
        "python_path": [str(path) for path in places.python_path],
        "gateway": True,
    }
    return Parts(agent, mod, (core, host, places.jep_jar, *libraries), places.jep, launch)


def make_home(parts: Parts, folder: Path) -> None:
    """Make the home in a new folder; raises `OSError`."""
    (folder / "lib").mkdir(parents=True)
    shutil.copyfile(parts.agent, folder / AGENT_JAR)
    for jar in parts.jars:
        shutil.copyfile(jar, folder / "lib" / jar.name)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(parts.jep / "jep", folder / parts.launch["jep_dir"] / "jep", ignore=ignored)
    launch = msgspec.json.format(msgspec.json.encode(parts.launch))
    (folder / "launch.json").write_bytes(launch + b"\n")


def same_home(fresh: Path, there: Path) -> bool:
    """Whether the two hold the same files; what Python compiled in one doesn't count."""
    patterns = (
        "*.jar",
        "lib/*",
        "launch.json",
        "jep-*/jep/**/*.py",
        "jep-*/jep/*.so",
        "jep-*/jep/*.dll",
        "jep-*/jep/*.jar",
    )
    return there.is_dir() and tree_digest(fresh, patterns) == tree_digest(there, patterns)
