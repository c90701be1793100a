"""How long status takes: through the control socket and through MCP, with no tick waited for."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

from fastmcp import Client

from tests.bench._play import p50_ms, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.endpoint import Endpoint, read_endpoint

__all__ = ["measure"]

_WATCHED = "def on_tick(host):\n    pass\n"
_ERA = "2026-07-28"


def measure(folder: Path) -> list[Row]:
    """p50 of script_status while the game runs at 20 ticks/s: no answer waits for the tick, which would be 25 ms."""
    game_dir = folder / "answers"
    with launch(LaunchConfig(game_dir=game_dir, world="void", gateway=True)) as game, game.client() as client:
        start(client, _WATCHED, id="watched")
        ping = p50_ms(lambda: client.request("ping"))
        status = p50_ms(lambda: client.request("status", script="watched"))
        endpoint = _gateway(game_dir)
        at_socket = p50_ms(_raw_call(endpoint))
        by_client = _client_ms(endpoint)
    name = "script_status"
    return [
        at_most(f"{name}, control socket, p50", status, "ms", 1, baseline=ping, baseline_name="ping"),
        at_most(f"{name}, MCP, p50", at_socket, "ms", 3, baseline=status, baseline_name="control socket"),
        # Holds the SDK client's own work, 1 to 3 ms of it: for information.
        at_most(f"{name}, MCP by fastmcp.Client, p50", by_client, "ms", None, baseline=at_socket, baseline_name="MCP"),
    ]


def _gateway(game_dir: Path) -> Endpoint:
    """The game's endpoint, once its gateway has announced itself."""
    deadline = time.monotonic() + 30
    while not (endpoint := read_endpoint(game_dir)).mcp_url:
        if time.monotonic() > deadline:
            raise TimeoutError("the gateway did not come up")
        time.sleep(0.05)
    return endpoint


def _raw_call(endpoint: Endpoint) -> Callable[[], None]:
    """One tools/call of the stateless protocol over a kept connection: the endpoint without a client's own share."""
    at = urlsplit(endpoint.mcp_url)
    connection = http.client.HTTPConnection("127.0.0.1", at.port or 80)
    meta = {
        "io.modelcontextprotocol/protocolVersion": _ERA,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    }
    params = {"name": "script_status", "arguments": {"id": "watched"}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    headers = {
        "Host": at.netloc,
        "Authorization": f"Bearer {endpoint.mcp_token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": _ERA,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "script_status",
    }

    def call() -> None:
        connection.request("POST", at.path, body, headers)
        answer = connection.getresponse().read()
        if b"watched" not in answer:
            raise RuntimeError(answer.decode())

    return call


def _client_ms(endpoint: Endpoint) -> float:
    with asyncio.Runner() as runner:
        connected = AsyncExitStack()
        client = runner.run(connected.enter_async_context(Client(endpoint.mcp_url, auth=endpoint.mcp_token)))
        try:
            return p50_ms(lambda: runner.run(client.call_tool("script_status", {"id": "watched"})))
        finally:
            runner.run(connected.aclose())
