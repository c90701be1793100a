"""The ledger: eight numbers a script that Java reads while no Python runs. Layout in docs/java-python.md."""

from __future__ import annotations

import struct
from typing import Any, Final

__all__ = ["SLOTS", "Ledger"]

SLOTS: Final = 256
_STEP: Final = struct.Struct("=7q")  # elapsed wall cpu overruns tick state steps


class Ledger:
    """One lane's. Slot s begins at word 8 + 8 s."""

    __slots__ = ("_bytes", "_free", "_words")

    def __init__(self, buffer: Any) -> None:
        self._bytes: memoryview[int] = memoryview(buffer).cast("B")
        self._words: memoryview[int] = self._bytes.cast("q")
        self._free = list(range(SLOTS - 1, -1, -1))

    def full(self) -> bool:
        return not self._free

    def take(self, tick: int) -> int:
        """A free slot, in use from now on."""
        slot = self._free.pop()
        words, at = self._words, 8 + 8 * slot
        _STEP.pack_into(self._bytes, 8 * at + 8, 0, 0, 0, 0, tick, 0, 0)
        words[at] = 1
        if slot + 1 > words[0]:
            words[0] = slot + 1
        return slot

    def free(self, slot: int) -> None:
        self._words[8 + 8 * slot] = 0
        self._free.append(slot)

    def step(
        self, slot: int, elapsed: int, wall_ns: int, cpu_ns: int, overruns: int, tick: int, state: int, steps: int
    ) -> None:
        """A step is over; Java sees the new step count."""
        _STEP.pack_into(self._bytes, 72 + 64 * slot, elapsed, wall_ns, cpu_ns, overruns, tick, state, steps)

    def elapsed(self, slot: int, elapsed: int) -> None:
        self._words[9 + 8 * slot] = elapsed

    def state(self, slot: int, state: int) -> None:
        self._words[14 + 8 * slot] = state

    def asked(self, asked: bool) -> None:
        """Whether entities were wanted in this step, so that Java fills them before the next."""
        self._words[1] = 1 if asked else 0
