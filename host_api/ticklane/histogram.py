"""Counts per bin, pushed bit by bit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ticklane.arrays import F8, I8

__all__ = ["Histogram"]

_MOST_BINS: Final = 10_000


@dataclass(eq=False)
class Histogram:
    """Counts of numbers per bin, in constant memory: `h = Histogram.linear(0, 2, 40)`, then `h.push(speeds)` each tick.

    A bin holds its low edge and not its high one; the last bin holds both, as numpy's do. NaN is skipped. It can be
    recorded and given as a result as it is.

    Attributes:
        edges: float64 (bins + 1,), ascending; one more than there are bins. In the unit of what is pushed.
        counts: int64 (bins,).
        below, above: numbers under the first and over the last edge.
    """

    edges: F8
    counts: I8 = field(init=False)
    below: int = field(default=0, init=False)
    above: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Check the edges. Raises ValueError."""
        edges: F8 = np.array(self.edges, np.float64)
        if edges.ndim != 1 or len(edges) < 2 or not np.isfinite(edges).all() or (np.diff(edges) <= 0).any():
            raise ValueError("a histogram's edges are two or more finite numbers, each larger than the one before")
        if len(edges) > _MOST_BINS + 1:
            raise ValueError(f"a histogram of {len(edges) - 1:,} bins; at most {_MOST_BINS:,}")
        edges.setflags(write=False)
        self.edges = edges
        self.counts = np.zeros(len(edges) - 1, np.int64)

    @classmethod
    def linear(cls, low: float, high: float, bins: int) -> Histogram:
        """Bins of equal width from low to high."""
        if bins < 1:
            raise ValueError(f"a histogram of {bins} bins; at least 1")
        return cls(np.linspace(low, high, bins + 1))

    @classmethod
    def logarithmic(cls, low: float, high: float, bins: int) -> Histogram:
        """Bins of equal ratio from low to high, both above 0."""
        if bins < 1 or not 0 < low < high:
            raise ValueError(f"logarithmic bins need 0 < low < high and a bin, not {low}, {high}, {bins}")
        return cls(np.geomspace(low, high, bins + 1))

    @property
    def n(self) -> int:
        """All numbers pushed, those outside the bins too."""
        return int(self.counts.sum()) + self.below + self.above

    def push(self, values: F8 | I8 | Sequence[float] | float) -> None:
        """Add one number or an array of any shape."""
        numbers: F8 = np.asarray(values, np.float64).reshape(-1)
        bins = len(self.counts)
        # side="right": a number on an edge belongs to the bin that begins there.
        places = np.searchsorted(self.edges, numbers[~np.isnan(numbers)], side="right")
        found = np.bincount(places, minlength=bins + 2)
        on_last_edge = int((numbers == self.edges[-1]).sum())
        self.counts += found[1 : bins + 1]
        self.counts[-1] += on_last_edge
        self.below += int(found[0])
        self.above += int(found[bins + 1]) - on_last_edge

    def merge(self, other: Histogram) -> None:
        """Add what was pushed into another one with the same edges. Raises ValueError when they differ."""
        if not np.array_equal(self.edges, other.edges):
            raise ValueError("histograms are merged when their edges are the same")
        self.counts += other.counts
        self.below += other.below
        self.above += other.above
