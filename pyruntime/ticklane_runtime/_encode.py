"""The JSON form of whatever a script records, logs as data or gives as its result.

Defined forms: NaN is null and the infinities are the strings "Infinity" and "-Infinity" (JSON has no numbers for
them); integers beyond 64 bits are strings of digits; numpy scalars and arrays are numbers and nested lists; complex
numbers are [re, im]; sets are lists in a fixed order; bytes are base64; dataclasses, structs and mappings are objects;
enums are their value; dates are ISO 8601; mapping keys that are no strings are their JSON text; columns of names are
lists, an entity is its id, type and place, a table of entities its main columns, a series what was recorded (of a
window also what fired). Everything else is an `EncodeError` that names the key path.

In recorded rows series, windows, tables of entities and areas are kept whole, with dtypes and shapes (`_packed_form`).

The walk is ours and bounded, because C encoders recurse on the C stack and a cycle would end the game's process.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime
import enum
import math
import uuid
from collections import deque
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from pathlib import PurePath
from typing import Any, Final, NoReturn

import msgspec
import numpy as np

from ticklane import Blocks, EncodeError, Entities, Entity, LimitError, Names, Series, Window
from ticklane._entity_columns import TagSets
from ticklane.entities import ROW_BYTES
from ticklane.series import COLUMNS
from ticklane_runtime._packed_form import packed_blocks, packed_entities, packed_series
from ticklane_runtime._quick_form import UNSURE, quick_form
from ticklane_runtime._surrogates import find_surrogate

__all__ = ["MAX_DEPTH", "MAX_NODES", "MAX_PACKED", "encode", "text_of_float"]

MAX_DEPTH: Final = 64
MAX_NODES: Final = 500_000
MAX_PACKED: Final = 6 << 20  # bytes of one table, series or area before base64
_PACKED_HEAD: Final = 1_000  # of the names in each packed value, at most roughly
_SERIES_BYTES: Final = 8 * 8 + 2  # of one entity in one tick
_INT_MIN: Final = -(1 << 63)
_INT_MAX: Final = (1 << 63) - 1

_json = msgspec.json.Encoder(order=None).encode


def text_of_float(value: float) -> str | None:
    """What stands for a float JSON can't hold."""
    return None if value != value else "Infinity" if value > 0 else "-Infinity"


def encode(value: Any, name: str, *, packed: bool = False) -> bytes:
    """JSON bytes of `value`; `name` begins the key path in errors, `packed` keeps tables and series whole.

    Raises:
        EncodeError: a value without a JSON form, a cycle, a lone surrogate, nesting over 64; names the key path.
        LimitError: more than 500,000 values, or 6 MiB of one packed table, series or area.
    """
    plain = quick_form(value)
    if plain is not UNSURE:
        try:
            return _json(plain)
        except UnicodeEncodeError:
            pass  # the long way names the place
    walk = _Walk(name, packed)
    return walk.json(walk.plain(value, 0))


