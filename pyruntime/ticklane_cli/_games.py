"""The games of this user: where they lie, which of them run."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ticklane_cli._exit import UsageError
from ticklane_cli._setup.file_lock import FileLock
from ticklane_cli._setup.places import Places
from ticklane_cli._setup.release import version
from ticklane_control.client import ControlClient, connect
from ticklane_control.endpoint import Endpoint, read_endpoint
from ticklane_control.errors import ControlError, NoGameError

__all__ = [
    "LOCK_NAME",
    "RunningGame",
    "connect_to_game",
    "find_game_dir",
    "is_answering",
    "running_games",
    "sweep_dead_games",
]

LOCK_NAME: Final = "game.lock"
"""In the game folder; held by the process that started its game."""


@dataclass(frozen=True)
class RunningGame:
    """A game whose process is alive."""

    game_dir: Path
    endpoint: Endpoint


def running_games(places: Places) -> list[RunningGame]:
    """Games in the data folder whose process is alive; those started with a folder elsewhere aren't known here."""
    found = []
    for folder in sorted(places.games.glob("*")):
        try:
            found.append(RunningGame(folder, read_endpoint(folder)))
        except NoGameError:
            continue  # ended, or never ready
    return found


def sweep_dead_games(places: Places) -> None:
    """Remove what runs that were killed left behind in the data folder: their records lie in their run folders."""
    for folder in places.games.glob("run-*"):
        lock = FileLock.take(folder / LOCK_NAME) if folder.is_dir() else None
        if lock is None:
            continue
        try:
            read_endpoint(folder)
        except NoGameError:
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            lock.release()


def find_game_dir(named: Path | None) -> Path:
    """The folder meant: the argument, TICKLANE_GAME_DIR, the usual one, else that of the only running game."""
    if named is not None:
        return named.expanduser().absolute()
    variable = os.environ.get("TICKLANE_GAME_DIR", "").strip()
    if variable:
        return Path(variable).expanduser().absolute()
    places = Places.find()
    games = running_games(places)
    if len(games) == 1:
        return games[0].game_dir
    if games and all(game.game_dir != places.default_game for game in games):
        names = ", ".join(str(game.game_dir) for game in games)
        raise UsageError(f"several games are running, name one with --game-dir: {names}")
    return places.default_game


def connect_to_game(named: Path | None) -> ControlClient:
    """A connection to the running game meant; raises `ControlError`."""
    return connect(find_game_dir(named), client=f"cli {version()}")


def is_answering(game_dir: Path) -> bool:
    """Whether a game there shakes hands."""
    try:
        connect(game_dir, client=f"cli {version()}", timeout_s=1.0).close()
    except ControlError:
        return False
    return True
