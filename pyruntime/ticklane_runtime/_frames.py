"""Where a thread's Python code stands, for whoever can't have the GIL: the layout of frames in this very process.

Java reads it through `/proc/self/mem` while C code holds the GIL. Nothing about CPython's structures is taken for
granted: `calibrate` looks for frames it knows in its own memory, read as a file, so that a wrong guess is a failed
read and not a crash; it believes a layout only if that gives the right answer for frames whose place it knows.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import struct
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

__all__ = ["Layout", "all_codes", "calibrate", "packed", "stands_at"]

_MEMORY: Final = "/proc/self/mem"
_WORD: Final = 8
_STATE_WORDS: Final = 64
_FRAME_WORDS: Final = 12
_OBJECT_WORDS: Final = 8
_INNER_WORDS: Final = 4
_MOST_CODE_HEAD: Final = 1024
_MAX_FRAMES: Final = 200


class Layout(NamedTuple):
    """Offsets in bytes, but for `state`, the address of the calling thread's state.

    The current frame is at `state + current`; or, where `inner` isn't -1, at `inner` from the address found there. In a
    frame: its code object, the frame that called it, the address of its instruction. `code_start`: from a code object's
    address to its first instruction.
    """

    state: int
    current: int
    inner: int
    code: int
    previous: int
    instruction: int
    code_start: int


class _Frame(NamedTuple):
    """A suspended frame whose answers are known: its address in memory, and what Python says of it."""

    address: int
    words: tuple[int, ...]
    code: int
    last_instruction: int

    def at(self, offset: int) -> int:
        return self.words[offset // _WORD]


class _Seen(NamedTuple):
    """What one probe saw: where the thread's state leads to the running frame, and the frames above that."""

    direct: set[int]
    through: set[tuple[int, int]]
    above: list[_Frame]


