"""What stands between the network and MCP: who may ask, how much, for how long.

Refusals are 403 rather than 401: clients answer a 401 by looking for OAuth, and show its errors instead of ours. Any
`Origin` is refused because only browsers send one. Before MCP sees a request its header values are
stripped and its query is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from typing import Final
from urllib.parse import parse_qs

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ticklane_gateway.calls import SCOPE_KEY, Call, Calls

__all__ = ["MAX_BODY_BYTES", "Edge"]

MAX_BODY_BYTES: Final = 8 << 20
MAX_IN_FLIGHT: Final = 64
MAX_HELD_BYTES: Final = 64 << 20
BODY_TIMEOUT_S: Final = 10.0
MAX_HEADERS: Final = 100
MAX_HEADER_BYTES: Final = 32 << 10
_DISCARDED_BYTES: Final = 64 << 20
_SMALL_BYTES: Final = 64 << 10  # a word to a call under way, such as that it is cancelled
_FOR_WORDS: Final = 32
_PATHS: Final = ("/mcp", "/mcp/")
_METHODS: Final = ("POST", "GET", "DELETE")
_INVALID_REQUEST: Final = -32600
_PARSE_ERROR: Final = -32700


class _RefusedError(Exception):
    """`unread`: how much of the body may still be to come; the connection is kept when that can be skipped."""

    def __init__(self, status: int, message: str, code: int = _INVALID_REQUEST, *, unread: int | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.unread = status, message, code, unread


class _Message(msgspec.Struct):
    """As much of a JSON-RPC message as cancelling needs."""

    method: str | None = None
    id: int | str | float | None = None
    params: msgspec.Raw = msgspec.Raw(b"null")


class _CancelledParams(msgspec.Struct):
    request_id: int | str | float | None = msgspec.field(name="requestId", default=None)


class Edge:
    """The outermost ASGI application: guards `app`, bounds bodies and calls, cancels calls whose client has gone."""

    def __init__(self, app: ASGIApp, *, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode("ascii")
        self._host = f"localhost:{port}".encode("ascii")
        self._stopping = ""
        self._held_bytes = 0
        self.calls = Calls()

    async def stop(self, reason: str, *, within_s: float) -> None:
        """Take no more requests, and answer those under way with `reason`."""
        self._stopping = reason
        await self.calls.end_all(reason, within_s)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            self._guard(scope)
            scope = _cleaned(scope)
            if scope["method"] != "POST":
                await self._app(scope, receive, send)
                return
            announced = _length(scope)
            self._check_room(words=announced is not None and announced <= _SMALL_BYTES)
            # Registered before the body is read: slow senders count too.
            with self.calls.under_way("", None):
                body = await self._read_body(announced, receive)
            if body is None:
                return
            try:
                await self._answer(scope, body, receive, send)
            finally:
                self._held_bytes -= len(body)
        except _RefusedError as refused:
            await _send_refusal(receive, send, refused)

    def _guard(self, scope: Scope) -> None:
        """Refuse what is not addressed to us by somebody who knows the token."""
        headers = scope["headers"]
        if len(headers) > MAX_HEADERS or sum(len(key) + len(value) for key, value in headers) > MAX_HEADER_BYTES:
            raise _RefusedError(431, "too many headers")
        values = [(key, value.strip(b" \t")) for key, value in headers]
        if [value for key, value in values if key == b"host"] != [self._host]:
            raise _RefusedError(421, f"the Host must be {self._host.decode()}: use that name in the URL")
        if any(key == b"origin" for key, _ in values):
            raise _RefusedError(403, "requests from web pages (with an Origin) are not answered")
        if scope["path"] not in _PATHS:
            raise _RefusedError(404, "the endpoint is /mcp")
        authorizations = [value for key, value in values if key == b"authorization"]
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        in_query = query.get("token", [])
        if authorizations and in_query:
            raise _RefusedError(
                400, "the token came twice: send it in Authorization: Bearer or in ?token=, not in both"
            )
        given = b""
        if len(authorizations) == 1 and authorizations[0][:7].lower() == b"bearer ":
            given = authorizations[0][7:].strip(b" \t")
        elif len(in_query) == 1:
            given = in_query[0].encode("utf-8", "replace")
        if not hmac.compare_digest(given, self._token):
            raise _RefusedError(403, "bad or missing token; `ticklane config` prints the settings of each client")
        if scope["method"] not in _METHODS:
            raise _RefusedError(405, "POST, GET and DELETE are answered")
        if self._stopping:
            raise _RefusedError(503, self._stopping)

    def _check_room(self, *, words: bool) -> None:
        """Refuse a request when too many are being answered; a few more may be read that only say something."""
        if len(self.calls) >= MAX_IN_FLIGHT + (_FOR_WORDS if words else 0):
            raise _RefusedError(503, f"{MAX_IN_FLIGHT} requests are being answered; try again when one has ended")

    async def _read_body(self, announced: int | None, receive: Receive) -> bytes | None:
        """The whole body, which counts as held until its request is answered; None when the client has hung up."""
        too_large = f"the body has more than {MAX_BODY_BYTES >> 20} MiB"
        if announced is not None and announced > MAX_BODY_BYTES:
            raise _RefusedError(413, too_large, unread=announced)
        body = bytearray()
        whole = False
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    part = message.get("body", b"")
                    body += part
                    self._held_bytes += len(part)
                    if len(body) > MAX_BODY_BYTES:
                        raise _RefusedError(413, too_large, unread=_DISCARDED_BYTES if message.get("more_body") else 0)
                    if self._held_bytes > MAX_HELD_BYTES:
                        raise _RefusedError(503, "too many large requests at once; try again")
                    if not message.get("more_body"):
                        whole = True
                        return bytes(body)
        except TimeoutError:
            raise _RefusedError(408, f"the body was not complete in {BODY_TIMEOUT_S:g} s") from None
        finally:
            if not whole:
                self._held_bytes -= len(body)

    async def _answer(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        session = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"mcp-session-id"), "")
        message = _parse(body)
        if message.method == "notifications/cancelled":
            cancelled = _cancelled_id(message.params)
            if cancelled is not None and self.calls.cancel(session, cancelled):
                # The SDK would answer the call with an error of its own, and what the tool has to say were lost.
                await send({"type": "http.response.start", "status": 202, "headers": [(b"content-length", b"0")]})
                await send({"type": "http.response.body"})
                return
        if message.id is not None:
            self._check_room(words=False)
        with self.calls.under_way(session, None if message.id is None else str(message.id)) as call:
            if self._stopping:
                raise _RefusedError(503, self._stopping)
            scope[SCOPE_KEY] = call
            gone = asyncio.Event()
            watch = asyncio.create_task(_watch_hang_up(receive, call, gone))
            replayed = False

            async def replay() -> Message:
                nonlocal replayed
                if not replayed:
                    replayed = True
                    return {"type": "http.request", "body": body, "more_body": False}
                await gone.wait()
                return {"type": "http.disconnect"}

            try:
                await self._app(scope, replay, send)
            finally:
                watch.cancel()


def _cleaned(scope: Scope) -> Scope:
    headers = [(key, value.strip(b" \t")) for key, value in scope["headers"]]
    return {**scope, "path": "/mcp/", "raw_path": b"/mcp/", "query_string": b"", "headers": headers}


def _length(scope: Scope) -> int | None:
    """The body's length as announced, None for one in chunks."""
    value = next((value for key, value in scope["headers"] if key == b"content-length"), None)
    if value is None:
        return None
    return int(value) if value.isdigit() and len(value) <= 12 else 1 << 40


