"""The growth of the process over many steps: which script keeps what it allocates, a little at a time.

Growth within one step is the watchdog's to see (docs/stopping.md). Linux only; elsewhere nothing is measured.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from ticklane_runtime._script import ENDED, Script

__all__ = ["FreeMemory", "Growth"]

_EVERY: Final = 20  # steps
_STATM: Final = "/proc/self/statm"
_WORTH_GIVING_BACK: Final = 64 << 20  # bytes the process has grown by since it was last looked through
_WORTH_ASKING: Final = 1 << 20  # bytes in one call that are worth the question whether it is Java's heap that has them


class _Held(NamedTuple):
    """Bytes: of the process those in memory; of Java's heap those it has reserved and those that hold objects."""

    resident: int
    reserved: int
    used: int


class Growth:
    """How much the process has grown, Java's heap left out, since scripts began to live; looked at every 20 steps.

    From half the limit on (`is_near`) each call of a script is measured and charged to it (`Script.grown`). Once the
    whole has passed the limit, the script with the largest charge is to end, if that is a quarter of the limit at
    least: the growth is its own then, for the most part.
    """

    __slots__ = ("_before", "_bridge", "_fd", "_page", "_since", "_wait", "is_near", "limit")

    def __init__(self, bridge: Any, limit: int) -> None:
        self._bridge = bridge
        self._fd, self._page = _statm()
        self._since: _Held | None = None
        self._before: _Held | None = None
        self._wait = 0
        self.limit = limit
        self.is_near = False

    def begin(self) -> None:
        """The first script is about to start: from here on growth counts."""
        self.is_near = False
        self._wait = _EVERY
        self._since = self._before = self._held() if self._page else None

    def look(self, scripts: Sequence[Script]) -> Script | None:
        """Once a step; the script that is to end, if there is one."""
        self._wait -= 1
        since = self._since
        if self._wait > 0 or since is None:
            return None
        self._wait = _EVERY
        grown = _grown(since, self._held())
        self.is_near = grown > self.limit // 2
        if grown <= self.limit:
            return None
        most = max((script for script in scripts if script.state < ENDED), key=lambda s: s.grown, default=None)
        return most if most is not None and most.grown >= self.limit // 4 else None

    def before_call(self) -> None:
        """A script's call begins; only while it `is_near`."""
        before = self._before
        assert before is not None
        self._before = before._replace(resident=self._resident())

    def after_call(self, script: Script) -> None:
        """That call is over: charge it."""
        before = self._before
        assert before is not None
        grown = self._resident() - before.resident
        if grown > _WORTH_ASKING:
            self._before = self._held()
            grown = _grown(before, self._before)
        script.grown = max(0, script.grown + grown)

    def too_much(self, script: Script | None = None) -> str:
        """The message for a script that made it grow; given the script when that was over many steps."""
        limit = f"{self.limit >> 20:,} MiB (script_memory_mib)"
        if script is None:
            return (
                f"the game's process has grown by more than {limit} in this step. Keep sums or arrays, not every value"
            )
        return (
            f"the game's process has grown by more than {limit} since scripts run, by {script.grown >> 20:,} MiB in "
            "this script's latest steps. Let go of what it keeps: host.record() rows, or keep sums"
        )

    def _held(self) -> _Held:
        return _Held(self._resident(), int(self._bridge.heapReserved()), int(self._bridge.heapUsed()))

    def _resident(self) -> int:
        return _resident(self._fd, self._page)


class FreeMemory:
    """Gives memory that scripts have let go of back to the system.

    The C library keeps what was freed for what comes next: a gibibyte that one script held for a moment was measured
    to stay with the process, where it hides the growth of the next script.
    """

    __slots__ = ("_fd", "_page", "_size", "_trim")

    def __init__(self) -> None:
        self._fd, self._page = _statm()
        self._trim = _malloc_trim()
        self._size = _resident(self._fd, self._page) if self._page else 0

    def is_worth_it(self) -> bool:
        """Whether the process is larger by enough than it was when that was last asked for."""
        if not self._page or self._trim is None:
            return False
        size = _resident(self._fd, self._page)
        self._size = min(self._size, size)
        return size > self._size + _WORTH_GIVING_BACK

    def give_back(self) -> None:
        """Let the system have all whole pages that nothing is in; milliseconds for each hundred mebibytes."""
        if self._trim is not None:
            self._trim(0)
            self._size = _resident(self._fd, self._page)


def _grown(since: _Held, now: _Held) -> int:
    """What the heap may have grown by is left out whole: what it has reserved long ago comes into memory when used."""
    return now.resident - since.resident - max(now.reserved - since.reserved, now.used - since.used, 0)


def _resident(fd: int, page: int) -> int:
    return int(os.pread(fd, 128, 0).split(None, 2)[1]) * page


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    """glibc's; None where there is another C library."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):
        return None
    return trim


@cache
def _statm() -> tuple[int, int]:
    """The file, open for good, and bytes in a page; zeros when there is none."""
    try:
        return os.open(_STATM, os.O_RDONLY | os.O_CLOEXEC), os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0, 0
