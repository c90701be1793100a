"""What the game's process holds, and whether it has grown."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

import msgspec

from ticklane_control.client import ControlClient

__all__ = ["MAX_GROWTH", "WATCHED", "Sample", "grown", "take"]

MAX_GROWTH: Final = 1.05
WATCHED: Final = ("rss_bytes", "heap_bytes", "direct_bytes", "threads", "files")
_WARM_UP: Final = 0.3
_LAST: Final = 0.25
_LOWEST: Final = {"rss_bytes"}  # tens of MiB of freed memory may stay with the process for a while
_COUNTS: Final = {"threads", "files"}  # one more or less is the question's own


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """The process's figures after a collection; `done` is the part of the soak that was behind it, 0 to 1."""

    done: float
    rss_bytes: int
    heap_bytes: int
    direct_bytes: int
    threads: int
    files: int


def take(client: ControlClient, done: float) -> Sample:
    """Ask the game, which collects its garbage first."""
    figures = client.request("process", collect=True)
    return Sample(done=done, **{name: figures[name] for name in WATCHED})


def grown(samples: Sequence[Sample]) -> dict[str, tuple[float, float, bool]]:
    """Of each figure: what it was after the warm-up, at the end, and whether that is more than 5 % more.

    Raises:
        ValueError: too few samples to tell.
    """
    warm = [s for s in samples if _WARM_UP <= s.done <= 1 - 1.5 * _LAST]
    last = [s for s in samples if s.done >= 1 - _LAST]
    if len(warm) < 2 or len(last) < 2:
        raise ValueError(f"{len(warm)} samples after the warm-up and {len(last)} at the end are too few")
    found = {}
    for name in WATCHED:
        usual = min if name in _LOWEST else statistics.median
        was, now = (usual([float(getattr(s, name)) for s in part]) for part in (warm, last))
        allowed = max(was * MAX_GROWTH, was + 1 if name in _COUNTS else 0)
        found[name] = (was, now, now > allowed)
    return found
