"""The protocol's own conformance suite against the whole stack: edge, sessions, FastMCP, in both eras."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastmcp import FastMCP
from fastmcp.server.event_store import EventStore
from starlette.types import Receive, Scope, Send

from ticklane_gateway import server
from ticklane_gateway.edge import Edge
from ticklane_gateway.game import Game
from ticklane_gateway.sessions import McpApp
from ticklane_gateway.settings import Settings
from ticklane_gateway.subscriptions import Subscriptions

from .peers.conformance_fixtures import add_fixtures
from .peers.set_up import node, node_packages
from .running_gateway import TOKEN, RunningGateway

# The suite asks for logging, sampling and roots, which the newest revision deprecates.
pytestmark = pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")

EXPECTED_FAILURES = Path(__file__).parent / "peers" / "expected-failures.yml"


class _EdgeOfClientsWithoutToken(Edge):
    """The suite can't send headers of its own: its requests get the token on their way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [header for header in scope["headers"] if header[0] != b"authorization"]
            scope = {**scope, "headers": [*headers, (b"authorization", b"Bearer " + TOKEN.encode())]}
        await super().__call__(scope, receive, send)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    real = server.build_mcp

    def with_fixtures(game: Game, settings: Settings, subscriptions: Subscriptions) -> FastMCP[Any]:
        mcp = real(game, settings, subscriptions)
        add_fixtures(mcp, subscriptions._bus)
        return mcp

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "build_mcp", with_fixtures)
        patch.setattr(server, "Edge", _EdgeOfClientsWithoutToken)
        patch.setattr(server, "McpApp", partial(McpApp, event_store=EventStore(), retry_ms=100))
        gateway = RunningGateway(tmp_path_factory.mktemp("nogame"))
        yield gateway.url
        gateway.stop()


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_conformance_suite_passes(url: str, tmp_path: Path, revision: str) -> None:
    suite = node_packages() / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    command = [str(node()), str(suite), "server", "--url", f"{url}/", "--requirements", revision]
    expected = ["--expected-failures", str(EXPECTED_FAILURES)]
    done = subprocess.run([*command, *expected], cwd=tmp_path, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stdout[done.stdout.find("=== SUMMARY") :] + done.stderr[-2000:]
