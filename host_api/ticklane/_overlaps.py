"""Groups of overlapping boxes."""

from __future__ import annotations

import numpy as np

from ticklane.arrays import F8, I8

__all__ = ["overlap_groups"]

# Pairs looked at at once: bounds the memory when everything lies in one heap.
_PAIRS = 1 << 20


def overlap_groups(low: F8, high: F8) -> I8:
    """(n,) group numbers of the boxes low (n, 3) to high (n, 3), in the order of their first row."""
    n = len(low)
    roots = np.arange(n)
    if n:
        axis, order, reach = _sweep(low, high)
        low, high = low[order], high[order]
        others = [a for a in range(3) if a != axis]
        start = 0
        while start < n:
            # As many rows as give at most _PAIRS pairs, but at least one.
            stop = max(start + 1, int(np.searchsorted(np.cumsum(reach[start:]), _PAIRS, "right")) + start)
            counts = reach[start:stop]
            first = np.repeat(np.arange(start, stop), counts)
            second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
            hit = high[second, axis] > low[first, axis]
            for a in others:
                hit &= (low[first, a] < high[second, a]) & (low[second, a] < high[first, a])
            roots = _join(roots, order[first[hit]], order[second[hit]])
            start = stop
    _, firsts, groups = np.unique(roots, return_index=True, return_inverse=True)
    numbers = np.empty(len(firsts), np.int64)
    numbers[np.argsort(firsts)] = np.arange(len(firsts))
    return numbers[groups]


def _sweep(low: F8, high: F8) -> tuple[int, I8, I8]:
    """The axis with the fewest candidate pairs, the rows sorted along it, how many rows after each start inside it."""
    best: tuple[int, I8, I8] | None = None
    fewest = -1
    for axis in range(3):
        order = np.argsort(low[:, axis], kind="stable")
        starts = low[order, axis]
        ends = high[order, axis]
        reach = np.searchsorted(starts, ends, "left") - np.arange(1, len(low) + 1)
        reach = np.where(np.isnan(starts) | np.isnan(ends), 0, np.maximum(reach, 0)).astype(np.int64)
        pairs = int(reach.sum())
        if best is None or pairs < fewest:
            best, fewest = (axis, order, reach), pairs
    assert best is not None
    return best


def _join(roots: I8, a: I8, b: I8) -> I8:
    """Join the sets of each pair: the higher root is hung below the lower one until no pair has two roots."""
    while len(a):
        root_a, root_b = roots[a], roots[b]
        apart = root_a != root_b
        a, b, root_a, root_b = a[apart], b[apart], root_a[apart], root_b[apart]
        np.minimum.at(roots, np.maximum(root_a, root_b), np.minimum(root_a, root_b))
        while True:
            above = roots[roots]
            if (above == roots).all():
                break
            roots = above
    return roots
