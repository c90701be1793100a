"""What an installation, its undoing or a look at either came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ticklane_cli._install.instance import Instance
from ticklane_cli._install.java import GameJava

__all__ = ["Outcome", "State", "Step"]

State = Literal["made", "changed", "there", "removed", "restored", "kept"]


@dataclass(frozen=True)
class Step:
    """One file or folder and what became of it, or with a dry run would."""

    state: State
    path: Path
    what: str


@dataclass
class Outcome:
    """`paste` is where a person enters the arguments, "" when a file holds them."""

    game_dir: Path
    dry_run: bool
    instance: Instance | None = None
    java: GameJava | None = None
    arguments: list[str] = field(default_factory=list)
    paste: str = ""
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
