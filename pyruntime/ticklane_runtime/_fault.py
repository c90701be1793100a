"""What a failed script is told: the line to change, the message, a traceback of its own frames, short locals."""

from __future__ import annotations

from collections.abc import Mapping
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import Any, Final, NamedTuple

import numpy as np

__all__ = ["Fault", "code_at", "describe", "short"]

_MAX_MESSAGE: Final = 2_000
_MAX_FRAMES: Final = 24
_MAX_LOCALS: Final = 12
_MAX_CHAIN: Final = 4

Sources = Mapping[str, list[str]]


class Fault(NamedTuple):
    """`error` is Status's object (type line code in message locals, file when it isn't the script's own)."""

    error: dict[str, Any]
    traceback: str


def code_at(sources: Sources, filename: str, line: int) -> str:
    """The source line, stripped; "" when the file isn't the script's."""
    lines = sources.get(filename, ())
    return lines[line - 1].strip()[:200] if 0 < line <= len(lines) else ""


def describe(error: BaseException, sources: Sources, main: str) -> Fault:
    """Describe an exception that left a script's code; `sources` maps its file names to their lines.

    Calls `str(error)`, which may be a script's own code: to be called inside an open step.
    """
    message = _message(error)
    out: dict[str, Any] = {"type": type(error).__name__}
    frame, line = _deepest(error.__traceback__, sources)
    if frame is not None:
        code = frame.f_code
        if code.co_filename != main:
            out["file"] = code.co_filename
        out["line"] = line
        out["code"] = code_at(sources, code.co_filename, line)
        out["in"] = code.co_name
    out["message"] = message
    if frame is not None:
        values = _locals(frame)
        if values:
            out["locals"] = values
    return Fault(out, _traceback(error, sources))


def _message(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "sys.exit() in a script is a mistake here: host.stop() ends it, `return` ends run()"
    try:
        text = str(error)
    except Exception as e:  # noqa: BLE001 - a script's own __str__ may raise anything
        text = f"(its message could not be made: {type(e).__name__})"
    return text if len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE] + f" … ({len(text):,} characters)"


def _deepest(traceback: TracebackType | None, sources: Sources) -> tuple[FrameType | None, int]:
    found: FrameType | None = None
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename in sources:
            found, line = traceback.tb_frame, traceback.tb_lineno or 0
        traceback = traceback.tb_next
    return found, line


def _locals(frame: FrameType) -> dict[str, str]:
    out: dict[str, str] = {}
    module_level = frame.f_locals is frame.f_globals
    for name, value in frame.f_locals.items():
        if name.startswith(("_", ".")) or name == "host" or isinstance(value, ModuleType | type | FunctionType):
            continue
        if module_level and getattr(value, "__module__", "").startswith("ticklane"):
            continue
        out[name] = short(value)
        if len(out) == _MAX_LOCALS:
            break
    return out


def short(value: Any, limit: int = 80) -> str:
    """A repr of at most about `limit` characters that never runs a script's code."""
    t = type(value)
    if value is None or t is bool or t is float:
        return repr(value)
    if t is int:
        return repr(value) if value.bit_length() < 256 else f"int of {value.bit_length()} bits"
    if t is str:
        return repr(value) if len(value) <= limit else f"{value[: limit - 20]!r}… ({len(value):,} characters)"
    if t is bytes:
        return f"bytes of {len(value):,}"
    if t is np.ndarray:
        if value.size <= 4 and value.dtype.kind in "fiub":
            return repr(value.tolist())
        return f"array {value.shape} {value.dtype}"
    if isinstance(value, np.generic) and t.__module__ == "numpy":
        return repr(value.item()) if value.dtype.kind in "fiub" else t.__name__
    if t in (list, tuple, set, frozenset, dict):
        return _short_container(value, t, limit)
    return f"<{t.__name__}>"


def _short_container(value: Any, t: type, limit: int) -> str:
    n = len(value)
    if n > 4:
        return f"{t.__name__} of {n:,}"
    flat = (type(None), bool, int, float, str)
    if t is dict:
        if all(type(k) in flat and type(v) in flat for k, v in value.items()):
            text = "{" + ", ".join(f"{short(k, 20)}: {short(v, 20)}" for k, v in value.items()) + "}"
            return text if len(text) <= limit else f"dict of {n}"
        return f"dict of {n}"
    if all(type(v) in flat for v in value):
        inner = ", ".join(short(v, 20) for v in value)
        text = f"[{inner}]" if t is list else f"({inner})" if t is tuple else f"{{{inner}}}"
        return text if len(text) <= limit else f"{t.__name__} of {n}"
    return f"{t.__name__} of {n}"


def _traceback(error: BaseException, sources: Sources) -> str:
    """Like Python's, without the runtime's own frames, bounded in frames and in chained exceptions."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(parts) < _MAX_CHAIN:
        seen.add(id(current))
        parts.append(_one(current, sources))
        if current.__cause__ is not None:
            parts[-1] = "\n\nThe above exception was the direct cause of the following exception:\n\n" + parts[-1]
            current = current.__cause__
        elif current.__context__ is not None and not current.__suppress_context__:
            parts[-1] = "\n\nDuring handling of the above exception, another exception occurred:\n\n" + parts[-1]
            current = current.__context__
        else:
            current = None
    return "".join(reversed(parts)).lstrip("\n")


def _one(error: BaseException, sources: Sources) -> str:
    rows: list[str] = []
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename in sources or "ticklane_runtime" not in code.co_filename:
            line = traceback.tb_lineno or 0
            row = f'  File "{code.co_filename}", line {line}, in {code.co_name}'
            text = code_at(sources, code.co_filename, line)
            rows.append(f"{row}\n    {text}" if text else row)
        traceback = traceback.tb_next
    if len(rows) > _MAX_FRAMES:
        half = _MAX_FRAMES // 2
        rows = [*rows[:half], f"  … {len(rows) - 2 * half:,} more frames …", *rows[-half:]]
    head = ["Traceback (most recent call last):", *rows] if rows else []
    message = _message(error)
    return "\n".join([*head, f"{type(error).__name__}: {message}" if message else type(error).__name__])
