"""Memory that the game shares with a script's process: the page both write, and the table of entities it reads."""

from __future__ import annotations

import json
import mmap
import os
import sys
from typing import Any, Final

__all__ = ["KILL", "PAUSE", "RUN", "Box", "Table", "TooManyEntitiesError"]

RUN: Final = 0
PAUSE: Final = 1
KILL: Final = 2

_BOX_BYTES: Final = 4096
_WANTED, _WAKE_AT, _COMMAND, _MEMORY, _CPU, _PROCESSES = range(6)
_RESIDENT, _CPU_USED, _ALIVE, _PAUSED = range(6, 10)
_PLACE: Final = 128
_VERDICT: Final = 2048
_ROOM: Final = 1900

_NEWEST, _CURRENT, _BEGUN, _HALF_BYTES = range(4)
_HALVES: Final = 8  # the word at which tick and rows of each half are
_HEADER: Final = 4096


class TooManyEntitiesError(Exception):
    """The table holds more rows than fit into shared memory; args[0] is how many."""


def _map(path: str, *, write: bool) -> mmap.mmap:
    fd = os.open(path, os.O_RDWR if write else os.O_RDONLY)
    try:
        size = os.fstat(fd).st_size
        return mmap.mmap(fd, size, access=mmap.ACCESS_WRITE if write else mmap.ACCESS_READ)
    finally:
        os.close(fd)


class Box:
    """A page of 4,096 bytes: int64 words, then two texts. The script's process, its keeper and the game write it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._map = _map(path, write=True)
        self._words: Any = memoryview(self._map)[:_PLACE].cast("q")

    def want_table(self, tick: int) -> None:
        self._words[_WANTED] = tick

    def wake_at(self, tick: int) -> None:
        """Have the game tell of that tick, or the first after it."""
        self._words[_WAKE_AT] = tick

    def wakes_at(self) -> int:
        return int(self._words[_WAKE_AT])

    @property
    def command(self) -> int:
        return int(self._words[_COMMAND])

    def limit(self, memory_bytes: int, cpu_ns: int, processes: int) -> None:
        """What the keeper ends it at; 0 is no limit."""
        self._words[_MEMORY], self._words[_CPU], self._words[_PROCESSES] = memory_bytes, cpu_ns, processes

    def limits(self) -> tuple[int, int, int]:
        return int(self._words[_MEMORY]), int(self._words[_CPU]), int(self._words[_PROCESSES])

    def used(self, resident: int, cpu_ns: int, processes: int) -> None:
        self._words[_RESIDENT], self._words[_CPU_USED], self._words[_ALIVE] = resident, cpu_ns, processes

    def paused(self, paused: bool) -> None:
        self._words[_PAUSED] = int(paused)

    def place(self, place: dict[str, Any]) -> None:
        """Where the script stands: `files`, and `line file code` where known."""
        self._put(_PLACE, place)

    def verdict(self, verdict: dict[str, Any]) -> None:
        """How its process has ended: `exit` or `signal`, `why detail` when the keeper has ended it."""
        self._put(_VERDICT, verdict)

    def _put(self, at: int, value: dict[str, Any]) -> None:
        data = json.dumps(value).encode()
        if len(data) <= _ROOM:
            self._map[at : at + 4] = bytes(4)
            self._map[at + 4 : at + 4 + len(data)] = data
            self._map[at : at + 4] = len(data).to_bytes(4, sys.byteorder)


class Table:
    """The entity columns of the server lane, as the game has put them there after a tick."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._map = _map(path, write=False)
        self._words: Any = memoryview(self._map)[:_HEADER].cast("q")
        self._half = int(self._words[_HALF_BYTES])

    def newest(self) -> int:
        """The last completed tick of the game."""
        return int(self._words[_NEWEST])

    def tick(self) -> int:
        """The tick of the table that is there, -1 when none is."""
        current = self._words[_CURRENT]
        return int(self._words[_HALVES + 2 * (current & 1)]) if current else -1

    def read(self, row_bytes: int) -> tuple[int, int, bytes]:
        """Tick, rows and a copy of the columns. Raises `TooManyEntitiesError`."""
        words = self._words
        while True:
            current = words[_CURRENT]
            half = current & 1
            tick, rows = int(words[_HALVES + 2 * half]), int(words[_HALVES + 2 * half + 1])
            at = _HEADER + half * self._half
            data = self._map[at : at + max(rows, 0) * row_bytes]
            if words[_BEGUN] - current < 2:  # else that half has been begun anew meanwhile
                if rows < 0:
                    raise TooManyEntitiesError(-rows)
                return tick, rows, data
