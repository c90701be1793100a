"""The MCP endpoint: what a call costs beside a bare FastMCP, what it costs the game, how soon it is there and gone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.bench._mcp_server import TOKEN
from tests.bench._play import median, play, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.endpoint import Endpoint, read_endpoint

__all__ = ["measure"]

_ERA = "2026-07-28"
_TICKS = 400
_CALLS = 400
_ROUNDS = 5
_WATCHED = "def on_tick(host):\n    pass\n"
_ROWS = """# /// script
# [tool.ticklane]
# hard_ms = 10000
# ///
def run(host):
    for n in range(2000):
        host.record("fall", {"y": n * 0.125, "vy": -0.98, "at": [n * 0.5, 64.0, 8.5]})
"""
_LATENESS = f"""# /// script
# [tool.ticklane]
# [tool.ticklane.params]
# run = 0
# ///
from time import perf_counter_ns


def run(host):
    times = []
    for n in range({_TICKS}):
        times.append(perf_counter_ns())
        yield
    return [abs(b - a - 50_000_000) / 1e6 for a, b in zip(times, times[1:])]
"""


def measure(folder: Path) -> list[Row]:
    """The server on one core and the client on another, where there are two."""
    with _on_core(1):
        return [*_calls(folder), *_game(folder), *_start_and_end(folder)]


def _calls(folder: Path) -> list[Row]:
    """Interleaved rounds, so that a neighbour's noise falls on both; the median of the rounds' medians."""
    with ExitStack() as stack:
        clients = {}
        for kind in ("bare", "ours"):
            port = stack.enter_context(_server(kind))
            clients[kind] = {tool: _Caller(port, TOKEN, tool) for tool in ("small", "large")}
        times: dict[tuple[str, str], list[float]] = {}
        for _ in range(_ROUNDS):
            for kind, callers in clients.items():
                for tool, caller in callers.items():
                    calls = _CALLS if tool == "small" else _CALLS // 4
                    times.setdefault((kind, tool), []).append(caller.p50_ms({"id": "watched"}, calls))
        small, bare = median(times["ours", "small"]), median(times["bare", "small"])
        large, bare_large = median(times["ours", "large"]), median(times["bare", "large"])
    return [
        at_most("a trivial tool, p50", small, "ms", 1.5 * bare, baseline=bare, baseline_name="bare FastMCP"),
        at_most("an answer of 180 KB, p50", large, "ms", 3, baseline=bare_large, baseline_name="bare FastMCP"),
    ]


def _game(folder: Path) -> list[Row]:
    game_dir = folder / "endpoint"
    with (
        _on_core(None),
        launch(LaunchConfig(game_dir=game_dir, world="void", gateway=True)) as game,
        game.client() as client,
        _server("bare") as port,
    ):
        endpoint = _announced(game_dir)
        for gateway in _children(game.pid):
            _to_core_of_servers(int(gateway))
        at = urlsplit(endpoint.mcp_url)
        start(client, _WATCHED, id="watched")
        play(client, _ROWS, id="rows")
        status = _Caller(at.port or 80, endpoint.mcp_token, "script_status")
        page = _Caller(at.port or 80, endpoint.mcp_token, "script_output")
        bare = _Caller(port, TOKEN, "small")
        with _on_core(1):
            rounds = [
                (bare.p50_ms({"id": "a"}, _CALLS), status.p50_ms({"id": "watched"}, _CALLS)) for _ in range(_ROUNDS)
            ]
            bare_ms, status_ms = (median(list(figures)) for figures in zip(*rounds, strict=True))
            page_ms = page.p50_ms({"id": "rows", "limit": 10_000}, 60)
        quiet = play(client, _LATENESS, id="quiet", wait_s=55)
        with _hammered(at.port or 80, endpoint.mcp_token):
            hammered = play(client, _LATENESS, id="hammered", wait_s=55)
        waits = _cost_of_waits(at.port or 80, endpoint, game.pid)
        cancelled = _cancelled_ms(at.port or 80, endpoint.mcp_token, "script_status", {"id": "watched", "wait_s": 40})
        endless = _cancelled_ms(at.port or 80, endpoint.mcp_token, "execute_code", {"code": "while True: pass"})
    delay, usual = _p999(hammered), _p999(quiet)
    return [
        at_most(
            "script_status, times a bare tool's",
            status_ms / bare_ms,
            "×",
            1.5,
            baseline=1,
            baseline_name="bare FastMCP tool",
        ),
        at_most(
            "script_status at the socket, p50", status_ms, "ms", 1, baseline=bare_ms, baseline_name="bare FastMCP tool"
        ),
        at_most(
            "the largest page of rows (30 KB), p50", page_ms, "ms", 3, baseline=status_ms, baseline_name="script_status"
        ),
        at_most(
            "tick delay while hammered, added at p99.9",
            delay - usual,
            "ms",
            0.2,
            baseline=usual,
            baseline_name="not hammered",
        ),
        at_most("CPU of 64 waits, of a core", waits[0], "%", 1, baseline=waits[1], baseline_name="no waits"),
        at_most(
            "a cancelled call is answered after", cancelled, "ms", 50, baseline=status_ms, baseline_name="script_status"
        ),
        at_most(
            "a cancelled endless loop is answered after",
            endless,
            "ms",
            50,
            baseline=cancelled,
            baseline_name="a cancelled wait",
        ),
    ]


def _start_and_end(folder: Path) -> list[Row]:
    game_dir = folder / "no-game"
    game_dir.mkdir()
    figures = [_private_gateway(game_dir) for _ in range(3)]
    start_s, rss_mb, end_s = (median(list(one)) for one in zip(*figures, strict=True))
    imported = median(
        [_seconds([sys.executable, "-c", "import ticklane_gateway; from fastmcp import FastMCP"]) for _ in range(3)]
    )
    first = median([_first_answer_ms(game_dir) for _ in range(5)])
    bare = median([_seconds([sys.executable, "-c", "pass"]) for _ in range(5)]) * 1e3
    imported_mb = _imported_mb()
    return [
        at_most(
            "gateway start until it answers", start_s, "s", 1, baseline=imported, baseline_name="importing FastMCP"
        ),
        at_most("gateway, resident", rss_mb, "MB", 110, baseline=imported_mb, baseline_name="FastMCP imported"),
        at_most("gateway end", end_s, "s", 0.5, baseline=start_s, baseline_name="its start"),
        at_most(
            "ticklane mcp, start to answered initialize",
            first,
            "ms",
            150,
            baseline=bare,
            baseline_name="python -c pass",
        ),
    ]


class _Caller:
    """One tool over one kept connection, as bytes: no client's own work is measured."""

    def __init__(self, port: int, token: str, tool: str) -> None:
        self._port, self._token, self._tool = port, token, tool

    @cached_property
    def _sock(self) -> socket.socket:
        """Connected when first used: a connection that says nothing for five seconds is closed."""
        sock = socket.create_connection(("127.0.0.1", self._port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def request(self, arguments: dict[str, Any], *, id: int = 1, headers: tuple[str, ...] = ()) -> bytes:
        meta = {
            "io.modelcontextprotocol/protocolVersion": _ERA,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        }
        params = {"name": self._tool, "arguments": arguments, "_meta": meta}
        body = json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).encode()
        named = (f"MCP-Protocol-Version: {_ERA}", "Mcp-Method: tools/call", f"Mcp-Name: {self._tool}", *headers)
        return _http(self._port, self._token, named, body)

    def send(self, data: bytes) -> None:
        self._sock.sendall(data)

    def answer(self) -> bytes:
        got = self._sock.recv(1 << 20)
        while not _is_whole(got):
            part = self._sock.recv(1 << 20)
            if not part:
                raise RuntimeError(f"the connection ended: {got[:500]!r}")
            got += part
        if b" 200 " not in got[:20] or b'"isError":true' in got[:4000]:
            raise RuntimeError(got[:2000].decode("utf-8", "replace"))
        return got

    def p50_ms(self, arguments: dict[str, Any], calls: int) -> float:
        data = self.request(arguments)
        times = []
        for _ in range(calls):
            began = time.perf_counter()
            self._sock.sendall(data)
            self.answer()
            times.append((time.perf_counter() - began) * 1e3)
        return median(times)

    def close(self) -> None:
        self._sock.close()


def _http(port: int, token: str, headers: tuple[str, ...], body: bytes) -> bytes:
    lines = (
        "POST /mcp HTTP/1.1",
        f"Host: localhost:{port}",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        *headers,
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _is_whole(got: bytes) -> bool:
    head, found, body = got.partition(b"\r\n\r\n")
    if not found:
        return False
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), None)
    return body.endswith(b"\r\n0\r\n\r\n") if length is None else len(body) >= int(length.split(b":")[1])


