"""Reads what `ticklane_runtime._packed_form` keeps in a row: windows, series, tables of entities, areas, arrays, names.

The form is data from a file: whatever doesn't fit it stays the plain value it is, and nothing in it is executed.
"""

from __future__ import annotations

import binascii
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn, get_args

import numpy as np
from numpy.typing import NDArray

from ticklane import events
from ticklane._live import Removal
from ticklane._name import Name
from ticklane._name_table import NameTable, NameTables
from ticklane.block import Block
from ticklane.blocks import Blocks
from ticklane.entities import Entities
from ticklane.errors import GoneError, NotHereError
from ticklane.names import Names
from ticklane.series import COLUMNS, Series, Window

__all__ = ["ENTITY_COLUMNS", "unpacked"]

# In the order of a table's buffer; a uuid is two numbers.
ENTITY_COLUMNS: Final[Mapping[str, tuple[str, int]]] = {
    "pos": ("<f8", 3),
    "vel": ("<f8", 3),
    "aabb_min": ("<f8", 3),
    "aabb_max": ("<f8", 3),
    "yaw": ("<f8", 1),
    "pitch": ("<f8", 1),
    "width": ("<f8", 1),
    "height": ("<f8", 1),
    "health": ("<f8", 1),
    "id": ("<i8", 1),
    "age": ("<i8", 1),
    "fuse": ("<i8", 1),
    "count": ("<i8", 1),
    "uuid": ("<i8", 2),
    "type": ("<i4", 1),
    "item": ("<i4", 1),
    "block": ("<i4", 1),
    "tags": ("<i4", 1),
    "on_ground": ("|b1", 1),
}
_DTYPES: Final = frozenset({"<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "|b1"})
_NO_SUCH_NAME: Final = 1 << 30


def unpacked(value: Any) -> Any:
    """The value with every packed form in it as what it was recorded from."""
    if type(value) is dict:
        read = _FORMS.get(str(value["$type"])) if "$type" in value else _array_or_names(value)
        if read is not None:
            try:
                return read(value)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
                return value  # a script's own dict that looks like one
        if not any(type(item) in (dict, list) for item in value.values()):
            return value
        return {key: unpacked(item) if type(item) in (dict, list) else item for key, item in value.items()}
    if type(value) is list:
        if not any(type(item) in (dict, list) for item in value):
            return value
        return [unpacked(item) for item in value]
    return value


def _array_or_names(value: dict[str, Any]) -> Callable[[dict[str, Any]], Any] | None:
    return _array if "$array" in value else _names if "$names" in value else None


def _array(form: dict[str, Any]) -> NDArray[Any]:
    dtype, shape = form["$array"], form["shape"]
    if dtype not in _DTYPES or not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError("no array")
    data = binascii.a2b_base64(form["data"], strict_mode=True)
    values = np.frombuffer(data, dtype).reshape(shape)
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def _names(form: dict[str, Any], make: Callable[[str], str] = Name) -> Names:
    texts: list[str] = form["$names"]
    codes = _array(form["codes"])
    if codes.ndim != 1 or codes.dtype.kind not in "iu" or (codes.size and int(codes.max()) >= len(texts)):
        raise ValueError("no names")
    # The runtime's code for "not known" is -1, wherever it stands in the list.
    unknown = [code for code, text in enumerate(texts) if not text]
    numbers = np.where(np.isin(codes, unknown), -1, codes).astype(np.int32)
    return Names(numbers, _table(texts, make))


def _table(texts: Sequence[str], make: Callable[[str], str]) -> NameTable:
    return _shared_table(tuple(texts), make)


@lru_cache(maxsize=256)
def _shared_table(texts: tuple[str, ...], make: Callable[[str], str]) -> NameTable:
    """A table of a recording: it can't know which names the game has, so one it hasn't got is just in no row.

    Shared, as what is learnt of a type's motion is kept by its table.
    """
    known = [make(text) for text in texts]

    def find(name: str) -> int:
        return next((code for code, have in enumerate(known) if have == name), _NO_SUCH_NAME)

    return NameTable("name", known.__getitem__, find, lambda _name: [], make)


def _series(form: dict[str, Any]) -> Series:
    columns: dict[str, Any] = {name: _names(form[name]) if name == "type" else _array(form[name]) for name in COLUMNS}
    rows, entities = len(columns["ticks"]), len(columns["id"])
    for name, values in columns.items():
        if isinstance(values, Names) or name in ("ticks", "id"):
            fits = len(values) == (rows if name == "ticks" else entities)
        else:
            fits = values.shape == ((rows, entities, 3) if name in ("pos", "vel") else (rows, entities))
        if not fits:
            raise ValueError("columns of different shapes")
    return Series(**columns)


def _window(form: dict[str, Any]) -> Window:
    series, tick, row = _series(form), form["tick"], form["row"]
    if type(row) is not int or not 0 <= row < len(series) or series.ticks[row] != tick:
        raise ValueError("no row of its tick")
    return Window(series, slice(None), tick, row, _event(form["event"]), form["cut"])


_EVENTS: Final[Mapping[str, type]] = {
    event.__dataclass_fields__["kind"].default: event
    for event in get_args(events.Event)
    if event.__dataclass_fields__["kind"].default is not dataclasses.MISSING
} | dict.fromkeys(("chat", "player_join", "player_leave"), events.PlayerEvent)
_NAMES_OF: Final[Mapping[str, Callable[[str], str]]] = {"type": Name, "old": Block, "new": Block}


def _event(value: Any) -> Any:
    """An event as the kind it is; anything else a trigger's function gave stays as it is."""
    made = _EVENTS.get(value.get("kind", "")) if isinstance(value, dict) else None
    if made is None:
        return unpacked(value)
    given: dict[str, Any] = {}
    for name, item in value.items():
        if isinstance(item, list):
            given[name] = np.array([np.nan if v is None else float(v) for v in item], np.float64)
        else:
            given[name] = _NAMES_OF[name](item) if name in _NAMES_OF else item
    return made(**given)


class _Recorded:
    """The world a recorded table's entities read from: that table."""

    lane = "recorded"
    kept: Entities

    def table(self) -> Entities:
        return self.kept

    def removal(self, id: int) -> Removal | None:
        return None

    def player(self, id: int) -> tuple[str, str]:
        raise GoneError(f"no player #{id}: this table is a recording", id=id)

    def control(self, id: int, control: str, *values: Any) -> NoReturn:
        raise NotHereError(f"{control}(): this entity is of a recording")


def _entities(form: dict[str, Any]) -> Entities:
    n, columns = form["n"], form["columns"]
    if n != (len(_array(columns["id"])) if "id" in columns else 0):
        raise ValueError("columns of different lengths")
    tables = {"type": _table([], Name), "item": _table([], Name), "block": _table([], Block), "tags": _table([""], str)}
    parts: list[bytes] = []
    for name, (dtype, width) in ENTITY_COLUMNS.items():
        size = n * width
        if name not in columns:
            empty = np.full(size, np.nan if dtype == "<f8" else 0 if name in ("tags", "on_ground") else -1, dtype)
            parts.append(empty.tobytes())
            continue
        if name == "tags":
            # Code 0 is "none" to a column of tags.
            tables[name] = _table(["", *columns[name]["$names"]], str)
            values = _array(columns[name]["codes"]) + 1
        elif name in tables:
            names = _names(columns[name], Block if name == "block" else Name)
            tables[name], values = names._table, names._codes
        else:
            values = _array(columns[name])
        if values.size != size:
            raise ValueError("columns of different lengths")
        parts.append(values.astype(np.dtype(dtype).newbyteorder("="), copy=False).tobytes())
    causes = _table([], str)
    names_of = NameTables(tables["type"], tables["block"], tables["item"], causes, tables["tags"])
    world = _Recorded()
    buffer = np.frombuffer(b"".join(parts), np.uint8)
    world.kept = Entities(form["tick"], n, buffer, names_of, world)
    return world.kept


def _blocks(form: dict[str, Any]) -> Blocks:
    codes = _array(form["codes"])
    palette = [Block(state) for state in form["palette"]]
    if codes.ndim != 3 or (codes.size and int(codes.max()) >= len(palette)):
        raise ValueError("no area")
    return Blocks(form["origin"], codes.astype(np.uint16, copy=False), palette)


_FORMS: Final[Mapping[str, Callable[[dict[str, Any]], Any]]] = {
    "Series": _series,
    "Window": _window,
    "Entities": _entities,
    "Blocks": _blocks,
}
