"""A real game as the fault tests play it: over the control socket and over MCP, with its threads and memory in view."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp_types import TextContent

from ticklane_cli.launch import Game
from ticklane_control.client import ControlClient
from ticklane_control.endpoint import Endpoint, read_endpoint
from ticklane_control.errors import ControlError
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare
from ticklane_toolchain.refusal import Refusal

__all__ = ["DEADLINE_S", "PlayedGame", "Size", "call_tool", "eventually", "threads_of"]

DEADLINE_S: Final = 60.0
_JVM_OWN: Final = re.compile(
    r"C[12] CompilerThre|GC|VM |Common-Cleaner|Notification|Signal Dispat|Attach|process reaper"
)

T = TypeVar("T")


def eventually(what: str, condition: Callable[[], T], within_s: float = DEADLINE_S) -> T:
    """Poll until the condition gives something true, and return that."""
    deadline = time.monotonic() + within_s
    while True:
        got = condition()
        if got:
            return got
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {within_s:g} s in vain for {what}")
        time.sleep(0.02)  # other processes' state has no event to wait for


def threads_of(pid: int) -> Counter[str]:
    """The threads of a process by name, numbers left out; without those the JVM starts and ends as it likes."""
    names = Counter[str]()
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            name = (task / "comm").read_text(encoding="utf-8", errors="replace").strip()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if not _JVM_OWN.match(name):
            names[re.sub(r"[0-9]+", "#", name)] += 1
    return names


@dataclass(frozen=True)
class Size:
    """How large a process is; `threads` by name."""

    rss_mib: int
    threads: Counter[str]
    handles: int


class PlayedGame:
    """One running game. `client` is a control connection that stays open."""

    def __init__(self, game: Game, environment: Mapping[str, str]) -> None:
        self.game = game
        self.environment = environment
        self.client: ControlClient = game.client()

    @property
    def folder(self) -> Path:
        return self.game.game_dir

    # -- scripts
    def start(
        self, source: str, id: str = "fault", *, files: dict[str, str] | None = None, wait_s: float = 0, **settings: Any
    ) -> dict[str, Any]:
        """Start a script and return its Status; `wait_s` waits for its end."""
        request = prepare(source=source, files=files, id=id, lanes=self.client.hello.lanes, **settings)
        return dict(self.client.request("start", body=encode_start(request), wait_s=wait_s))

    def run(self, source: str, id: str = "fault", **settings: Any) -> dict[str, Any]:
        """Start a script, wait for its end and return its whole Status."""
        self.start(source, id, **settings)
        return self.ended(id)

    def refused(self, source: str, id: str = "fault", **settings: Any) -> str:
        """What a start is answered that must be refused, by the check or by the game."""
        try:
            status = self.start(source, id, **settings)
        except Refusal as refusal:
            return str(refusal)
        except ControlError as error:
            assert error.type in ("refused", "limit", "not_here"), error
            return error.message
        raise AssertionError(f"was started: {status}")

    def ended(self, id: str = "fault", within_s: float = DEADLINE_S) -> dict[str, Any]:
        """The Status of a script that ends in that time."""
        status = dict(self.client.request("status", script=id, wait_s=min(within_s, 55), detail="full"))
        assert status["state"] == "ended", status
        return status

    def status(self, id: str = "fault", **fields: Any) -> dict[str, Any]:
        return dict(self.client.request("status", script=id, **fields))

    def stop(self, id: str = "fault") -> dict[str, Any]:
        return dict(self.client.request("stop", script=id, wait_s=10))

    def rows(self, id: str = "fault", key: str = "") -> list[dict[str, Any]]:
        """Every row a script has recorded under the key, over all pages."""
        found: list[dict[str, Any]] = []
        since = 0
        while True:
            keys = [key] if key else []
            page = self.client.request("output", script=id, since=since, keys=keys, limit=10_000, max_bytes=8 << 20)
            found += page["rows"]
            since = page["next"]
            if not page["more"]:
                return found

    def events(self, id: str = "fault") -> list[dict[str, Any]]:
        """What the event stream holds of a script."""
        return list(self.client.request("events", since=0, script=id, limit=1000)["events"])

    def scripts(self) -> dict[str, list[Any]]:
        """The rows of `list` by id."""
        return {str(row[0]): row for row in self.client.request("list", limit=1000)["scripts"]}

    # -- time
    def tick(self) -> int:
        return int(self.client.request("ping")["tick"])

    def let_pass(self, ticks: int) -> None:
        """Wait until so many more ticks are done."""
        target = self.tick() + ticks
        eventually(f"tick {target}", lambda: self.tick() >= target)

    def time(self, action: str, **fields: Any) -> dict[str, Any]:
        return dict(self.client.request("time", action=action, **fields))

    # -- MCP
    def endpoint(self) -> Endpoint:
        """Where the game is, with its MCP endpoint."""

        def announced() -> Endpoint | None:
            endpoint = read_endpoint(self.folder)
            return endpoint if endpoint.mcp_url else None

        return eventually("the gateway's announcement", announced)

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The answer of an MCP tool that must not be an error."""
        text, is_error = call_tool(self.endpoint(), name, **arguments)
        assert not is_error, text
        return dict(json.loads(text))

    def tool_error(self, name: str, **arguments: Any) -> str:
        """The words of an MCP tool that must answer with an error."""
        text, is_error = call_tool(self.endpoint(), name, **arguments)
        assert is_error, text
        return text

    # -- the process
    def size(self) -> Size:
        status = Path(f"/proc/{self.game.pid}/status").read_text(encoding="ascii")
        rss = re.search(r"^VmRSS:\s+(\d+)", status, re.MULTILINE)
        assert rss
        handles = len(os.listdir(f"/proc/{self.game.pid}/fd"))
        return Size(int(rss[1]) // 1024, threads_of(self.game.pid), handles)


def call_tool(endpoint: Endpoint, name: str, /, **arguments: Any) -> tuple[str, bool]:
    """The text of a tool's answer and whether it is an error."""

    async def ask() -> Any:
        transport = StreamableHttpTransport(endpoint.mcp_url, headers={"Authorization": f"Bearer {endpoint.mcp_token}"})
        async with Client(transport) as client:
            return await client.call_tool(name, arguments, raise_on_error=False)

    result = asyncio.run(ask())
    (block,) = result.content
    assert isinstance(block, TextContent)
    assert len(block.text) <= 30_000
    return block.text, bool(result.is_error)
