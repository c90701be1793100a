"""A column of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ticklane._by_name import NameCounts
from ticklane._name_table import NameTable
from ticklane.arrays import B1, I8

__all__ = ["Names"]


class Names:
    """A column of names: `column == "tnt"` gives a mask, iteration gives full ids.

    Comparing with a name the game does not know raises UnknownNameError with the nearest that exist. A row
    whose name is not known (the item of something that is no item) is "". Never changes.
    """

    __slots__ = ("_codes", "_table")
    __hash__ = None  # type: ignore[assignment]  # as numpy's arrays: == is not a truth value

    def __init__(self, codes: NDArray[np.integer[Any]], table: NameTable) -> None:
        """For the runtime: an array of codes and the table that decodes them."""
        self._codes = codes
        self._table = table

    def __eq__(self, name: object) -> B1:  # type: ignore[override]
        """Mask (n,) of the rows that are this name; row by row for another column."""
        if isinstance(name, str):
            return self._mask(name)
        if isinstance(name, Names):
            return np.fromiter((a == b for a, b in zip(self, name, strict=True)), np.bool_, len(self))
        raise TypeError(f"a column of names compares with a name, not with {type(name).__name__}; for several: isin()")

    def __ne__(self, name: object) -> B1:  # type: ignore[override]
        """Mask (n,) of the rows that are not this name."""
        return ~(self == name)

    @overload
    def __getitem__(self, row: int | np.integer[Any]) -> str: ...
    @overload
    def __getitem__(self, row: B1 | I8 | slice) -> Names: ...
    def __getitem__(self, row: Any) -> Any:
        """The full id of one row; for a mask, row numbers or a slice, a column."""
        code = self._codes[row]
        return self._name(int(code)) if np.ndim(code) == 0 else Names(code, self._table)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._codes)

    def __iter__(self) -> Iterator[str]:
        """Full ids, row by row."""
        return map(self._name, self._codes.tolist())

    def __contains__(self, name: object) -> bool:
        """Whether any row is this name."""
        return isinstance(name, str) and bool((self == name).any())

    def isin(self, names: Sequence[str]) -> B1:
        """Mask (n,) of the rows with any of these names. Raises UnknownNameError."""
        mask = np.zeros(len(self), np.bool_)
        for name in [names] if isinstance(names, str) else names:
            mask |= self == name
        return mask

    def counts(self) -> dict[str, int]:
        """Rows per name, most first (then by name); keys are full ids, found by their short names too."""
        codes, rows = np.unique(self._codes, return_counts=True)
        return NameCounts(zip(map(self._name, codes.tolist()), rows.tolist(), strict=True))

    @property
    def codes(self) -> NDArray[np.integer[Any]]:
        """(n,) read-only: equal names have equal numbers, for np.unique and the like; of this run only."""
        view = self._codes.view()
        view.setflags(write=False)
        return view

    def of_codes(self, codes: NDArray[np.integer[Any]]) -> list[str]:
        """The names of such numbers."""
        return [self._name(code) for code in codes.tolist()]

    def __repr__(self) -> str:
        """The first rows."""
        shown = ", ".join(map(str, self._head(8)))
        return f"<{len(self)} names: {shown}{', …' if len(self) > 8 else ''}>"

    def _head(self, rows: int) -> list[str]:
        return [self._name(code) for code in self._codes[:rows].tolist()]

    def _name(self, code: int) -> str:
        return self._table.name(code)

    def _mask(self, name: str) -> B1:
        return self._table.mask(self._codes, name)
