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
    "RecordSettings",
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
    "picture",
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
    """One module of a script bundle.

    `name` is "__main__" for the script itself, else the dotted name it is imported by. `filename` is relative to the
    bundle ("falling_blocks.py", "pkg/__init__.py") and is what tracebacks show. `code` is a marshalled code object made
    by the Python whose magic number the request carries.
    """

    name: str
    filename: str
    source: str
    code: bytes
    is_package: bool = False


class RecordSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a script's rows are kept.

    `rotate_mib` and `rotate_files` are the size of a file at which the next begins, and how many are kept; 0 leaves it
    to the game (in a run folder: one file that is never cut). `rows_per_tick` is by key, "*" for those not named: so
    many rows in each tick, or, below 1, one row in 1/rate ticks.
    """

    rotate_mib: int = 0
    rotate_files: int = 0
    rows_per_tick: dict[str, float] = {}


class StartRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Body of the verb `start`: a checked, instrumented and compiled script and how to run it.

    `mode` is "run", "once", "tick" or "on_event" and only informs: the runtime follows the functions that exist.
    `modules` holds the script first. `magic` is `importlib.util.MAGIC_NUMBER` in hex. `seed` is any 64-bit integer,
    signed or not. `ticks` None means no end of its own. `budget_ms` and `hard_ms` are milliseconds of one step.
    `one_off` "text" or "json" is a snippet: the value of its last expression is the result, in that form, and it never
    replaces a live script. `memory_mib` and `cpu_s` are the limits of a process of its own, None: the game's.
    """

    id: str
    lane: str
    mode: str
    modules: list[Module]
    magic: str
    params: dict[str, Any]
    seed: int
    ticks: int | None
    budget_ms: float
    hard_ms: float
    caps: list[str]
    events: list[str]
    dimension: str
    source_hash: str
    operation_id: str
    run_dir: str
    header: dict[str, Any]
    docstring: str
    records: RecordSettings = RecordSettings()
    one_off: Literal["", "text", "json"] = ""
    memory_mib: int | None = None
    cpu_s: float | None = None


class ReplyError(msgspec.Struct, frozen=True):
    """Why a request failed: a type to branch on (an `ErrorType`) and a message to show."""

    type: str = "internal"
    message: str = ""


class ReplyHeader(msgspec.Struct, frozen=True):
    """The header of a reply; `error` is there when `ok` is false. `id` is None when the request's was not readable."""

    id: int | None
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
