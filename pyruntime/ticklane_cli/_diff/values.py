"""What differs in two recorded values: the field, the first place in it, the entity, and by how much."""

from __future__ import annotations

import binascii
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane.arrays import I8

__all__ = ["Difference", "differences"]

_IDS: Final = ("id", "ids")
_DTYPES: Final = frozenset(["<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "|b1"])
_ABSENT: Final = "(not there)"
_DEEPEST: Final = 60


@dataclass(frozen=True)
class Difference:
    """One field that differs.

    `place` is the first index in an array, `entity` the id of whom that row of it tells, `cells` how many of the
    field's numbers differ, `delta` the largest difference of two numbers, NaN when none is of numbers.
    """

    field: str
    place: tuple[int, ...]
    a: Any
    b: Any
    cells: int
    delta: float
    entity: int | None = None


def differences(a: Any, b: Any, tolerance: float) -> Iterator[Difference]:
    """Every field in which two values differ; numbers by more than the tolerance, 0: in any bit."""
    yield from _compare(a, b, "", tolerance, None, 0)


def _compare(a: Any, b: Any, field: str, tolerance: float, ids: Any, depth: int) -> Iterator[Difference]:
    left, right = _array(a), _array(b)
    if left is not None and right is not None and left.shape == right.shape:
        yield from _arrays(left, right, field, tolerance, ids)
    elif left is not None and right is not None and type(a) is dict:
        yield Difference(field, (), _shape(left), _shape(right), 1, math.nan)
    elif type(a) is dict and type(b) is dict and depth < _DEEPEST:
        yield from _dicts(a, b, field, tolerance, depth)
    elif type(a) is list and type(b) is list and depth < _DEEPEST:
        yield from _lists(a, b, field, tolerance, ids, depth)
    elif not _same(a, b, tolerance):
        yield Difference(field, (), a, b, 1, _delta(a, b), ids if type(ids) is int else None)


def _dicts(a: dict[str, Any], b: dict[str, Any], field: str, tolerance: float, depth: int) -> Iterator[Difference]:
    ids, theirs = _ids(a), _ids(b)
    if isinstance(ids, np.ndarray) and isinstance(theirs, np.ndarray) and not np.array_equal(ids, theirs):
        yield from _of_common(a, b, field, tolerance, (ids, theirs), depth)
        return
    if type(ids) is not type(theirs) or (not isinstance(ids, np.ndarray) and ids != theirs):
        ids = None  # of different entities: the numbers are nobody's
    for name in dict.fromkeys([*a, *b]):
        inner = f"{field}.{name}" if field else name
        if name not in a or name not in b:
            yield Difference(inner, (), a.get(name, _ABSENT), b.get(name, _ABSENT), 1, math.nan)
        else:
            yield from _compare(a[name], b[name], inner, tolerance, ids, depth + 1)


def _of_common(
    a: dict[str, Any], b: dict[str, Any], field: str, tolerance: float, ids: tuple[I8, I8], depth: int
) -> Iterator[Difference]:
    """Columns of different entities: who is in one only, and the columns of those that both have."""
    common, rows, their_rows = np.intersect1d(*ids, return_indices=True)
    for name in dict.fromkeys([*a, *b]):
        inner = f"{field}.{name}" if field else name
        left, right = _array(a.get(name)), _array(b.get(name))
        if name in _IDS:
            odd = np.setxor1d(*ids)
            ours, theirs = [_who(mine, common) if len(odd) else f"in the order {_shown(mine)}" for mine in ids]
            yield Difference(inner, (), ours, theirs, max(len(odd), 1), math.nan, int(odd[0]) if len(odd) else None)
        elif left is not None and right is not None:
            axis = next((n for n, length in enumerate(left.shape) if length == len(ids[0])), None)
            if axis is not None and axis < right.ndim and right.shape[axis] == len(ids[1]):
                left, right = left.take(rows, axis), right.take(their_rows, axis)
            if left.shape == right.shape:
                yield from _arrays(left, right, inner, tolerance, common)
            else:
                yield Difference(inner, (), _shape(left), _shape(right), 1, math.nan)
        elif name in a and name in b:
            yield from _compare(a[name], b[name], inner, tolerance, None, depth + 1)
        else:
            yield Difference(inner, (), a.get(name, _ABSENT), b.get(name, _ABSENT), 1, math.nan)


def _who(ids: I8, common: I8) -> str:
    own = np.setdiff1d(ids, common)
    if not len(own):
        return f"{len(ids):,} entities"
    return f"{len(ids):,} entities, only here: {_shown(own)}"


def _shown(ids: I8) -> str:
    return " ".join(f"#{id}" for id in ids[:3].tolist()) + (" …" if len(ids) > 3 else "")


def _ids(value: Mapping[str, Any]) -> Any:
    """The ids beside columns, or the id of the one a dict tells of."""
    for name in _IDS:
        found = value.get(name)
        if type(found) is int:
            return found
        if found is not None:
            ids = _array(found)
            if ids is not None and ids.ndim == 1 and ids.dtype.kind in "iu":
                return ids
    return None


def _lists(a: list[Any], b: list[Any], field: str, tolerance: float, ids: Any, depth: int) -> Iterator[Difference]:
    if len(a) != len(b):
        yield Difference(field, (), f"{len(a):,} values", f"{len(b):,} values", 1, math.nan)
    found: dict[str, Difference] = {}
    for n, (left, right) in enumerate(zip(a, b, strict=False)):
        if type(left) is type(right) and left == right and not isinstance(left, float | dict | list):
            continue
        row = int(ids[n]) if isinstance(ids, np.ndarray) and len(ids) == len(a) else ids
        for one in _compare(left, right, "", tolerance, row, depth + 1):
            known = found.get(one.field)
            if known is None:
                full = f"{field}.{one.field}" if one.field else field
                found[one.field] = Difference(full, (n, *one.place), one.a, one.b, one.cells, one.delta, one.entity)
            else:
                delta = float(np.fmax(known.delta, one.delta))
                cells = known.cells + one.cells
                found[one.field] = Difference(known.field, known.place, known.a, known.b, cells, delta, known.entity)
    yield from found.values()


def _arrays(a: NDArray[Any], b: NDArray[Any], field: str, tolerance: float, ids: Any) -> Iterator[Difference]:
    if a.dtype.kind in "fc" or b.dtype.kind in "fc":
        left, right = a.astype(np.float64), b.astype(np.float64)
        with np.errstate(invalid="ignore"):
            delta = np.abs(left - right)
            if tolerance > 0:
                same = (delta <= tolerance) | (left == right)
            else:
                same = (left == right) & (np.signbit(left) == np.signbit(right))
            same |= np.isnan(left) & np.isnan(right)
        worst = float(np.fmax.reduce(delta[~same], initial=-1.0)) if delta.size else -1.0
        worst = worst if worst >= 0 else math.nan
    else:
        same = a == b
        worst = math.nan
        if not same.all() and a.dtype.kind in "iu":
            pairs = zip(a[~same].ravel().tolist(), b[~same].ravel().tolist(), strict=True)
            worst = float(max(abs(x - y) for x, y in pairs))
            same = same | (worst <= tolerance)
    if same.all():
        return
    place = tuple(int(n) for n in np.argwhere(~same)[0])
    entity = ids if type(ids) is int else None
    if isinstance(ids, np.ndarray):
        axis = next((axis for axis, length in enumerate(a.shape) if length == len(ids)), None)
        entity = None if axis is None else int(ids[place[axis]])
    yield Difference(field, place, a[place].item(), b[place].item(), int((~same).sum()), worst, entity)


def _array(value: Any) -> NDArray[Any] | None:
    """An array that was packed, or nested lists of numbers; None for anything else."""
    if type(value) is dict:
        if "$array" in value:
            return _unpacked(value)
        if "$names" in value:
            codes = _array(value.get("codes"))
            try:
                return None if codes is None else np.array(value["$names"], np.str_)[codes]
            except (IndexError, ValueError, TypeError):
                return None
        return None
    if type(value) is list and len(value) > 1 and type(value[0]) in (int, float, list):
        try:
            array = np.array(value)
        except (ValueError, OverflowError):
            return None
        return array if array.dtype.kind in "iuf" else None
    return None


def _shape(array: NDArray[Any]) -> str:
    return " × ".join(map(str, array.shape)) + " values"


def _unpacked(form: dict[str, Any]) -> NDArray[Any] | None:
    try:
        if form["$array"] not in _DTYPES:
            return None
        data = binascii.a2b_base64(form["data"], strict_mode=True)
        return np.frombuffer(data, form["$array"]).reshape(form["shape"])
    except (KeyError, TypeError, ValueError):
        return None


def _same(a: Any, b: Any, tolerance: float) -> bool:
    if _is_number(a) and _is_number(b):
        if tolerance > 0:
            return bool(abs(a - b) <= tolerance)
        return bool(a == b) and type(a) is type(b) and math.copysign(1, a) == math.copysign(1, b)
    return type(a) is type(b) and bool(a == b)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _delta(a: Any, b: Any) -> float:
    return float(abs(a - b)) if _is_number(a) and _is_number(b) else math.nan
