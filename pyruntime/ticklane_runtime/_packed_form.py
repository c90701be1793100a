"""How windows, series, tables of entities and areas are kept in a recorded row: whole, with their dtypes and shapes.

Arrays are base64 of their little-endian bytes in C order, so that one row says all of itself and needs no file beside
it. `ticklane._unpacked` reads it; docs/runs.md states it.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from ticklane import Blocks, Entities, Names, Series, Window
from ticklane._entity_columns import TagSets, Uuids
from ticklane._unpacked import ENTITY_COLUMNS
from ticklane.series import COLUMNS

__all__ = ["packed_array", "packed_blocks", "packed_entities", "packed_names", "packed_series"]

Plain = Callable[[Any], Any]
"""What makes any other value a plain one."""


def packed_array(values: np.ndarray[Any, Any]) -> dict[str, Any]:
    """`{"$array": dtype, "shape": […], "data": base64}`."""
    whole = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    # Raw: base64 has no characters that JSON would escape, so nobody needs to look for them.
    data = b'"%b"' % binascii.b2a_base64(whole.reshape(-1).view(np.uint8), newline=False)
    return {"$array": whole.dtype.str, "shape": list(values.shape), "data": msgspec.Raw(data)}


def packed_names(values: Names | TagSets) -> dict[str, Any]:
    """`{"$names": [distinct ones], "codes": array}`; "" where not known, the tags of an entity joined by spaces."""
    if isinstance(values, TagSets):
        names, codes = values._distinct()
    else:
        distinct, codes = _distinct(values.codes)
        names = values.of_codes(distinct)
    return {"$names": [str.__str__(name) for name in names], "codes": packed_array(codes.astype(np.int32))}


def _distinct(codes: Any) -> tuple[Any, Any]:
    """The different codes, and for each of all which it is."""
    if len(codes) > 64 or codes.dtype.kind == "V":
        return np.unique(codes, return_inverse=True)
    listed = codes.tolist()  # the few of a window: a tenth of the time
    places = {code: place for place, code in enumerate(dict.fromkeys(listed))}
    return np.array(list(places), codes.dtype), np.array([places[code] for code in listed], np.int32)


def packed_series(series: Series, plain: Plain) -> dict[str, Any]:
    """A Window, or a Series (a Track is one: what it holds now); what is computed of the columns is computed again."""
    out: dict[str, Any] = {"$type": "Series"}
    if isinstance(series, Window):
        out["$type"] = "Window"
        out |= {"tick": int(series.tick), "row": int(series.row), "cut": str(series.cut)}
        out["event"] = plain(series.event)
    for name in COLUMNS:
        values = getattr(series, name)
        out[name] = packed_names(values) if isinstance(values, Names) else packed_array(values)
    return out


def packed_entities(table: Entities) -> dict[str, Any]:
    """All columns but those that are unknown in every row."""
    columns: dict[str, Any] = {}
    for name in ENTITY_COLUMNS:
        values = getattr(table, name)
        if isinstance(values, Uuids):
            columns[name] = packed_array(np.stack([values.codes["high"], values.codes["low"]]))
        elif isinstance(values, Names | TagSets):
            form = packed_names(values)
            if any(form["$names"]):
                columns[name] = form
        elif not _is_unknown(values):
            columns[name] = packed_array(values)
    return {"$type": "Entities", "tick": int(table.tick), "n": len(table), "columns": columns}


def packed_blocks(area: Blocks) -> dict[str, Any]:
    """Origin, palette and codes, in bytes where the palette is small enough."""
    codes = area.codes if len(area.palette) > 256 else area.codes.astype(np.uint8)
    return {
        "$type": "Blocks",
        "origin": area.origin.tolist(),
        "palette": [str.__str__(block) for block in area.palette],
        "codes": packed_array(codes),
    }


def _is_unknown(values: np.ndarray[Any, Any]) -> bool:
    if values.dtype.kind == "f":
        return bool(np.isnan(values).all())
    return values.dtype.kind == "i" and bool((values == -1).all())
