"""A copied area of blocks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ticklane._by_name import NameCounts
from ticklane._name_table import NameTable
from ticklane.arrays import B1, I8, Pos
from ticklane.block import Block
from ticklane.errors import LimitError

__all__ = ["Blocks"]

_MOST_STATES = 1 << 16


class Blocks:
    """A copied area, which never changes: `codes[i, j, k]` indexes `palette` and lies at `origin + (i, j, k)`.

    `blocks == "stone"` is a mask (x, y, z); put() gives a changed copy for host.set_blocks().

    Attributes:
        origin: int64 (3,), the low corner's block position.
        codes: uint16 (x, y, z), read-only.
        palette: the states the codes stand for.
    """

    __slots__ = ("_table", "codes", "origin", "palette")
    __hash__ = None  # type: ignore[assignment]  # as numpy's arrays: == is not a truth value
    origin: I8
    codes: NDArray[np.uint16]
    palette: tuple[Block, ...]
    _table: NameTable | None

    def __init__(
        self,
        origin: I8 | Sequence[int],
        codes: NDArray[np.uint16],
        palette: Sequence[Block],
        table: NameTable | None = None,
    ) -> None:
        """For the runtime: `table` checks and completes the names that scripts compare with and put."""
        put = object.__setattr__
        corner = np.array(origin, np.int64)
        corner.setflags(write=False)
        view = codes.view()
        view.setflags(write=False)
        put(self, "origin", corner)
        put(self, "codes", view)
        put(self, "palette", tuple(palette))
        put(self, "_table", table)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: an area is a photograph."""
        raise AttributeError(f"an area is read only: blocks.put(mask, block) gives a changed copy (asked: {name})")

    def __eq__(self, block: object) -> B1:  # type: ignore[override]
        """Mask (x, y, z) of the cells that are this block. Raises UnknownNameError."""
        if not isinstance(block, str):
            raise TypeError(
                f"an area compares with a block, not with {type(block).__name__}; two areas: a.codes == b.codes"
            )
        return self._is(block)[self.codes]

    def __ne__(self, block: object) -> B1:  # type: ignore[override]
        """Mask (x, y, z) of the cells that are not this block."""
        return ~(self == block)

    def at(self, pos: Pos) -> Block:
        """The block at a world position; IndexError when it lies outside."""
        place = np.asarray(pos, np.float64)
        if place.shape != (3,):
            raise ValueError(f"a place is three numbers, not {pos!r}")
        cell = np.floor(place).astype(np.int64) - self.origin
        if (cell < 0).any() or (cell >= self.codes.shape).any():
            low, high = self.origin.tolist(), (self.origin + self.codes.shape - 1).tolist()
            raise IndexError(f"{pos!r} is outside this area, {low} to {high}")
        return self.palette[int(self.codes[tuple(cell.tolist())])]

    def where(self, mask: B1) -> I8:
        """(n, 3) world positions of a mask's cells, in the order x, y, z."""
        return np.argwhere(self._checked(mask)).astype(np.int64, copy=False) + self.origin

    def put(self, mask: B1, block: str) -> Blocks:
        """A copy with the mask's cells changed to that block. UnknownNameError; LimitError past 65,536 states."""
        state = self._state(block)
        palette = self.palette
        code = next((i for i, have in enumerate(palette) if have == state), len(palette))
        if code == len(palette):
            if code == _MOST_STATES:
                raise LimitError(f"an area holds at most {_MOST_STATES} different block states")
            palette = (*palette, state)
        codes = self.codes.copy()
        codes[self._checked(mask)] = code
        return Blocks(self.origin, codes, palette, self._table)

    def count(self, block: str) -> int:
        """Number of cells that are this block. Raises UnknownNameError."""
        return int(self._cells()[self._is(block)].sum())

    def counts(self) -> dict[str, int]:
        """Cells per state, most first (then by name); states without cells are left out."""
        return NameCounts((block, n) for block, n in zip(self.palette, self._cells().tolist(), strict=True) if n)

    def __repr__(self) -> str:
        """Size, place and what it is made of."""
        size = "×".join(map(str, self.codes.shape))
        most = ", ".join(f"{n} {block}" for block, n in list(self.counts().items())[:4])
        return f"<Blocks {size} at {tuple(self.origin.tolist())}: {most}>"

    def _is(self, block: str) -> B1:
        """Which entries of the palette are that block."""
        if self._table is not None:
            self._table.code(block)
        return np.fromiter((have == block for have in self.palette), np.bool_, len(self.palette))

    def _state(self, block: str) -> Block:
        return Block(block) if self._table is None else Block(self._table.name(self._table.code(block)))

    def _cells(self) -> I8:
        return np.bincount(self.codes.ravel(), minlength=len(self.palette)).astype(np.int64, copy=False)

    def _checked(self, mask: B1) -> B1:
        cells = np.asarray(mask)
        if cells.dtype != np.bool_ or cells.shape != self.codes.shape:
            raise ValueError(f"a mask of this area is bool {self.codes.shape}, not {cells.dtype} {cells.shape}")
        return cells
