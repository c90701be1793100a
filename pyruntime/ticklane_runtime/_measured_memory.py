"""The memory one script may use for what it measures."""

from __future__ import annotations

from typing import Any, Final
from weakref import ref

__all__ = ["MEASURE_BYTES", "Memory", "mebibytes"]

MEASURE_BYTES: Final = 64 << 20
"""Of a script's tracks and captures together, with the windows that it still holds."""


class Memory:
    """Counts what is held, and what is promised to windows that are open. Things that are collected free theirs."""

    __slots__ = ("_held", "limit", "promised", "used")

    def __init__(self, limit: int = MEASURE_BYTES) -> None:
        self.limit = limit
        self.used = 0
        self.promised = 0
        self._held: dict[int, tuple[ref[Any], int]] = {}

    @property
    def free(self) -> int:
        return max(0, self.limit - self.used - self.promised)

    def held(self, thing: object) -> int:
        """What a thing holds."""
        found = self._held.get(id(thing))
        return found[1] if found is not None else 0

    def hold(self, thing: object, nbytes: int) -> None:
        """Note how many bytes a thing holds from now on."""
        key = id(thing)
        found = self._held.get(key)
        if found is None:
            watcher = ref(thing, lambda _: self._gone(key))
        else:
            watcher = found[0]
            self.used -= found[1]
        self._held[key] = (watcher, nbytes)
        self.used += nbytes

    def _gone(self, key: int) -> None:
        self.used -= self._held.pop(key)[1]


def mebibytes(nbytes: float) -> str:
    """For messages: "64 MiB", "1,304 MiB", "0.3 MiB"."""
    size = nbytes / (1 << 20)
    return f"{size:,.0f} MiB" if size >= 10 or size == int(size) else f"{size:,.1f} MiB"
