"""The command itself, and the options that many commands have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from cyclopts import App, Group, Parameter, Token

from ticklane_cli._setup.release import version

__all__ = ["FLAG", "GameDir", "Id", "Json", "WholeNumber", "app", "whole_number"]

FLAG: Final = Parameter(negative=(), show_default=False)


def whole_number(_type: Any, tokens: Sequence[Token]) -> int:
    """An integer as it was written: 1.5 is refused, not rounded."""
    text = tokens[0].value
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


WholeNumber: TypeAlias = Annotated[int | None, Parameter(converter=whole_number)]
GameDir: TypeAlias = Annotated[
    Path | None, Parameter(help="Folder of the game; TICKLANE_GAME_DIR, else the one that is running.")
]
Id: TypeAlias = Annotated[str, Parameter(help="The script's id, as `ticklane list` shows it.")]
Json: TypeAlias = Annotated[
    bool, Parameter(negative=(), show_default=False, help="Print one JSON document on stdout and nothing else.")
]

app = App(
    name="ticklane",
    help="CPython inside the Minecraft process: scripts stepped at tick rate, compact results out.",
    version=lambda: f"ticklane {version()}",
    version_flags=["--version"],
    result_action="return_value",
    suppress_keyboard_interrupt=False,  # Ctrl-C has an exit code of ours
    help_format="plaintext",
)
app.meta.group_parameters = Group("Global", sort_key=99)
