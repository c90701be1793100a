"""Tokens, hosts, origins, ports and connections that outlive a game or come from where they shouldn't."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

from tests.gateway.running_gateway import exchange, free_port, message, request
from ticklane_control.endpoint import Endpoint

from .conftest import Play
from .played_game import NO_HANG_S, PlayedGame, call_tool

pytestmark = pytest.mark.jvm


def port_of(endpoint: Endpoint) -> int:
    return int(endpoint.mcp_url.rsplit(":", 1)[1].split("/")[0])


HOSTILE: dict[str, dict[str, Any]] = {
    "no token": {"token": None},
    "a wrong token": {"token": "x" * 43},
    "a short token": {"token": "x"},
    "a long token": {"token": "x" * 5000},
    "an empty token": {"token": ""},
    "another host": {"host": "evil.example"},
    "another port": {"host": "localhost:1"},
    "a host that ends right": {"host": "localhost.evil.example"},
    "no host": {"host": ""},
    "an origin": {"headers": ("Origin: http://evil.example",)},
    "our own origin": {"headers": ("Origin: http://localhost",)},
    "an origin of none": {"headers": ("Origin: null",)},
    "a token twice": {"path": "/mcp?token=TOKEN"},
}


@pytest.mark.usefixtures("witness")
@pytest.mark.parametrize("how", HOSTILE)
def test_who_is_not_let_in_learns_nothing_and_changes_nothing(served: PlayedGame, how: str) -> None:
    endpoint = served.endpoint()
    port = port_of(endpoint)
    given = {"token": endpoint.mcp_token, "host": f"localhost:{port}"} | HOSTILE[how]
    if "path" in given:
        given["path"] = given["path"].replace("TOKEN", endpoint.mcp_token)
    code, answer = exchange(port, request(port, body=message("tools/list"), **given))
    assert code in (400, 403, 421), answer
    assert endpoint.mcp_token.encode() not in answer
    assert b"script_start" not in answer


BAD_FRAMES = {
    "nothing": b"",
    "half a length": b"\0\0",
    "a huge length": struct.pack(">I", 1 << 30),
    "no header": struct.pack(">I", 2) + struct.pack(">H", 500),
    "not JSON": struct.pack(">IH", 5, 3) + b"abc",
    "JSON of another kind": struct.pack(">IH", 4, 2) + b"[]",
    "no hello": struct.pack(">IH", 2 + 22, 22) + b'{"id":1,"verb":"ping"}',
    "a wrong token": struct.pack(">IH", 2 + 35, 35) + b'{"id":1,"verb":"hello","token":"x"}',
    "http": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.usefixtures("witness")
@pytest.mark.parametrize("what", BAD_FRAMES)
def test_a_bad_frame_ends_its_connection_and_only_that(served: PlayedGame, what: str) -> None:
    with socket.create_connection(("127.0.0.1", served.endpoint().port), NO_HANG_S) as sock:
        sock.sendall(BAD_FRAMES[what])
        with contextlib.suppress(OSError):  # it may have hung up already
            sock.shutdown(socket.SHUT_WR)
        got = b""
        with contextlib.suppress(ConnectionError):
            while part := sock.recv(65536):
                got += part
    assert b'"ok":true' not in got
    assert served.tick() >= 0


@pytest.mark.usefixtures("witness")
def test_a_hundred_connections_that_say_nothing_keep_nobody_out_for_long(served: PlayedGame) -> None:
    idle = [socket.create_connection(("127.0.0.1", served.endpoint().port), NO_HANG_S) for _ in range(100)]
    try:
        assert served.tick() > 0
        assert served.tool("script_list")["game"]["state"] == "running"
    finally:
        for sock in idle:
            sock.close()
    with served.game.client() as another:
        assert another.request("ping")["tick"] > 0


def test_a_client_that_stays_connected_goes_on_with_the_game_that_comes_after(tmp_path: Path, play: Play) -> None:
    port = str(free_port())
    environment = {"TICKLANE_MCP_TOKEN_FILE": str(tmp_path / "mcp-token"), "TICKLANE_MCP_PORT": port}
    first = play(gateway=True, folder=tmp_path / "game", environment=environment)
    endpoint = first.endpoint()
    transport = StreamableHttpTransport(endpoint.mcp_url, headers={"Authorization": f"Bearer {endpoint.mcp_token}"})

    async def over_both() -> list[str]:
        said = []
        async with Client(transport) as client:
            for_first = await client.call_tool("script_start", {"source": "def run(host):\n    return 1\n", "id": "a"})
            said.append(str(for_first))
            await asyncio.to_thread(first.game.stop)
            second = await asyncio.to_thread(
                lambda: play(gateway=True, folder=tmp_path / "game", environment=environment)
            )
            await asyncio.to_thread(second.endpoint)
            said.append(str(await client.call_tool("script_list", {})))
            again = {"source": "def run(host):\n    return 2\n", "id": "b", "wait_s": 20}
            said.append(str(await client.call_tool("script_start", again)))
        return said

    _, listed, started = asyncio.run(over_both())
    assert '"scripts":[]' in listed.replace("\\", "")
    assert '"result":2' in started.replace("\\", "")


def test_two_games_on_one_machine_have_ports_tokens_and_scripts_of_their_own(tmp_path: Path, play: Play) -> None:
    one, two = (
        play(gateway=True, environment={"TICKLANE_MCP_TOKEN_FILE": str(tmp_path / f"token-{n}")}) for n in (1, 2)
    )
    endpoints = [one.endpoint(), two.endpoint()]
    assert len({endpoint.mcp_url for endpoint in endpoints}) == 2
    assert len({endpoint.token for endpoint in endpoints} | {endpoint.mcp_token for endpoint in endpoints}) == 4
    one.start("def on_tick(host):\n    pass\n", "only-in-one")
    assert "only-in-one" in call_tool(endpoints[0], "script_list")[0]
    assert "only-in-one" not in call_tool(endpoints[1], "script_list")[0]
    port = port_of(endpoints[0])
    crossed = request(port, body=message("tools/list"), token=endpoints[1].mcp_token, host=f"localhost:{port}")
    assert exchange(port, crossed)[0] == 403


def test_a_pinned_port_that_is_taken_costs_the_endpoint_not_the_game(tmp_path: Path, play: Play) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = str(holder.getsockname()[1])
        game = play(
            gateway=True, environment={"TICKLANE_MCP_TOKEN_FILE": str(tmp_path / "t"), "TICKLANE_MCP_PORT": port}
        )
        game.let_pass(5)
        assert game.run("def run(host):\n    return 1\n")["result"] == 1
        assert json.loads((game.folder / "mc-agent" / "endpoint.json").read_text())["mcp_url"] == ""
    assert game.endpoint().mcp_url.endswith(f":{port}/mcp")  # it was free in time


def test_no_token_is_in_any_log_file_listing_or_process(tmp_path: Path, play: Play) -> None:
    game = play(gateway=True)
    endpoint = game.endpoint()
    game.tool("script_start", source="def run(host):\n    1 / 0\n", id="fails", wait_s=20)
    game.tool_error("script_status", id="nobody")
    port = port_of(endpoint)
    exchange(port, request(port, path=f"/mcp?token={endpoint.mcp_token}", body=b"{", token=None))
    secrets = [endpoint.token, endpoint.mcp_token]
    game.game.stop()
    told = "\n".join(game.game.last_lines)
    for secret in secrets:
        assert secret not in told
    for path in (tmp_path).rglob("*"):
        if path.is_file() and path.name != "mcp-token":
            content = path.read_bytes()
            assert not any(secret.encode() in content for secret in secrets), path
