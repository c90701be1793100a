"""Games, and what runs in them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

from ticklane_cli._command_line.root import FLAG, GameDir, Json, WholeNumber, app, whole_number

__all__ = ["command_", "exec_", "run", "serve"]


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
    install: Annotated[bool, FLAG] = False,
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
    port: Annotated[int | None, Parameter(name=["--port", "--mcp-port"], converter=whole_number)] = None,
    mc_port: WholeNumber = None,
    frozen: Annotated[bool | None, FLAG] = None,
    script_memory_mib: WholeNumber = None,
    until_stdin_ends: Annotated[bool, FLAG] = False,
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


Lines: TypeAlias = Annotated[str, Parameter(allow_leading_hyphen=True, show_default=False)]
File: TypeAlias = Annotated[Path | None, Parameter(name=["--file", "-f"], help="Read it from this file.")]


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
