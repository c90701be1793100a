"""`ticklane install` and `ticklane uninstall`: into a real game's folder, and out of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ticklane_cli._command_line.root import FLAG, Json
from ticklane_cli._exit import FINISHED, print_json
from ticklane_cli._install.installing import install as put_in
from ticklane_cli._install.outcome import Outcome
from ticklane_cli._install.uninstalling import uninstall as take_out

__all__ = ["install", "uninstall"]

_STYLES: Final = {"made": "green", "changed": "yellow", "restored": "green", "removed": "green"}
_WOULD: Final = {
    "made": "would make",
    "changed": "would change",
    "removed": "would remove",
    "restored": "would restore",
}


def install(
    folder: Path,
    /,
    *,
    profile: Annotated[str, Parameter(show_default=False)] = "",
    java: Path | None = None,
    dry_run: Annotated[bool, FLAG] = False,
    json: Json = False,
) -> int:
    """Put Ticklane into a game: its files, and the Java arguments where the launcher keeps them.

    Parameters
    ----------
    folder
        A .minecraft, an instance of Prism, MultiMC or CurseForge, or a dedicated server's folder.
    profile
        The vanilla launcher's profile, by its name, where there are several.
    java
        The game's Java, when it isn't found: the program or its home.
    dry_run
        Only say what would be done.
    """
    outcome = put_in(folder, profile=profile, java=java, dry_run=dry_run)
    if json:
        print_json(_document(outcome))
    else:
        _show(outcome)
        if not dry_run and not outcome.paste:
            print("Start the game as ever. `ticklane uninstall` takes all of this out again.")
    return FINISHED


def uninstall(
    folder: Path,
    /,
    *,
    profile: Annotated[str, Parameter(show_default=False)] = "",
    dry_run: Annotated[bool, FLAG] = False,
    json: Json = False,
) -> int:
    """Take Ticklane out of a game: every file is as it was; what scripts have recorded stays.

    Parameters
    ----------
    folder
        The folder that `ticklane install` was given.
    profile
        As it was given to `ticklane install`.
    dry_run
        Only say what would be done.
    """
    outcome = take_out(folder, profile=profile, dry_run=dry_run)
    if json:
        print_json(_document(outcome))
    else:
        _show(outcome)
    return FINISHED


def _document(outcome: Outcome) -> dict[str, Any]:
    document: dict[str, Any] = {"game_dir": str(outcome.game_dir), "dry_run": outcome.dry_run}
    game, java = outcome.instance, outcome.java
    if game is not None and java is not None:
        document |= {
            "kind": game.kind,
            "title": game.title,
            "loader": game.loader,
            "loader_version": game.loader_version,
            "minecraft": game.minecraft,
            "java": {
                "program": str(java.program),
                "version": java.version,
                "instrument": java.takes_agents,
                "attach": java.attaches,
            },
            "python": sys.executable,
            "arguments": outcome.arguments,
            "paste": {"where": outcome.paste, "text": " ".join(outcome.arguments)} if outcome.paste else None,
        }
    steps = [{"state": step.state, "path": str(step.path), "what": step.what} for step in outcome.steps]
    return document | {"steps": steps, "notes": outcome.notes}


def _show(outcome: Outcome) -> None:
    console = Console(highlight=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    game = outcome.instance
    if game is not None:
        table.add_row("game", Text(f"{game.title}, {game.minecraft or 'version not found'}"))
        if game.loader != "none":
            table.add_row("loader", Text(f"{game.loader} {game.loader_version}".rstrip()))
        table.add_row("Java", Text(str(outcome.java)))
        table.add_row("Python", Text(sys.executable))
    for step in outcome.steps:
        state = _WOULD.get(step.state, step.state) if outcome.dry_run else step.state
        table.add_row(Text(state, style=_STYLES.get(step.state, "dim")), Text(f"{step.path} ({step.what})"))
    for note in outcome.notes:
        table.add_row(Text("note", style="yellow"), Text(note))
    console.print(table)
    if outcome.arguments and outcome.paste:
        console.print(Text(f"\nNo file keeps this game's Java arguments. Enter them {outcome.paste}:"))
        console.print(Text(" ".join(outcome.arguments), style="bold"))
