"""Recorded tables as files for other tools, with the types of their columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane import RecordTable
from ticklane._frames import arrow_table, flat_columns, json_text, named_columns
from ticklane_cli._exit import UsageError

__all__ = ["write_arrow", "write_csv", "write_npz", "write_parquet"]

_MOST_TEXT_BYTES: Final = 1 << 30
_ROWS_AT_ONCE: Final = 20_000


def write_csv(table: RecordTable, path: Path) -> None:
    """Text in quotes, numbers without, NaN as nan, what a row hasn't got as nothing; floats have all their digits."""
    columns = dict(flat_columns(table))
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(map(_quoted, columns)) + "\n")
        for first in range(0, len(table), _ROWS_AT_ONCE):
            cells = [_csv_cells(values[first : first + _ROWS_AT_ONCE]) for values in columns.values()]
            file.writelines(",".join(row) + "\n" for row in zip(*cells, strict=True))


def _csv_cells(values: NDArray[Any]) -> Sequence[str]:
    if values.ndim > 1:
        return [_quoted(json_text(value)) for value in values]
    if values.dtype.kind == "f":
        return list(map(repr, values.tolist()))
    if values.dtype.kind in "iu":
        return list(map(str, values.tolist()))
    if values.dtype.kind == "b":
        return ["true" if value else "false" for value in values.tolist()]
    if values.dtype.kind == "U":
        return list(map(_quoted, values.tolist()))
    return list(map(_csv_cell, values.tolist()))


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return _quoted(value if isinstance(value, str) else json_text(value))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def write_npz(tables: Mapping[str, RecordTable], path: Path) -> None:
    """One file for all: "key/column", without pickles.

    Arrays of different lengths are "key/column.values" one after the other and "key/column.offsets" (n + 1) where each
    begins; what numpy has no type for is its JSON text in "key/column.json".
    """
    arrays: dict[str, Any] = {name: values for key, table in tables.items() for name, values in _npz_arrays(key, table)}
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def _npz_arrays(key: str, table: RecordTable) -> Iterator[tuple[str, NDArray[Any]]]:
    for column, values in named_columns(table):
        name = f"{key}/{column}"
        if values.dtype != object:
            yield name, values
            continue
        if len(values) and all(isinstance(value, np.ndarray) and value.ndim == 1 for value in values):
            yield f"{name}.values", np.concatenate(list(values))
            yield f"{name}.offsets", np.cumsum([0, *map(len, values)])
            continue
        is_text = all(type(value) is str for value in values)
        texts = [value if is_text else json_text(value) for value in values]
        size = 4 * len(texts) * max(map(len, texts), default=0)
        if size > _MOST_TEXT_BYTES:
            raise UsageError(
                f"{name}: as numpy's text it would take {size:,} bytes; parquet and arrow hold it as it is"
            )
        yield (name if is_text else f"{name}.json"), np.array(texts, np.str_)


def write_parquet(table: RecordTable, path: Path, about: Mapping[str, str]) -> None:
    """Parquet with Arrow's types."""
    import pyarrow.parquet

    pyarrow.parquet.write_table(arrow_table(table, **about), path, compression="zstd")


def write_arrow(table: RecordTable, path: Path, about: Mapping[str, str]) -> None:
    """An Arrow IPC file ("Feather 2")."""
    import pyarrow

    made = arrow_table(table, **about)
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, made.schema) as writer:
        writer.write_table(made)
