"""What must hold before anything is written to a game's folder: one line each when it doesn't."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ticklane_cli._install import versions
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.instance import Instance
from ticklane_cli._install.java import GameJava, machine_problem, probe
from ticklane_cli._install.running import game_running, launcher_running

__all__ = ["BOOT", "check_fit", "check_java", "check_nothing_runs", "check_version", "check_writable", "our_copies"]

BOOT: Final = "ticklane/loader/Boot.class"
"""By this a jar is known as ours, whatever its name."""


def check_version(instance: Instance) -> list[str]:
    """Notes on the game's version; raises for one that is too old."""
    note = versions.judge(instance.minecraft)
    return [note] if note else []


def check_fit(instance: Instance, java: GameJava) -> list[str]:
    """A note when the game can't run on the Java that was found: then it isn't the one the game is started with."""
    needed = versions.java_of(instance.minecraft)
    if java.major >= needed:
        return []
    known = f"{instance.minecraft} needs Java {needed}, {java.program} is {java.major}"
    return [f"{known}: if another one starts the game, repeat with --java"]


def check_nothing_runs(game_dir: Path, launcher: Sequence[str]) -> None:
    """A launcher would write over the change, a running game's jars can't be replaced."""
    program = launcher_running(launcher)
    if program:
        raise InstallError(f"{program} runs and would write over the change when it ends: close it, then repeat")
    sign = game_running(game_dir)
    if sign:
        raise InstallError(f"the game in {game_dir} runs ({sign}): end it, then repeat")


def check_java(instance: Instance, named: Path | None) -> GameJava:
    """The game's Java, asked by running it."""
    program = named or instance.java
    if program is None:
        raise InstallError(
            f"the Java of this game wasn't found ({instance.java_from} names none): start the game once, so that its "
            "launcher fetches it, or name it with --java"
        )
    if program.is_dir():
        program = program / "bin" / ("java.exe" if os.name == "nt" else "java")
    if not program.is_file():
        raise InstallError(f"there is no Java at {program}: name the game's with --java")
    java = probe(program)
    problem = machine_problem(java)
    if problem:
        raise InstallError(problem)
    if not java.takes_agents and instance.loader == "none":
        raise InstallError(
            f"{program} has no module java.instrument, and there is no mod loader that could start Ticklane instead: "
            "choose another Java in the launcher, or install Fabric, NeoForge or Forge"
        )
    return java


def check_writable(instance: Instance) -> None:
    """Asked first, so that nothing is begun that can't be finished."""
    for folder in (instance.game_dir / "mc-agent", *filter(None, [instance.mod_folder])):
        there = folder
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise InstallError(f"{there} is in the way: it is no folder; move it, then repeat")
        if not os.access(there, os.W_OK):
            raise InstallError(f"{there} can't be written: run this as the game's own user, or change its permissions")
    for keeper in instance.keepers:
        if keeper.path.exists() and not os.access(keeper.path, os.W_OK):
            raise InstallError(
                f"{keeper.path} can't be written: run this as the game's own user, or change its permissions"
            )


def our_copies(folder: Path) -> list[Path]:
    """The jars of ours that a loader would find there, whatever their names."""
    return [jar for jar in sorted(folder.glob("*.jar")) if _is_ours(jar)]


def _is_ours(jar: Path) -> bool:
    try:
        with zipfile.ZipFile(jar) as archive:
            return BOOT in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
