"""A real game as the fault tests play it: over the control socket and over MCP, with its threads and memory in view."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent

from ticklane_cli.launch import Game
from ticklane_control.client import ControlClient
from ticklane_control.endpoint import Endpoint, read_endpoint
from ticklane_control.errors import ControlError
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare
from ticklane_toolchain.refusal import Refusal

__all__ = [
    "DEADLINE_S",
    "NO_HANG_S",
    "PlayedGame",
    "Size",
    "assert_each_tick",
    "call_tool",
    "children_of",
    "eventually",
    "first_tick_of",
    "is_running",
    "json_lines",
    "read_only",
    "small_disk",
    "threads_of",
]

DEADLINE_S: Final = 60.0

# Nothing may hang for 5 s; as much again for a machine that is busy with other things.
NO_HANG_S: Final = 10.0
_JVM_OWN: Final = re.compile(
    r"C[12] CompilerThre|GC|VM |Common-Cleaner|Notification|Signal Dispat|Attach|process reaper"
)

T = TypeVar("T")


def eventually(what: str, condition: Callable[[], T | None], within_s: float = DEADLINE_S) -> T:
    """Poll until the condition gives something true, and return that."""
    deadline = time.monotonic() + within_s
    while True:
        got = condition()
        if got:
            return got
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {within_s:g} s in vain for {what}")
        time.sleep(0.02)  # other processes' state has no event to wait for


def first_tick_of(started: dict[str, Any]) -> int:
    """The tick of a script's step 1, from any Status of it."""
    return int(started["tick"]) - int(started["elapsed"]) + 1


def assert_each_tick(ticks: list[int], status: dict[str, Any], what: str = "") -> None:
    """These are the ticks of a script's life, each once.

    A stop is acted on before the step of its tick, so the last one may not have had its step any more.
    """
    first = first_tick_of(status)
    expected = list(range(first, first + int(status["elapsed"])))
    assert ticks in (expected, expected[:-1]), f"{what}: ticks were lost: {ticks[:3]}…{ticks[-3:]} of {status}"


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


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def is_running(pid: int) -> bool:
    """Whether the process runs; one that has ended and wasn't waited for doesn't."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def json_lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines, every one of which must be whole."""
    text = path.read_text(encoding="utf-8")
    assert text == "" or text.endswith("\n"), f"half a line at the end of {path}"
    return [json.loads(line) for line in text.splitlines()]


@contextmanager
def small_disk(folder: Path, mib: int) -> Iterator[Path]:
    """A file system of that size mounted at `folder`; skips the test where that isn't permitted."""
    folder.mkdir(parents=True)
    _mount("-t", "tmpfs", "-o", f"size={mib}m", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """The folder can't be written to inside; skips the test where that can't be had."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,ro,bind", str(folder))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


def _mount(*words: str) -> None:
    try:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    except OSError as error:
        pytest.skip(f"can't mount here: {error}")
    if done.returncode != 0:
        pytest.skip(f"can't mount here: {done.stderr.strip()}")


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
        """Start a script and return its Status; `wait_s` waits for its end.

        Where the test says nothing of it a step may take 10 ms: the machine has other things to do.
        """
        if "budget_ms" not in source:
            settings.setdefault("budget_ms", 10)
        request = prepare(source=source, files=files, id=id, lanes=self.client.hello.lanes, **settings)
        return dict(self.client.request("start", body=encode_start(request), wait_s=wait_s))

    def run(self, source: str, id: str = "fault", **settings: Any) -> dict[str, Any]:
        """Start a script, wait for its end and return its whole Status.

        With a budget that a busy machine keeps, unless its own is given: how fast it is, is no matter then.
        """
        if "budget_ms" not in source:
            settings.setdefault("budget_ms", 20)
        if "hard_ms" not in source:
            settings.setdefault("hard_ms", 5000)
        self.start(source, id, **settings)
        return self.ended(id)

    def refused(self, source: str, id: str = "fault", **settings: Any) -> str:
        """What a start is answered that must be refused, by the check or by the game."""
        try:
            status = self.start(source, id, **settings)
        except Refusal as refusal:
            return str(refusal)
        except ControlError as error:
            if error.type not in ("refused", "limit", "not_here"):
                raise
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


def call_tool(
    endpoint: Endpoint, name: str, /, *, before: Callable[[], object] = lambda: None, **arguments: Any
) -> tuple[str, bool]:
    """The text of a tool's answer, or of the protocol's, and whether it is an error.

    `before` is called when the client is connected.
    """

    async def ask() -> Any:
        transport = StreamableHttpTransport(endpoint.mcp_url, headers={"Authorization": f"Bearer {endpoint.mcp_token}"})
        async with Client(transport) as client:
            before()
            return await client.call_tool(name, arguments, raise_on_error=False)

    try:
        result = asyncio.run(ask())
    except MCPError as error:
        return error.message, True
    (block,) = result.content
    assert isinstance(block, TextContent)
    assert len(block.text) <= 30_000
    return block.text, bool(result.is_error)
