"""Statistics that scripts need often: streaming, summarising, grouping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from ticklane._overlaps import overlap_groups
from ticklane._rank_sketch import RankSketch
from ticklane.arrays import F8, I8
from ticklane.entities import Entities

__all__ = ["Running", "aabb_groups", "summary"]


@dataclass
class Running:
    """Streaming statistics in constant memory (about 30 KB), however much is pushed.

    Attributes:
        n: numbers pushed, NaN not counted.
        mean, sd: mean and standard deviation (numpy's: divided by n); NaN while empty.
        min, max: the smallest and largest, exactly; inf and -inf while empty.
    """

    n: int = field(default=0, init=False)
    mean: float = field(default=nan, init=False)
    sd: float = field(default=nan, init=False)
    min: float = field(default=float("inf"), init=False)
    max: float = field(default=float("-inf"), init=False)
    _squares: float = field(default=0.0, init=False, repr=False, compare=False)  # sum of squared deviations
    _sketch: RankSketch = field(default_factory=RankSketch, init=False, repr=False, compare=False)

    def push(self, values: F8 | I8 | float) -> None:
        """Add one number or an array of any shape; NaN is skipped."""
        if isinstance(values, int | float):
            value = float(values)
            if not isnan(value):
                self._sketch.push_one(value)
                self._absorb(1, value, 0.0, value, value)
            return
        numbers: F8 = np.asarray(values, np.float64).ravel()
        numbers = numbers[~np.isnan(numbers)]
        if len(numbers):
            self._sketch.push(numbers)
            mean = float(numbers.mean())
            squares = float(np.square(numbers - mean).sum()) if np.isfinite(mean) else nan
            self._absorb(len(numbers), mean, squares, float(np.min(numbers)), float(np.max(numbers)))

    def merge(self, other: Running) -> None:
        """Add everything that was pushed into the other one, which stays as it is."""
        if other.n:
            self._sketch.merge(other._sketch)
            self._absorb(other.n, other.mean, other._squares, other.min, other.max)

    def quantile(self, q: float) -> float:
        """The q-quantile, 0 <= q <= 1, within 1 % of rank (exact up to 1,024 numbers); NaN while empty."""
        if not 0 <= q <= 1:
            raise ValueError(f"a quantile lies between 0 and 1, not at {q}")
        return self._sketch.quantile(q, self.min, self.max, self.n) if self.n else nan

    def _absorb(self, n: int, mean: float, squares: float, least: float, most: float) -> None:
        """Chan's update: combines two sets' means and squared deviations without losing digits."""
        total = self.n + n
        if self.n == 0:
            self.mean, self._squares = mean, squares
        else:
            step = mean - self.mean
            self.mean += step * n / total
            self._squares += squares + step * step * self.n * n / total
        self.n = total
        self.sd = sqrt(self._squares / total)
        if least < self.min:
            self.min = least
        if most > self.max:
            self.max = most


def summary(values: F8 | I8 | Sequence[float]) -> dict[str, float]:
    """n, mean, sd, min, p50, p90, p99 and max of the numbers; NaN is skipped.

    sd is numpy's, divided by n. Of nothing, n is 0 and the rest NaN.
    """
    numbers: Any = np.asarray(values, np.float64).ravel()
    numbers = numbers[~np.isnan(numbers)]
    if not len(numbers):
        return {"n": 0, **dict.fromkeys(("mean", "sd", "min", "p50", "p90", "p99", "max"), nan)}
    p50, p90, p99 = np.quantile(numbers, (0.5, 0.9, 0.99)).tolist()
    return {
        "n": len(numbers),
        "mean": float(numbers.mean()),
        "sd": float(numbers.std()),
        "min": float(numbers.min()),
        "p50": p50,
        "p90": p90,
        "p99": p99,
        "max": float(numbers.max()),
    }


def aabb_groups(entities: Entities) -> I8:
    """(n,) a group number for each entity; those whose collision boxes overlap, directly or in a chain, share one.

    Groups are numbered from 0 in the order of their first row. Boxes that only touch do not overlap; one that is not
    known (NaN) is alone.
    """
    return overlap_groups(entities.aabb_min, entities.aabb_max)
