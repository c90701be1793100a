"""Stopping, restarting, cancelling, ports, logs: the gateway as a process beside a game."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import pytest
import structlog

from ticklane_gateway.listen import FIRST_PORT, LAST_PORT, ListenError, listen
from ticklane_gateway.logs import set_up_logs

from .fake_game import FakeGame
from .running_gateway import ERAS, TOKEN, RunningGateway, exchange, free_port, message, request

Era = Literal["auto", "legacy"]
eras = pytest.mark.parametrize("era", ERAS)

MODERN = ("MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: script_status")
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def waiting_call(era: Era, id: int = 7) -> tuple[bytes, tuple[str, ...]]:
    """A status call that waits for 50 s, and its era's headers."""
    params: dict[str, Any] = {"name": "script_status", "arguments": {"id": "long", "wait_s": 50}}
    if era == "auto":
        return message("tools/call", {**params, "_meta": META}, id), MODERN
    return message("tools/call", params, id), ("MCP-Protocol-Version: 2025-11-25", "Mcp-Session-Id: from-before")


def test_listening_sockets_speak_tcp_without_delay_on_both_addresses() -> None:
    port, sockets = listen(free_port())
    try:
        assert [sock.getsockname()[:2] for sock in sockets] == [("127.0.0.1", port), ("::1", port)]
        assert {sock.proto for sock in sockets} == {socket.IPPROTO_TCP}
        assert all(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for sock in sockets)
    finally:
        for sock in sockets:
            sock.close()


def test_accepted_connections_have_no_delay(gateway: RunningGateway, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def look(self: Any, transport: asyncio.Transport) -> None:
        seen.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        real(self, transport)

    from uvicorn.protocols.http.h11_impl import H11Protocol

    real = H11Protocol.connection_made
    monkeypatch.setattr(H11Protocol, "connection_made", look)
    exchange(gateway.port, request(gateway.port))
    assert seen == [1]


def test_a_second_gateway_climbs_to_the_next_port() -> None:
    taken: list[socket.socket] = []
    try:
        first, sockets = listen()
        taken += sockets
        second, sockets = listen()
        taken += sockets
        assert FIRST_PORT <= first < second <= LAST_PORT
    finally:
        for sock in taken:
            sock.close()


def test_a_gateway_after_another_takes_its_place_though_a_lower_port_is_free_by_now() -> None:
    first, others = listen()
    try:
        second, sockets = listen()
        for sock in sockets:
            sock.close()
    finally:
        for sock in others:
            sock.close()
    again, sockets = listen(before=second)
    try:
        assert (again, first < second) == (second, True)
        third, others = listen(before=second)
        for sock in others:
            sock.close()
        assert third not in (second, None), "it is taken: the next one"
    finally:
        for sock in sockets:
            sock.close()


def test_a_port_taken_on_one_address_only_is_taken() -> None:
    for port in range(FIRST_PORT, LAST_PORT + 1):
        with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("::1", port))
            other.listen()
            got, sockets = listen()
            for sock in sockets:
                sock.close()
            assert got != port
            return
    pytest.skip("every port of the range is taken")


def test_a_pinned_port_is_had_exactly_or_refused() -> None:
    port = free_port()
    got, sockets = listen(port)
    try:
        assert got == port
        with pytest.raises(ListenError, match=f"pinned to {port}.*TICKLANE_MCP_PORT"):
            listen(port)
    finally:
        for sock in sockets:
            sock.close()


def test_the_game_is_told_the_url_without_the_token(gateway: RunningGateway, game: FakeGame) -> None:
    game.wait_for(lambda: bool(game.announced))
    assert game.announced == {"mcp_url": gateway.url, "mcp_token": TOKEN}
    assert TOKEN not in gateway.url


