"""The SDK's session manager, adopting sessions of an earlier gateway.

Clients of the 2025 protocol keep their `Mcp-Session-Id` when the game restarts, and none of them starts over on the 404
the SDK would answer. Their session is taken over instead: it has no state of ours. This uses internals of `mcp` and
`fastmcp`, which is why both are pinned exactly; tests guard what it relies on.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio
from anyio.abc import TaskGroup, TaskStatus
from fastmcp import FastMCP
from fastmcp.server.context import reset_transport, set_transport
from fastmcp.server.http import FastMCPStreamableHTTPSessionManager, set_http_request
from mcp.server.connection import Connection
from mcp.server.runner import serve_connection
from mcp.server.streamable_http import SESSION_ID_PATTERN, EventStore, StreamableHTTPServerTransport
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp.shared.transport_context import TransportContext
from mcp_types import DEFAULT_NEGOTIATED_VERSION
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

__all__ = ["McpApp"]

_MAX_SESSIONS: Final = 256
_MAX_SESSION_ID: Final = 128
_ENDED_REMEMBERED: Final = 1024


class McpApp:
    """FastMCP as an ASGI application for both eras of the protocol, without any check of its own.

    Serves only inside `running()`. With an event store, streams that were closed can be resumed, `retry_ms` after.
    """

    def __init__(
        self,
        mcp: FastMCP[Any],
        *,
        max_body_bytes: int,
        event_store: EventStore | None = None,
        retry_ms: int | None = None,
    ) -> None:
        self._manager = _AdoptingManager(app=mcp._mcp_server, event_store=event_store, retry_interval=retry_ms)
        self._manager.max_sessions = _MAX_SESSIONS  # for when all of them are busy
        self._manager.asgi_app.max_body_size = max_body_bytes

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve sessions until the block ends."""
        async with self._manager.run():
            yield

    async def end_sessions(self) -> None:
        """End every session and its open streams."""
        await self._manager.end_all()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request that the edge has let through."""
        transport = set_transport("streamable-http")
        try:
            with set_http_request(Request(scope)):
                await self._manager.handle_request(scope, receive, send)
        finally:
            reset_transport(transport)


class _AdoptingManager(FastMCPStreamableHTTPSessionManager):
    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app=app, **options)
        self._ended: deque[str] = deque(maxlen=_ENDED_REMEMBERED)
        self._busy: Counter[str] = Counter()

    async def end_all(self) -> None:
        for session_id, transport in tuple(self._server_instances.items()):
            await super()._discard_session(session_id, transport)

    async def _discard_session(self, session_id: str, transport: StreamableHTTPServerTransport) -> None:
        if transport.is_terminated and self._server_instances.get(session_id) is transport:
            self._ended.append(session_id)  # the client ended it: it stays ended
        await super()._discard_session(session_id, transport)

    async def _handle_stateful_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        session_id = _header(scope, b"mcp-session-id")
        if not session_id or self._is_adoptable(session_id, scope["method"]):
            async with self._session_creation_lock:
                await self._make_room()
                has_room = len(self._server_instances) < _MAX_SESSIONS
                if session_id and has_room and self._is_adoptable(session_id, scope["method"]):
                    await self._adopt(session_id, _header(scope, b"mcp-protocol-version") or DEFAULT_NEGOTIATED_VERSION)
        if session_id in self._server_instances:
            self._server_instances[session_id] = self._server_instances.pop(session_id)  # now the last one used
        self._busy[session_id] += 1
        try:
            await super()._handle_stateful_request(scope, receive, send)
        finally:
            self._busy[session_id] -= 1
            if not self._busy[session_id]:
                del self._busy[session_id]

    async def _make_room(self) -> None:
        """Drop the session unused for longest when there are too many: should its client come back, it is adopted."""
        if len(self._server_instances) < _MAX_SESSIONS:
            return
        for session_id, transport in tuple(self._server_instances.items()):
            if session_id not in self._busy:
                await super()._discard_session(session_id, transport)
                return

    def _is_adoptable(self, session_id: str, method: str) -> bool:
        return (
            session_id not in self._server_instances
            and session_id not in self._ended
            and method != "DELETE"
            and len(session_id) <= _MAX_SESSION_ID
            and SESSION_ID_PATTERN.fullmatch(session_id) is not None
        )

    async def _adopt(self, session_id: str, protocol_version: str) -> None:
        transport = StreamableHTTPServerTransport(
            mcp_session_id=session_id,
            is_json_response_enabled=self.json_response,
            event_store=self.event_store,
            security_settings=self.security_settings,
            retry_interval=self.retry_interval,
            idle_timeout=self.session_idle_timeout,
        )

        async def serve(*, task_status: TaskStatus[None] = anyio.TASK_STATUS_IGNORED) -> None:
            async with transport.connect() as (read, write):
                dispatcher: JSONRPCDispatcher[TransportContext] = JSONRPCDispatcher(
                    read, write, inline_methods=frozenset({"initialize"})
                )
                # Born ready: the handshake was with the gateway before this one.
                connection = Connection.from_envelope(protocol_version, None, {}, outbound=dispatcher)
                connection.session_id = session_id
                task_status.started()
                try:
                    with transport.idle_scope or anyio.CancelScope():
                        await serve_connection(
                            self.app, dispatcher, connection=connection, lifespan_state=self._lifespan_state
                        )
                finally:
                    await self._discard_session(session_id, transport)

        tasks: TaskGroup | None = self._task_group
        if tasks is None:
            raise RuntimeError("sessions are served only inside running()")
        await tasks.start(serve)
        self._server_instances[session_id] = transport  # only now: whoever finds it doesn't wait for it to be connected


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
