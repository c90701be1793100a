"""The array types the contract speaks in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["B1", "F8", "I8", "Places", "Pos"]

F8: TypeAlias = NDArray[np.float64]
I8: TypeAlias = NDArray[np.int64]
B1: TypeAlias = NDArray[np.bool_]
# Three numbers x, y, z in blocks: a tuple, a list or an array. Where a block is meant, the floor is taken.
Pos: TypeAlias = Sequence[float] | NDArray[np.floating[Any]] | NDArray[np.integer[Any]]
# One place, or n of them as (n, 3).
Places: TypeAlias = Pos | Sequence[Sequence[float]]
