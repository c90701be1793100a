"""Recorded tables as pandas and Arrow tables, where these are installed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane.errors import LimitError
from ticklane.record_table import RecordTable

__all__ = ["arrow_table", "data_frame", "flat_columns", "json_text", "named_columns"]

_MOST_PARTS: Final = 64


def named_columns(table: RecordTable) -> Iterator[tuple[str, NDArray[Any]]]:
    """The rows' ticks and every column, each under a name of its own: a recorded field "tick" is "value.tick"."""
    yield "tick", table.tick
    for name, values in table.columns.items():
        yield ("value.tick" if name == "tick" else name), values


def flat_columns(table: RecordTable) -> Iterator[tuple[str, NDArray[Any]]]:
    """As `named_columns`, with columns of short arrays one by one: "pos.0", "pos.1", "pos.2"; "m.0.1" of matrices."""
    for name, values in named_columns(table):
        if values.ndim == 1 or math.prod(values.shape[1:]) > _MOST_PARTS:
            yield name, values
            continue
        for index in np.ndindex(values.shape[1:]):
            yield ".".join([name, *map(str, index)]), values[(slice(None), *index)]


def data_frame(table: RecordTable) -> Any:
    """The table as a pandas.DataFrame."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas() needs pandas: pip install pandas") from None
    columns = {name: values if values.ndim == 1 else list(values) for name, values in flat_columns(table)}
    return pandas.DataFrame(columns)


def arrow_table(table: RecordTable, **about: str) -> Any:
    """The table as a pyarrow.Table; `about` goes into its metadata as "ticklane.…"."""
    try:
        import pyarrow
    except ImportError:
        raise ImportError("Arrow needs pyarrow: pip install 'ticklane[arrow]'") from None
    fields, arrays = [], []
    for name, values in named_columns(table):
        array, form = _arrow_array(pyarrow, values)
        fields.append(pyarrow.field(name, array.type, metadata={"ticklane": form} if form else None))
        arrays.append(array)
    metadata = {f"ticklane.{name}": text for name, text in {"key": table.key, **about}.items()}
    return pyarrow.table(arrays, schema=pyarrow.schema(fields, metadata=metadata))


def _arrow_array(pyarrow: Any, values: NDArray[Any]) -> tuple[Any, str]:
    """The column, and "json" where it is the JSON text of each value."""
    if values.ndim > 1:
        array = pyarrow.array(values.reshape(-1))
        for size in reversed(values.shape[1:]):
            # A list of no numbers has to be said how many of them there are.
            array = pyarrow.FixedSizeListArray.from_arrays(array, size) if size else None
            if array is None:
                return pyarrow.array([json_text(value) for value in values]), "json"
        return array, ""
    if values.dtype != object:
        return pyarrow.array(values.tolist() if values.dtype.kind == "U" else values), ""
    present = [value for value in values if value is not None]
    if present and all(isinstance(value, np.ndarray) and value.ndim == 1 for value in present):
        kinds = {value.dtype.kind for value in present}
        if len(kinds) == 1 or kinds == {"i", "f"}:
            return pyarrow.array([None if value is None else value.tolist() for value in values]), ""
    if all(type(value) is str for value in present) or all(type(value) is bool for value in present):
        return pyarrow.array(values.tolist()), ""
    return pyarrow.array([None if value is None else json_text(value) for value in values], pyarrow.string()), "json"


def json_text(value: Any) -> str:
    """A value of any kind as JSON text, in the forms that results have."""
    from ticklane_runtime._encode import encode

    try:
        return encode(value, "value").decode()
    except LimitError:
        return json.dumps(repr(value))  # a window of half a million numbers is no text to read
