"""A blocking connection to a game, for the command line: one request at a time."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from ticklane_control.endpoint import Endpoint, read_endpoint
from ticklane_control.errors import ControlError, NoGameError
from ticklane_control.frames import FrameError, encode_frame, read_frame
from ticklane_control.hello import Hello, decode_hello, encode_hello, refusal
from ticklane_control.messages import decode_reply_header, encode_request_header

__all__ = ["ControlClient", "connect"]

CONNECT_TIMEOUT_S: Final = 5.0
_MARGIN_S: Final = 15.0  # what the game may need beyond the time it was asked to wait


class ControlClient:
    """A connection whose handshake is done; `hello` is what the game said. Not for more than one thread."""

    def __init__(self, sock: socket.socket, hello: Hello, endpoint: Endpoint) -> None:
        self._socket = sock
        self._next_id = 1
        self.hello = hello
        self.endpoint = endpoint

    def request(self, verb: str, /, *, body: bytes = b"", timeout_s: float | None = None, **fields: Any) -> Any:
        """Ask for `verb` and return the decoded JSON of the answer.

        `fields` are the verb's own (`script`, `wait_s`, …). Raises `ControlError`: the game's refusal by its type, or
        `timeout` / `disconnected`. `timeout_s` defaults to the `wait_s` asked for and fifteen seconds more.
        """
        return msgspec.json.decode(self.request_bytes(verb, body=body, timeout_s=timeout_s, **fields) or b"null")

    def request_bytes(self, verb: str, /, *, body: bytes = b"", timeout_s: float | None = None, **fields: Any) -> bytes:
        """`request`, with the JSON of the answer as it came."""
        request_id, self._next_id = self._next_id, self._next_id + 1
        timeout_s = timeout_s if timeout_s is not None else float(fields.get("wait_s") or 0) + _MARGIN_S
        deadline = time.monotonic() + timeout_s
        try:
            frame = encode_frame(encode_request_header(request_id, verb, fields), body)
        except FrameError as error:
            raise ControlError("limit", f"{verb}: {error}") from error
        try:
            self._socket.settimeout(timeout_s)
            self._socket.sendall(frame)
            while True:
                header, data = _receive(self._socket, deadline)
                reply = decode_reply_header(header)
                if reply.id in (request_id, None):
                    break  # an older id is the late answer to a request that timed out
        except TimeoutError:
            raise ControlError(
                "timeout", f"no answer to {verb} in {timeout_s:g} s (port {self.endpoint.port})"
            ) from None
        except (FrameError, msgspec.MsgspecError) as error:
            self.close()
            raise ControlError("disconnected", f"the game sent something unreadable: {error}") from error
        except OSError as error:
            self.close()
            raise ControlError("disconnected", f"the game closed the connection before it answered {verb}") from error
        if not reply.ok:
            raise refusal(reply.error)
        return data

    def close(self) -> None:
        """Close the connection; what it started in the game goes on."""
        self._socket.close()

    def __enter__(self) -> ControlClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(game_dir: Path, *, client: str, timeout_s: float = CONNECT_TIMEOUT_S) -> ControlClient:
    """Find the game of `game_dir`, connect and shake hands; `client` names us, e.g. "cli 0.1.0".

    Raises `NoGameError` when there is no game, and `ControlError` when it refuses us.
    """
    endpoint = read_endpoint(game_dir)
    deadline = time.monotonic() + timeout_s
    try:
        sock = socket.create_connection(("127.0.0.1", endpoint.port), timeout_s)
    except OSError as error:
        raise not_answering(game_dir, endpoint) from error
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(encode_frame(encode_hello(endpoint, client)))
        hello = decode_hello(*_receive(sock, deadline))
    except (OSError, FrameError) as error:
        sock.close()
        raise not_answering(game_dir, endpoint) from error
    except BaseException:
        sock.close()
        raise
    return ControlClient(sock, hello, endpoint)


def not_answering(game_dir: Path, endpoint: Endpoint) -> NoGameError:
    """The error for an endpoint file whose port is nobody's, or not a game's."""
    return NoGameError(
        f"The game in {game_dir} (process {endpoint.pid}) doesn't answer on 127.0.0.1:{endpoint.port}: it is just "
        "starting or stopping, or its endpoint file is left over. Try again in a moment; else start the game anew."
    )


def _receive(sock: socket.socket, deadline: float) -> tuple[bytes, bytes]:
    def read_exactly(count: int) -> bytes:
        data = bytearray(count)
        view, have = memoryview(data), 0
        while have < count:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            sock.settimeout(left)
            got = sock.recv_into(view[have:])
            if got == 0:
                raise ConnectionResetError("closed by the game")
            have += got
        return bytes(data)

    return read_frame(read_exactly)
