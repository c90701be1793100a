"""One JSON-RPC message posted to a gateway and what comes back, with the standard library alone: it starts at once."""

from __future__ import annotations

import base64
import http.client
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from ticklane_gateway.handshake import STATELESS_VERSION

__all__ = ["Exchange", "Gateway", "NotAnsweredError", "NotReachedError", "RefusedError", "protocol_headers"]

_CONNECT_S: Final = 5.0
_ANSWER_S: Final = 120.0  # calls wait 55 s at most, and tell of progress meanwhile
_KEPT_IDLE_S: Final = 30.0
_ACCEPT: Final = "application/json, text/event-stream"
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class NotReachedError(Exception):
    """Nobody took the request: it may be sent again."""


class NotAnsweredError(Exception):
    """The connection ended before an answer: what was asked for may have been done."""


class RefusedError(Exception):
    """The gateway's edge refused the request."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Gateway:
    """Where a gateway serves, and its token."""

    url: str
    token: str


class Exchange:
    """Requests to one gateway; connections are kept for the next one. Any thread may post."""

    def __init__(self, gateway: Gateway, session: str) -> None:
        self.gateway = gateway
        self._session = session
        self._at = urlsplit(gateway.url)
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []
        self._closed = False
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the connections nobody uses, and each other one after its answer."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def post(self, raw: bytes, headers: dict[str, str], call: Call) -> Iterator[bytes]:
        """Each JSON-RPC message of the answer as it comes; `call` can hang up."""
        with self._requested("POST", raw, {"Content-Type": "application/json", **headers}, call) as answer:
            yield from answer

    def listen(self, headers: dict[str, str], call: Call) -> Iterator[bytes]:
        """Each message the gateway sends by itself to the session."""
        with self._requested("GET", None, headers, call) as answer:
            yield from answer

    def _requested(self, method: str, raw: bytes | None, headers: dict[str, str], call: Call) -> _Answer:
        connection = self._connection()
        try:
            connection.request(
                method,
                self._at.path,
                raw,
                {
                    "Host": self._at.netloc,
                    "Authorization": f"Bearer {self.gateway.token}",
                    "Accept": _ACCEPT,
                    "Mcp-Session-Id": self._session,
                    **headers,
                },
            )
            call.holds(connection.sock)
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise NotAnsweredError(str(error)) from error
        return _Answer(self, connection, response, call)

    def _connection(self) -> http.client.HTTPConnection:
        with self._lock:
            while self._idle:
                since, connection = self._idle.pop()
                if time.monotonic() - since < _KEPT_IDLE_S and _is_open(connection.sock):
                    return connection
                connection.close()
        connection = http.client.HTTPConnection("127.0.0.1", self._at.port or 80, timeout=_CONNECT_S)
        try:
            connection.connect()
        except OSError as error:
            raise NotReachedError(str(error)) from error
        connection.sock.settimeout(_ANSWER_S)
        return connection

    def keep(self, connection: http.client.HTTPConnection) -> None:
        """Take back a connection whose answer was read to its end."""
        with self._lock:
            if not self._closed:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()


class Call:
    """One request under way, which another thread may give up."""

    def __init__(self) -> None:
        self.given_up = False
        self._sock: socket.socket | None = None
        self._lock = threading.Lock()

    def holds(self, sock: socket.socket | None) -> None:
        """What to close when the call is given up."""
        with self._lock:
            self._sock = sock
            if self.given_up:
                self._hang_up()

    def give_up(self) -> None:
        """Hang up: the gateway ends what runs for this call."""
        with self._lock:
            self.given_up = True
            self._hang_up()

    def _hang_up(self) -> None:
        if self._sock is not None:
            with suppress(OSError):
                self._sock.shutdown(socket.SHUT_RDWR)


class _Answer:
    def __init__(
        self,
        exchange: Exchange,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        call: Call,
    ) -> None:
        self._exchange = exchange
        self._call = call
        self._connection = connection
        self._response = response
        self._whole = False

    def __enter__(self) -> _Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self._call.holds(None)  # before the connection is another call's
        if self._whole and not self._response.will_close:
            self._exchange.keep(self._connection)
        else:
            self._connection.close()

    def __iter__(self) -> Iterator[bytes]:
        response = self._response
        try:
            if response.headers.get_content_type() == "text/event-stream" and response.status == 200:
                yield from _events(response)
                self._whole = True
                return
            body = response.read()
            self._whole = True
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotAnsweredError(str(error)) from error
        if response.status >= 400 and (b'"id":null' in body or not body.startswith(b'{"jsonrpc"')):
            raise RefusedError(response.status, _told(response.status, body))
        if body:
            yield body


def _events(response: http.client.HTTPResponse) -> Iterator[bytes]:
    data: list[bytes] = []
    while line := response.readline():
        line = line.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data.append(line[5:].lstrip(b" "))
        elif not line and data:
            message = b"\n".join(data)
            data = []
            if message:
                yield message


def _told(status: int, body: bytes) -> str:
    import json

    try:
        return str(json.loads(body)["error"]["message"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return f"HTTP {status}"


def _is_open(sock: socket.socket | None) -> bool:
    """Whether the other side has neither closed nor said anything unasked."""
    if sock is None:
        return False
    try:
        return not select.select([sock], [], [], 0)[0]
    except (OSError, ValueError):
        return False


def protocol_headers(method: str, params: dict[str, Any], negotiated: str) -> dict[str, str]:
    """The headers that go with a message: of the stateless protocol when the message says it speaks that."""
    meta = params.get("_meta")
    stated = meta.get("io.modelcontextprotocol/protocolVersion") if isinstance(meta, dict) else None
    if not isinstance(stated, str):
        return {"MCP-Protocol-Version": negotiated}
    headers = {"MCP-Protocol-Version": _in_header(stated), "Mcp-Method": _in_header(method)}
    name = params.get(_NAMED_BY.get(method, ""))
    if isinstance(name, str):
        headers["Mcp-Name"] = _in_header(name)
    return headers


def cancelling_headers(stateless: bool, negotiated: str) -> dict[str, str]:
    """The headers of a `notifications/cancelled`, which says nothing of its version itself."""
    if stateless:
        return {"MCP-Protocol-Version": STATELESS_VERSION, "Mcp-Method": "notifications/cancelled"}
    return {"MCP-Protocol-Version": negotiated}


def _in_header(text: str) -> str:
    """As the protocol writes a text that a header can't carry."""
    if text.isascii() and text.isprintable() and text == text.strip() and not text.startswith("=?base64?"):
        return text
    return f"=?base64?{base64.b64encode(text.encode('utf-8', 'replace')).decode('ascii')}?="
