"""MCP clients."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from ticklane_cli._command_line.root import FLAG, GameDir, Json, app

__all__ = ["config", "inspect", "mcp"]


@app.command
def mcp(
    *,
    game_dir: GameDir = None,
    no_start: Annotated[bool, FLAG] = False,
) -> int:
    """Serve MCP over standard input and output, for a client that starts its servers itself.

    Parameters
    ----------
    no_start
        Only use a game that runs; don't start one when a tool needs it.
    """
    from ticklane_cli._commands.mcp import mcp as command

    return command(game_dir, starts_game=not no_start)


@app.command
def config(
    client: Literal["all", "claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "json"] = "all",
    /,
    *,
    stdio: Annotated[bool, FLAG] = False,
    write: Annotated[bool, FLAG] = False,
    token_file: Annotated[bool, FLAG] = False,
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
