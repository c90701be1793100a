"""Messages of the control protocol, as they travel.

A request is a JSON header (`id`, `verb`, the verb's own fields) and a body that only `start` uses: one msgpack-encoded
`StartRequest`. A reply is a JSON header (`ReplyHeader`) and a JSON body.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

__all__ = [
    "MAX_FRAME_BYTES",
    "PROTOCOL",
    "ErrorType",
    "Module",
    "ReplyError",
    "ReplyHeader",
    "StartRequest",
    "Verb",
    "decode_reply_header",
    "decode_start",
    "encode_request_header",
    "encode_start",
]

PROTOCOL: Final = 1
MAX_FRAME_BYTES: Final = 16 << 20

Verb: TypeAlias = Literal[
    "hello",
    "ping",
    "status",
    "list",
    "output",
    "events",
    "time",
    "announce",
    "shutdown",
    "start",
    "stop",
    "pause",
    "resume",
]

ErrorType: TypeAlias = Literal[
    "bad_token",
    "bad_request",
    "unknown_verb",
    "unknown_script",
    "refused",
    "not_here",
    "busy",
    "limit",
    "game_stopped",
    "internal",
]


class Module(msgspec.Struct, frozen=True, kw_only=True):
    """One module of a script bundle: its source, and its instrumented code as marshalled by the game's Python version.

    `name` is "__main__" for the script itself, the dotted import name for modules beside it; `is_package` marks
    a package's `__init__`.
    """

    name: str
    filename: str
    source: str
    code: bytes
    is_package: bool = False


class StartRequest(msgspec.Struct, kw_only=True):
    """Everything a lane needs to start one script; `modules[0]` is the script itself.

    `magic` is the hex of `importlib.util.MAGIC_NUMBER` that `code` was made for. `mode` is informative. `ticks` None
    means until the script ends by itself. `budget_ms` and `hard_ms` are milliseconds a step.
    """

    id: str
    lane: str
    mode: str
    modules: list[Module]
    magic: str
    params: dict[str, Any] = {}
    seed: int = 0
    ticks: int | None = None
    budget_ms: float = 2.0
    hard_ms: float = 250.0
    caps: list[str] = []
    events: list[str] = []
    dimension: str = ""
    source_hash: str = ""
    operation_id: str = ""
    run_dir: str = ""
    header: dict[str, Any] = {}
    docstring: str = ""


class ReplyError(msgspec.Struct, frozen=True):
    """Why a request failed: a type to branch on (an `ErrorType`) and a message to show."""

    type: str = "internal"
    message: str = ""


class ReplyHeader(msgspec.Struct, frozen=True):
    """The header of a reply; `error` is there when `ok` is false."""

    id: int
    ok: bool
    error: ReplyError | None = None


_json = msgspec.json.Encoder()
_msgpack = msgspec.msgpack.Encoder()
_reply = msgspec.json.Decoder(ReplyHeader)
_start = msgspec.msgpack.Decoder(StartRequest)


def encode_request_header(id: int, verb: str, fields: dict[str, Any]) -> bytes:
    """The JSON header of one request; `fields` are the verb's own and may not hold `id` or `verb`."""
    if "id" in fields or "verb" in fields:
        raise ValueError("a verb's own fields may not be named id or verb")
    return _json.encode({"id": id, "verb": verb, **fields})


def decode_reply_header(data: bytes | memoryview) -> ReplyHeader:
    """Read a reply's JSON header; raises `msgspec.MsgspecError` when it isn't one."""
    return _reply.decode(data)


def encode_start(request: StartRequest) -> bytes:
    """The msgpack body of a `start` request."""
    return _msgpack.encode(request)


def decode_start(data: bytes | memoryview) -> StartRequest:
    """Read the msgpack body of a `start` request; raises `msgspec.MsgspecError` naming the field at fault."""
    return _start.decode(data)
