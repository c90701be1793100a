"""Which calls are being answered, so that one can be cancelled whichever way its client gives it up.

No configuration of the SDK cancels both on `notifications/cancelled` and on a closed connection, in both eras of the
protocol; the edge sees both and finds the call here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import anyio
import mcp_types
from fastmcp.exceptions import ToolError
from fastmcp.server.dependencies import get_http_request
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult

__all__ = ["SCOPE_KEY", "Call", "Calls", "CancelMiddleware", "current_call"]

SCOPE_KEY: Final = "ticklane.call"


class Call:
    """One request under way; `cancelled` says why it is given up, or is empty.

    `answer` is what a tool has to say although its call was given up.
    """

    def __init__(self) -> None:
        self.cancelled = ""
        self.answer: ToolResult | None = None
        self._scopes: set[anyio.CancelScope] = set()

    def cancel(self, reason: str) -> None:
        """Cancel what runs for this call, now or once it starts."""
        self.cancelled = self.cancelled or reason
        for scope in tuple(self._scopes):
            scope.cancel()

    @contextmanager
    def running(self) -> Iterator[anyio.CancelScope]:
        """A scope that `cancel` ends."""
        with anyio.CancelScope() as scope:
            if self.cancelled:
                scope.cancel()
            self._scopes.add(scope)
            try:
                yield scope
            finally:
                self._scopes.discard(scope)


class Calls:
    """All requests under way. A request id is only looked up within its session: clients count alike."""

    def __init__(self) -> None:
        self._all: set[Call] = set()
        self._named: dict[tuple[str, str], Call] = {}
        self._none_left = asyncio.Event()

    def __len__(self) -> int:
        return len(self._all)

    @contextmanager
    def under_way(self, session: str, request_id: str | None) -> Iterator[Call]:
        """Register a call for as long as it is being answered."""
        call = Call()
        key = (session, request_id) if session and request_id is not None else None
        self._all.add(call)
        if key is not None:
            self._named[key] = call
        try:
            yield call
        finally:
            self._all.discard(call)
            if not self._all:
                self._none_left.set()
            if key is not None and self._named.get(key) is call:
                del self._named[key]

    def cancel(self, session: str, request_id: str) -> bool:
        """Cancel the call of that id in that session; False when none is under way."""
        call = self._named.get((session, request_id))
        if call is None:
            return False
        call.cancel("the client cancelled it")
        return True

    async def end_all(self, reason: str, within_s: float) -> None:
        """Cancel every call and wait until all are answered, at most so long."""
        for call in tuple(self._all):
            call.cancel(reason)
        self._none_left.clear()
        if self._all:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._none_left.wait(), within_s)


def current_call() -> Call | None:
    """The call that is being answered, None when it didn't come over HTTP."""
    try:
        call = get_http_request().scope.get(SCOPE_KEY)
    except RuntimeError:
        return None
    return call if isinstance(call, Call) else None


class CancelMiddleware(Middleware):
    """Runs each tool call inside the scope of its `Call`; a cancelled one is answered as an error, not dropped."""

    async def on_call_tool(
        self, context: MiddlewareContext[mcp_types.CallToolRequestParams], call_next: CallNext[Any, ToolResult]
    ) -> ToolResult:
        """Answer the call, or say why it was given up."""
        call = current_call()
        if call is None:
            return await call_next(context)
        with call.running():
            call.answer = await call_next(context)
        if call.answer is None:
            raise ToolError(f"not waited for any longer: {call.cancelled}. A script that was started goes on running.")
        return call.answer
