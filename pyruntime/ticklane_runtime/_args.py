"""Checks of what scripts pass to the host: places, areas, counts. Each error says the call that works."""

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Callable
from typing import Any, Final

from ticklane import Entities, Entity
from ticklane_runtime._surrogates import find_surrogate

__all__ = ["action", "area", "cell", "number", "place", "plain", "ticks", "waits"]

_EDGE: Final = 30_000_000
_WAITING: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def place(value: Any, call: str) -> tuple[float, float, float]:
    """Three finite numbers, blocks or blocks/tick; `call` begins the error, such as "host.spawn(pos)"."""
    if isinstance(value, str | bytes | dict | set | Entity | Entities):
        raise _no_place(value, call)
    try:
        x, y, z = value
        x, y, z = float(x), float(y), float(z)
    except (TypeError, ValueError, OverflowError):
        raise _no_place(value, call) from None
    if x - x != 0 or y - y != 0 or z - z != 0:
        raise ValueError(f"{call}: ({x}, {y}, {z}) is not finite. Check what it was computed from")
    return x, y, z


def _no_place(value: Any, call: str) -> Exception:
    if isinstance(value, Entity):
        return TypeError(f"{call}: a place is three numbers, not an Entity: give entity.pos")
    if isinstance(value, int | float):
        return TypeError(f"{call}: a place is one argument of three numbers, not {value!r}: write (x, y, z)")
    shape = getattr(value, "shape", None)
    if shape is not None:
        what = f"an array of shape {shape}"
    else:
        what = (
            f"a {type(value).__name__} of {len(value)}"
            if isinstance(value, list | tuple) and len(value) != 3
            else type(value).__name__
        )
    kind = ValueError if shape is not None or isinstance(value, list | tuple) else TypeError
    return kind(f"{call}: a place is three numbers (x, y, z), not {what}")


def cell(value: Any, call: str) -> tuple[int, int, int]:
    """The block a place lies in."""
    x, y, z = place(value, call)
    if max(abs(x), abs(y), abs(z)) > _EDGE:
        raise ValueError(f"{call}: ({x:g}, {y:g}, {z:g}) is outside the world (±{_EDGE:,})")
    return math.floor(x), math.floor(y), math.floor(z)


def area(a: Any, b: Any, call: str) -> tuple[int, int, int, int, int, int]:
    """Low and high corner, both inside, whatever way round a and b are."""
    ax, ay, az = cell(a, f"{call}, corner a")
    bx, by, bz = cell(b, f"{call}, corner b")
    return min(ax, bx), min(ay, by), min(az, bz), max(ax, bx), max(ay, by), max(az, bz)


def number(value: Any, call: str) -> float:
    """One finite number."""
    try:
        out = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{call}: a number is needed, not {type(value).__name__}") from None
    if out - out != 0:
        raise ValueError(f"{call}: {out} is not finite")
    return out


def ticks(value: Any, call: str) -> int:
    """A whole number of ticks."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        if isinstance(value, float) and value.is_integer():
            raise TypeError(f"{call}: ticks are whole numbers: write {int(value)} or int(…), not {value!r}") from None
        raise TypeError(f"{call}: ticks are whole numbers, not {value!r}"[:300]) from None


def action(value: Any, call: str) -> Callable[..., object]:
    """Something to call."""
    if not callable(value):
        hint = " (did you call it? pass the function itself)" if value is None else ""
        raise TypeError(f"{call}: a function is needed, not {type(value).__name__}{hint}")
    if waits(value):
        raise TypeError(
            f"{call}: {value.__name__} has a yield or is async, so a call would do nothing. Only run() waits"
        )
    return value  # type: ignore[no-any-return]


def waits(value: Any) -> bool:
    """Whether calling it only makes a generator or a coroutine."""
    code = getattr(value, "__code__", None)
    return code is not None and bool(code.co_flags & _WAITING)


def plain(value: Any, call: str) -> str:
    """An exact str of any string; Java is given no subclasses, and nothing that isn't Unicode text."""
    if not isinstance(value, str):
        raise TypeError(f"{call}: a string is needed, not {type(value).__name__}")
    text = str.__str__(value)
    if not text.isascii() and (found := find_surrogate(text)):
        raise ValueError(f"{call}: {found[1]}")
    return text
