"""Every request that must not reach MCP, and those that must."""

from __future__ import annotations

import asyncio
import json
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

from .running_gateway import TOKEN, RunningGateway, exchange, message, request

INITIALIZE = message(
    "initialize",
    {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
)


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


BAD = {
    "no token": (403, {"token": None}),
    "wrong token of the same length": (403, {"token": "x" * len(TOKEN)}),
    "token cut short": (403, {"token": TOKEN[:-1]}),
    "token with more": (403, {"token": TOKEN + "x"}),
    "empty token": (403, {"token": ""}),
    "other scheme": (403, {"token": None, "headers": (f"Authorization: Basic {TOKEN}",)}),
    "two authorizations": (403, {"headers": (f"Authorization: Bearer {TOKEN}",)}),
    "wrong token in the query": (403, {"token": None, "path": "/mcp?token=x"}),
    "non-ASCII token in the query": (403, {"token": None, "path": "/mcp?token=%C3%A9"}),
    "two tokens in the query": (403, {"token": None, "path": f"/mcp?token={TOKEN}&token={TOKEN}"}),
    "token in header and query": (400, {"path": f"/mcp?token={TOKEN}"}),
    "token in header, empty one in query": (400, {"path": "/mcp?token="}),
    "host by address": (421, {"host": "127.0.0.1:{port}"}),
    "host by IPv6 address": (421, {"host": "[::1]:{port}"}),
    "host in capitals": (421, {"host": "LOCALHOST:{port}"}),
    "host without port": (421, {"host": "localhost"}),
    "host with another port": (421, {"host": "localhost:1"}),
    "host with a dot": (421, {"host": "localhost.:{port}"}),
    "other host": (421, {"host": "evil.example:{port}"}),
    "same origin": (403, {"headers": ("Origin: http://localhost:{port}",)}),
    "origin null": (403, {"headers": ("Origin: null",)}),
    "other path": (404, {"path": "/"}),
    "path below": (404, {"path": "/mcp/x"}),
    "other method": (405, {"method": "PUT"}),
    "preflight": (405, {"method": "OPTIONS"}),
    "body over the bound": (413, {"length": MAX_BODY_BYTES + 1, "body": b""}),
    "huge length": (413, {"length": 10**17, "body": b""}),
    "many headers": (431, {"headers": tuple(f"X-{n}: a" for n in range(200))}),
    "JSON too deep": (400, {"body": b"[" * 100_000 + b"]" * 100_000}),
    "JSON too deep in a field": (400, {"body": b'{"params":' * 50_000 + b"1" + b"}" * 50_000}),
    "not UTF-8": (400, {"body": b'{"method": "\xff"}'}),
}


@pytest.mark.parametrize(("status", "parts"), BAD.values(), ids=BAD.keys())
def test_a_bad_request_is_refused(port: int, status: int, parts: dict[str, object]) -> None:
    filled: dict[str, object] = dict(parts)
    if isinstance(filled.get("host"), str):
        filled["host"] = str(filled["host"]).format(port=port)
    if isinstance(filled.get("headers"), tuple):
        filled["headers"] = tuple(str(line).format(port=port) for line in parts["headers"])  # type: ignore[attr-defined]
    got_status, got = exchange(port, request(port, **{"body": INITIALIZE, **filled}))  # type: ignore[arg-type]
    assert got_status == status, got
    body = got.partition(b"\r\n\r\n")[2]
    assert json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["error"]["message"]
    assert b"www-authenticate" not in got.lower()
    assert TOKEN.encode() not in got


@pytest.mark.parametrize(
    "data",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 TLS\r\n\r\n", b"POST /mcp HTTP/1.1\r\nContent-Length: -5\r\n\r\n"],
)
def test_what_is_no_http_is_refused(port: int, data: bytes) -> None:
    assert exchange(port, data)[0] == 400


def test_two_hosts_are_refused(port: int) -> None:
    assert exchange(port, request(port, headers=("Host: evil.example",)))[0] in (400, 421)


def test_a_missing_host_is_refused(port: int) -> None:
    assert exchange(port, request(port, host=""))[0] in (400, 421)


def test_a_chunked_body_over_the_bound_is_refused(port: int) -> None:
    head = (
        request(port, headers=("Transfer-Encoding: chunked",))
        .replace(b"Content-Length: 2\r\n", b"")
        .removesuffix(b"{}")
    )
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(head)
        for _ in range(12):
            sock.sendall(chunk)
        sock.sendall(b"0\r\n\r\n")
        got = sock.recv(65536)
    assert b" 413" in got.split(b"\r\n")[0]


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
