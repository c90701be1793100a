"""Quantiles of a stream in constant memory."""

from __future__ import annotations

import numpy as np

from ticklane.arrays import F8

__all__ = ["RankSketch"]

# The top level's size. Levels below shrink by 2/3 each (Karnin, Lang, Liberty, "Optimal Quantile Approximation in
# Streams", 2016): about 3 * TOP numbers in all, rank error a few tenths of a percent at this size.
_TOP = 1024
_SHRINK = 2 / 3
_SMALLEST = 64


class RankSketch:
    """Keeps sorted samples in levels; one of level h stands for 2**h numbers.

    A level that is full is sorted, and every second number moves up. Which of the two starts alternates, so that the
    errors of neighbouring moves cancel; nothing is random, so equal streams give equal answers.
    """

    __slots__ = ("_levels", "_odd", "_pending", "_waiting")

    def __init__(self) -> None:
        self._pending: list[F8 | float] = []
        self._waiting = 0
        self._levels: list[F8] = [np.empty(0)]
        self._odd: list[bool] = [False]

    def push(self, values: F8) -> None:
        """Add numbers, none of them NaN."""
        self._pending.append(values)
        self._waiting += len(values)
        if self._waiting >= _TOP:
            self._settle()

    def push_one(self, value: float) -> None:
        """Add one number, not NaN."""
        self._pending.append(value)
        self._waiting += 1
        if self._waiting >= _TOP:
            self._settle()

    def merge(self, other: RankSketch) -> None:
        """Add everything the other one has seen."""
        other._settle()
        self._settle()
        for level, values in enumerate(other._levels):
            self._add(level, values)
        self._compact()

    def quantile(self, q: float, least: float, most: float, n: int) -> float:
        """The q-quantile of the n numbers seen, of which the least and the most are known exactly.

        While nothing was thinned out this is numpy's default, linear between the two nearest.
        """
        self._settle()
        values = np.concatenate(self._levels)
        weights = np.repeat([float(1 << level) for level in range(len(self._levels))], [len(v) for v in self._levels])
        order = np.argsort(values, kind="stable")
        values, weights = values[order], weights[order]
        # A number of weight w stands for w places in the sorted stream; it is put in their middle.
        places = np.cumsum(weights) - (weights + 1) / 2
        places = np.concatenate(([0.0], places, [float(n - 1)]))
        values = np.concatenate(([least], values, [most]))
        place = q * (n - 1)
        at = int(np.clip(np.searchsorted(places, place, "right"), 1, len(places) - 1))
        low, high = values[at - 1], values[at]
        gap = places[at] - places[at - 1]
        part = min(max((place - places[at - 1]) / gap, 0.0), 1.0) if gap > 0 else 1.0
        if low == high or part == 0.0:  # also keeps infinities from becoming NaN
            return float(low)
        return float(high) if part == 1.0 else float(low + (high - low) * part)

    def _settle(self) -> None:
        if self._pending:
            self._add(0, np.concatenate([np.atleast_1d(np.asarray(values, np.float64)) for values in self._pending]))
            self._pending, self._waiting = [], 0
            self._compact()

    def _add(self, level: int, values: F8) -> None:
        while len(self._levels) <= level:
            self._levels.append(np.empty(0))
            self._odd.append(False)
        self._levels[level] = np.concatenate((self._levels[level], values))

    def _compact(self) -> None:
        level = 0
        while level < len(self._levels):
            values = self._levels[level]
            if len(values) > self._capacity(level):
                values = np.sort(values)
                # An odd one stays behind, so that the weights still add up to what was seen.
                kept, moving = (values[:0], values) if len(values) % 2 == 0 else (values[-1:], values[:-1])
                start = int(self._odd[level])
                self._odd[level] = not self._odd[level]
                self._levels[level] = kept
                self._add(level + 1, moving[start::2])
            level += 1

    def _capacity(self, level: int) -> int:
        return max(_SMALLEST, int(_TOP * _SHRINK ** (len(self._levels) - 1 - level)))
