"""The gateway put together: tools, edge, HTTP server, and the game's word on where it is."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import Any, Final

import structlog
import uvicorn
from fastmcp import FastMCP

from ticklane_control.aio import GameLink
from ticklane_control.endpoint import Endpoint, is_process_alive
from ticklane_control.errors import ControlError
from ticklane_gateway.arguments import ArgumentMiddleware
from ticklane_gateway.calls import CancelMiddleware
from ticklane_gateway.commands import Commands
from ticklane_gateway.edge import MAX_BODY_BYTES, Edge
from ticklane_gateway.execution import Execution
from ticklane_gateway.game import Game
from ticklane_gateway.guide import Subscriptions, add_guide
from ticklane_gateway.http_protocol import TimedH11Protocol
from ticklane_gateway.instructions import INSTRUCTIONS
from ticklane_gateway.one_offs import OneOffs
from ticklane_gateway.scripts import Scripts
from ticklane_gateway.sessions import McpApp
from ticklane_gateway.settings import Settings
from ticklane_gateway.tools_command import add_command_tool
from ticklane_gateway.tools_execute import add_execute_tool
from ticklane_gateway.tools_script import add_script_tools

__all__ = ["build_mcp", "serve"]

_CHECK_GAME_S: Final = 1.0
_ANSWER_ON_STOP_S: Final = 0.2
_GONE: Final = "the game has gone, or is just ending; when one runs again (`ticklane serve`), call again"
_KEEP_ALIVE_S: Final = 75  # longer than clients keep theirs, so that none meets a closing connection

log = structlog.get_logger(__name__)


def build_mcp(game: Game, settings: Settings, subscriptions: Subscriptions | None = None) -> FastMCP[Any]:
    """All tools, resources and prompts over one game; whoever serves them closes the subscriptions at the end."""
    mcp: FastMCP[Any] = FastMCP(
        "ticklane",
        instructions=INSTRUCTIONS,
        version=version("ticklane"),
        middleware=[CancelMiddleware(), ArgumentMiddleware()],
        mask_error_details=True,
    )
    add_guide(mcp, game, settings, subscriptions)
    add_script_tools(mcp, Scripts(game, settings))
    one_offs = OneOffs(game)
    add_execute_tool(mcp, Execution(game, settings, one_offs))
    add_command_tool(mcp, Commands(game, one_offs))
    return mcp


async def serve(
    settings: Settings,
    *,
    sockets: list[socket.socket],
    port: int,
    token: str,
    stop: asyncio.Event,
    game_ended: asyncio.Event | None = None,
    on_listening: Callable[[str], None] = lambda url: None,
) -> None:
    """Serve MCP on the sockets until `stop` is set or the game has gone, then answer what is under way and return.

    `on_listening` is called with the URL once requests are answered. `game_ended`, set before `stop`, says that it is
    the game that ends us.
    """
    url = f"http://localhost:{port}/mcp"
    link = GameLink(settings.game_dir, client=f"gateway {version('ticklane')}")
    game = Game(link)
    subscriptions = Subscriptions(game)
    app = McpApp(build_mcp(game, settings, subscriptions), max_body_bytes=MAX_BODY_BYTES)
    edge = Edge(app, token=token, port=port)
    server = _Server(
        uvicorn.Config(
            edge,
            lifespan="off",
            log_config=None,
            access_log=False,
            ws="none",
            http=TimedH11Protocol,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_S,
            timeout_graceful_shutdown=1,
        )
    )
    async with app.running():
        serving = asyncio.create_task(server.serve(sockets), name="http")
        watching = asyncio.create_task(_stay_with_the_game(game, url, token), name="game-watch")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        try:
            listening = asyncio.create_task(server.listening.wait())
            await asyncio.wait({serving, listening}, return_when=asyncio.FIRST_COMPLETED)
            listening.cancel()
            if server.started:
                log.info("listening", url=url, game_dir=str(settings.game_dir))
                on_listening(url)
            await asyncio.wait({serving, watching, stopping}, return_when=asyncio.FIRST_COMPLETED)
            gone = watching.done() or (game_ended is not None and game_ended.is_set())
            reason = _GONE if gone else "the game's MCP endpoint is stopping"
            await subscriptions.close()
            await edge.stop(reason, within_s=_ANSWER_ON_STOP_S)
            await app.end_sessions()
            server.should_exit = True
            await serving
        finally:
            await subscriptions.close()
            for task in (serving, watching, stopping):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await link.close()
            for sock in sockets:
                sock.close()
    log.info("stopped", url=url)


class _Server(uvicorn.Server):
    """uvicorn that says when it answers, and leaves signals to its caller."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _stay_with_the_game(game: Game, url: str, token: str) -> None:
    """Tell the game where MCP is served, again after it was restarted; returns when its process has ended."""
    told: Endpoint | None = None
    while True:
        try:
            endpoint = await game.endpoint()
            if told is None or (endpoint.pid, endpoint.port, endpoint.token) != (told.pid, told.port, told.token):
                told = await game.announce(url, token)
                log.info("announced", url=url, game_pid=told.pid)
        except ControlError as error:
            if told is not None and not is_process_alive(told.pid):
                log.info("game gone", game_pid=told.pid)
                return
            log.debug("no game", error=error.message)
        await asyncio.sleep(_CHECK_GAME_S)
