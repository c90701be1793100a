"""Reads files of JSON lines as a game left them: a last line may be cut off, any line may be damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["JsonLines", "files_of"]

_BLOCK: Final = 1 << 22
_SHOWN: Final = 5


def files_of(folder: Path, name: str) -> list[Path]:
    """`name.3.jsonl … name.1.jsonl, name.jsonl` as far as they are there: the oldest rows first."""
    pattern = re.compile(rf"{re.escape(name)}(?:\.([1-9][0-9]*))?\.jsonl")
    found = [(int(match[1] or 0), path) for path in folder.iterdir() if (match := pattern.fullmatch(path.name))]
    return [path for _, path in sorted(found, reverse=True)]


class JsonLines:
    """The lines of some files, one after the other; `problems` says what could not be read, once iteration is over."""

    def __init__(self, paths: list[Path], row: type) -> None:
        """`row`: a msgspec Struct, or dict, that each line is."""
        import msgspec

        self._paths = paths
        self._decoder: Any = msgspec.json.Decoder(row)
        self._error = msgspec.MsgspecError
        self.problems: list[str] = []

    def __iter__(self) -> Iterator[Any]:
        for path in self._paths:
            yield from self._file(path)

    def _file(self, path: Path) -> Iterator[Any]:
        number = 0  # lines before the present block
        damaged: list[int] = []
        rest = b""
        with path.open("rb") as file:
            while data := file.read(_BLOCK):
                whole, newline, rest = (rest + data).rpartition(b"\n")
                if newline:
                    yield from self._block(whole, number, damaged)
                    number += whole.count(b"\n") + 1
        if damaged:
            shown = ", ".join(map(str, damaged[:_SHOWN])) + (", …" if len(damaged) > _SHOWN else "")
            self.problems.append(f"{path.name}: {len(damaged)} damaged lines left out: line {shown}")
        if rest:
            text = f"{path.name}: the last line, {number + 1}, is cut off after {len(rest):,} bytes and left out"
            self.problems.append(text)

    def _block(self, whole: bytes, number: int, damaged: list[int]) -> Iterator[Any]:
        try:
            rows = self._decoder.decode_lines(whole)
        except (self._error, UnicodeDecodeError, RecursionError):
            pass
        else:
            if len(rows) == whole.count(b"\n") + 1:
                yield from rows
                return
        for offset, line in enumerate(whole.split(b"\n")):
            try:
                row = self._decoder.decode(line)
            except (self._error, UnicodeDecodeError, RecursionError):
                damaged.append(number + offset + 1)
            else:
                yield row
