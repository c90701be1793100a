"""Where a histogram's bins begin and end."""

from __future__ import annotations

import numpy as np

from ticklane.arrays import F8

__all__ = ["bins_of"]

_MOST, _LEAST = 80, 8


def bins_of(values: F8) -> F8:
    """Edges after Freedman and Diaconis, at least the root of n, 8 to 80 bins.

    Whole numbers have whole bins, with the numbers in the middle.
    """
    low, high = float(values.min()), float(values.max())
    if low == high:
        half = max(abs(low) * 0.05, 0.5 if low == int(low) else 1e-3)
        return np.linspace(low - half, high + half, 4)
    if (values == np.round(values)).all():
        step = max(1, int(np.ceil((high - low + 1) / _MOST)))
        return np.arange(low - 0.5, high + step + 0.5, step)
    q1, q3 = np.quantile(values, (0.25, 0.75))
    width = 2 * (q3 - q1) / np.cbrt(len(values))
    wanted = max((high - low) / width if width > 0 else 0, np.sqrt(len(values)))
    count = int(np.clip(wanted, _LEAST, _MOST))
    return np.linspace(low, high, count + 1)
