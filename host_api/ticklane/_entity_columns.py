"""Entity columns that are not plain numbers: UUIDs and tag sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ticklane._name_table import NameTable
from ticklane.arrays import B1, I8
from ticklane.errors import UnknownNameError
from ticklane.names import Names

__all__ = ["TagSets", "Uuids"]

_HEX_DIGITS = 32
_PAIR = np.dtype([("high", np.int64), ("low", np.int64)])


class Uuids(Names):
    """UUIDs as pairs of int64; formatted only when read. Comparing with one that no row has is no error."""

    __slots__ = ("_high", "_low")

    def __init__(self, high: I8, low: I8) -> None:
        self._high = high
        self._low = low

    @overload
    def __getitem__(self, row: int | np.integer[Any]) -> str: ...
    @overload
    def __getitem__(self, row: B1 | I8 | slice) -> Names: ...
    def __getitem__(self, row: Any) -> Any:
        high, low = self._high[row], self._low[row]
        return _text(int(high), int(low)) if np.ndim(high) == 0 else Uuids(high, low)

    def __len__(self) -> int:
        return len(self._high)

    def __iter__(self) -> Iterator[str]:
        return map(_text, self._high.tolist(), self._low.tolist())

    def counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for uuid in self:
            counts[uuid] = counts.get(uuid, 0) + 1
        return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def codes(self) -> Any:
        """(n,) pairs of int64."""
        pairs = np.empty(len(self), _PAIR)
        pairs["high"], pairs["low"] = self._high, self._low
        return pairs

    def of_codes(self, codes: Any) -> list[str]:
        return list(Uuids(codes["high"], codes["low"]))

    def _head(self, rows: int) -> list[str]:
        return list(Uuids(self._high[:rows], self._low[:rows]))

    def _mask(self, name: str) -> B1:
        if not name:
            high = low = -1
        else:
            digits = name.replace("-", "")
            try:
                if len(digits) != _HEX_DIGITS:
                    raise ValueError(name)
                high, low = _signed(int(digits[:16], 16)), _signed(int(digits[16:], 16))
            except ValueError:
                raise UnknownNameError(f"not a UUID: {name!r}", name=name) from None
        return np.asarray((self._high == high) & (self._low == low))


class TagSets(Sequence[frozenset[str]]):
    """The tags of each entity; equal sets are one object."""

    __slots__ = ("_codes", "_table")

    def __init__(self, codes: NDArray[np.int32], table: NameTable) -> None:
        self._codes = codes
        self._table = table

    @overload
    def __getitem__(self, row: int) -> frozenset[str]: ...
    @overload
    def __getitem__(self, row: slice) -> TagSets: ...
    def __getitem__(self, row: Any) -> Any:
        code = self._codes[row]
        return self._set(int(code)) if np.ndim(code) == 0 else TagSets(code, self._table)

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[frozenset[str]]:
        return map(self._set, self._codes.tolist())

    def _distinct(self) -> tuple[list[str], NDArray[np.integer[Any]]]:
        """For the runtime: the different sets, tags joined by spaces, and (n,) which of them each row has."""
        codes, rows = np.unique(self._codes, return_inverse=True)
        return [" ".join(sorted(self._set(code))) for code in codes.tolist()], rows

    def mask(self, tag: str) -> B1:
        """Rows that have this tag. Tags are free text: none is unknown."""
        with_tag = [code for code in np.unique(self._codes).tolist() if tag in self._set(code)]
        return np.isin(self._codes, with_tag)

    def __repr__(self) -> str:
        return repr(list(self))

    def _set(self, code: int) -> frozenset[str]:
        return frozenset(self._table.name(code).split()) if code > 0 else frozenset()


def _text(high: int, low: int) -> str:
    """Unknown is -1, -1: ""."""
    if high == -1 and low == -1:
        return ""
    digits = f"{high & 0xFFFF_FFFF_FFFF_FFFF:016x}{low & 0xFFFF_FFFF_FFFF_FFFF:016x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number
