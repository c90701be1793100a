"""Every request that must not reach MCP, and those that must."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp.shared.exceptions import MCPError

from ticklane_gateway.edge import MAX_BODY_BYTES, MAX_IN_FLIGHT
from ticklane_gateway.http_protocol import TimedH11Protocol

from .bad_requests import BAD_REQUESTS, INITIALIZE, BadRequest, row, rows_of_the_page, told
from .running_gateway import TOKEN, RunningGateway, exchange, message, request


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("nogame")
    gateway = RunningGateway(folder)
    yield gateway.port
    gateway.stop()


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_good_request_is_answered_on_both_paths_and_addresses(port: int, path: str, address: str) -> None:
    status, got = exchange(port, request(port, path=path, body=INITIALIZE), family=address)
    assert status == 200
    assert b'"serverInfo"' in got


def test_the_token_may_come_in_the_query(port: int) -> None:
    status, _ = exchange(port, request(port, path=f"/mcp?token={TOKEN}", token=None, body=INITIALIZE))
    assert status == 200


@pytest.mark.parametrize("bad", BAD_REQUESTS, ids=lambda bad: bad.name)
def test_a_bad_request_gets_what_the_page_says(port: int, bad: BadRequest) -> None:
    status, got = exchange(port, bad.bytes_for(port))
    text = told(got)
    assert status == bad.status, got
    assert row(bad, status, text, port) == rows_of_the_page()[bad.name]
    assert b"www-authenticate" not in got.lower()
    assert TOKEN.encode() not in got


def test_the_page_shows_each_bad_request_and_no_other() -> None:
    assert list(rows_of_the_page()) == [bad.name for bad in BAD_REQUESTS]


def _answers(sock: socket.socket, count: int) -> list[int]:
    """The statuses of so many answers on one connection."""
    got = b""
    while len(found := re.findall(rb"HTTP/1\.1 (\d{3})", got)) < count or not got.endswith((b"0\r\n\r\n", b"}")):
        part = sock.recv(65536)
        assert part, got
        got += part
    return [int(status) for status in found]


@pytest.mark.parametrize("name", ["body over 8 MiB, announced", "body over 8 MiB, in chunks"])
def test_the_connection_is_usable_after_a_body_over_the_bound(port: int, name: str) -> None:
    too_much = next(bad for bad in BAD_REQUESTS if bad.name == name)
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(too_much.bytes_for(port))
        sock.sendall(request(port, body=INITIALIZE))
        assert _answers(sock, 2) == [413, 200]


def test_requests_sent_in_one_go_are_answered_in_order(port: int) -> None:
    pings = [
        request(port, headers=("Mcp-Session-Id: in-one-go",), body=message("ping", id=number)) for number in range(20)
    ]
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(b"".join(pings))
        got = b""
        while len(re.findall(rb'"id":(\d+)', got)) < 20:
            part = sock.recv(65536)
            assert part, got
            got += part
    assert [int(id) for id in re.findall(rb'"id":(\d+)', got)] == list(range(20))


def test_a_client_that_sends_too_much_hears_why_and_stays_connected(port: int) -> None:
    async def use() -> None:
        transport = StreamableHttpTransport(
            f"http://localhost:{port}/mcp", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        async with Client(transport) as client:
            with pytest.raises(MCPError, match="more than 8 MiB"):
                await client.call_tool("script_start", {"source": " " * (MAX_BODY_BYTES + 1)})
            assert await client.list_tools()

    asyncio.run(use())


def test_blanks_around_header_values_do_not_matter(port: int) -> None:
    padded = request(port, token=None, headers=(f"Authorization:  Bearer {TOKEN} \t",), body=INITIALIZE)
    assert exchange(port, padded)[0] == 200


def test_half_a_header_is_closed_after_its_time(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimedH11Protocol, "header_timeout_s", 0.2)
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(b"POST /mcp HTTP/1.1\r\nHost: loc")
        assert sock.recv(1000) == b""


def test_half_a_header_of_a_second_request_is_closed_too(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TimedH11Protocol, "header_timeout_s", 0.2)
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(request(port, body=INITIALIZE))
        got = b""
        while not got.endswith(b"0\r\n\r\n"):
            got += sock.recv(65536)
        sock.sendall(b"POST /mcp HTTP/1.1\r\nHost: loc")
        assert sock.recv(1000) == b""


def test_a_slow_body_is_refused(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ticklane_gateway.edge.BODY_TIMEOUT_S", 0.2)
    assert exchange(port, request(port, body=b"{", length=1000))[0] == 408


def test_more_requests_than_the_bound_are_refused(port: int) -> None:
    held = []
    try:
        for _ in range(MAX_IN_FLIGHT):
            sock = socket.create_connection(("127.0.0.1", port), 20)
            sock.sendall(request(port, body=b"{", length=1000))
            held.append(sock)
        deadline = time.monotonic() + 5
        status = 0
        while status != 503 and time.monotonic() < deadline:
            status, got = exchange(port, request(port, body=INITIALIZE))
        assert status == 503
        assert b"try again" in got
    finally:
        for sock in held:
            sock.close()
    deadline = time.monotonic() + 5
    while exchange(port, request(port, body=INITIALIZE))[0] != 200:
        assert time.monotonic() < deadline


def test_idle_connections_do_not_count_as_requests(port: int) -> None:
    idle = [socket.create_connection(("127.0.0.1", port), 20) for _ in range(100)]
    try:
        assert exchange(port, request(port, body=INITIALIZE))[0] == 200
    finally:
        for sock in idle:
            sock.close()


def test_a_body_just_under_the_bound_is_read(port: int) -> None:
    big = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": "x" * (MAX_BODY_BYTES - 1000)}})
    status, got = exchange(port, request(port, body=big.encode(), headers=("Mcp-Session-Id: abc",)))
    assert status in (200, 400)
    assert b"MiB" not in got
