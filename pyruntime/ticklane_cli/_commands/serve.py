"""`ticklane serve`: a game in the foreground, with its MCP endpoint."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import structlog
from rich.console import Console

from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError
from ticklane_cli._pieces import find_pieces
from ticklane_cli.launch import Game, LaunchConfig, start_game
from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError

__all__ = ["serve"]

_GATEWAY_S: Final = 15.0
_log = structlog.get_logger("ticklane.serve")

_PASSED_ON: Final = (
    "rotate_mib",
    "rotate_files",
    "queue_mib",
    "parallel_scripts",
    "parallel_memory_mib",
    "parallel_processes",
    "parallel_cpu_s",
)
"""Settings that only the game itself looks at."""


def serve(
    *,
    game_dir: Path | None,
    world: str | None,
    seed: int | None,
    port: int | None,
    mc_port: int | None,
    frozen: bool | None,
    script_memory_mib: int | None,
    until_stdin_ends: bool = False,
) -> int:
    """Serve until Ctrl-C (0) or the game's own end (0 when it was asked to, else 1)."""
    import os
    import threading

    from ticklane_gateway.listen import ListenError, listen
    from ticklane_gateway.settings import SettingsError, load_settings

    pieces = find_pieces()
    variable = os.environ.get("TICKLANE_GAME_DIR", "").strip()
    folder = (game_dir or (Path(variable) if variable else pieces.places.default_game)).expanduser().absolute()
    given = {
        "world": world,
        "seed": seed,
        "mcp_port": port,
        "mc_port": mc_port,
        "frozen": frozen,
        "script_memory_mib": script_memory_mib,
    }
    try:
        settings = load_settings(folder, arguments=given)
        if settings.mcp and settings.mcp_port is not None:
            # Now, not from the gateway's log: a pinned port that can't be had is a mistake in what was asked.
            for sock in listen(settings.mcp_port)[1]:
                sock.close()
    except (SettingsError, ListenError) as error:
        raise UsageError(str(error)) from error
    environment = {} if settings.mcp_port is None else {"TICKLANE_MCP_PORT": str(settings.mcp_port)}
    config = LaunchConfig(
        game_dir=folder,
        world="void" if settings.world == "void" else "flat",
        seed=settings.seed,
        pace="sprint" if settings.pace == "sprint" else "realtime",
        frozen=settings.frozen,
        gateway=settings.mcp,
        mc_port=settings.mc_port,
        lane_budget_ms=settings.lane_budget_ms,
        client_wait_s=settings.client_wait_s,
        script_memory_mib=settings.script_memory_mib,
        environment=environment,
        extra={name: getattr(settings, name) for name in _PASSED_ON},
    )
    game = start_game(config, pieces=pieces)
    try:
        if until_stdin_ends:
            threading.Thread(target=_end_with_stdin, args=(game,), name="stdin", daemon=True).start()
        game.wait_ready()
        _tell(game, wait_for_mcp=settings.mcp)
        code = game.process.wait()
        _log.info("the game has ended", code=code)
        return FINISHED if code == 0 else ENDED_OTHERWISE
    except KeyboardInterrupt:
        return FINISHED
    finally:
        game.stop()


def _end_with_stdin(game: Game) -> None:
    # os.read, not sys.stdin: a thread inside sys.stdin holds its lock while the interpreter ends, which is fatal.
    import os
    from contextlib import suppress

    with suppress(OSError):
        while os.read(0, 4096):
            pass
    game.stop()


def _tell(game: Game, *, wait_for_mcp: bool) -> None:
    """Say where the game is to be found; the token stays in its file."""
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(f"Serving the game in {game.game_dir} (process {game.pid}). Ctrl-C ends it.", markup=False)
    if not wait_for_mcp:
        return
    url = _mcp_url(game)
    if url:
        console.print(f"MCP: {url}   (ticklane config prints entries for MCP clients)", markup=False)
    else:
        _log.warning("the MCP endpoint isn't up yet; the game serves without it until it is")


def _mcp_url(game: Game) -> str:
    deadline = time.monotonic() + _GATEWAY_S
    while time.monotonic() < deadline and game.is_alive():
        try:
            url = read_endpoint(game.game_dir).mcp_url
        except NoGameError:
            url = ""
        if url:
            return url
        time.sleep(0.1)
    return ""
