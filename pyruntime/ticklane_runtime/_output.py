"""Where a script's words go: log lines, `print`, and the rows it records, each bounded.

Lines and rows are gathered during a step and handed to Java when the step is over (rows earlier when they become many).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from typing import Any, Final, TextIO

from ticklane import LimitError
from ticklane_runtime._encode import encode
from ticklane_runtime._guard import masked_leaf
from ticklane_runtime._rates import Rates
from ticklane_runtime._surrogates import utf8

__all__ = [
    "MAX_LINE",
    "MAX_RESULT",
    "MAX_ROW",
    "Lines",
    "OwnStream",
    "Records",
    "Stream",
    "current",
    "encode_result",
    "lines_of",
]

MAX_LINE: Final = 1_000  # characters of one line
MAX_LINES_PER_STEP: Final = 64
MAX_TEXT_PER_STEP: Final = 16_384  # characters of all lines of one step
MAX_RESULT: Final = 65_536  # bytes of JSON
MAX_ROW: Final = 8 << 20  # bytes of JSON of one recorded value
_FLUSH_ROWS: Final = 1 << 18  # bytes gathered before rows are handed over inside a step
_MAX_WRITE: Final = 1 << 17  # characters of one print that are looked at


def encode_result(value: Any) -> bytes:
    """JSON of a script's answer.

    Raises:
        EncodeError: no JSON form, names the key path.
        LimitError: over 64 KB; nothing was cut.
    """
    data = encode(value, "result")
    if len(data) > MAX_RESULT:
        raise LimitError(
            f"the result is {len(data):,} bytes of JSON, the limit is {MAX_RESULT:,}. "
            "Nothing was cut: host.record() the details and give a summary as the result"
        )
    return data


class Lines:
    """A script's log lines of this step; what goes beyond the bounds is counted, not kept."""

    __slots__ = ("_bridge", "_partial", "_partial_lost", "_room", "_slot", "_watch", "pending", "skipped", "streams")

    def __init__(self, bridge: Any, slot: int, watch: memoryview[int]) -> None:
        self._bridge = bridge
        self._slot = slot
        self._watch = watch
        self._partial = ""
        self._partial_lost = 0
        self._room = MAX_TEXT_PER_STEP
        self.pending: list[str] = []
        self.skipped = 0
        self.streams: dict[str, Any] | None = None  # the names of the script's own `sys`, once it has one

    def line(self, text: str, more: int = 0) -> None:
        """One line; `more` counts characters that were already left out of it."""
        n = len(text)
        if not text.isascii():
            text = utf8(text[: MAX_LINE + 1])
        if len(self.pending) >= MAX_LINES_PER_STEP or self._room <= 0:
            self.skipped += 1
            return
        if n > MAX_LINE or more:
            text = f"{text[:MAX_LINE]} … (+{max(n - MAX_LINE, 0) + more:,} characters)"
        self._room -= len(text)
        self.pending.append(text)

    def text(self, text: str) -> None:
        """Text of several lines, each on its own. A script's call, so it is masked, as `write` is."""
        masked_leaf(self._watch, self._text, text)

    def _text(self, text: str) -> None:
        if "\n" not in text:
            self.line(text)
            return
        tail = 0
        if len(text) > _MAX_WRITE:
            tail = text.count("\n", _MAX_WRITE) + 1
            text = text[:_MAX_WRITE]
        for part in text.split("\n"):
            self.line(part)
        self.skipped += tail

    def write(self, text: str) -> None:
        """A piece of printed text; a line is complete at its newline."""
        masked_leaf(self._watch, self._write, text)

    def _write(self, text: str) -> None:
        if "\n" not in text:
            self._extend(text)
            return
        lost = 0
        if len(text) > _MAX_WRITE:
            lost = text.count("\n", _MAX_WRITE)
            text = text[:_MAX_WRITE] if lost else text[:_MAX_WRITE] + "\n"
        first, *rest = text.split("\n")
        self._extend(first)
        self._complete()
        last = rest.pop()
        for part in rest:
            self.line(part)
        self.skipped += lost
        if last:
            self._extend(last)

    def _extend(self, text: str) -> None:
        room = MAX_LINE - len(self._partial)
        if len(text) > room:
            self._partial_lost += len(text) - room
            text = text[:room]
        self._partial += text

    def _complete(self) -> None:
        self.line(self._partial, self._partial_lost)
        self._partial = ""
        self._partial_lost = 0

    def waiting(self) -> bool:
        return bool(self.pending or self.skipped)

    def flush(self, *, end: bool = False) -> None:
        """Hand this step's lines over; at the script's end also an unfinished one."""
        if end and self._partial:
            self._complete()
        bridge, slot = self._bridge, self._slot
        for text in self.pending:
            bridge.line(slot, text)
        if self.skipped:
            bridge.line(slot, f"… {self.skipped:,} more lines in this step were not kept")
        self.pending.clear()
        self.skipped = 0
        self._room = MAX_TEXT_PER_STEP


