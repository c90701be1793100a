"""MCP over standard input and output, beside games that come and go."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ticklane_gateway.handshake import HANDSHAKE_VERSIONS, STATELESS_VERSION, discovered, initialized
from ticklane_gateway.stdio import MAX_LINE_BYTES

from .fake_game import FakeGame
from .running_gateway import TOKEN, RunningGateway, exchange, message, request
from .stdio_client import META, BridgeClient, ProcessClient

OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
modern = pytest.mark.parametrize("modern", [False, True], ids=["2025", "2026"])


@pytest.fixture
def client(game: FakeGame) -> Iterator[BridgeClient]:
    connected = BridgeClient(game.game_dir)
    yield connected
    connected.close()


@pytest.fixture
def served(game: FakeGame, gateway: RunningGateway) -> RunningGateway:
    """The game's gateway, where the game's folder says that it is."""
    game.write_endpoint(mcp_url=gateway.url, mcp_token=TOKEN)
    return gateway


def _result(got: bytes) -> Any:
    body = got.partition(b"\r\n\r\n")[2]
    return json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["result"]


def test_what_it_says_of_itself_is_what_a_gateway_says(gateway: RunningGateway) -> None:
    for asked in (*HANDSHAKE_VERSIONS, "2023-01-01", "2027-01-01"):
        opening = message("initialize", {**OPENING, "protocolVersion": asked})
        assert _result(exchange(gateway.port, request(gateway.port, body=opening))[1]) == initialized(asked)
    headers = (f"MCP-Protocol-Version: {STATELESS_VERSION}", "Mcp-Method: server/discover")
    asked_of = request(gateway.port, headers=headers, body=message("server/discover", {"_meta": META}))
    assert _result(exchange(gateway.port, asked_of)[1]) == discovered()


def test_the_first_questions_are_answered_with_no_game_and_no_gateway(client: BridgeClient) -> None:
    client.ask("initialize", OPENING, 1)
    assert client.answer(1)["result"]["serverInfo"]["name"] == "ticklane"
    client.ask("ping", {}, 2)
    assert client.answer(2)["result"] == {}
    client.ask("server/discover", {"_meta": META}, 3)
    assert client.answer(3)["result"]["supportedVersions"] == [STATELESS_VERSION]


@modern
def test_a_call_reaches_the_game(game: FakeGame, served: RunningGateway, client: BridgeClient, modern: bool) -> None:
    game.change("here")
    result = client.call("script_list", modern=modern)
    assert json.loads(result["content"][0]["text"])["scripts"][0][0] == "here"
    names = client.call("script_status", {"id": "näme ☃"}, modern=modern)
    assert names["isError"] and "näme ☃" in names["content"][0]["text"]


@modern
def test_a_cancelled_call_is_answered_with_what_it_has(
    game: FakeGame, served: RunningGateway, client: BridgeClient, modern: bool
) -> None:
    game.change("long")
    meta = {"_meta": META} if modern else {}
    client.ask("tools/call", {"name": "script_status", "arguments": {"id": "long", "wait_s": 50}, **meta}, 7)
    game.wait_for(lambda: "status" in game.verbs())
    client.ask("notifications/cancelled", {"requestId": 7}, None)
    result = client.answer(7)["result"]
    assert result["isError"]
    assert "cancelled" in result["content"][0]["text"]
    assert client.call("script_list", id=8, modern=modern)["content"]  # the connection of the other is not hurt
    game.change("long", state="ended")


@modern
def test_many_calls_at_once_are_all_answered(
    game: FakeGame, served: RunningGateway, client: BridgeClient, modern: bool
) -> None:
    game.change("here")
    meta = {"_meta": META} if modern else {}
    for id in range(100, 160):
        client.ask("tools/call", {"name": "script_status", "arguments": {"id": "here"}, **meta}, id)
    for id in range(100, 160):
        assert json.loads(client.answer(id)["result"]["content"][0]["text"])["id"] == "here"


@pytest.mark.parametrize(
    ("before", "after", "id"),
    [
        (b'{"jsonrpc":"2.0","id":5,"method":"x","params":"', b'"}', 5),
        (b'{"method":"x","params":"', b'","jsonrpc":"2.0","id":"an-id"}', "an-id"),
        (b'{"method":"x","params":{"arguments":{"a":"', b'","id":9}}}', None),
    ],
    ids=["id first", "id last", "id unknown"],
)
def test_a_line_over_the_bound_is_refused_and_the_next_is_read(
    client: BridgeClient, before: bytes, after: bytes, id: Any
) -> None:
    client.send(before + b"x" * (MAX_LINE_BYTES + 1) + after)
    client.ask("ping", {}, 6)
    assert client.answer(6)["result"] == {}
    refusal = client.answer(id)
    assert refusal["error"]["message"] == "the message has more than 8 MiB"


def test_a_line_just_under_the_bound_reaches_the_gateway(
    game: FakeGame, served: RunningGateway, client: BridgeClient
) -> None:
    source = "#" * (MAX_LINE_BYTES - 1000)
    result = client.call("script_status", {"id": source})
    assert result["isError"] and "at most 64" in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"no json", -32700),
        (b"[" * 200_000, -32700),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b"7", -32600),
        (b'{"method": "\xff"}', -32700),
    ],
)
def test_a_bad_line_is_refused_and_the_next_is_read(client: BridgeClient, line: bytes, code: int) -> None:
    client.send(line)
    assert client.answer(None)["error"]["code"] == code
    client.send(b"  \r")
    client.ask("ping", {}, 6)
    assert client.answer(6)["result"] == {}


@modern
def test_a_restarted_game_is_found_again(game: FakeGame, client: BridgeClient, modern: bool) -> None:
    game.change("old")
    first = RunningGateway(game.game_dir)
    game.write_endpoint(mcp_url=first.url, mcp_token=TOKEN)
    if not modern:
        client.ask("initialize", OPENING, 1)
        client.ask("notifications/initialized", {}, None)
    assert "old" in client.call("script_list", modern=modern)["content"][0]["text"]
    first.stop()
    game.stop()
    again = FakeGame(game.game_dir)
    again.change("new")
    second = RunningGateway(game.game_dir)
    try:
        again.write_endpoint(mcp_url=second.url, mcp_token=TOKEN)
        assert "new" in client.call("script_list", modern=modern, id=3)["content"][0]["text"]
    finally:
        second.stop()
        again.stop()


@modern
def test_subscriptions_outlive_the_gateway(game: FakeGame, client: BridgeClient, modern: bool) -> None:
    uri = "ticklane://scripts/one/status"
    game.change("one")
    gateways: list[RunningGateway] = []

    def serve() -> None:
        gateways.append(RunningGateway(game.game_dir))
        game.write_endpoint(mcp_url=gateways[-1].url, mcp_token=TOKEN)

    def heard_of_a_change() -> None:
        # Changes until one is heard of: when a gateway has begun to watch, nothing says.
        stop = threading.Event()

        def change() -> None:
            while not stop.wait(0.3):
                with game.changed:
                    game.events.append({"seq": len(game.events), "script": "one", "kind": "line", "text": "x"})
                game.change("one", all_lines=["x"] * len(game.events))

        changing = threading.Thread(target=change)
        changing.start()
        try:
            assert client.told("notifications/resources/updated")["params"]["uri"] == uri
        finally:
            stop.set()
            changing.join()

    try:
        serve()
        if modern:
            wanted = {"resourceSubscriptions": [uri]}
            client.ask("subscriptions/listen", {"notifications": wanted, "_meta": META}, 50)
            client.told("notifications/subscriptions/acknowledged")
        else:
            client.ask("initialize", OPENING, 1)
            client.ask("notifications/initialized", {}, None)
            client.ask("resources/subscribe", {"uri": uri}, 2)
            assert client.answer(2)["result"] == {}
        heard_of_a_change()
        gateways[0].stop()
        serve()
        client.told("notifications/subscriptions/acknowledged" if modern else "notifications/resources/list_changed")
        heard_of_a_change()
    finally:
        for gateway in gateways:
            gateway.stop()


def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TICKLANE_", "FASTMCP_"))}
    return {**kept, "XDG_CONFIG_HOME": str(tmp_path / "config"), "HOME": str(tmp_path)}


def test_with_no_game_everything_is_listed_and_calls_say_how_to_start_one(tmp_path: Path) -> None:
    game_dir = tmp_path / "nothing"
    client = ProcessClient(game_dir, "--no-start", environment=environment(tmp_path))
    try:
        client.ask("initialize", OPENING, 1)
        assert client.answer(1)["result"]["protocolVersion"] == "2025-11-25"
        client.ask("tools/list", {}, 2)
        assert "script_start" in {tool["name"] for tool in client.answer(2)["result"]["tools"]}
        for modern in (False, True):
            result = client.call("script_list", id=3 + modern, modern=modern)
            assert result["isError"]
            assert f"ticklane serve --game-dir {game_dir}" in result["content"][0]["text"]
    finally:
        code = client.close()
    assert code == 0
    for line in client.lines:
        assert json.loads(line)["jsonrpc"] == "2.0"


def test_it_ends_with_its_input_and_takes_along_what_it_started(tmp_path: Path) -> None:
    client = ProcessClient(tmp_path / "nothing", "--no-start", environment=environment(tmp_path))
    client.ask("tools/list", {}, 1)
    client.answer(1)
    children = Path(f"/proc/{client.process.pid}/task/{client.process.pid}/children")
    started = [int(pid) for pid in children.read_text().split()] if children.exists() else []
    assert client.close() == 0
    deadline = time.monotonic() + 10
    for pid in started:
        while Path(f"/proc/{pid}").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)  # a process that isn't ours has no event to wait for
