"""The short way to JSON for what scripts record most: flat values of numbers, texts and small arrays.

A row is encoded on the tick, so this decides by exact types and copies nothing it needn't. Whatever it isn't sure of
takes the long way in `_encode`, with the same outcome and an error that names the place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ticklane import Block
from ticklane._name import Name

__all__ = ["UNSURE", "quick_form"]

UNSURE: Final[Any] = object()

_LARGEST: Final = (1 << 63) - 1
_MOST_ITEMS: Final = 256
_MOST_CELLS: Final = 4_096
_DEEPEST: Final = 3
_NONE: Final = type(None)

# The constructors take a tenth of the time of a numpy scalar's item().
_FLOATS: Final = frozenset({np.float64, np.float32, np.float16})
_CASTS: Final[dict[type, Callable[[Any], Any]]] = {
    np.float64: float,
    np.float32: float,
    np.float16: float,
    np.int64: int,
    np.int32: int,
    np.int16: int,
    np.int8: int,
    np.uint64: int,
    np.uint32: int,
    np.uint16: int,
    np.uint8: int,
    np.bool_: bool,
    Name: str.__str__,
    Block: str.__str__,
}


def quick_form(value: Any, depth: int = 0) -> Any:
    """The value in types that msgspec writes as we define it, or UNSURE. A dict without need of change is itself."""
    t = type(value)
    if t is dict:
        if depth > _DEEPEST or len(value) > _MOST_ITEMS:
            return UNSURE
        out = value
        for key, v in value.items():
            t = type(v)
            if t is float:
                if v - v != 0:
                    return UNSURE
            elif t is int:
                if not -_LARGEST <= v <= _LARGEST:
                    return UNSURE
            elif not (t is str or t is bool or t is _NONE):
                form = quick_form(v, depth + 1)
                if form is UNSURE:
                    return UNSURE
                if form is not v:
                    if out is value:
                        out = value.copy()
                    out[key] = form
            if type(key) is not str:
                return UNSURE
        return out
    if t is str or t is bool or t is _NONE:
        return value
    if t is float:
        return value if value - value == 0 else UNSURE
    if t is int:
        return value if -_LARGEST <= value <= _LARGEST else UNSURE
    cast = _CASTS.get(t)
    if cast is not None:
        plain = cast(value)
        if t in _FLOATS:
            return plain if plain - plain == 0 else UNSURE
        return plain if t is not np.uint64 or plain <= _LARGEST else UNSURE
    if t is np.ndarray:
        return _array(value)
    if t is list or t is tuple:
        return _sequence(value, depth)
    return UNSURE


def _sequence(values: Any, depth: int) -> Any:
    if depth > _DEEPEST or len(values) > _MOST_ITEMS:
        return UNSURE
    out = []
    for v in values:
        if type(v) is float and v - v == 0:
            out.append(v)
            continue
        form = quick_form(v, depth + 1)
        if form is UNSURE:
            return UNSURE
        out.append(form)
    return out


def _array(values: np.ndarray[Any, Any]) -> Any:
    kind = values.dtype.kind
    if values.ndim == 0 or values.size > _MOST_CELLS:
        return UNSURE
    if kind == "f":
        if values.dtype.itemsize > 8:
            return UNSURE
        out = values.tolist()
        if values.ndim == 1 and len(out) <= 64:
            total = sum(out)  # not finite when one of them isn't; when it only overflows, the long way finds out
            return out if total - total == 0 else UNSURE
        return out if np.isfinite(values).all() else UNSURE
    return values.tolist() if kind in "iub" else UNSURE
