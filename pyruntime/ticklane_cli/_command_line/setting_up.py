"""Making Ticklane ready, here and in games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Group

from ticklane_cli._command_line.root import FLAG, GameDir, Json, app

__all__ = ["attach", "doctor", "selfcheck", "setup"]


@app.command
def setup(*, quiet: Annotated[bool, FLAG] = False, again: Annotated[bool, FLAG] = False) -> int:
    """Build jep, fetch Minestom, make the AOT cache: once; a second call finds everything made.

    Parameters
    ----------
    quiet
        Say nothing when everything is there.
    again
        Throw away what an earlier set-up made and make it anew.
    """
    from ticklane_cli._commands.setup import setup as command

    return command(quiet=quiet, again=again)


@app.command
def doctor(*, json: Json = False) -> int:
    """Show what was found on this machine, and for each thing missing what to install."""
    from ticklane_cli._commands.doctor import doctor as command

    return command(as_json=json)


@app.command
def attach(
    pid: int,
    /,
    *,
    home: Path | None = None,
    wait_s: float = 10,
    json: Json = False,
) -> int:
    """Bring Ticklane into a Minecraft that runs already, started without it (Linux, macOS).

    Parameters
    ----------
    pid
        The game's process.
    home
        Ticklane's folder in the game's, mc-agent/home there when not given.
    wait_s
        How long to wait for the game's first tick and its self-check.
    """
    from ticklane_cli._commands.attach import attach_to_game

    return attach_to_game(pid, home=home, wait_s=wait_s, as_json=json)


@app.command
def selfcheck(*, game_dir: GameDir = None, json: Json = False) -> int:
    """Show what works in a real game and what its version lacks, to paste into a bug report."""
    from ticklane_cli._commands.selfcheck import selfcheck as command

    return command(game_dir, as_json=json)


for _name, _help in (
    ("install", "Put Ticklane into a game of a launcher or server on this machine."),
    ("uninstall", "Take Ticklane out of a game: every file is as it was; what scripts have recorded stays."),
):
    app.command(
        f"ticklane_cli._commands.install:{_name}",
        name=_name,
        help=_help,
        group_parameters=Group("Parameters", sort_key=0),
    )
