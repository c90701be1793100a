"""A game as it lies in a folder: which launcher keeps it, what it is, which Java it runs on."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.keepers import Keeper

__all__ = ["JAVA_EXE", "Instance", "Kind", "Loader", "read_json", "read_text"]

Kind = Literal["vanilla", "prism", "curseforge", "server"]
Loader = Literal["none", "fabric", "quilt", "neoforge", "forge", "paper"]
JAVA_EXE: Final = "java.exe" if os.name == "nt" else "java"


@dataclass(frozen=True)
class Instance:
    """`game_dir` is the game's working folder. `paste` says where a person enters arguments when no file keeps them.

    `launcher` are the programs that hold the keepers' files in memory and would write over a change.
    """

    kind: Kind
    title: str
    game_dir: Path
    loader: Loader
    loader_version: str
    minecraft: str
    java: Path | None
    java_from: str
    keepers: Sequence[Keeper]
    paste: str
    launcher: Sequence[str] = ()
    notes: list[str] = field(default_factory=list)

    @property
    def mod_folder(self) -> Path | None:
        """Where the loader looks for our jar; None without a loader."""
        if self.loader == "none":
            return None
        return self.game_dir / ("plugins" if self.loader == "paper" else "mods")


def read_text(path: Path) -> str:
    """The file's text, byte for byte: strange bytes and line ends are kept. Raises `InstallError`."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise InstallError(f"{path} can't be read: {error.strerror or error}") from error


def read_json(path: Path) -> dict[str, Any]:
    """The object in that file; raises `InstallError` when it holds none."""
    try:
        content = json.loads(read_text(path).removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InstallError(f"{path} is no JSON ({error}): start its launcher once, which mends it") from error
    if not isinstance(content, dict):
        raise InstallError(f"{path} has another form than expected")
    return content