async def _watch_hang_up(receive: Receive, call: Call, gone: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()
    call.cancel("the client hung up")


def _parse(body: bytes) -> _Message:
    if body[:64].lstrip()[:1] == b"[":
        raise _RefusedError(400, "a request is one JSON-RPC message, no batch")
    try:
        return msgspec.json.decode(body, type=_Message)
    except RecursionError:
        raise _RefusedError(400, "the JSON is nested too deep", _PARSE_ERROR) from None
    except msgspec.MsgspecError:
        return _Message()  # MCP says what is wrong with it


def _cancelled_id(params: msgspec.Raw) -> str | None:
    try:
        request_id = msgspec.json.decode(params, type=_CancelledParams).request_id
    except msgspec.MsgspecError:
        return None
    return None if request_id is None else str(request_id)


async def _send_refusal(receive: Receive, send: Send, refused: _RefusedError) -> None:
    body = msgspec.json.encode(
        {"jsonrpc": "2.0", "id": None, "error": {"code": refused.code, "message": refused.message}}
    )
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode("ascii"))]
    skips = refused.unread is not None
    if refused.unread is None or refused.unread > _DISCARDED_BYTES:
        headers.append((b"connection", b"close"))
    if refused.status == 405:
        headers.append((b"allow", ", ".join(_METHODS).encode("ascii")))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": skips})
    if skips:
        # Closed with something unread the connection would be reset, and the answer lost: clients read after sending.
        await _discard_body(receive)
        await send({"type": "http.response.body"})


async def _discard_body(receive: Receive) -> None:
    skipped = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BODY_TIMEOUT_S):
            while (message := await receive())["type"] == "http.request" and message.get("more_body"):
                skipped += len(message.get("body", b""))
                if skipped > _DISCARDED_BYTES:
                    return