class Records:
    """A script's recorded rows of this step, as complete JSON lines.

    `left_out` counts the rows that its own `rows_per_tick` kept out, by key.
    """

    __slots__ = ("_bridge", "_heads", "_prefixes", "_rates", "_size", "_slot", "left_out", "rows")

    def __init__(self, bridge: Any, slot: int, rows_per_tick: Mapping[str, float] | None = None) -> None:
        self._bridge = bridge
        self._slot = slot
        self._rates = Rates(rows_per_tick) if rows_per_tick else None
        self._size = 0
        self._heads: dict[str, bytes] = {}  # the keys' JSON
        self._prefixes: dict[str, tuple[int, bytes]] = {}  # tick, and a row of that tick up to its value
        self.rows: list[bytes] = []
        self.left_out: dict[str, int] = {}

    def row(self, tick: int, key: str, value: Any) -> bytes | None:
        """The line `{"tick":…,"key":…,"value":…}`, None when the script's own rates leave it out.

        Raises:
            EncodeError: no JSON form, names the key path.
            LimitError: the value alone is over 8 MiB of JSON.
        """
        known = self._prefixes.get(key) if type(key) is str else None
        prefix = known[1] if known is not None and known[0] == tick else self._prefix(tick, key)
        if self._rates is not None and not self._rates.admit(tick, key):
            self.left_out[key] = self.left_out.get(key, 0) + 1
            return None
        data = encode(value, key, packed=True)
        if len(data) > MAX_ROW:
            raise LimitError(
                f"record {key!r}: {len(data):,} bytes of JSON in one row, the limit is {MAX_ROW:,}. "
                "Nothing was written: record it in parts"
            )
        return prefix + data + b"}\n"

    def add(self, row: bytes) -> None:
        """Append a row."""
        self.rows.append(row)
        self._size += len(row)
        if self._size > _FLUSH_ROWS:
            self.flush()

    def _prefix(self, tick: int, key: str) -> bytes:
        if type(key) is not str:
            raise TypeError(f"record(key, value): the key must be a string, not {type(key).__name__}")
        head = self._heads.get(key)
        if head is None:
            if not 0 < len(key) <= 200:
                raise ValueError(f"record(key, value): a key of {len(key):,} characters; 1 to 200 are allowed")
            head = encode(key, "key")
            if len(self._heads) < 1_000:
                self._heads[key] = head
        prefix = b'{"tick":%d,"key":%b,"value":' % (tick, head)
        if key in self._heads:
            self._prefixes[key] = tick, prefix
        return prefix

    def flush(self) -> None:
        rows = self.rows
        if rows:
            self.rows = []
            self._size = 0
            self._bridge.records(self._slot, b"".join(rows), len(rows))


# The lines of the script whose code runs now; one lane is in Python at a time.
current: list[Lines | None] = [None]


def lines_of(host: Any) -> Lines | None:
    """The lines of a host's script; None for a host that has none."""
    lines = getattr(getattr(host, "_script", None), "lines", None)
    return lines if isinstance(lines, Lines) else None


class _TextStream(io.TextIOBase):
    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def close(self) -> None:
        """Stays open: it isn't a script's to close."""


class OwnStream(_TextStream):
    """One script's sys.stdout and sys.stderr, until it assigns others: text becomes its lines."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self._lines = lines

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() takes a string, not {type(text).__name__}")
        self._lines.write(text)
        return len(text)


class Stream(_TextStream):
    """Stands for the process's sys.stdout and sys.stderr.

    In a script's step text goes where the script's own stream of that name goes, its lines unless it has assigned
    another; anything else goes where it went.
    """

    def __init__(self, name: str, fallback: TextIO | None) -> None:
        super().__init__()
        self._name = name
        self._fallback = fallback

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() takes a string, not {type(text).__name__}")
        lines = current[0]
        if lines is not None:
            own = lines.streams
            if own is None or type(target := own.get(self._name)) is OwnStream or isinstance(target, Stream):
                lines.write(text)
            elif target is not None:
                target.write(text)
        elif self._fallback is not None:
            self._fallback.write(text)
        return len(text)

    def flush(self) -> None:
        lines = current[0]
        if lines is None:
            if self._fallback is not None:
                self._fallback.flush()
        elif lines.streams is not None:
            target = lines.streams.get(self._name)
            if target is not None and not isinstance(target, Stream):
                target.flush()

    @classmethod
    def install(cls) -> None:
        """Put both streams in place, once a process."""
        if not isinstance(sys.stdout, cls):
            sys.stdout = cls("stdout", sys.stdout)
        if not isinstance(sys.stderr, cls):
            sys.stderr = cls("stderr", sys.stderr)
