"""The real gateway in a thread of the test process, and raw HTTP to it."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp_types import TextContent

from ticklane_gateway.listen import listen
from ticklane_gateway.server import serve
from ticklane_gateway.settings import load_settings

TOKEN = "mcp-token-for-tests-0123456789abcdefghij"
ERAS: tuple[Literal["auto", "legacy"], ...] = ("auto", "legacy")

T = TypeVar("T")


def free_port() -> int:
    """A port that is free on both loopback addresses, outside the gateway's usual range."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class RunningGateway:
    """`serve` in a thread; `url` once it answers."""

    def __init__(self, game_dir: Path, *, port: int | None = None) -> None:
        self.game_dir = game_dir
        settings = load_settings(game_dir, environment={}, config_dir=game_dir / "config")
        self.port, self.sockets = listen(port or free_port())
        self.url = f"http://localhost:{self.port}/mcp"
        self._ready = threading.Event()
        self._stop: Callable[[], None] = lambda: None
        self.failure: BaseException | None = None

        async def run() -> None:
            stop = asyncio.Event()
            loop = asyncio.get_running_loop()
            self._stop = partial(_set_from_outside, loop, stop)
            await serve(
                settings,
                sockets=self.sockets,
                port=self.port,
                token=TOKEN,
                stop=stop,
                on_listening=lambda url: self._ready.set(),
            )

        def thread() -> None:
            try:
                asyncio.run(run())
            except BaseException as error:
                self.failure = error
                raise
            finally:
                self._ready.set()

        self.thread = threading.Thread(target=thread, name="gateway-under-test")
        self.thread.start()
        assert self._ready.wait(20)
        assert self.failure is None

    def begin_stop(self) -> None:
        if self.thread.is_alive():
            self._stop()

    def stop(self) -> None:
        self.begin_stop()
        self.thread.join(10)
        assert not self.thread.is_alive()

    def client(self, era: Literal["auto", "legacy"], **options: Any) -> Client[StreamableHttpTransport]:
        transport = StreamableHttpTransport(self.url, headers={"Authorization": f"Bearer {TOKEN}"})
        return Client(transport, mode=era, **options)

    def using(
        self,
        era: Literal["auto", "legacy"],
        use: Callable[[Client[StreamableHttpTransport]], Awaitable[T]],
        **options: Any,
    ) -> T:
        """Run `use` with a connected client."""

        async def run() -> T:
            async with self.client(era, **options) as client:
                return await use(client)

        return asyncio.run(run())

    def call(self, era: Literal["auto", "legacy"], tool: str, **arguments: Any) -> Any:
        """The decoded JSON of one call; fails the test when it is an error."""
        return json.loads(self.text(era, tool, expect_error=False, **arguments))

    def error(self, era: Literal["auto", "legacy"], tool: str, **arguments: Any) -> str:
        """The text of one call that must be an error."""
        return self.text(era, tool, expect_error=True, **arguments)

    def text(self, era: Literal["auto", "legacy"], tool: str, *, expect_error: bool, **arguments: Any) -> str:
        result = self.using(era, lambda client: client.call_tool(tool, arguments, raise_on_error=False))
        (block,) = result.content
        assert isinstance(block, TextContent)
        assert result.is_error is expect_error, block.text
        assert result.structured_content is None
        return block.text


def _set_from_outside(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)


def request(
    port: int,
    *,
    method: str = "POST",
    path: str = "/mcp",
    host: str | None = None,
    token: str | None = TOKEN,
    headers: tuple[str, ...] = (),
    body: bytes = b"{}",
    length: int | None = None,
) -> bytes:
    """An HTTP/1.1 request as bytes; each part can be made wrong."""
    lines = [f"{method} {path} HTTP/1.1"]
    host = f"localhost:{port}" if host is None else host
    if host:
        lines.append(f"Host: {host}")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    lines += ["Content-Type: application/json", "Accept: application/json, text/event-stream", *headers]
    lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def exchange(port: int, data: bytes, *, family: str = "127.0.0.1", timeout_s: float = 20.0) -> tuple[int, bytes]:
    """Send bytes, read until the response is whole or the server closes: its status and all that came."""
    with socket.create_connection((family, port), timeout_s) as sock:
        sock.sendall(data)
        got = b""
        while True:
            try:
                part = sock.recv(65536)
            except ConnectionResetError:
                break
            got += part
            if not part or _complete(got):
                break
    return (int(got.split(b" ", 2)[1]) if got else 0), got


def _complete(got: bytes) -> bool:
    head, found, body = got.partition(b"\r\n\r\n")
    if not found:
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return body.endswith(b"0\r\n\r\n")


def message(method: str, params: dict[str, Any] | None = None, id: int | None = 1) -> bytes:
    """A JSON-RPC message."""
    named = {} if id is None else {"id": id}
    return json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": params or {}}).encode()
