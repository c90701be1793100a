"""What a failed script is told: the line to change, the message, what led to it, a traceback, short local values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import FrameType, FunctionType, ModuleType, TracebackType
from typing import Any, Final, NamedTuple

from ticklane_runtime._short_values import class_name, is_a, module_name, own_attribute, short

__all__ = ["Fault", "caret_of", "code_at", "describe", "forget_frames", "short"]

_MAX_MESSAGE: Final = 2_000
_MAX_FRAMES: Final = 24
_MAX_LOCALS: Final = 12
_MAX_LOCALS_LINE: Final = 240  # characters of one frame's values in the traceback
_MAX_CHAIN: Final = 4
_MAX_PARTS: Final = 5  # exceptions of a group that are shown
_MAX_DEPTH: Final = 3  # of groups in groups
_MAX_NOTES: Final = 5
_MAX_NOTE: Final = 500
_MAX_BRIEF: Final = 300
_MAX_TOLD: Final = 16  # exceptions in one traceback
_MAX_TRACEBACK: Final = 8_000
_NO_MESSAGE: Final = "(its message could not be made: {})"

Sources = Mapping[str, list[str]]
Say = Callable[[BaseException], str]

_TRACEBACK: Final = BaseException.__dict__["__traceback__"]
_CAUSE: Final = BaseException.__dict__["__cause__"]
_CONTEXT: Final = BaseException.__dict__["__context__"]
_SUPPRESS: Final = BaseException.__dict__["__suppress_context__"]
_PARTS: Final = BaseExceptionGroup.__dict__["exceptions"]


def _kinds_of_locals() -> tuple[type, ...]:
    """Of modules a dict; of functions a dict too, from 3.13 on a proxy."""
    return dict, type(sys._getframe().f_locals)


_HELD: Final = _kinds_of_locals()


class Fault(NamedTuple):
    """`error` is Status's object; `traceback` is like Python's, with local values under each of the script's frames.

    `error`: type line code in message locals, file when it isn't the script's own, notes; because: the exceptions that
    led to it, nearest first; parts: those of a group.
    """

    error: dict[str, Any]
    traceback: str


def code_at(sources: Sources, filename: str, line: int) -> str:
    """The source line, stripped; "" when the file isn't the script's."""
    lines = sources.get(filename, ())
    return lines[line - 1].strip()[:200] if 0 < line <= len(lines) else ""


def caret_of(error: BaseException, sources: Sources) -> str:
    """What marks the failing part under the line `code_at` gives: blanks and "^"; "" where the place is not known."""
    traceback: TracebackType | None = _TRACEBACK.__get__(error)
    found: tuple[FrameType, int] | None = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename in sources:
            found = traceback.tb_frame, traceback.tb_lasti
        traceback = traceback.tb_next
    if found is None or found[1] < 0:
        return ""
    code = found[0].f_code
    line, end_line, column, end_column = next(islice(code.co_positions(), found[1] // 2, None), (None,) * 4)
    if line is None or column is None or end_column is None:
        return ""
    lines = sources[code.co_filename]
    if not 0 < line <= len(lines):
        return ""
    whole = lines[line - 1]
    data = whole.encode("utf-8", "replace")
    # Places are counted in bytes.
    first = len(data[:column].decode("utf-8", "replace"))
    last = len(whole) if end_line != line else len(data[:end_column].decode("utf-8", "replace"))
    first -= len(whole) - len(whole.lstrip())
    last -= len(whole) - len(whole.lstrip())
    return f"{' ' * first}{'^' * max(last - first, 1)}" if 0 <= first < last <= 200 else ""


def describe(error: BaseException, sources: Sources, main: str, say: Say = str) -> Fault:
    """Describe an exception that left a script's code; `sources` maps its file names to their lines.

    `say` makes an exception's message. That is the only place where code of the script may run, so it is the caller's
    to bound; whatever it raises costs the message, nothing else.
    """
    return _Description(sources, main, say).of(error)


def forget_frames(error: BaseException) -> None:
    """Let go of what an exception's frames hold, and of the exceptions before it."""
    _TRACEBACK.__set__(error, None)
    _CONTEXT.__set__(error, None)
    _CAUSE.__set__(error, None)


