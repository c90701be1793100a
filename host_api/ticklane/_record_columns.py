"""Turns recorded values into columns, each of the type its values have.

Numbers are never changed on the way: a column whose integers float64 can't hold exactly stays a column of Python's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["MISSING", "column", "columns_of"]

MISSING: Final[Any] = object()

_EXACT: Final = 1 << 53  # integers up to here are float64's too
_MOST_FIELDS: Final = 1_024  # of a table
_MOST_PARTS: Final = 256  # of one nested field: more are data, not names
_DEEPEST: Final = 16
_WIDEST: Final = 1_000  # characters
_INFINITE: Final = {"Infinity": math.inf, "-Infinity": -math.inf}
_NUMBERS: Final = frozenset({int, float})
_OBJECT: Final = np.dtype(object)


def columns_of(values: Sequence[Any]) -> dict[str, NDArray[Any]]:
    """Columns of a table whose rows have these values: "value" for plain ones, else one per field.

    Nested objects are dotted columns ("dv.mean"); a row without a field has NaN in a column of numbers, else None.
    """
    fields: dict[str, list[Any]] = {}
    plain: list[Any] = []
    for row, value in enumerate(values):
        if type(value) is not dict:
            if not plain:
                plain = [MISSING] * len(values)
            plain[row] = value
            continue
        for name, item in value.items():
            cells = fields.get(name)
            if cells is None:
                cells = fields[name] = [MISSING] * len(values)
                if len(fields) > _MOST_FIELDS:
                    return {"value": _objects(values)}
            cells[row] = item
    out: dict[str, NDArray[Any]] = {}
    for name, cells in fields.items():
        _add(out, _quoted(name), cells, 0)
    if plain:
        _add(out, "value" if "value" not in out else "value.", plain, 0)
    return out


def _add(out: dict[str, NDArray[Any]], name: str, cells: list[Any], depth: int) -> None:
    """One field's column, or the columns of its parts."""
    present = [cell for cell in cells if cell is not MISSING and cell is not None]
    if present and depth < _DEEPEST and all(type(cell) is dict and cell for cell in present):
        parts = dict.fromkeys(key for cell in present for key in cell)
        if len(parts) <= _MOST_PARTS and len(out) + len(parts) <= _MOST_FIELDS:
            for part in parts:
                inner = [cell.get(part, MISSING) if type(cell) is dict else MISSING for cell in cells]
                _add(out, f"{name}.{_quoted(part)}", inner, depth + 1)
            return
    out[name] = column(cells)


def _quoted(name: str) -> str:
    """A dot inside a name is no step into it."""
    return f"'{name}'" if "." in name else name


def column(cells: Sequence[Any]) -> NDArray[Any]:
    """The values as an array: bool, int64, uint64, float64, text, stacked arrays, or objects when they are of no one
    kind.

    `MISSING` and None are NaN among numbers; anywhere else they make it a column of objects, with None.
    """
    types = set(map(type, cells))
    absent = bool(types & {type(MISSING), type(None)})
    types -= {type(MISSING), type(None)}
    if types <= _NUMBERS or (str in types and types - {str} <= _NUMBERS):
        numbers = _numbers(cells, types, absent)
        if numbers is not None:
            return numbers
    if absent:
        return _arrays(cells) if types == {list} else _objects(cells)
    if types == {bool}:
        return np.array(cells, np.bool_)
    if types == {str}:
        return _texts(cells)
    if types == {list}:
        return _stacked(cells)
    return _objects(cells)


def _numbers(cells: Sequence[Any], types: set[type], absent: bool) -> NDArray[Any] | None:
    """None when they are no numbers after all."""
    if str in types:
        # Infinities and integers beyond 64 bits travel as texts.
        texts = {cell for cell in cells if type(cell) is str}
        if texts <= _INFINITE.keys():
            cells = [_INFINITE[cell] if type(cell) is str else cell for cell in cells]
            types = types - {str} | {float}
        elif types - {str} and all(map(_is_large, texts)):
            return _objects([int(cell) if type(cell) is str else cell for cell in cells])
        else:
            return None
    if not types or float in types or absent:
        if int in types and any(type(cell) is int and not -_EXACT <= cell <= _EXACT for cell in cells):
            return _objects(cells)
        return np.array([math.nan if cell is MISSING or cell is None else cell for cell in cells], np.float64)
    return _integers(cells)


def _integers(cells: Sequence[int]) -> NDArray[Any]:
    for dtype in (np.int64, np.uint64):
        try:
            return np.array(cells, dtype)
        except OverflowError:
            continue
    return _objects(cells)


def _is_large(text: str) -> bool:
    digits = text.removeprefix("-")
    return (
        19 <= len(digits) <= 4_000 and digits.isascii() and digits.isdigit() and not -(1 << 63) <= int(text) < 1 << 63
    )


def _texts(cells: Sequence[str]) -> NDArray[Any]:
    """As numpy's text where its fixed width doesn't waste memory; it also drops NULs at a text's end."""
    longest = max(map(len, cells))
    wasteful = longest > _WIDEST or longest * len(cells) > 4 * sum(map(len, cells)) + (1 << 20)
    if wasteful or any(cell.endswith("\0") for cell in cells):
        return _objects(cells)
    return np.array(cells, np.str_)


def _stacked(cells: Sequence[list[Any]]) -> NDArray[Any]:
    """(n, …) when all are arrays of one shape."""
    try:
        together = np.array(cells)
    except (ValueError, OverflowError):
        return _arrays(cells)
    if together.dtype.kind == "f" and (np.abs(together[np.isfinite(together)]) > _EXACT).any():
        return _arrays(cells)  # integers that became floats may be among them
    return together if together.dtype.kind in "fb" or together.dtype in (np.int64, np.uint64) else _arrays(cells)


def _arrays(cells: Sequence[Any]) -> NDArray[Any]:
    """Array by array: lists of numbers with null and "Infinity" in them, or of different lengths."""
    made = [None if cell is MISSING or cell is None else _array(cell) for cell in cells]
    arrays = [array for array in made if isinstance(array, np.ndarray)]
    shapes = {array.shape for array in arrays}
    kinds = {array.dtype.kind for array in arrays}
    alike = len(kinds) == 1 or (kinds == {"i", "f"} and all(map(_is_exact, arrays)))
    if len(arrays) == len(cells) and len(shapes) == 1 and alike:
        return np.stack(arrays)
    return _objects(made)


def _is_exact(array: NDArray[Any]) -> bool:
    return array.dtype.kind == "f" or bool((np.abs(array) <= _EXACT).all())


def _array(cell: list[Any]) -> Any:
    """One list as an array, or as it is."""
    shape: list[int] = []
    level: Any = cell
    while type(level) is list:
        shape.append(len(level))
        level = level[0] if level else None
    if len(shape) > _DEEPEST:
        return cell
    flat: list[Any] = cell
    for _ in shape[1:]:
        if not all(type(part) is list for part in flat):
            return cell
        flat = [item for part in flat for item in part]
    if len(flat) != math.prod(shape):
        return cell
    values = column(flat) if flat else np.empty(0, np.float64)
    if values.dtype == _OBJECT or values.ndim != 1:
        return cell
    return values.reshape(shape)


def _objects(cells: Iterable[Any]) -> NDArray[Any]:
    listed = [None if cell is MISSING else cell for cell in cells]
    out = np.empty(len(listed), object)
    for row, cell in enumerate(listed):
        out[row] = cell
    return out
