"""Values as short text, and facts about objects, without running a script's code.

A script's classes may define anything: `__repr__` that never returns, a metaclass whose `__eq__` raises, a property
`__class__`. So types are compared by identity and attributes are read through the built-in descriptors.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

__all__ = ["class_name", "is_a", "module_name", "own_attribute", "short"]

_NAME: Final = type.__dict__["__name__"]
_MODULE: Final = type.__dict__["__module__"]
_MRO: Final = type.__dict__["__mro__"]
_FLAT: Final = (type(None), bool, int, float, str)
_MANY: Final = 4  # elements shown one by one
_LONG_INT_BITS: Final = 256


def is_a(value: object, kind: type) -> bool:
    """`isinstance` by the object's real type alone: a property `__class__` isn't asked."""
    return _inherits(type(value), kind)


def _inherits(t: type, kind: type) -> bool:
    return any(base is kind for base in _MRO.__get__(t))


def class_name(value: object) -> str:
    """The name of the object's type, at most 100 characters."""
    name = _NAME.__get__(type(value))
    return str(name)[:100]


def module_name(value: object) -> str:
    """The module of the object's type; "" when that isn't a string."""
    try:
        module = _MODULE.__get__(type(value))
    except AttributeError:
        return ""
    return module if type(module) is str else ""


def own_attribute(error: BaseException, name: str) -> Any:
    """What an exception's own dict holds under `name`, whatever its class says; None when nothing."""
    held = BaseException.__dict__["__dict__"].__get__(error)
    return held.get(name) if type(held) is dict else None


def short(value: Any, limit: int = 80) -> str:
    """A repr of at most about `limit` characters that never runs a script's code."""
    t = type(value)
    if value is None or t is bool or t is float:
        return repr(value)
    if t is int:
        return repr(value) if value.bit_length() < _LONG_INT_BITS else f"int of {value.bit_length()} bits"
    if t is str:
        return repr(value) if len(value) <= limit else f"{value[: limit - 20]!r}… ({len(value):,} characters)"
    if t is bytes:
        return f"bytes of {len(value):,}"
    if t is np.ndarray:
        if value.size <= _MANY and value.dtype.kind in "fiub":
            return repr(value.tolist())
        return f"array {value.shape} {'of records' if value.dtype.names else value.dtype}"
    if module_name(value) == "numpy" and _inherits(t, np.generic):
        return repr(value.item()) if value.dtype.kind in "fiub" else class_name(value)
    for kind in (list, tuple, set, frozenset, dict):
        if t is kind:
            return _short_container(value, kind, limit)
    return f"<{class_name(value)}>"


def _is_flat(value: object) -> bool:
    t = type(value)
    return any(t is kind for kind in _FLAT)


def _short_container(value: Any, kind: type, limit: int) -> str:
    n = len(value)
    told = f"{kind.__name__} of {n:,}"
    if n > _MANY:
        return told
    if kind is dict:
        items = list(dict.items(value))
        if not all(_is_flat(k) and _is_flat(v) for k, v in items):
            return told
        text = "{" + ", ".join(f"{short(k, 20)}: {short(v, 20)}" for k, v in items) + "}"
        return text if len(text) <= limit else told
    if not all(map(_is_flat, value)):
        return told
    inner = ", ".join([short(v, 20) for v in value])
    text = f"[{inner}]" if kind is list else f"({inner}{',' if n == 1 else ''})" if kind is tuple else f"{{{inner}}}"
    return text if n and len(text) <= limit else told if n else repr(kind())