class _Description:
    """One description; each exception's message is made once."""

    def __init__(self, sources: Sources, main: str, say: Say) -> None:
        self._sources = sources
        self._main = main
        self._say = say
        self._messages: dict[int, str] = {}
        self._told = 0

    def of(self, error: BaseException) -> Fault:
        out: dict[str, Any] = {"type": class_name(error)}
        frame, line = self._deepest(error)
        if frame is not None:
            code = frame.f_code
            if code.co_filename != self._main:
                out["file"] = code.co_filename
            out["line"] = line
            out["code"] = code_at(self._sources, code.co_filename, line)
            out["in"] = code.co_name
        out["message"] = self._message(error)
        if notes := _notes(error):
            out["notes"] = notes
        if because := [self._brief(e, how) for e, how in _led_to(error)]:
            out["because"] = because
        if parts := _parts(error):
            out["parts"] = [self._brief(part, "") for part in parts[:_MAX_PARTS]]
            if len(parts) > _MAX_PARTS:
                out["parts"].append(f"… {len(parts) - _MAX_PARTS:,} more")
        if frame is not None and (values := _locals(frame)):
            out["locals"] = values
        return Fault(out, _within(self._traceback(error), _MAX_TRACEBACK))

    def _message(self, error: BaseException) -> str:
        known = self._messages.get(id(error))
        if known is None:
            known = self._messages[id(error)] = self._made(error)
        return known

    def _made(self, error: BaseException) -> str:
        if is_a(error, SystemExit):
            return "sys.exit() in a script is a mistake here: host.stop() ends it, `return` ends run()"
        try:
            # A string's subclass may define anything, so an exact copy is made of it.
            text = str.__str__(self._say(error))
        except BaseException as e:  # noqa: BLE001 - a script's own __str__ may raise anything
            return _NO_MESSAGE.format(class_name(e))
        return text if len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE] + f" … ({len(text):,} characters)"

    def _brief(self, error: BaseException, how: str) -> str:
        """One line: type, place, message."""
        frame, line = self._deepest(error)
        place = ""
        if frame is not None:
            file = frame.f_code.co_filename
            where = "" if file == self._main else f"{file} "
            place = f" at {where}line {line} ({code_at(self._sources, file, line)[:100]})"
        first = self._message(error).partition("\n")[0]
        return f"{how}{class_name(error)}{place}{': ' if first else ''}{first}"[:_MAX_BRIEF]

    def _deepest(self, error: BaseException) -> tuple[FrameType | None, int]:
        found: FrameType | None = None
        line = 0
        for frame, at in _frames(error):
            if frame.f_code.co_filename in self._sources:
                found, line = frame, at
        return found, line

    def _traceback(self, error: BaseException, depth: int = 0) -> str:
        """Like Python's, without the runtime's own frames, bounded in frames, chained exceptions and groups."""
        chain = [(error, ""), *_led_to(error)]
        texts = []
        for e, how in reversed(chain):
            texts.append(self._one(e, depth))
            if how:
                texts.append(
                    "The above exception was the direct cause of the following exception:"
                    if how == _BECAUSE
                    else "During handling of the above exception, another exception occurred:"
                )
        return "\n\n".join(texts)

    def _one(self, error: BaseException, depth: int) -> str:
        self._told += 1
        rows: list[str] = []
        for frame, line in _frames(error):
            code = frame.f_code
            own = code.co_filename in self._sources
            if not own and "ticklane_runtime" in code.co_filename:
                continue
            row = f'  File "{code.co_filename}", line {line}, in {code.co_name}'
            if own:
                row += f"\n    {code_at(self._sources, code.co_filename, line)}"
            rows.append(row)
            if own and (values := _locals(frame)):
                said = ", ".join(f"{name} = {value}" for name, value in values.items())
                rows[-1] += f"\n      # {said if len(said) <= _MAX_LOCALS_LINE else said[:_MAX_LOCALS_LINE] + ' …'}"
        if len(rows) > _MAX_FRAMES:
            half = _MAX_FRAMES // 2
            rows = [*rows[:half], f"  … {len(rows) - 2 * half:,} more frames …", *rows[-half:]]
        head = ["Traceback (most recent call last):", *rows] if rows else []
        message = self._message(error)
        told = [*head, f"{class_name(error)}: {message}" if message else class_name(error), *_notes(error)]
        parts = _parts(error)
        for number, part in enumerate(parts[:_MAX_PARTS], 1):
            if depth == _MAX_DEPTH or self._told >= _MAX_TOLD:
                told.append(f"  … {len(parts) - number + 1:,} more exceptions …")
                return "\n".join(told)
            told.append(f"  +-- {number} of {len(parts):,}")
            told += [f"  | {row}" for row in self._traceback(part, depth + 1).split("\n")]
        if len(parts) > _MAX_PARTS:
            told.append(f"  … {len(parts) - _MAX_PARTS:,} more exceptions …")
        return "\n".join(told)