@eras
def test_a_restarted_game_does_not_break_a_connected_client(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("old")
    seen: list[Any] = []

    async def use(client: Any) -> None:
        seen.append(await client.call_tool("script_list", {}))
        await asyncio.to_thread(game.stop)
        seen.append(await client.call_tool("script_list", {}, raise_on_error=False))
        other = await asyncio.to_thread(FakeGame, game.game_dir)
        other.change("new")
        try:
            seen.append(await client.call_tool("script_list", {}))
            await asyncio.to_thread(other.wait_for, lambda: bool(other.announced))
        finally:
            await asyncio.to_thread(other.stop)

    gateway.using(era, use)
    before, between, after = seen
    assert json.loads(before.content[0].text)["scripts"][0][0] == "old"
    assert between.is_error
    assert "answer" in between.content[0].text
    assert json.loads(after.content[0].text)["scripts"][0][0] == "new"


@eras
def test_a_restarted_gateway_does_not_break_a_connected_client(game: FakeGame, era: Era) -> None:
    game.change("kept")
    first = RunningGateway(game.game_dir)
    gateways = [first]

    async def use(client: Any) -> Any:
        await client.call_tool("script_list", {})
        await asyncio.to_thread(first.stop)
        gateways.append(await asyncio.to_thread(RunningGateway, game.game_dir, port=first.port))
        return await client.call_tool("script_list", {})

    try:
        result = first.using(era, use)
        assert json.loads(result.content[0].text)["scripts"][0][0] == "kept"
    finally:
        for one in gateways:
            one.stop()


def test_a_session_that_its_client_ended_stays_ended(gateway: RunningGateway) -> None:
    session = ("MCP-Protocol-Version: 2025-11-25", "Mcp-Session-Id: mine")
    assert exchange(gateway.port, request(gateway.port, headers=session, body=message("ping")))[0] == 200
    assert exchange(gateway.port, request(gateway.port, method="DELETE", headers=session, body=b""))[0] == 200
    assert exchange(gateway.port, request(gateway.port, headers=session, body=message("ping")))[0] == 404


def test_more_sessions_than_the_bound_push_out_the_idle_ones_harmlessly(
    game: FakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ticklane_gateway.sessions._MAX_SESSIONS", 3)
    gateway = RunningGateway(game.game_dir)
    try:
        for round in range(2):
            for number in range(6):
                headers = ("MCP-Protocol-Version: 2025-11-25", f"Mcp-Session-Id: client-{number}")
                status, got = exchange(gateway.port, request(gateway.port, headers=headers, body=message("ping")))
                assert status == 200, (round, number, got)
        opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        for _ in range(6):
            body = message("initialize", opening)
            assert exchange(gateway.port, request(gateway.port, body=body))[0] == 200
    finally:
        gateway.stop()


@eras
def test_a_client_that_hangs_up_ends_its_wait(
    gateway: RunningGateway, game: FakeGame, era: Era, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()
    from ticklane_gateway.scripts import Scripts

    real = Scripts.status

    async def status(self: Scripts, *given: Any, **named: Any) -> bytes:
        try:
            return await real(self, *given, **named)
        except asyncio.CancelledError:
            ended.set()
            raise

    monkeypatch.setattr(Scripts, "status", status)
    game.change("long")
    body, headers = waiting_call(era)
    with socket.create_connection(("127.0.0.1", gateway.port)) as sock:
        sock.sendall(request(gateway.port, headers=headers, body=body))
        game.wait_for(lambda: "status" in game.verbs())
    assert ended.wait(5)
    game.change("long", state="ended")


def test_a_cancelled_call_is_answered_at_once_and_others_go_on(gateway: RunningGateway, game: FakeGame) -> None:
    game.change("long")
    body, headers = waiting_call("legacy")
    cancel = message("notifications/cancelled", {"requestId": 7, "reason": "changed my mind"}, None)
    other = tuple(line.replace("from-before", "someone-else") for line in headers)
    with socket.create_connection(("127.0.0.1", gateway.port), 20) as sock:
        sock.sendall(request(gateway.port, headers=headers, body=body))
        game.wait_for(lambda: "status" in game.verbs())
        exchange(gateway.port, request(gateway.port, headers=other, body=cancel))
        sock.settimeout(0.3)
        got = b""
        with suppress(TimeoutError):
            while b"0\r\n\r\n" not in got:
                got += sock.recv(65536)
        assert b"result" not in got, "the id of another session was taken for ours"
        exchange(gateway.port, request(gateway.port, headers=headers, body=cancel))
        sock.settimeout(5)
        while b"data: {" not in got:
            part = sock.recv(65536)
            assert part
            got += part
    assert b"cancelled" in got
    game.change("long", state="ended")


@eras
def test_stopping_answers_what_is_under_way_and_is_quick(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("long")
    body, headers = waiting_call(era)
    with socket.create_connection(("127.0.0.1", gateway.port), 20) as sock:
        sock.sendall(request(gateway.port, headers=headers, body=body))
        game.wait_for(lambda: "status" in game.verbs())
        gateway.stop()
        got = b""
        with suppress(ConnectionResetError):
            while part := sock.recv(65536):
                got += part
    assert b'"isError":true' in got
    assert b"stopping" in got
    game.change("long", state="ended")


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TICKLANE_", "FASTMCP_"))}
    return {**kept, "XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path), **more}


def start_process(tmp_path: Path, game_dir: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "ticklane_gateway", "--game-dir", str(game_dir), *arguments],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path, **more),
        cwd=game_dir,
        text=True,
    )


def test_the_process_serves_until_stdin_ends_and_never_logs_the_token(tmp_path: Path, game: FakeGame) -> None:
    # A game folder's .env must not reach FastMCP.
    (game.game_dir / ".env").write_text("FASTMCP_LOG_LEVEL=NONSENSE\nFASTMCP_STATELESS_HTTP=true\n")
    process = start_process(tmp_path, game.game_dir, TICKLANE_MCP_PORT=str(free_port()), TICKLANE_LOG_LEVEL="debug")
    try:
        game.wait_for(lambda: bool(game.announced))
        token_file = tmp_path / "config" / "ticklane" / "mcp-token"
        token = token_file.read_text().strip()
        assert game.announced["mcp_token"] == token
        assert token_file.stat().st_mode & 0o777 == 0o600
        port = int(game.announced["mcp_url"].split(":")[2].split("/")[0])
        status, _ = exchange(port, request(port, path=f"/mcp?token={token}", token=None, body=message("ping")))
        assert status < 500
        exchange(port, request(port, path=f"/mcp?token={token}x", token=token))
        _, logs = process.communicate(timeout=20)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, logs
    assert token not in logs
    for line in logs.splitlines():
        assert {"time", "level", "logger", "event"} <= json.loads(line).keys()


def test_the_process_ends_when_its_game_has_gone(tmp_path: Path, game: FakeGame) -> None:
    stand_in = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    game.write_endpoint(pid=stand_in.pid)
    process = start_process(tmp_path, game.game_dir, TICKLANE_MCP_PORT=str(free_port()))
    try:
        game.wait_for(lambda: bool(game.announced))
        stand_in.communicate(b"\n")
        game.stop()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("[mcp\nport = 1", "ticklane.toml, line 1"),
        ("[mcp]\n\nprot = 25599", "line 3: there is no setting mcp.prot; did you mean mcp.port?"),
        ("[mcp]\nport = 'x'", "line 2: mcp.port must be a whole number"),
    ],
)
def test_a_settings_file_that_is_wrong_stops_the_endpoint(
    tmp_path: Path, game: FakeGame, file: str, expected: str
) -> None:
    (game.game_dir / "ticklane.toml").write_text(file)
    process = start_process(tmp_path, game.game_dir)
    _, logs = process.communicate(timeout=20)
    assert process.returncode == 3
    (line,) = logs.splitlines()
    assert expected in json.loads(line)["reason"]
    assert (game.game_dir / "ticklane.toml").read_text() == file


def test_a_pinned_port_that_is_taken_stops_the_endpoint(tmp_path: Path, game: FakeGame) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = start_process(tmp_path, game.game_dir, "--mcp-port", str(taken.getsockname()[1]))
        _, logs = process.communicate(timeout=20)
    assert process.returncode == 3
    assert "pinned" in json.loads(logs)["reason"]


def test_logs_scrub_tokens_wherever_they_are() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    level, before = root.level, structlog.get_config()
    handler = set_up_logs("debug", secrets=(TOKEN,), stream=stream)
    try:
        structlog.get_logger("a").warning("x", url=f"http://localhost/mcp?token={TOKEN}", nested={"t": TOKEN})
        logging.getLogger("b").warning("GET /mcp?token=other-secret HTTP/1.1, Authorization: Bearer another-one")
        try:
            raise ValueError(TOKEN)
        except ValueError:
            logging.getLogger("c").exception("failed")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        structlog.configure(**before)
        for name in ("fastmcp", "mcp", "uvicorn", "sse_starlette", "asyncio"):
            logging.getLogger(name).setLevel(logging.NOTSET)
    text = stream.getvalue()
    assert len(text.splitlines()) == 3
    for secret in (TOKEN, "other-secret", "another-one"):
        assert secret not in text


def test_the_gateway_stops_even_with_an_open_event_stream(gateway: RunningGateway) -> None:
    headers = ("MCP-Protocol-Version: 2025-11-25", "Mcp-Session-Id: stream")
    exchange(gateway.port, request(gateway.port, headers=headers, body=message("ping")))
    with socket.create_connection(("127.0.0.1", gateway.port), 20) as sock:
        sock.sendall(request(gateway.port, method="GET", headers=headers, body=b""))
        assert sock.recv(65536).startswith(b"HTTP/1.1 200")
        gateway.stop()
