"""Commands, their options and what is common to all of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, CycloptsError, Group, Parameter, Token

from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, USAGE, describe, not_run, print_error, print_json
from ticklane_cli._setup.release import version

__all__ = ["app", "run_command_line"]

_FLAG = Parameter(negative=(), show_default=False)
_JSON = Parameter(negative=(), show_default=False, help="Print one JSON document on stdout and nothing else.")
_GAME_DIR = Parameter(help="Folder of the game; TICKLANE_GAME_DIR, else the one that is running.")


def _whole_number(_type: Any, tokens: Sequence[Token]) -> int:
    """An integer as it was written: 1.5 is refused, not rounded."""
    text = tokens[0].value
    try:
        return int(text, 0)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


WholeNumber = Annotated[int | None, Parameter(converter=_whole_number)]
GameDir = Annotated[Path | None, _GAME_DIR]
Id = Annotated[str, Parameter(help="The script's id, as `ticklane list` shows it.")]
Json = Annotated[bool, _JSON]

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


@app.command
def setup(*, quiet: Annotated[bool, _FLAG] = False, again: Annotated[bool, _FLAG] = False) -> int:
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


@app.command
def run(
    script: Path,
    /,
    *,
    ticks: WholeNumber = None,
    seed: WholeNumber = None,
    param: Annotated[
        list[str] | None, Parameter(negative=(), help="A parameter, K=V; V is read as JSON if it is.")
    ] = None,
    allow: Annotated[list[str] | None, Parameter(negative=(), help="A capability the script may use.")] = None,
    pace: Literal["sprint", "realtime"] | None = None,
    world: Literal["flat", "void"] | None = None,
    out: Path | None = None,
    id: Annotated[str, Parameter(show_default=False)] = "",
    install: Annotated[bool, _FLAG] = False,
    script_memory_mib: WholeNumber = None,
    json: Json = False,
) -> int:
    """Run one script file in a game of its own, to its end, and keep the run in a folder.

    Parameters
    ----------
    script
        The script file; its folder is importable.
    ticks
        End the script after so many ticks.
    seed
        Any 64-bit integer: of the script's random numbers and of the game.
    pace
        As fast as it goes, or 20 ticks a second; what isn't given is the first, and the second with a client.
    world
        The world to start in; the script's header decides when not given.
    out
        The run folder; runs/<id>-<n> when not given.
    id
        The script's id; made from its docstring or file name when not given.
    install
        Install the packages the script's header names.
    script_memory_mib
        By how many MiB the script may make the game's process grow; 1024 when nothing says otherwise.
    """
    from ticklane_cli._commands.run import RunOptions
    from ticklane_cli._commands.run import run as command

    options = RunOptions(
        script=script,
        ticks=ticks,
        seed=seed,
        params=param or [],
        allow=allow or [],
        pace=pace,
        world=world,
        out=out,
        id=id,
        install=install,
        script_memory_mib=script_memory_mib,
        as_json=json,
    )
    return command(options)


@app.command
def serve(
    *,
    game_dir: Annotated[
        Path | None, Parameter(help="Folder of the game; the data folder's own when not given.")
    ] = None,
    world: Literal["flat", "void"] | None = None,
    seed: WholeNumber = None,
    port: Annotated[int | None, Parameter(name=["--port", "--mcp-port"], converter=_whole_number)] = None,
    mc_port: WholeNumber = None,
    frozen: Annotated[bool | None, _FLAG] = None,
    script_memory_mib: WholeNumber = None,
    until_stdin_ends: Annotated[bool, _FLAG] = False,
) -> int:
    """Run a game with its MCP endpoint until Ctrl-C.

    Parameters
    ----------
    world
        Flat ground at y = 64, or nothing at all.
    seed
        Of the game's own random numbers, such as explosions; any 64-bit integer.
    port
        Exactly this port for MCP; else the first free one from 25599 to 25608.
    mc_port
        Where Minecraft clients on this machine can join: 0 takes a free port, -1 none.
    frozen
        Start with the world standing still.
    script_memory_mib
        By how many MiB a script may make the game's process grow; 1024 when nothing says otherwise.
    until_stdin_ends
        End with standard input: for a program that starts this one and may be killed.
    """
    from ticklane_cli._commands.serve import serve as command

    return command(
        game_dir=game_dir,
        world=world,
        seed=seed,
        port=port,
        mc_port=mc_port,
        frozen=frozen,
        script_memory_mib=script_memory_mib,
        until_stdin_ends=until_stdin_ends,
    )


@app.command
def mcp(
    *,
    game_dir: GameDir = None,
    no_start: Annotated[bool, _FLAG] = False,
) -> int:
    """Serve MCP over standard input and output, for a client that starts its servers itself.

    Parameters
    ----------
    no_start
        Only use a game that runs; don't start one when a tool needs it.
    """
    from ticklane_cli._commands.mcp import mcp as command

    return command(game_dir, starts_game=not no_start)


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
    ticks: Annotated[int, Parameter(converter=_whole_number)] = 1,
    /,
    *,
    rows: Annotated[int, Parameter(converter=_whole_number)] = 10,
    last: Annotated[int, Parameter(converter=_whole_number)] = 20,
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


Lines = Annotated[str, Parameter(allow_leading_hyphen=True, show_default=False)]
File = Annotated[Path | None, Parameter(name=["--file", "-f"], help="Read it from this file.")]


@app.command(name="exec")
def exec_(
    code: Lines = "",
    /,
    *,
    file: File = None,
    lane: Literal["server", "client", "render", "parallel"] | None = None,
    param: Annotated[
        list[str] | None, Parameter(negative=(), help="A parameter, K=V; V is read as JSON if it is.")
    ] = None,
    seed: WholeNumber = None,
    ticks: WholeNumber = None,
    format: Literal["text", "json"] = "text",
    cap: Annotated[list[str] | None, Parameter(negative=(), help="A capability asked for.")] = None,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Run a few lines of Python in a running game; print what they printed, then the last expression's value.

    Parameters
    ----------
    code
        The code; - or nothing reads stdin.
    lane
        Where to run it; the game's own side when not given.
    seed
        Of host.random; any 64-bit integer.
    ticks
        Step an iterator at most so many ticks.
    format
        The value as readable text, or as JSON.
    """
    from ticklane_cli._commands.execute import ExecOptions, execute

    options = ExecOptions(
        code=code,
        file=file,
        lane=lane,
        params=param or [],
        seed=seed,
        ticks=ticks,
        format=format,
        caps=cap or [],
        game_dir=game_dir,
        as_json=json,
    )
    return execute(options)