def calibrate() -> Layout | None:
    """The layout for the calling thread; None where it can't be had: another system, a Python that isn't known."""
    if sys.maxsize < 2**32 or not os.path.exists(_MEMORY):
        return None
    try:
        memory = os.open(_MEMORY, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return _calibrate(memory)
    except (OSError, ValueError, struct.error):
        return None
    finally:
        os.close(memory)


def stands_at(layout: Layout) -> list[tuple[int, int]]:
    """Code address and instruction offset of the calling thread's frames, innermost first, read as Java reads them."""
    memory = os.open(_MEMORY, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return _walk(memory, layout)
    finally:
        os.close(memory)


def _calibrate(memory: int) -> Layout | None:
    get_state = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyThreadState_Get", ctypes.pythonapi))
    state = get_state()
    if not state:
        return None
    # Two places, one of them called by C code: what holds in both is the layout.
    deep = _called_deeper(memory, state, 2)
    (from_c,) = map(_called_once_more, [memory], [state], [1])
    frames = [*deep.above, *from_c.above]
    words = [at * _WORD for at in range(_FRAME_WORDS)]
    code = _only({at for at in words if all(f.at(at) == f.code for f in frames)})
    above = list(itertools.pairwise(deep.above))
    previous = _only({at for at in words if all(a.at(at) == b.address for a, b in above)})
    heads = [{(at, f.at(at) - f.code - f.last_instruction) for at in words} for f in frames]
    start = _only({(at, head) for at, head in set.intersection(*heads) if 0 < head < _MOST_CODE_HEAD})
    direct = _only(deep.direct & from_c.direct)
    place = _only(deep.through & from_c.through) if direct is None else (direct, -1)
    if code is None or previous is None or start is None or place is None:
        return None
    layout = Layout(state, place[0], place[1], code, previous, start[0], start[1])
    known = [_known_answer(memory, layout), *map(_known_answer, [memory], [layout])]
    return layout if all(known) else None


def _called_deeper(memory: int, state: int, levels: int) -> _Seen:
    if levels:
        return _called_deeper(memory, state, levels - 1)
    return _called_once_more(memory, state, 4)


def _called_once_more(memory: int, state: int, depth: int) -> _Seen:
    return _probe(memory, state, depth)


def _probe(memory: int, state: int, depth: int) -> _Seen:
    """What the memory holds now; `depth` frames above this one are looked at too.

    It reads and judges by itself: a call would be another current frame, and leave one behind, where the next frame
    goes, that still names this one as its caller.
    """
    here = sys._getframe()
    (mine,) = map(_address, [memory], [here])
    words = struct.unpack(f"{_STATE_WORDS}Q", os.pread(memory, _STATE_WORDS * _WORD, state))
    direct = {at * _WORD for at, word in enumerate(words) if word == mine}
    through = set()
    for at, word in enumerate(words):
        if word % _WORD or not 4096 <= word < 2**47:
            continue
        try:
            inner = struct.unpack(f"{_INNER_WORDS}Q", os.pread(memory, _INNER_WORDS * _WORD, word))
        except (OSError, struct.error):
            continue
        through |= {(at * _WORD, i * _WORD) for i, found in enumerate(inner) if found == mine}
    above: list[_Frame] = []
    frame = here.f_back
    while frame is not None and len(above) < depth:
        address = _address(memory, frame)
        above.append(_Frame(address, _words(memory, address, _FRAME_WORDS), id(frame.f_code), frame.f_lasti))
        frame = frame.f_back
    return _Seen(direct, through, above)


def _address(memory: int, frame: FrameType) -> int:
    """Where the interpreter's own record of a frame is: it holds the frame's code, and the frame object itself."""
    for candidate in _words(memory, id(frame), _OBJECT_WORDS)[2:]:
        if not _is_address(candidate):
            continue
        try:
            words = _words(memory, candidate, _FRAME_WORDS)
        except (OSError, struct.error):
            continue
        if id(frame) in words and id(frame.f_code) in words:
            return candidate
    raise ValueError("a frame's own record was not found")


def _is_address(word: int) -> bool:
    return word % _WORD == 0 and 4096 <= word < 2**47


def _words(memory: int, address: int, n: int) -> tuple[int, ...]:
    return struct.unpack(f"{n}Q", os.pread(memory, n * _WORD, address))


def _only(found: set[Any]) -> Any:
    return found.pop() if len(found) == 1 else None


def _walk(memory: int, layout: Layout) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    (frame,) = _words(memory, layout.state + layout.current, 1)
    if layout.inner >= 0:
        (frame,) = _words(memory, frame + layout.inner, 1)
    while frame and len(out) < _MAX_FRAMES:
        words = _words(memory, frame, _FRAME_WORDS)
        code = words[layout.code // _WORD]
        out.append((code, words[layout.instruction // _WORD] - code - layout.code_start))
        frame = words[layout.previous // _WORD]
    return out


def _known_answer(memory: int, layout: Layout) -> bool:
    """Whether a walk by that layout finds all frames above this one, in order, each where Python says it stands."""
    try:
        walked = _walk(memory, layout)
    except (OSError, struct.error):
        return False
    # Frames that aren't Python's own, which some versions put between, are passed over.
    left = iter(walked)
    frame = sys._getframe().f_back
    known = 0
    while frame is not None and known < _MAX_FRAMES // 2:
        at = (id(frame.f_code), frame.f_lasti)
        if not any(step == at for step in left):
            return False
        known += 1
        frame = frame.f_back
    return known > 0


def all_codes(roots: Iterable[CodeType]) -> list[CodeType]:
    """The code objects of modules and of everything that is defined in them."""
    found: list[CodeType] = []
    waiting = list(roots)
    while waiting:
        code = waiting.pop()
        found.append(code)
        waiting += [const for const in code.co_consts if type(const) is CodeType]
    return found


def packed(sources: Mapping[str, Sequence[str]], roots: Iterable[CodeType]) -> bytes:
    """A script's files and code objects as Java reads them once something is stuck (docs/java-python.md).

    Native byte order. i4 files, each: i4 length and UTF-8 name, i4 length and UTF-8 text. i4 codes, each: i8 address,
    i4 first line, i4 file or -1, i4 length and UTF-8 name, i4 length and line table.
    """
    out: list[bytes] = [_INT(len(sources))]
    for name, lines in sources.items():
        out += _sized(name.encode("utf-8", "replace")) + _sized("\n".join(lines).encode("utf-8", "replace"))
    files = {name: i for i, name in enumerate(sources)}
    codes = all_codes(roots)
    out.append(_INT(len(codes)))
    for code in codes:
        function = code.co_name.encode("utf-8", "replace")
        table = code.co_linetable
        file = files.get(code.co_filename, -1)
        out += (_CODE(id(code), code.co_firstlineno, file, len(function)), function, _INT(len(table)), table)
    return b"".join(out)


_INT: Final[Callable[[int], bytes]] = struct.Struct("=i").pack
_CODE: Final[Callable[[int, int, int, int], bytes]] = struct.Struct("=qiii").pack


def _sized(data: bytes) -> list[bytes]:
    return [_INT(len(data)), data]
