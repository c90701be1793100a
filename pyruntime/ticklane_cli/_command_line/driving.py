"""A running game's time."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from ticklane_cli._command_line.root import GameDir, Json, app, whole_number

__all__ = ["step", "tick"]


@app.command
def tick(
    action: Literal["query", "freeze", "unfreeze", "step", "sprint", "stop", "rate"] = "query",
    value: Annotated[str, Parameter(show_default=False)] = "",
    /,
    *,
    wait: bool = True,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Drive a game's time: freeze, unfreeze, step [N], sprint [N], stop, rate R; query says how it stands.

    From frozen, `tick step 20` runs exactly 20 ticks, freezes again and says which ticks ran.

    Parameters
    ----------
    action
        As the game's /tick; stop ends a step or sprint.
    value
        Ticks for step (1 when not given) and sprint (without end when not given), ticks per second for rate.
    wait
        Wait until a step or sprint is over.
    """
    from ticklane_cli._commands.tick import tick as command

    return command(action, value, wait=wait, game_dir=game_dir, as_json=json)


@app.command
def step(
    ticks: Annotated[int, Parameter(converter=whole_number)] = 1,
    /,
    *,
    rows: Annotated[int, Parameter(converter=whole_number)] = 10,
    last: Annotated[int, Parameter(converter=whole_number)] = 20,
    type: Annotated[str, Parameter(show_default=False)] = "",
    id: Annotated[list[int] | None, Parameter(negative=(), help="Show this entity; may be repeated.")] = None,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Run exactly so many ticks of a frozen game and show what moved in each, like a debugger.

    Entities with position, velocity, change and what caused it, events, and what scripts printed.

    Parameters
    ----------
    ticks
        How many.
    rows
        Entities and events shown of each tick; those that were pushed come first.
    last
        So many ticks are shown, the last ones.
    type
        Show entities of this type, moving or not.
    """
    from ticklane_cli._commands.step import StepOptions
    from ticklane_cli._commands.step import step as command

    return command(
        StepOptions(ticks=ticks, rows=rows, last=last, type=type, ids=id or [], game_dir=game_dir, as_json=json)
    )
