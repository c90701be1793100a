"""The types a script's own functions have."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Literal, TypeAlias

from ticklane.arrays import B1
from ticklane.entities import Entities

__all__ = ["Filter", "Lane", "Run"]

Lane: TypeAlias = Literal["server", "client", "render", "parallel"]

# Gets the whole table, returns a mask (n,): combine with & | ~, not with and, or, not.
Filter: TypeAlias = Callable[[Entities], B1]

# What a run() with yields returns. It yields nothing (one tick), an int (that many ticks) or a Pending, and its return
# value is the script's result.
Run: TypeAlias = Generator[Any, Any, Any]