class _Walk:
    """One pass over a value; `path` is kept on the way so that an error can name the place."""

    __slots__ = ("name", "nodes", "packed", "packed_size", "path", "stack")

    def __init__(self, name: str, packed: bool) -> None:
        self.name = name
        self.nodes = 0
        self.packed = packed
        self.packed_size = 0
        self.path: list[str] = []
        self.stack: list[int] = []

    def where(self) -> str:
        shown = self.path if len(self.path) <= 12 else [*self.path[:8], "…", *self.path[-2:]]
        return self.name + "".join(shown)

    def fail(self, what: str) -> NoReturn:
        raise EncodeError(f"{self.where()}: {what}")

    def json(self, plain: Any) -> bytes:
        """JSON bytes of plain data that stands at the present path."""
        try:
            return _json(plain)
        except UnicodeEncodeError:
            found = find_surrogate(plain)
            steps, what = found if found is not None else ([], "a text that UTF-8 can't hold")
            self.path += steps
            self.fail(what)

    def plain(self, v: Any, depth: int) -> Any:
        t = type(v)
        if t is str or t is bool or v is None:
            return v
        if t is float:
            return v if v - v == 0 else text_of_float(v)
        if t is int:
            return v if _INT_MIN <= v <= _INT_MAX else self.digits(v)
        form = _FORMS.get(t)
        if form is None:
            form = _form_of(t)
            if form is None:
                self.fail(
                    f"{t.__module__}.{t.__qualname__} has no JSON form. "
                    "Give numbers, strings, lists, dicts, dataclasses or numpy arrays"
                )
        if depth >= MAX_DEPTH:
            if id(v) in self.stack:
                self.fail("the value contains itself")
            self.fail(f"nested deeper than {MAX_DEPTH}")
        self.stack.append(id(v))
        out = form(self, v, depth)
        self.stack.pop()
        return out

    def count(self, n: int) -> None:
        self.nodes += n
        if self.nodes > MAX_NODES:
            raise LimitError(
                f"{self.where()}: more than {MAX_NODES:,} values in one go. "
                "Record less at a time, or a summary; nothing was cut"
            )

    def bound(self, size: int, what: str) -> None:
        """Refuse what is too large to be packed, before the work."""
        self.packed_size += size + _PACKED_HEAD
        if self.packed_size > MAX_PACKED:
            raise LimitError(
                f"{self.where()}: {what} is {size:,} bytes, {MAX_PACKED:,} in all can be in one row. "
                "Record fewer entities, ticks or blocks at a time; nothing was cut"
            )

    def digits(self, v: int) -> str:
        try:
            return str(v)
        except ValueError:
            self.fail(f"an integer of {v.bit_length()} bits is too long")

    def sequence(self, v: Any, depth: int) -> list[Any]:
        self.count(len(v))
        out: list[Any] = []
        path = self.path
        for i, item in enumerate(v):
            t = type(item)
            if t is str or t is bool or item is None or (t is float and item - item == 0):
                out.append(item)
            else:
                path.append(f"[{i}]")
                out.append(self.plain(item, depth + 1))
                path.pop()
        return out

    def mapping(self, v: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        self.count(len(v))
        out: dict[str, Any] = {}
        path = self.path
        for key, item in v.items():
            name = key if type(key) is str else self.key(key, depth)
            if name in out:
                self.fail(f"two keys have the same JSON form {name!r}")
            path.append(f".{name}" if name.isidentifier() else f"[{name[:80]!r}]")
            out[name] = self.plain(item, depth + 1)
            path.pop()
        return out

    def key(self, key: Any, depth: int) -> str:
        self.path.append(f"[key of type {type(key).__name__}]")
        plain = self.plain(key, depth + 1)
        self.path.pop()
        if type(plain) is str:
            return plain
        return self.json(plain).decode()

    def unordered(self, v: AbstractSet[Any], depth: int) -> list[Any]:
        """Sorted by JSON text: the order of a set differs from process to process."""
        return sorted(self.sequence(v, depth), key=self.json)

    def array(self, v: np.ndarray[Any, Any], depth: int) -> Any:
        self.count(v.size)
        kind = v.dtype.kind
        if kind == "f":
            if v.dtype.itemsize > 8:
                v = v.astype(np.float64)  # its own scalars stay numpy's, which JSON doesn't know
            out = v.tolist()
            return out if np.isfinite(v).all() else _mark(out)
        if kind in "biu":
            return v.tolist()
        if kind == "U":
            return v.tolist()
        if kind == "c":
            return self.plain(np.stack([v.real, v.imag], axis=-1), depth + 1)
        if kind in "Mm":
            return v.astype(str).tolist()
        if kind == "V" and v.dtype.names:
            return {name: self.plain(v[name], depth + 1) for name in v.dtype.names}
        return self.plain(v.tolist(), depth + 1)


def _mark(values: Any) -> Any:
    if type(values) is list:
        return [_mark(v) for v in values]
    return values if math.isfinite(values) else text_of_float(values)


def _fields(walk: _Walk, v: Any, depth: int) -> Any:
    return walk.mapping(
        {f.name: getattr(v, f.name) for f in dataclasses.fields(v) if not f.name.startswith("_")}, depth
    )


def _struct(walk: _Walk, v: msgspec.Struct, depth: int) -> Any:
    return walk.mapping({name: getattr(v, name) for name in v.__struct_fields__}, depth)


def _entity(walk: _Walk, v: Entity, depth: int) -> Any:
    alive = v.alive
    return {"id": v.id, "type": str.__str__(v.type), "pos": walk.plain(v.pos, depth + 1) if alive else None}


def _entities(walk: _Walk, v: Entities, depth: int) -> Any:
    if walk.packed:
        walk.bound(len(v) * ROW_BYTES, f"a table of {len(v):,} entities")
        return packed_entities(v)
    columns = {"tick": v.tick, "id": v.id, "type": v.type, "pos": v.pos, "vel": v.vel}
    return walk.mapping(columns, depth)


def _series(walk: _Walk, v: Series, depth: int) -> Any:
    if walk.packed:
        rows, entities = len(v.ticks), len(v.id)
        walk.bound(rows * entities * _SERIES_BYTES, f"a series of {rows:,} ticks by {entities:,} entities")
        return packed_series(v, lambda event: _event(walk, event, depth + 1))
    names = (*(("tick", "row", "cut", "event") if isinstance(v, Window) else ()), *COLUMNS)
    return walk.mapping({name: getattr(v, name) for name in names}, depth)


def _event(walk: _Walk, v: Any, depth: int) -> Any:
    """What a window fired by: an event, mostly, once a window."""
    if dataclasses.is_dataclass(v) and not isinstance(v, type):
        form = quick_form({f.name: getattr(v, f.name) for f in dataclasses.fields(v)})
        if form is not UNSURE:
            return form
    return walk.plain(v, depth)


def _blocks(walk: _Walk, v: Blocks, depth: int) -> Any:
    if walk.packed:
        walk.bound(v.codes.size * (1 if len(v.palette) <= 256 else 2), f"an area of {v.codes.size:,} blocks")
        return packed_blocks(v)
    return walk.mapping({"origin": v.origin, "palette": v.palette, "codes": v.codes}, depth)


def _item(walk: _Walk, v: Any, depth: int) -> Any:
    return walk.plain(v.item(), depth + 1)


def _complex(walk: _Walk, v: complex, depth: int) -> Any:
    return [walk.plain(v.real, depth + 1), walk.plain(v.imag, depth + 1)]


def _base64(_walk: _Walk, v: Any, _depth: int) -> str:
    return base64.b64encode(v).decode("ascii")


_Form = Callable[[_Walk, Any, int], Any]
_FORMS: dict[type, _Form] = {
    list: _Walk.sequence,
    tuple: _Walk.sequence,
    deque: _Walk.sequence,
    range: _Walk.sequence,
    dict: _Walk.mapping,
    set: _Walk.unordered,
    frozenset: _Walk.unordered,
    np.ndarray: _Walk.array,
    bytes: _base64,
    bytearray: _base64,
    memoryview: _base64,
    complex: _complex,
    np.float64: _item,
    np.float32: _item,
    np.int64: _item,
    np.int32: _item,
    np.bool_: _item,
    Names: _Walk.sequence,
    TagSets: _Walk.sequence,
    Entities: _entities,
    Blocks: _blocks,
}

# By base class, first match wins. What a script defines isn't cached: its classes would outlive it.
_BASES: tuple[tuple[type, _Form], ...] = (
    (enum.Enum, lambda w, v, d: w.plain(v.value, d + 1)),
    (np.datetime64, lambda _w, v, _d: str(v)),
    (np.timedelta64, lambda _w, v, _d: str(v)),
    (np.str_, lambda _w, v, _d: str.__str__(v)),
    (np.longdouble, lambda w, v, d: w.plain(float(v), d)),  # item() gives it back as it is
    (np.clongdouble, lambda w, v, d: w.plain(complex(v), d)),
    (np.generic, _item),
    (bool, lambda _w, v, _d: bool(v)),
    (str, lambda _w, v, _d: str.__str__(v)),
    (int, lambda w, v, d: w.plain(int.__int__(v), d)),
    (float, lambda w, v, d: w.plain(float.__float__(v), d)),
    (np.ndarray, _Walk.array),
    (Mapping, _Walk.mapping),
    (AbstractSet, _Walk.unordered),
    (list, _Walk.sequence),
    (tuple, _Walk.sequence),
    (deque, _Walk.sequence),
    (bytes, _base64),
    (datetime.date, lambda _w, v, _d: v.isoformat()),
    (datetime.time, lambda _w, v, _d: v.isoformat()),
    (datetime.timedelta, lambda w, v, d: w.plain(v.total_seconds(), d)),
    (uuid.UUID, lambda _w, v, _d: str(v)),
    (PurePath, lambda _w, v, _d: str(v)),
    (msgspec.Struct, _struct),
    (Names, _Walk.sequence),
    (Series, _series),
    (Entity, _entity),
)


def _form_of(t: type) -> _Form | None:
    for base, form in _BASES:
        if issubclass(t, base):
            return form
    if dataclasses.is_dataclass(t):
        return _fields
    return None
