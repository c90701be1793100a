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
BODY_TIMEOUT_S: Final = 10.0
MAX_HEADERS: Final = 100
MAX_HEADER_BYTES: Final = 32 << 10
_PATHS: Final = ("/mcp", "/mcp/")
_METHODS: Final = ("POST", "GET", "DELETE")
_INVALID_REQUEST: Final = -32600
_PARSE_ERROR: Final = -32700


class _RefusedError(Exception):
    def __init__(self, status: int, message: str, code: int = _INVALID_REQUEST) -> None:
        super().__init__(message)
        self.status, self.message, self.code = status, message, code


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
            if len(self.calls) >= MAX_IN_FLIGHT:
                raise _RefusedError(503, f"{MAX_IN_FLIGHT} requests are being answered; try again when one has ended")
            # Registered before the body is read: slow senders count too.
            with self.calls.under_way("", None):
                body = await _read_body(scope, receive)
            if body is not None:
                await self._answer(scope, body, receive, send)
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


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body, or None when the client has hung up."""
    too_large = _RefusedError(413, f"the body has more than {MAX_BODY_BYTES >> 20} MiB")
    for key, value in scope["headers"]:
        if key == b"content-length" and (not value.isdigit() or len(value) > 12 or int(value) > MAX_BODY_BYTES):
            raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += message.get("body", b"")
                if len(body) > MAX_BODY_BYTES:
                    raise too_large
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise _RefusedError(408, f"the body was not complete in {BODY_TIMEOUT_S:g} s") from None


async def _watch_hang_up(receive: Receive, call: Call, gone: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    gone.set()
    call.cancel("the client hung up")


def _parse(body: bytes) -> _Message:
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
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode("ascii")),
        (b"connection", b"close"),
    ]
    if refused.status == 405:
        headers.append((b"allow", ", ".join(_METHODS).encode("ascii")))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": refused.status == 413})
    if refused.status == 413:
        # Closed with something unread the connection would be reset, and the answer lost: clients read after sending.
        await _discard_body(receive)
        await send({"type": "http.response.body"})


async def _discard_body(receive: Receive) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(BODY_TIMEOUT_S):
            while (message := await receive())["type"] == "http.request" and message.get("more_body"):
                pass
