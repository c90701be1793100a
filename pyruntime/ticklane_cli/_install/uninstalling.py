"""Ticklane out of a game's folder: the arguments first, then the files."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from ticklane_cli._install.arguments import HOME
from ticklane_cli._install.changes import Changes
from ticklane_cli._install.checks import check_nothing_runs
from ticklane_cli._install.errors import not_written
from ticklane_cli._install.find import find_instance
from ticklane_cli._install.outcome import Outcome, Step
from ticklane_cli._install.record import RECORD, Change, Record, read_record, undone

__all__ = ["uninstall"]

_NESTED: Final = "mc-agent/nested"
"""Where the jar has unpacked those in it, when it ran without the agent."""


def uninstall(folder: Path, *, profile: str = "", dry_run: bool = False) -> Outcome:
    """Undo what `install` did there; what the user has edited since stays. Nothing installed is nothing to do.

    Raises `InstallError`, with the folder as it was.
    """
    folder = folder.expanduser().absolute()
    game_dir = _recorded_in(folder) or find_instance(folder, profile=profile).game_dir
    outcome = Outcome(game_dir, dry_run)
    record = read_record(game_dir)
    if record is None:
        outcome.notes.append(f"there is nothing of Ticklane in {game_dir}")
        return outcome
    if not dry_run:
        check_nothing_runs(game_dir, record.launcher)
    try:
        _undo(game_dir, record, outcome)
    except OSError as error:
        raise not_written(error, game_dir) from error
    return outcome


def _recorded_in(folder: Path) -> Path | None:
    for game_dir in (folder, folder / ".minecraft", folder / "minecraft"):
        if (game_dir / RECORD).is_file():
            return game_dir
    return None


def _undo(game_dir: Path, record: Record, outcome: Outcome) -> None:
    with Changes() as changes:
        for change in reversed(record.changed):
            _restore(change, game_dir, changes, outcome)
        for name in (*record.made, _NESTED):
            path = game_dir / name
            if path.exists():
                outcome.steps.append(Step("removed", path, "Ticklane's own"))
            if outcome.dry_run:
                continue
            changes.remove_tree(path) if path.is_dir() else changes.remove(path)
        if not outcome.dry_run:
            changes.remove(game_dir / RECORD)
    if not outcome.dry_run:
        _remove_if_empty(game_dir / "mc-agent")
    ours = {Path(name).name for name in (HOME, _NESTED, RECORD)}
    if (game_dir / "mc-agent").is_dir() and {entry.name for entry in (game_dir / "mc-agent").iterdir()} - ours:
        outcome.steps.append(Step("kept", game_dir / "mc-agent", "what scripts have recorded"))


def _restore(change: Change, game_dir: Path, changes: Changes, outcome: Outcome) -> None:
    path = Path(change.path)
    now = path.read_bytes() if path.is_file() else None
    old = undone(change, now)
    if old is not None:
        text = old.decode("utf-8", "surrogateescape")
        old = change.keeper.sweep(text, change.arguments, game_dir).encode("utf-8", "surrogateescape")
    if now == old:
        outcome.steps.append(Step("kept", path, "nothing of Ticklane's is in it"))
        return
    outcome.steps.append(Step("restored", path, "the Java arguments"))
    if outcome.dry_run:
        return
    if old is None:
        changes.remove(path)
    else:
        changes.write(path, old)


def _remove_if_empty(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()
