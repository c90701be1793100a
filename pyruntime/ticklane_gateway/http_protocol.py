"""uvicorn's HTTP/1.1 protocol with the two bounds it lacks: time for the headers, number of connections."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["TimedH11Protocol"]


class TimedH11Protocol(H11Protocol):
    """Closes a connection whose request headers are not complete in time, and those over the bound at once."""

    header_timeout_s: ClassVar[float] = 5.0
    max_connections: ClassVar[int] = 128

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin the time for the first request's headers."""
        super().connection_made(transport)
        if len(self.connections) > self.max_connections:
            transport.close()
            return
        self._deadline = self.loop.call_later(self.header_timeout_s, self._close_when_headers_are_missing)

    def data_received(self, data: bytes) -> None:
        """Stop the clock once the headers are complete; start it when a later request's have begun."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_clock()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.header_timeout_s, self._close_when_headers_are_missing)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _close_when_headers_are_missing(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()
