"""The soft budget of one script (docs/writing-a-script.md, "Budgets")."""

from __future__ import annotations

from collections import deque
from typing import Any, Final, NamedTuple

__all__ = ["HARD_ONCE_MS", "Overrun", "SoftBudget"]

HARD_ONCE_MS: Final = 1_000.0  # step 0, on_stop, a one-off, and every step while sprinting
_ALLOWED: Final = 5
_WINDOW: Final = 100


class Overrun(NamedTuple):
    """One step over the budget, in wall and in CPU time; `line` is where the called function begins or stands."""

    tick: int
    wall_ms: float
    cpu_ms: float
    line: int


class SoftBudget:
    """Counts overruns: a step counts only if the thread's CPU time exceeds the budget too, as other processes on the
    machine lengthen wall time alone.
    """

    __slots__ = ("_recent", "limit_ms", "limit_ns", "total", "worst")

    def __init__(self, limit_ms: float) -> None:
        self.limit_ms = limit_ms
        self.limit_ns = int(limit_ms * 1e6)
        self.total = 0
        self.worst: Overrun | None = None
        self._recent: deque[int] = deque(maxlen=_ALLOWED)

    def over(self, tick: int, wall_ns: int, cpu_ns: int, line: int, *, punish: bool) -> bool:
        """Note an overrun; True when the script has had its five within 100 ticks."""
        overrun = Overrun(tick, round(wall_ns / 1e6, 3), round(cpu_ns / 1e6, 3), line)
        self.total += 1
        if self.worst is None or overrun.wall_ms > self.worst.wall_ms:
            self.worst = overrun
        if not punish:
            return False
        self._recent.append(tick)
        return len(self._recent) == _ALLOWED and tick - self._recent[0] < _WINDOW

    def report(self) -> dict[str, Any]:
        """Status's object for an end by soft budget, without the code line."""
        worst = self.worst
        assert worst is not None
        return {
            "limit_ms": self.limit_ms,
            "over": _ALLOWED,
            "window_ticks": _WINDOW,
            "worst_ms": worst.wall_ms,
            "cpu_ms": worst.cpu_ms,
            "line": worst.line,
        }
