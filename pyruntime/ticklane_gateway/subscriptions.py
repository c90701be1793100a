"""Who wants to hear of changes, in both eras: `resources/subscribe` of a session, and `subscriptions/listen`.

The game is watched (`game_changes.py`) only while somebody has subscribed. What uses internals of `mcp` and `fastmcp`
here (a session's connection, the low-level server) is guarded by tests, as both are pinned exactly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import mcp_types
from fastmcp import FastMCP
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ticklane_gateway.game import Game
from ticklane_gateway.game_changes import Changes, GameChanges

__all__ = ["Subscriptions"]

_MOST_STREAMS: Final = 16  # each holds a request open, of the 64 that the edge takes
_MOST_URIS: Final = 256
_SEND_S: Final = 1.0


class Subscriptions:
    """All subscriptions of one gateway. Everything belongs to one event loop."""

    def __init__(self, game: Game) -> None:
        self._changes = GameChanges(game)
        self._bus = InMemorySubscriptionBus()
        self._listen = _Listening(self, self._bus, max_subscriptions=_MOST_STREAMS)
        self._sessions: dict[Connection, set[str]] = {}  # of the 2025 protocol
        self._filters: list[mcp_types.SubscriptionFilter] = []  # of the 2026 protocol
        self._watch: asyncio.Task[None] | None = None

    def serve(self, mcp: FastMCP[Any]) -> None:
        """Answer the protocol's requests."""
        server = mcp._mcp_server
        server.add_request_handler("resources/subscribe", mcp_types.SubscribeRequestParams, self._subscribe)
        server.add_request_handler("resources/unsubscribe", mcp_types.UnsubscribeRequestParams, self._unsubscribe)
        server.add_request_handler("subscriptions/listen", mcp_types.SubscriptionsListenRequestParams, self._listen)
        mcp.add_middleware(_Listed(self))

    async def close(self) -> None:
        """End every stream, as the protocol wants it ended, and the watching."""
        self._listen.close()
        self._sessions.clear()
        self._filters.clear()
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch

    def uris(self) -> set[str]:
        """Every URI that somebody wants to hear of."""
        wanted = {uri for uris in self._sessions.values() for uri in uris}
        return wanted.union(*(one.resource_subscriptions or () for one in self._filters))

    async def unwatched(self) -> None:
        """Returns when the game is not, or no longer, watched."""
        if self._watch is not None:
            await asyncio.wait((self._watch,))

    def hear_of_lists(self, connection: Connection) -> None:
        """Tell a session of the 2025 protocol when the list it has asked for changes."""
        self._session(connection)
        self._begin()

    @contextmanager
    def listening(self, wanted: mcp_types.SubscriptionFilter) -> Iterator[None]:
        """Have what the filter names watched for as long as the block lasts."""
        if len(wanted.resource_subscriptions or ()) > _MOST_URIS:
            raise MCPError(mcp_types.INVALID_PARAMS, f"at most {_MOST_URIS} resources in one subscription")
        self._filters.append(wanted)
        self._begin()
        try:
            yield
        finally:
            # By identity: equal filters of two streams are two.
            self._filters[:] = [one for one in self._filters if one is not wanted]

    async def _subscribe(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.SubscribeRequestParams
    ) -> mcp_types.EmptyResult:
        uris = self._session(_connection(ctx))
        if len(uris) >= _MOST_URIS:
            raise MCPError(mcp_types.INVALID_PARAMS, f"at most {_MOST_URIS} resources a session: unsubscribe some")
        uris.add(str(params.uri))
        self._begin()
        return mcp_types.EmptyResult()

    async def _unsubscribe(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.UnsubscribeRequestParams
    ) -> mcp_types.EmptyResult:
        self._session(_connection(ctx)).discard(str(params.uri))
        return mcp_types.EmptyResult()

    def _session(self, connection: Connection) -> set[str]:
        if connection not in self._sessions:
            self._sessions[connection] = set()
            connection.exit_stack.callback(self._sessions.pop, connection, None)
        return self._sessions[connection]

    def _begin(self) -> None:
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._follow(), name="subscriptions")

    async def _follow(self) -> None:
        """Watch the game and tell who asked, until nobody does any more."""
        async for changes in self._changes.follow(self.uris):
            await self._tell(changes)
            if not self._sessions and not self._filters:
                return

    async def _tell(self, changes: Changes) -> None:
        for uri in changes.of(self.uris()):
            await self._bus.publish(ResourceUpdated(uri=uri))
        if changes.lists:
            await self._bus.publish(ResourcesListChanged())
        for connection, uris in tuple(self._sessions.items()):
            try:
                async with asyncio.timeout(_SEND_S):
                    for uri in changes.of(uris):
                        await connection.send_resource_updated(uri)
                    if changes.lists:
                        await connection.send_resource_list_changed()
            except TimeoutError:
                self._sessions.pop(connection, None)  # its client has stopped reading


class _Listening(ListenHandler):
    """The SDK's handler of listen streams, whose filters count as subscriptions."""

    def __init__(self, subscriptions: Subscriptions, bus: InMemorySubscriptionBus, *, max_subscriptions: int) -> None:
        super().__init__(bus, max_subscriptions=max_subscriptions)
        self._subscriptions = subscriptions

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], params: mcp_types.SubscriptionsListenRequestParams
    ) -> mcp_types.SubscriptionsListenResult:
        with self._subscriptions.listening(params.notifications):
            return await super().__call__(ctx, params)


class _Listed(Middleware):
    """A session of the 2025 protocol that lists resources hears when that changes: it has no request for it."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions

    async def on_list_resources(
        self, context: MiddlewareContext[mcp_types.ListResourcesRequest], call_next: CallNext[Any, Any]
    ) -> Any:
        """Note who asks."""
        fastmcp = context.fastmcp_context
        request = fastmcp.request_context if fastmcp is not None else None
        if request is not None and request.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            self._subscriptions.hear_of_lists(request.session._connection)
        return await call_next(context)


def _connection(ctx: ServerRequestContext[Any, Any]) -> Connection:
    return ctx.session._connection