_BECAUSE: Final = "because of "
_HANDLING: Final = "while handling "


def _led_to(error: BaseException) -> list[tuple[BaseException, str]]:
    """The exceptions that came before it, nearest first, each with how: as its cause, or while it was handled."""
    found: list[tuple[BaseException, str]] = []
    seen = {id(error)}
    current = error
    while len(found) < _MAX_CHAIN - 1:
        how = _BECAUSE
        before = _CAUSE.__get__(current)
        if before is None and not _SUPPRESS.__get__(current):
            before, how = _CONTEXT.__get__(current), _HANDLING
        if before is None or id(before) in seen:
            break
        seen.add(id(before))
        found.append((before, how))
        current = before
    return found


def _parts(error: BaseException) -> tuple[BaseException, ...]:
    """The exceptions of a group, none of any other."""
    if not is_a(error, BaseExceptionGroup):
        return ()
    parts = _PARTS.__get__(error)
    return parts if type(parts) is tuple else ()


def _notes(error: BaseException) -> list[str]:
    notes = own_attribute(error, "__notes__")
    if type(notes) is not list or not notes:
        return []
    told = [note[:_MAX_NOTE] for note in notes[:_MAX_NOTES] if type(note) is str]
    if len(notes) > len(told):
        told.append(f"… {len(notes) - len(told):,} more notes")
    return told


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    traceback: TracebackType | None = _TRACEBACK.__get__(error)
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno or 0
        traceback = traceback.tb_next


def _locals(frame: FrameType) -> dict[str, str]:
    held = frame.f_locals
    # A class body's may be whatever its metaclass has prepared.
    if not any(type(held) is kind for kind in _HELD):
        return {}
    out: dict[str, str] = {}
    module_level = held is frame.f_globals
    for name, value in list(held.items()):
        if type(name) is not str or name.startswith(("_", ".")) or name == "host":
            continue
        if is_a(value, ModuleType) or is_a(value, type) or is_a(value, FunctionType):
            continue
        if module_level and module_name(value).startswith("ticklane"):
            continue
        out[name[:60]] = short(value)
        if len(out) == _MAX_LOCALS:
            break
    return out


def _within(text: str, most: int) -> str:
    """The text with whole lines left out of its middle when it is longer than that."""
    if len(text) <= most:
        return text
    head = text[: most // 2].rpartition("\n")[0] or text[: most // 2]
    tail = text[-most // 2 :].partition("\n")[2] or text[-most // 2 :]
    left = len(text) - len(head) - len(tail)
    return f"{head}\n… {left:,} characters left out …\n{tail}"
