"""An asyncio connection to a game that pipelines requests and finds the game again after it was restarted."""

from __future__ import annotations

import asyncio
import itertools
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane_control.client import CONNECT_TIMEOUT_S, not_answering
from ticklane_control.endpoint import Endpoint, read_endpoint
from ticklane_control.errors import ControlError
from ticklane_control.frames import LENGTH_BYTES, FrameError, decode_length, encode_frame, split_frame
from ticklane_control.hello import Hello, decode_hello, encode_hello, refusal
from ticklane_control.messages import decode_reply_header, encode_request_header

__all__ = ["GameLink"]

_MARGIN_S: Final = 15.0
_IN_FLIGHT: Final = 60  # the game takes 64 of one connection


class GameLink:
    """The game of one folder: connects when first asked, and anew when the connection has ended.

    Requests may overlap; each is answered as soon as the game answers it. All calls belong to one event loop.
    """

    def __init__(self, game_dir: Path, *, client: str) -> None:
        self._game_dir = game_dir
        self._client = client
        self._connection: _Connection | None = None
        self._connecting = asyncio.Lock()
        self._in_flight = asyncio.Semaphore(_IN_FLIGHT)

    async def hello(self) -> Hello:
        """What the game said when we connected; connects when there is no connection."""
        return (await self._connected()).hello

    async def endpoint(self) -> Endpoint:
        """The endpoint we are connected to; connects when there is no connection."""
        return (await self._connected()).endpoint

    async def request(self, verb: str, /, *, body: bytes = b"", timeout_s: float | None = None, **fields: Any) -> bytes:
        """Ask for `verb` and return the JSON of the answer as it came.

        Raises `ControlError`: the game's refusal by its type, `no_game`, `disconnected` when the game went away before
        it answered (nothing is asked twice: the game may have acted), or `timeout`. Cancelling gives the answer up.
        """
        async with self._in_flight:
            connection = await self._connected()
            timeout_s = timeout_s if timeout_s is not None else float(fields.get("wait_s") or 0) + _MARGIN_S
            try:
                async with asyncio.timeout(timeout_s):
                    return await connection.request(verb, fields, body)
            except TimeoutError:
                raise ControlError("timeout", f"the game did not answer {verb} in {timeout_s:g} s") from None

    async def close(self) -> None:
        """Close the connection; what waits for an answer gets `disconnected`."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _connected(self) -> _Connection:
        if self._connection is not None and self._connection.open:
            return self._connection
        async with self._connecting:
            if self._connection is None or not self._connection.open:
                await self.close()
                # A few small reads of a local file: a thread would cost more than it frees.
                endpoint = read_endpoint(self._game_dir)
                try:
                    async with asyncio.timeout(CONNECT_TIMEOUT_S):
                        self._connection = await _Connection.connect(endpoint, self._client)
                except (OSError, EOFError, FrameError, TimeoutError) as error:
                    raise not_answering(self._game_dir, endpoint) from error
            return self._connection


class _Connection:
    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, hello: Hello, endpoint: Endpoint
    ) -> None:
        self.hello = hello
        self.endpoint = endpoint
        self.open = True
        self._reader = reader
        self._writer = writer
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._task = asyncio.create_task(self._read(), name="control-reader")

    @classmethod
    async def connect(cls, endpoint: Endpoint, client: str) -> _Connection:
        reader, writer = await asyncio.open_connection("127.0.0.1", endpoint.port)
        try:
            sock: socket.socket = writer.get_extra_info("socket")
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            writer.write(encode_frame(encode_hello(endpoint, client)))
            await writer.drain()
            hello = decode_hello(*await _receive(reader))
        except BaseException:
            writer.close()
            raise
        return cls(reader, writer, hello, endpoint)

    async def request(self, verb: str, fields: dict[str, Any], body: bytes) -> bytes:
        request_id = next(self._ids)
        try:
            frame = encode_frame(encode_request_header(request_id, verb, fields), body)
        except FrameError as error:
            raise ControlError("limit", f"{verb}: {error}") from error
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = answer
        try:
            self._writer.write(frame)
            await self._writer.drain()
            return await answer
        except OSError as error:
            raise _went_away() from error
        finally:
            self._waiting.pop(request_id, None)

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        with suppress(OSError):
            await self._writer.wait_closed()

    async def _read(self) -> None:
        try:
            while True:
                header, body = await _receive(self._reader)
                reply = decode_reply_header(header)
                answer = None if reply.id is None else self._waiting.get(reply.id)
                if answer is None or answer.done():
                    continue  # the asker has given up
                if reply.ok:
                    answer.set_result(body)
                else:
                    answer.set_exception(refusal(reply.error))
        except (OSError, EOFError, FrameError, msgspec.MsgspecError):
            pass  # whatever it was, this connection is over: told to all who wait, below
        finally:
            self.open = False
            self._writer.close()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(_went_away())


def _went_away() -> ControlError:
    return ControlError(
        "disconnected", "the game ended the connection before it answered: it has stopped or is stopping"
    )


async def _receive(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    return split_frame(await reader.readexactly(decode_length(await reader.readexactly(LENGTH_BYTES))))
