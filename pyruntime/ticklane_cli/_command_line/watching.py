"""Scripts of a running game: where they stand, what came of them, their ends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ticklane_cli._command_line.root import GameDir, Id, Json, app

__all__ = ["events", "list_", "output", "pause", "resume", "screenshot", "status", "stop"]


@app.command(name="list")
def list_(
    *, state: Literal["live", "ended", "all"] = "all", limit: int = 50, game_dir: GameDir = None, json: Json = False
) -> int:
    """List the scripts of a running game, newest first.

    Parameters
    ----------
    state
        Only those that run, or only those that have ended.
    limit
        At most so many.
    """
    from ticklane_cli._commands import control

    return control.list_scripts(game_dir, state=state, limit=limit, as_json=json)


@app.command
def status(
    id: Id,
    /,
    *,
    wait_s: float = 0,
    until: Literal["ended", "line", "record"] = "ended",
    since_line: int = -1,
    detail: Literal["short", "full"] = "short",
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Show where a script stands, with its result when it has one.

    Parameters
    ----------
    wait_s
        Wait up to so many seconds (55 at most) for what `until` names.
    until
        What to wait for: the end, the next log line, or the next record. The end always ends the wait.
    since_line
        Show log lines from this number on; -1 waits for new ones.
    detail
        Full adds traceback, locals and every overrun.
    """
    from ticklane_cli._commands import control

    fields = {"wait_s": wait_s, "until": until, "since_line": since_line, "detail": detail}
    return control.script_verb(game_dir, "status", id, fields, as_json=json)


@app.command
def output(
    id: Id,
    /,
    *,
    since: int = 0,
    key: Annotated[list[str] | None, Parameter(negative=(), help="Only rows of this key.")] = None,
    limit: int = 100,
    every: int = 1,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Print rows a script has recorded, one JSON object a line.

    Parameters
    ----------
    since
        The row to begin with; the answer names the next.
    limit
        At most so many rows.
    every
        Only each n-th row.
    """
    from ticklane_cli._commands import control

    return control.output(game_dir, id, since=since, keys=key or [], limit=limit, every=every, as_json=json)


@app.command
def events(
    *,
    script: Annotated[str, Parameter(show_default=False)] = "",
    since: int = 0,
    limit: int = 200,
    follow: Annotated[bool, Parameter(name=["--follow", "-f"], negative=(), show_default=False)] = False,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Print what scripts logged and what happened to them; --follow goes on until Ctrl-C.

    Parameters
    ----------
    script
        Only events of this script.
    since
        The event to begin with; 0 is the oldest that is kept.
    limit
        At most so many at once.
    follow
        Go on with what comes.
    """
    from ticklane_cli._commands import control

    return control.events(game_dir, script=script, since=since, limit=limit, follow=follow, as_json=json)


@app.command
def stop(id: Id, /, *, wait_s: float = 2, game_dir: GameDir = None, json: Json = False) -> int:
    """Stop a script; its result so far is kept.

    Parameters
    ----------
    wait_s
        How long to wait for its end.
    """
    from ticklane_cli._commands import control

    return control.script_verb(game_dir, "stop", id, {"wait_s": wait_s}, as_json=json)


@app.command
def pause(id: Id, /, *, game_dir: GameDir = None, json: Json = False) -> int:
    """Pause a script."""
    from ticklane_cli._commands import control

    return control.script_verb(game_dir, "pause", id, {}, as_json=json)


@app.command
def resume(id: Id, /, *, game_dir: GameDir = None, json: Json = False) -> int:
    """Let a paused script go on."""
    from ticklane_cli._commands import control

    return control.script_verb(game_dir, "resume", id, {}, as_json=json)


@app.command
def screenshot(
    out: Path,
    /,
    *,
    camera: Literal["eye", "orbit", "top", "iso"] = "orbit",
    x: float | None = None,
    y: float | None = None,
    z: float | None = None,
    yaw: float | None = None,
    pitch: float | None = None,
    distance: float | None = None,
    span: float | None = None,
    fov: float | None = None,
    width: int = 1280,
    height: int = 720,
    labels: bool = True,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Take a picture of a running game, as its own client sees it.

    Parameters
    ----------
    out
        The file, .png or .jpg.
    camera
        From the player's eyes, around a place, straight down, or at equal angles with parallel lines.
    x
        The place that is looked at (the eye's own with `eye`); the player when not given. As y and z.
    yaw
        Degrees; 0 looks south, 90 west.
    pitch
        Degrees; 90 looks straight down.
    distance
        Blocks from the place, with `orbit`; 16 when not given.
    span
        Blocks that the picture is high, with `top` and `iso`; 32 when not given.
    fov
        Degrees that the picture is high, with `eye` and `orbit`; 70 when not given.
    labels
        Names over entities.
    """
    from ticklane_cli._commands.screenshot import screenshot as command

    asked = {"x": x, "y": y, "z": z, "yaw": yaw, "pitch": pitch, "distance": distance, "span": span, "fov": fov}
    said = {name: value for name, value in asked.items() if value is not None}
    wanted = {"camera": camera, "width": width, "height": height, **said}
    return command(game_dir, out, wanted, labels=labels, as_json=json)