@app.command(name="command")
def command_(
    command: Lines = "",
    /,
    *,
    file: File = None,
    target: Literal["server", "client"] = "server",
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Run one Minecraft command in a running game, or lines of them as in a .mcfunction file, all in one tick.

    Parameters
    ----------
    command
        The command or lines of them; - or nothing reads stdin.
    target
        Who runs them: the server (permission level 4), or the player of a client.
    """
    from ticklane_cli._commands.execute import run_commands

    return run_commands(command, file=file, target=target, game_dir=game_dir, as_json=json)


Keys = Annotated[list[str] | None, Parameter(negative=(), name="--key", help="Only rows of this key; may be repeated.")]


@app.command
def export(
    run: Path,
    /,
    *,
    to: Literal["csv", "parquet", "npz", "arrow"],
    key: Keys = None,
    out: Path | None = None,
    json: Json = False,
) -> int:
    """Write what a run recorded as files for other tools; columns keep their types.

    Parameters
    ----------
    run
        The run's folder, or one file of rows.
    to
        csv, parquet and arrow: a file a key. npz: one file.
    out
        A folder, or with one key a file; the folder export in the run's when not given.
    """
    from ticklane_cli._commands.export import export as command

    return command(run, to=to, keys=key or [], out=out, as_json=json)


@app.command
def diff(a: Path, b: Path, /, *, tolerance: float = 0, json: Json = False) -> int:
    """Show where two runs differ first, by tick, entity and field, and in what else; exit code 0 same, 1 not.

    Parameters
    ----------
    a
        A run's folder, or one file of rows.
    b
        The other.
    tolerance
        Numbers that differ by no more count as the same; 0: in no bit.
    """
    from ticklane_cli._commands.diff import diff as command

    return command(a, b, tolerance=tolerance, as_json=json)


@app.command
def plot(
    run: Path,
    /,
    *,
    kind: Literal["auto", "trajectories", "delta-v", "windows", "histogram"] = "auto",
    key: str = "",
    field: str = "",
    out: Path | None = None,
    json: Json = False,
) -> int:
    """Draw what a run recorded: ways through space, changes of velocity, windows around impulses, distributions.

    Parameters
    ----------
    run
        The run's folder, or one file of rows.
    kind
        auto takes the first that the run has something for.
    key
        Only rows of this key.
    field
        The column to draw.
    out
        The picture, .png, .svg or .pdf; the folder plots in the run's when not given.
    """
    from ticklane_cli._commands.plot import plot as command

    return command(run, kind=kind, key=key, field=field, out=out, as_json=json)


@app.command
def verify(
    *,
    case: Annotated[
        list[str] | None, Parameter(negative=(), help="Only this case, as the table names it; may be repeated.")
    ] = None,
    json: Json = False,
) -> int:
    """Measure the embedded host's physics against published numbers; exit code 1 when a row fails."""
    from ticklane_cli._commands.verify import verify as command

    return command(case or [], as_json=json)


@app.command
def config(
    client: Literal["all", "claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "json"] = "all",
    /,
    *,
    stdio: Annotated[bool, _FLAG] = False,
    write: Annotated[bool, _FLAG] = False,
    token_file: Annotated[bool, _FLAG] = False,
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """Print the entries that make MCP clients find a game; none of them holds the token.

    Parameters
    ----------
    client
        json is for any client that starts its servers itself.
    stdio
        The client starts `ticklane mcp`, which needs no token and starts a game when there is none.
    write
        Write the entry into the client's own file, beside what is there.
    token_file
        Print only the path of the file that holds the token.
    """
    from ticklane_cli._commands.config import config as command

    return command(client, game_dir=game_dir, token_file_only=token_file, stdio=stdio, write=write, as_json=json)


@app.command
def inspect(
    tool: str = "",
    /,
    *arguments: Annotated[str, Parameter(allow_leading_hyphen=False)],
    resource: str = "",
    prompt: str = "",
    game_dir: GameDir = None,
    json: Json = False,
) -> int:
    """List what the MCP endpoint of a running game offers, or try one tool, resource or prompt by hand.

    Parameters
    ----------
    tool
        The tool to call; everything is listed when none is given.
    arguments
        The call's arguments, K=V; V is read as JSON if it is, and @FILE is the text of a file.
    resource
        Read the resource of this URI.
    prompt
        Get this prompt.
    """
    from ticklane_cli._commands.inspect import inspect as command

    return command(tool, arguments, resource=resource, prompt=prompt, game_dir=game_dir, as_json=json)


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


@app.meta.default
def _global(
    *tokens: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    log_json: Annotated[bool, Parameter(negative=(), show_default=False, help="Log lines as JSON on stderr.")] = False,
    verbose: Annotated[
        int,
        Parameter(
            name=["--verbose", "-v"], count=True, show_default=False, help="Show more of the log; -vv shows all."
        ),
    ] = 0,
) -> Any:
    from ticklane_cli import _logging

    usual = _logging.INFO if tokens[:1] == ("serve",) else _logging.WARNING
    _logging.configure(as_json=log_json, verbose=verbose, usual=usual)
    return app(tokens, exit_on_error=False)


def run_command_line(arguments: Sequence[str] | None = None) -> int:
    """Parse and run; every error a user can act on is one line on stderr (and JSON on stdout with --json)."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = app.meta(arguments, exit_on_error=False)
    except CycloptsError as error:
        # Arguments that can't be read; cyclopts has shown it on stderr.
        if "--json" in arguments:
            text = str(error)
            print_json(
                not_run("", "usage", text) if "run" in arguments else {"error": {"type": "usage", "message": text}}
            )
        return USAGE
    except KeyboardInterrupt:
        print_error("interrupted")
        return ENDED_OTHERWISE
    except BrokenPipeError:
        # `ticklane output … | head`: who read has seen enough.
        sys.stderr.close()
        return FINISHED
    except Exception as error:
        known = describe(error)
        if known is None:
            raise
        code, kind, text = known
        print_error(text)
        if "--json" in arguments:
            print_json({"error": {"type": kind, "message": text}})
        return code
    return code if isinstance(code, int) else FINISHED
