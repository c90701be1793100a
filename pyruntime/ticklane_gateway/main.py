"""The process: `python -m ticklane_gateway --game-dir DIR`, started by the game and ended with it."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import structlog

from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError
from ticklane_gateway.listen import ListenError, listen
from ticklane_gateway.logs import set_up_logs
from ticklane_gateway.settings import SettingsError, load_settings
from ticklane_gateway.token import TokenError, load_token

__all__ = ["main"]

CANNOT_START: Final = 3


def main(argv: list[str] | None = None) -> int:
    """Serve until stdin ends, a signal comes or the game has gone.

    Returns 0, or 3 when the endpoint can't be started as it is set up: trying again would not help.
    """
    parser = argparse.ArgumentParser(prog="ticklane_gateway", description="Serves one game's tools over MCP.")
    parser.add_argument("--game-dir", type=Path, required=True, help="folder of the game")
    parser.add_argument("--mcp-port", help="listen on this port only")
    parser.add_argument("--allow", help="capabilities that scripts may use, comma-separated")
    parser.add_argument("--log-level", help="debug, info, warning or error")
    given = vars(parser.parse_args(argv))
    game_dir: Path = given.pop("game_dir").absolute()
    set_up_logs("info", secrets=())
    log = structlog.get_logger("ticklane_gateway")
    try:
        settings = load_settings(game_dir, arguments=given)
        token = load_token(settings.mcp_token_file)
        port, sockets = listen(settings.mcp_port, before=_port_before(game_dir))
    except (SettingsError, TokenError, ListenError) as error:
        log.error("endpoint not started", reason=str(error))
        return CANNOT_START
    set_up_logs(settings.log_level, secrets=(token,))
    from ticklane_gateway.server import serve  # the slow import: the port is ours before it

    async def run() -> None:
        stop = asyncio.Event()
        game_closed_stdin = asyncio.Event()
        loop = asyncio.get_running_loop()
        ends = (game_closed_stdin, stop)
        threading.Thread(target=_at_end_of_stdin, args=(loop, ends), name="stdin", daemon=True).start()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        await serve(settings, sockets=sockets, port=port, token=token, stop=stop, game_ended=game_closed_stdin)

    # Beside a compilation in a thread calls are answered in half the time that the usual 5 ms give.
    sys.setswitchinterval(0.0005)
    asyncio.run(run())
    return 0


def _port_before(game_dir: Path) -> int | None:
    """Where a gateway of the running game listened before this one; None when this is the first."""
    try:
        return urlsplit(read_endpoint(game_dir).mcp_url).port
    except (NoGameError, ValueError):
        return None


def _at_end_of_stdin(loop: asyncio.AbstractEventLoop, ends: tuple[asyncio.Event, ...]) -> None:
    # os.read, not sys.stdin: a thread inside sys.stdin holds its lock while the interpreter ends, which is fatal.
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        pass  # no stdin at all counts as ended
    for event in ends:
        if not loop.is_closed():
            loop.call_soon_threadsafe(event.set)


def run_and_exit() -> None:
    """`main`, ending the process without waiting for a compilation that still runs in a thread."""
    code = main()
    sys.stderr.flush()
    os._exit(code)
