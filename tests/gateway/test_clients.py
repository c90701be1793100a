"""One scenario with the clients that are out there: two Python SDKs, FastMCP, two TypeScript SDKs; HTTP and stdio."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import fastmcp
import httpx2
import mcp
import pytest
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.client.streamable_http import streamable_http_client

from ticklane_cli._app import run_command_line

from .conftest import ServedGame
from .peers.scenario import PROMPT_TEXT, play
from .peers.set_up import HERE, node, node_packages, old_python

pytestmark = pytest.mark.jvm

Era = Literal["auto", "legacy"]

WATCHED = """# /// script
# [tool.ticklane]
# budget_ms = 35
# ///
def run(host):
    for n in range(100_000):
        host.log("step", n)
        host.record("n", {"n": n})
        yield
"""


class _Fastmcp:
    def __init__(self, client: Any) -> None:
        self._client = client

    async def tools(self) -> list[str]:
        return [tool.name for tool in await self._client.list_tools()]

    async def call(self, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        result = await self._client.call_tool(tool, arguments, raise_on_error=False)
        return result.is_error, result.content[0].text

    async def resources(self) -> list[str]:
        return [str(resource.uri) for resource in await self._client.list_resources()]

    async def read(self, uri: str) -> str:
        return str((await self._client.read_resource(uri))[0].text)

    async def prompts(self) -> dict[str, list[str]]:
        return {prompt.name: _required(prompt) for prompt in await self._client.list_prompts()}

    async def prompt(self, name: str, arguments: dict[str, str]) -> str:
        return str((await self._client.get_prompt(name, arguments)).messages[0].content.text)


class _Mcp2:
    def __init__(self, client: mcp.Client) -> None:
        self._client = client

    async def tools(self) -> list[str]:
        return [tool.name for tool in (await self._client.list_tools()).tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        result: Any = await self._client.call_tool(tool, arguments)
        return result.is_error, result.content[0].text

    async def resources(self) -> list[str]:
        return [str(resource.uri) for resource in (await self._client.list_resources()).resources]

    async def read(self, uri: str) -> str:
        result: Any = await self._client.read_resource(uri)
        return str(result.contents[0].text)

    async def prompts(self) -> dict[str, list[str]]:
        return {prompt.name: _required(prompt) for prompt in (await self._client.list_prompts()).prompts}

    async def prompt(self, name: str, arguments: dict[str, str]) -> str:
        result: Any = await self._client.get_prompt(name, arguments)
        return str(result.messages[0].content.text)


def _required(prompt: Any) -> list[str]:
    return [each.name for each in prompt.arguments or [] if each.required]


def stdio_command(game: ServedGame) -> list[str]:
    return [sys.executable, "-m", "ticklane_cli", "mcp", "--no-start", "--game-dir", str(game.game_dir)]


async def with_fastmcp(game: ServedGame, era: Era, *, stdio: bool, id: str) -> dict[str, Any]:
    command = stdio_command(game)
    transport: Any = StreamableHttpTransport(game.mcp_url, headers={"Authorization": f"Bearer {game.token}"})
    if stdio:
        transport = StdioTransport(command[0], command[1:], keep_alive=False)
    async with fastmcp.Client(transport, mode=era) as client:
        return await play(_Fastmcp(client), id=id, source=WATCHED)


async def with_mcp2(game: ServedGame, era: Era, *, stdio: bool, id: str) -> dict[str, Any]:
    command = stdio_command(game)
    headers = {"Authorization": f"Bearer {game.token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        server: Any = mcp.StdioServerParameters(command=command[0], args=command[1:])
        if not stdio:
            server = streamable_http_client(game.mcp_url, http_client=http)
        async with mcp.Client(server, mode=era) as client:
            return await play(_Mcp2(client), id=id, source=WATCHED)


def in_a_process(game: ServedGame, library: str, era: Era, folder: Path, *, stdio: bool, id: str) -> dict[str, Any]:
    config = folder / "config.json"
    config.write_text(
        json.dumps(
            {
                "library": library,
                "era": era,
                "id": id,
                "source": WATCHED,
                "url": "" if stdio else game.mcp_url,
                "token": game.token,
                "command": stdio_command(game),
                "node_modules": "" if library == "mcp1" else str(node_packages()),
            }
        )
    )
    if library == "mcp1":
        command = [str(old_python()), str(HERE / "client_mcp1.py"), str(config)]
    else:
        command = [str(node()), str(HERE / "scenario.mjs"), str(config)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr[-3000:]
    seen: dict[str, Any] = json.loads(done.stdout)
    return seen


CLIENTS: tuple[tuple[str, Era], ...] = (
    ("mcp1", "legacy"),
    ("mcp2", "auto"),
    ("mcp2", "legacy"),
    ("fastmcp", "auto"),
    ("fastmcp", "legacy"),
    ("ts1", "legacy"),
    ("ts2", "auto"),
    ("ts2", "legacy"),
)


@pytest.mark.parametrize("stdio", [False, True], ids=["http", "stdio"])
@pytest.mark.parametrize(("library", "era"), CLIENTS, ids=["-".join(client) for client in CLIENTS])
def test_a_client_plays_the_whole_scenario(
    served_game: ServedGame, library: str, era: Era, stdio: bool, tmp_path: Path
) -> None:
    id = f"{library}-{era}-{'stdio' if stdio else 'http'}"
    if library == "fastmcp":
        seen = asyncio.run(with_fastmcp(served_game, era, stdio=stdio, id=id))
    elif library == "mcp2":
        seen = asyncio.run(with_mcp2(served_game, era, stdio=stdio, id=id))
    else:
        seen = in_a_process(served_game, library, era, tmp_path, stdio=stdio, id=id)
    assert {"script_start", "script_status", "script_stop", "script_output"} <= set(seen["tools"])
    assert seen["start"].get("state") in ("starting", "running"), seen["start"]
    assert seen["watch"].get("lines", {}).get("new"), seen["watch"]
    assert seen["output"]["columns"]["n"] == [0], seen["output"]
    assert seen["cancel"] == "cancelled"
    assert (seen["stop"]["state"], seen["stop"]["reason"]) == ("ended", "stopped"), seen["stop"]
    assert seen["again"]["reason"] == "stopped"
    assert "no-such-script" in seen["mistake"]["error"]
    assert json.loads(seen["resource"])["game"]["host"] == "minestom"
    assert PROMPT_TEXT in seen["prompt"]


def test_inspect_lists_and_calls_by_hand(
    served_game: ServedGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["--game-dir", str(served_game.game_dir)]

    def inspect(*arguments: str) -> tuple[int, str]:
        code = run_command_line(["inspect", *arguments, *folder])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    code, text = inspect()
    assert code == 0
    assert "script_status(id, [wait_s]" in text
    code, text = inspect("--json")
    assert {"script_start", "script_stop"} <= {tool["name"] for tool in json.loads(text)["tools"]}
    script = tmp_path / "two.py"
    script.write_text("def run(host):\n    yield\n    return 3\n")
    code, text = inspect("script_start", f"source=@{script}", "id=by-hand", "budget_ms=30", "wait_s=20")
    assert (code, json.loads(text)["result"]) == (0, 3)
    code, text = inspect("script_status", "id=nobody")
    assert code == 1
    assert "nobody" in text
    for wrong in (["script_status", "nobody"], ["script_list", "--prompt", "x"], ["--resource", "ticklane://no/such"]):
        code, text = inspect(*wrong)
        assert code == 2, text
        assert served_game.token not in text
