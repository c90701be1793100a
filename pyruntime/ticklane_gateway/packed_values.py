"""Packed arrays, names and what is made of them (windows, tables, areas), as an agent can read them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from ticklane_gateway.replies import summarised

if TYPE_CHECKING:
    import numpy as np

__all__ = ["shown"]

_LONGEST: Final = 16


def shown(value: Any) -> Any:
    """The value with each packed array as its numbers where it is short, else as `{"shape", "min", "max"}`; arrays of
    more than 16 numbers summarised.
    """
    return summarised(_readable(value))


def _readable(value: Any) -> Any:
    if isinstance(value, dict):
        if "$array" in value or "$names" in value:
            packed = _packed(value)
            if packed is not None:
                return packed
        return {key: _readable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_readable(item) for item in value] if any(isinstance(item, dict | list) for item in value) else value
    return value


def _packed(value: dict[str, Any]) -> Any:
    """What is packed, as it is shown; None when it is neither array nor names."""
    import numpy as np  # when first needed: the endpoint answers before it is loaded

    from ticklane import Names
    from ticklane._unpacked import unpacked

    found = unpacked(value)
    if isinstance(found, np.ndarray):
        return _array(found)
    if isinstance(found, Names):
        if len(found) <= _LONGEST:
            return [str.__str__(name) for name in found]
        return {str.__str__(name): rows for name, rows in found.counts().items()}
    return None


def _array(values: np.ndarray[Any, Any]) -> Any:
    if values.size <= _LONGEST:
        return _finite(values.tolist())
    import numpy as np

    known = values[np.isfinite(values)] if values.dtype.kind == "f" else values
    out: dict[str, Any] = {"shape": list(values.shape)}
    if values.dtype.kind == "b":
        out["true"] = int(values.sum())
    elif known.size:
        out |= {"min": known.min().item(), "max": known.max().item()}
    if known.size < values.size:
        out["unknown"] = values.size - known.size
    return out


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