@contextmanager
def _server(kind: str) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "tests.bench._mcp_server", kind, str(port)],
        preexec_fn=_to_core_of_servers,
    )
    try:
        _until(lambda: socket.create_connection(("127.0.0.1", port)).close())
        yield port
    finally:
        process.kill()
        process.wait()


def _until(works: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            works()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _to_core_of_servers(pid: int = 0) -> None:
    """A server on the first core, with all its threads; clients are on the second."""
    if (os.cpu_count() or 1) > 1 and hasattr(os, "sched_setaffinity"):
        for thread in Path(f"/proc/{pid or 'self'}/task").glob("*"):
            os.sched_setaffinity(int(thread.name), {0})


@contextmanager
def _on_core(core: int | None) -> Iterator[None]:
    """This thread on that core, or on any."""
    if (os.cpu_count() or 1) < 2 or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(range(os.cpu_count() or 1)) if core is None else {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _announced(game_dir: Path) -> Endpoint:
    deadline = time.monotonic() + 30
    while not (endpoint := read_endpoint(game_dir)).mcp_url:
        if time.monotonic() > deadline:
            raise TimeoutError("the gateway did not come up")
        time.sleep(0.05)
    return endpoint


@contextmanager
def _hammered(port: int, token: str) -> Iterator[None]:
    """Calls at full speed from a process of its own, on the other core than a pinned game would have."""
    code = (
        "import os, sys; from tests.bench.endpoint import _Caller, _on_core\n"
        "with _on_core(1):\n"
        f"    caller = _Caller({port}, sys.stdin.readline().strip(), 'script_status')\n"
        "    print('hammering', flush=True)\n"
        "    while True: caller.p50_ms({'id': 'watched'}, 100)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(token.encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    try:
        yield
    finally:
        process.kill()
        process.communicate()


def _p999(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.999))]


def _cpu_s(pid: int) -> float:
    """What a process has used, its threads together (0 where that can't be told)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _cost_of_waits(port: int, endpoint: Endpoint, game_pid: int) -> tuple[float, float]:
    """Percent of a core that gateway and game use more with 64 waits than without, and what they use without."""
    gateways = [int(pid) for pid in _children(game_pid)]

    def used(seconds: float) -> float:
        before = sum(map(_cpu_s, [game_pid, *gateways]))
        time.sleep(seconds)
        return (sum(map(_cpu_s, [game_pid, *gateways])) - before) / seconds * 100

    idle = used(10)
    waiting = [_Caller(port, endpoint.mcp_token, "script_status") for _ in range(64)]
    for caller in waiting:
        caller.send(caller.request({"id": "watched", "wait_s": 40}))
    time.sleep(2)
    with_waits = used(10)
    for caller in waiting:
        caller.close()
    return with_waits - idle, idle


def _children(pid: int) -> list[str]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += task.read_text().split()
    return found


def _cancelled_ms(port: int, token: str, tool: str, arguments: dict[str, Any]) -> float:
    """From the word to the answer of the call, which lasts longer than a tenth of a second."""
    session = ("Mcp-Session-Id: bench",)
    cancel = json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}).encode()
    headers = (f"MCP-Protocol-Version: {_ERA}", "Mcp-Method: notifications/cancelled", *session)
    times = []
    for _ in range(20):
        waiting, other = (_Caller(port, token, tool) for _ in range(2))
        waiting.send(waiting.request(arguments, id=7, headers=session))
        time.sleep(0.1)
        began = time.perf_counter()
        other.send(_http(port, token, headers, cancel))
        with suppress(RuntimeError):  # its answer is an error that says so
            waiting.answer()
        times.append((time.perf_counter() - began) * 1e3)
        waiting.close()
        other.close()
    return median(times)


def _private_gateway(game_dir: Path) -> tuple[float, float, float]:
    """Seconds until it answers, megabytes resident then, seconds from the word to its end."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "ticklane_gateway", "--private", "--game-dir", str(game_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    told = json.loads(process.stdout.readline())
    caller = _Caller(urlsplit(told["url"]).port or 80, told["token"], "script_list")
    with suppress(RuntimeError):  # that there is no game
        caller.send(caller.request({}))
        caller.answer()
    start_s = time.perf_counter() - began
    rss_mb = _rss_mb(_status(process.pid))
    began = time.perf_counter()
    process.stdin.close()
    process.wait()
    caller.close()
    process.stdout.close()
    return start_s, rss_mb, time.perf_counter() - began


def _imported_mb() -> float:
    code = "import ticklane_gateway; from fastmcp import FastMCP; print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return _rss_mb(done.stdout.splitlines())


def _rss_mb(status: list[str]) -> float:
    """Of /proc/PID/status; 0 where there is none."""
    line = next((line for line in status if line.startswith("VmRSS")), "VmRSS: 0 kB")
    return int(line.split()[1]) * 1024 / 1e6


def _status(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return []


def _first_answer_ms(game_dir: Path) -> float:
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening}).encode() + b"\n"
    script = Path(sys.executable).with_name("ticklane")
    began = time.perf_counter()
    process = subprocess.Popen(
        [str(script), "mcp", "--no-start", "--game-dir", str(game_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    process.stdout.readline()
    took = (time.perf_counter() - began) * 1e3
    process.communicate()
    return took


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - began
