"""The rows a run recorded under one key, as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ticklane._nearest import or_known
from ticklane._text_table import text_table
from ticklane.arrays import I8

__all__ = ["RecordTable"]

_SHOWN_ROWS = 8
_SHOWN_COLUMNS = 8


class RecordTable:
    """Rows of one key in the order they were recorded.

    `table["dv"]` is a column: bool, int64, float64, text, an array (n, …) where each row has one of the same shape, or
    objects (arrays of different lengths, windows, values of several kinds). A field of a nested object is
    `table["dv.mean"]`; plain values are `table["value"]`. A row that has no such field has NaN in it in a column of
    numbers, None in any other.

    Attributes:
        key: what they were recorded under.
        tick: int64 (n,), the game tick of each.
        columns: the columns by name, in the order they first came.
    """

    __slots__ = ("columns", "key", "tick")
    key: str
    tick: I8
    columns: Mapping[str, NDArray[Any]]

    def __init__(self, key: str, tick: I8, columns: Mapping[str, NDArray[Any]]) -> None:
        """For read_run()."""
        self.key = key
        self.tick = tick
        self.columns = columns

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.tick)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """One column; KeyError names the nearest."""
        found = self.columns.get(name)
        if found is None:
            raise KeyError(f"{self.key!r} has no column {name!r}{or_known(name, list(self.columns)[:40])}")
        return found

    def __contains__(self, name: object) -> bool:
        """Whether there is a column of that name."""
        return name in self.columns

    def __iter__(self) -> Iterator[str]:
        """The columns' names."""
        return iter(self.columns)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame: "tick", then the columns; those of short arrays one by one ("pos.0", "pos.1", "pos.2").

        Raises ImportError with the command when pandas isn't installed.
        """
        from ticklane._frames import data_frame

        return data_frame(self)

    def to_arrow(self) -> Any:
        """A pyarrow.Table: "tick", then the columns; arrays are lists, values of several kinds their JSON text.

        Raises ImportError with the command when pyarrow isn't installed.
        """
        from ticklane._frames import arrow_table

        return arrow_table(self)

    def __repr__(self) -> str:
        """The first rows as text."""
        names = list(self.columns)[:_SHOWN_COLUMNS]
        shown: dict[str, Any] = {"tick": self.tick[:_SHOWN_ROWS].tolist()}
        for name in names:
            shown[name] = [_short(cell) for cell in self.columns[name][:_SHOWN_ROWS]]
        title = f"{len(self):,} rows {self.key!r}"
        if len(self.columns) > len(names):
            title += (
                f", {len(self.columns) - len(names)} more columns: {', '.join(list(self.columns)[len(names) :][:8])}"
            )
        more = f"\n… {len(self) - _SHOWN_ROWS:,} more" if len(self) > _SHOWN_ROWS else ""
        return f"{title}\n{text_table(shown)}{more}" if len(self) else title


def _short(cell: Any) -> str:
    if isinstance(cell, np.ndarray) and cell.size > 4:
        return f"array {cell.shape}"
    if isinstance(cell, float):
        return f"{cell:.6g}"
    text = str(cell).partition("\n")[0]
    return text if len(text) <= 24 else text[:23] + "…"
