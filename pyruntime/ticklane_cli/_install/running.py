"""Programs that run now and would get in the way: a launcher that holds its settings in memory, the game itself."""

from __future__ import annotations

import contextlib
import csv
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ticklane_cli._games import is_answering

__all__ = ["game_running", "launcher_running"]

_PROC: Final = Path("/proc")
_KERNEL_NAME: Final = 15
"""Linux keeps so much of a program's name."""


def launcher_running(names: Sequence[str]) -> str:
    """The name of one of those programs that runs, "" when none does."""
    wanted = {name.lower().removesuffix(".exe") for name in names}
    short = {name[:_KERNEL_NAME] for name in wanted}
    for program in _programs():
        plain = program.lower().removesuffix(".exe")
        if plain in wanted or plain in short:
            return program
    return ""


def game_running(game_dir: Path) -> str:
    """What shows that the game in that folder runs, "" when nothing does."""
    if is_answering(game_dir):
        return "a game answers there"
    if sys.platform == "linux":
        for process in _processes():
            with contextlib.suppress(OSError):
                if _name(process).startswith("java") and (process / "cwd").resolve() == game_dir.resolve():
                    return f"process {process.name}"
    return ""


def _processes() -> Iterator[Path]:
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            yield entry


def _name(process: Path) -> str:
    return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()


def _programs() -> Iterator[str]:
    if sys.platform == "linux":
        for process in _processes():
            with contextlib.suppress(OSError):
                yield _name(process)
    elif sys.platform == "win32":
        yield from (row[0] for row in csv.reader(_lines("tasklist", "/fo", "csv", "/nh")) if row)
    else:
        yield from (Path(line).name for line in _lines("ps", "-axo", "comm="))


def _lines(*command: str) -> list[str]:
    try:
        shown = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []  # who can't be asked isn't known to run
    return shown.stdout.splitlines()
