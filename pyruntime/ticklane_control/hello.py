"""The handshake: what a controller says first and what the game answers."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ticklane_control.endpoint import Endpoint
from ticklane_control.errors import ControlError
from ticklane_control.frames import FrameError
from ticklane_control.messages import PROTOCOL, decode_reply_header, encode_request_header

__all__ = ["GameName", "Hello", "decode_hello", "encode_hello", "reply_body"]

HELLO_ID: Final = 0


class GameName(msgspec.Struct, frozen=True):
    """Which game it is: `host` "minestom" or a loader's name, the Minecraft version, versions of what it is made of."""

    host: str = ""
    minecraft: str = ""
    versions: dict[str, Any] = {}


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """A game's answer to the handshake.

    `python` is the version inside the game and `magic` the hex of its `importlib.util.MAGIC_NUMBER`: code is compiled
    for it. `state` is "running", "frozen" or "sprinting" at tick `tick`.
    """

    protocol: int
    pid: int = 0
    ticklane: str = ""
    game: GameName = GameName()
    python: str = ""
    magic: str = ""
    lanes: list[str] = []
    game_dir: str = ""
    tick: int = 0
    state: str = "running"


def encode_hello(endpoint: Endpoint, client: str) -> bytes:
    """The header of the first request on a connection."""
    return encode_request_header(HELLO_ID, "hello", {"token": endpoint.token, "protocol": PROTOCOL, "client": client})


def decode_hello(header: bytes, body: bytes) -> Hello:
    """The game's answer; raises `ControlError` when it refused, `FrameError` when it is no answer to a handshake."""
    try:
        return msgspec.json.decode(reply_body(header, body, HELLO_ID), type=Hello)
    except msgspec.MsgspecError as error:
        raise FrameError(f"no handshake: {error}") from error


def reply_body(header: bytes, body: bytes, expected: int) -> bytes:
    """The body of a reply to request `expected`; raises `ControlError` when the game refused."""
    try:
        reply = decode_reply_header(header)
    except msgspec.MsgspecError as error:
        raise FrameError(f"no reply header: {error}") from error
    if reply.id != expected:
        raise FrameError(f"reply to request {reply.id}, expected one to {expected}")
    if not reply.ok:
        raise refusal(reply.error)
    return body


def refusal(error: Any) -> ControlError:
    """The error of a reply as an exception; a reply that names none is `internal`."""
    if error is None:
        return ControlError("internal", "the game refused and gave no reason")
    return ControlError(error.type, error.message)
