"""How long status takes: through the control socket and through MCP, with no tick waited for."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from fastmcp import Client

from tests.bench._play import latencies_ms, median, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.endpoint import read_endpoint

__all__ = ["measure"]

_WATCHED = "def on_tick(host):\n    pass\n"


def measure(folder: Path) -> list[Row]:
    """p50 of script_status while the game runs at 20 ticks/s: no answer waits for the tick, which would be 25 ms."""
    game_dir = folder / "answers"
    with launch(LaunchConfig(game_dir=game_dir, world="void", gateway=True)) as game, game.client() as client:
        start(client, _WATCHED, id="watched")
        ping = median(latencies_ms(lambda: client.request("ping")))
        status = median(latencies_ms(lambda: client.request("status", script="watched")))
        through_mcp = asyncio.run(_mcp_status_ms(game_dir))
    return [
        at_most("script_status, control socket, p50", status, "ms", 1, baseline=ping, baseline_name="ping"),
        at_most(
            "script_status, MCP, p50", through_mcp, "ms", 3, baseline=status, baseline_name="the same by control socket"
        ),
    ]


async def _mcp_status_ms(game_dir: Path) -> float:
    deadline = time.monotonic() + 30
    while not (endpoint := read_endpoint(game_dir)).mcp_url:
        if time.monotonic() > deadline:
            raise TimeoutError("the gateway did not come up")
        await asyncio.sleep(0.05)
    times = []
    async with Client(endpoint.mcp_url, auth=endpoint.mcp_token) as client:
        for n in range(450):
            began = time.perf_counter()
            await client.call_tool("script_status", {"id": "watched"})
            if n >= 50:
                times.append((time.perf_counter() - began) * 1e3)
    return median(times)
