"""Columns as aligned text, for a repr."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["text_table"]


def text_table(columns: Mapping[str, Iterable[object]]) -> str:
    """A header line and one line a row, columns padded to their widest cell."""
    cells = [[name, *map(str, values)] for name, values in columns.items()]
    widths = [max(map(len, column)) for column in cells]
    lines = zip(*cells, strict=True)
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
