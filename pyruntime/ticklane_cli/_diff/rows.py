"""Reads two files of rows side by side, a tick at a time: equal rows are never decoded, and never kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

__all__ = ["Row", "Ticks", "decoded", "side_by_side"]

_BLOCK: Final = 1 << 22
_HEAD: Final = b'{"tick":'
_LATE: Final = 1 << 62


class Row(msgspec.Struct):
    """One row as it stands in the file."""

    tick: int
    key: str
    value: Any


class Ticks:
    """The lines of a run by tick; `problems` says what could not be read, `rows` how many there were."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files
        self.rows = 0
        self.problems: list[str] = []

    def __iter__(self) -> Iterator[tuple[int, list[bytes]]]:
        """Each tick with its lines, in the order of the file."""
        tick = -1
        lines: list[bytes] = []
        for line in self._lines():
            at = _tick_of(line)
            if at is None:
                self._damaged(line)
                continue
            self.rows += 1
            if at != tick and lines:
                yield tick, lines
                lines = []
            tick = at
            lines.append(line)
        if lines:
            yield tick, lines

    def _lines(self) -> Iterator[bytes]:
        for path in self._files:
            rest = b""
            with path.open("rb") as file:
                while data := file.read(_BLOCK):
                    whole, newline, rest = (rest + data).rpartition(b"\n")
                    if newline:
                        yield from whole.split(b"\n")
            if rest:
                self.problems.append(f"{path}: the last line is cut off and left out")

    def _damaged(self, line: bytes) -> None:
        if len(self.problems) < 5:
            self.problems.append(f"a damaged line was left out: {line[:60]!r}")


def _tick_of(line: bytes) -> int | None:
    if line.startswith(_HEAD):
        try:
            return int(line[len(_HEAD) : line.index(b",", len(_HEAD))])
        except ValueError:
            return None
    try:
        return msgspec.json.decode(line, type=Row).tick
    except msgspec.MsgspecError:
        return None


def side_by_side(a: Ticks, b: Ticks) -> Iterator[tuple[int, list[bytes], list[bytes]]]:
    """Each tick that either run has rows of, with the rows of both."""
    left, right = iter(a), iter(b)
    none: tuple[int, list[bytes]] = (_LATE, [])
    one, other = next(left, none), next(right, none)
    while one[1] or other[1]:
        tick = min(one[0], other[0])
        yield tick, one[1] if one[0] == tick else [], other[1] if other[0] == tick else []
        here, there = one[0] == tick, other[0] == tick
        if here:
            one = next(left, none)
        if there:
            other = next(right, none)


def decoded(line: bytes) -> Row:
    """The row; one that is damaged has its text as its value."""
    try:
        return msgspec.json.decode(line, type=Row)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Row(_tick_of(line) or 0, "(damaged)", line.decode("utf-8", "replace"))
