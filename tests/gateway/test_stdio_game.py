"""`ticklane mcp` with no game there: it starts one. And no token is seen anywhere meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ticklane_control.endpoint import Endpoint, endpoint_path, read_endpoint

from .running_gateway import exchange, free_port, request
from .stdio_client import ProcessClient
from .test_stdio import OPENING, environment

pytestmark = pytest.mark.jvm


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("started")


@pytest.fixture(scope="module")
def variables(folder: Path) -> dict[str, str]:
    port = str(free_port())
    return {**environment(folder), "TICKLANE_MCP_PORT": port, "TICKLANE_LOG_LEVEL": "debug", "TICKLANE_WORLD": "void"}


@pytest.fixture(scope="module")
def client(folder: Path, variables: dict[str, str]) -> Iterator[ProcessClient]:
    connected = ProcessClient(folder / "game", environment=variables)
    connected.ask("initialize", OPENING, 1)
    connected.answer(1)
    yield connected
    assert connected.close() == 0


def listed(client: ProcessClient, id: int) -> Any:
    result = client.call("script_list", id=id)
    text = result["content"][0]["text"]
    return text if result.get("isError") else json.loads(text)


def command(variables: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ticklane_cli", *arguments], env=variables, capture_output=True, text=True, timeout=60
    )
    return done.stdout + done.stderr


def test_the_first_call_starts_a_game(client: ProcessClient, folder: Path) -> None:
    assert listed(client, 2)["game"]["host"] == "minestom"
    assert read_endpoint(folder / "game").mcp_url


def test_no_token_is_in_a_log_an_error_a_process_list_or_a_link(
    client: ProcessClient, folder: Path, variables: dict[str, str]
) -> None:
    listed(client, 3)
    game = folder / "game"
    endpoint: Endpoint = read_endpoint(game)
    port = int(endpoint.mcp_url.split(":")[2].split("/")[0])
    seen = [endpoint.mcp_url]
    for path, token in ((f"/mcp?token={endpoint.mcp_token}", None), (f"/mcp?token={endpoint.mcp_token}x", "wrong")):
        seen.append(exchange(port, request(port, path=path, token=token, body=b"{"))[1].decode())
    # A gateway's own mistakes are logged with their tracebacks; so are requests that are no HTTP.
    exchange(port, f"GET /mcp?token={endpoint.mcp_token} HTTP/9\r\n\r\n".encode())
    seen += [
        command(variables, "config", "--game-dir", str(game)),
        command(variables, "config", "--json", "--game-dir", str(game)),
        command(variables, "inspect", "--game-dir", str(game)),
        command(variables, "inspect", "script_list", "state=live", "--json", "--game-dir", str(game)),
        command(variables, "-vv", "list", "--json", "--game-dir", str(game)),
        command(variables, "serve", "--game-dir", str(game)),
    ]
    assert "script_start(" in seen[5] and '"isError":false' in seen[6].replace(" ", "")
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            seen.append(process.read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue  # it has ended
    for file in game.rglob("*"):
        if file.is_file() and file != endpoint_path(game):
            seen.append(file.read_bytes().decode("utf-8", "replace"))
    seen += [client.errors, *(line.decode() for line in client.lines)]
    for text in seen:
        assert endpoint.mcp_token not in text, text[:2000]
        assert endpoint.token not in text, text[:2000]
    assert "announced" in client.errors, "the gateway's log was looked at"


def test_a_game_that_died_is_told_of_and_the_next_call_starts_another(client: ProcessClient, folder: Path) -> None:
    listed(client, 4)
    before = read_endpoint(folder / "game").pid
    os.kill(before, signal.SIGKILL)
    answer: Any = {}
    for id in range(10, 60):
        answer = listed(client, id)
        if isinstance(answer, str) and "Call again" in answer:
            break
    assert f"ticklane serve --game-dir {folder / 'game'}" in answer
    assert listed(client, 5)["game"]["host"] == "minestom"
    assert read_endpoint(folder / "game").pid != before
