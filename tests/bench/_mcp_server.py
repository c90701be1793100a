"""A server to measure against, as a process: `python -m tests.bench._mcp_server bare|ours PORT`.

`bare` is FastMCP as it comes, `ours` our edge and sessions; both have one small and one large answer.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastmcp import FastMCP
from fastmcp.tools.base import ToolResult
from mcp_types import TextContent

import ticklane_gateway  # noqa: F401 - first: it settles FastMCP's environment

LARGE = ",".join(f'{{"tick":{n},"key":"fall","value":{{"y":{n * 0.125},"vy":-0.98}}}}' for n in range(3_600))
TOKEN = "token-of-a-benchmark-0123456789abcdefgh"


def add_tools(mcp: FastMCP[Any]) -> None:
    """One small answer and one of 180 KB, each one text block."""

    @mcp.tool(output_schema=None)
    async def small(id: str) -> ToolResult:
        return ToolResult(content=[TextContent(type="text", text=f'{{"id":"{id}","state":"running"}}')])

    @mcp.tool(output_schema=None)
    async def large(id: str) -> ToolResult:
        return ToolResult(content=[TextContent(type="text", text=f'{{"id":"{id}","rows":[{LARGE}]}}')])


def bare(port: int) -> None:
    """FastMCP's own HTTP application and server settings."""
    mcp: FastMCP[Any] = FastMCP("bare")
    add_tools(mcp)
    kept = {"timeout_keep_alive": 75, "access_log": False}
    options: dict[str, Any] = {"show_banner": False, "log_level": "warning", "uvicorn_config": kept}
    mcp.run(transport="http", host="127.0.0.1", port=port, path="/mcp", **options)


def ours(port: int) -> None:
    """The gateway with those tools beside its own, and no game."""
    from ticklane_gateway import server
    from ticklane_gateway.listen import listen
    from ticklane_gateway.settings import load_settings

    real = server.build_mcp

    def build(*given: Any) -> FastMCP[Any]:
        mcp = real(*given)
        add_tools(mcp)
        return mcp

    setattr(server, "build_mcp", build)  # noqa: B010 - a module's function, for this process
    folder = Path(tempfile.mkdtemp(prefix="ticklane-bench-"))
    settings = load_settings(folder, environment={}, config_dir=folder)
    taken, sockets = listen(port)
    stop = asyncio.Event()
    asyncio.run(server.serve(settings, sockets=sockets, port=taken, token=TOKEN, stop=stop, announces=False))


if __name__ == "__main__":
    {"bare": bare, "ours": ours}[sys.argv[1]](int(sys.argv[2]))
