"""Statistics group by group: per type, per block, per direction, per number."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane._by_name import ByName
from ticklane.arrays import F8, I8
from ticklane.names import Names

__all__ = ["direction", "summary_by"]

_QUANTILES: Final = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
_EMPTY: Final = ("mean", "sd", "min", *_QUANTILES, "max")

# Axis by axis, towards less and towards more; north is -z in the game.
_DIRECTIONS: Final = np.array(["west", "east", "down", "up", "north", "south", ""])
_NOWHERE: Final = 6


def summary_by(
    keys: Names | NDArray[Any] | Sequence[object], values: F8 | I8 | Sequence[float]
) -> dict[Any, dict[str, float]]:
    """summary() of the values of each group: `summary_by(es.type, es.vy)`, `summary_by(direction(dv), speeds)`.

    Groups come in the order of most rows first, then by key; NaN among the values is skipped, and a group of nothing
    else has n 0. Rows with the key "" (not known, nowhere) are left out.

    Args:
        keys: (n,) a column of names, or an array or sequence of numbers, truth values or strings.
        values: (n,) numbers.

    Returns:
        A dict per group; one of names is found by short names too.

    Raises:
        ValueError: keys and values differ in length.
    """
    numbers: F8 = np.asarray(values, np.float64).reshape(-1)
    if len(keys) != len(numbers):
        raise ValueError(f"summary_by: {len(keys)} keys for {len(numbers)} values; one key for each value")
    codes = keys.codes if isinstance(keys, Names) else np.asarray(keys).reshape(-1)
    distinct, groups, rows = np.unique(codes, return_inverse=True, return_counts=True)
    names: list[Any] = keys.of_codes(distinct) if isinstance(keys, Names) else distinct.tolist()
    known = ~np.isnan(numbers)
    order = np.lexsort((numbers[known], groups[known]))
    ordered = numbers[known][order]
    ends = np.cumsum(np.bincount(groups[known], minlength=len(names)))
    found: list[tuple[int, Any, dict[str, float]]] = []
    for name, start, end, count in zip(names, [0, *ends[:-1].tolist()], ends.tolist(), rows.tolist(), strict=False):
        if name != "":
            found.append((count, name, _of_sorted(ordered[start:end])))
    found.sort(key=lambda group: (-group[0], group[1] if not isinstance(group[1], str) else str(group[1])))
    groups_found = {name: stats for _, name, stats in found}
    return ByName(groups_found) if isinstance(keys, Names) else groups_found


def direction(vectors: F8 | Sequence[Sequence[float]]) -> NDArray[np.str_]:
    """(n,) the direction in which each vector (n, 3) mostly points: up down north south west east.

    That is the axis of its largest component (of equal ones the first of x, y, z). "" where it is zero or not known.
    """
    v: F8 = np.asarray(vectors, np.float64)
    if v.ndim != 2 or v.shape[1] != 3:
        raise ValueError(f"direction: vectors are (n, 3), not {v.shape}")
    known = ~np.isnan(v).any(axis=1)
    axis = np.abs(np.where(known[:, None], v, 0.0)).argmax(axis=1)
    largest = np.where(known, v[np.arange(len(v)), axis], 0.0)
    return _DIRECTIONS[np.where(largest == 0, _NOWHERE, 2 * axis + (largest > 0))]


def _of_sorted(values: F8) -> dict[str, float]:
    """What summary() says of numbers in ascending order."""
    n = len(values)
    if n == 0:
        return {"n": 0, **dict.fromkeys(_EMPTY, nan)}
    return {
        "n": n,
        "mean": float(values.mean()),
        "sd": float(values.std()),
        "min": float(values[0]),
        **{name: _quantile(values, q) for name, q in _QUANTILES.items()},
        "max": float(values[-1]),
    }


def _quantile(values: F8, q: float) -> float:
    """Numpy's default, linear between the two nearest."""
    place = q * (len(values) - 1)
    low = int(place)
    part = place - low
    a = float(values[low])
    return a if part == 0.0 else a + (float(values[low + 1]) - a) * part
