"""Values as text that a reader can take in: bounded in depth, length and characters; arrays and tables summed up.

Objects of a script's own classes are asked for their `repr`, so this runs inside its step.
"""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Any, Final

import numpy as np

from ticklane import Blocks, Entities, Entity, Names, Series
from ticklane_runtime._short_values import class_name
from ticklane_runtime._surrogates import utf8

__all__ = ["MAX_VALUE_TEXT", "one_line", "value_text"]

MAX_VALUE_TEXT: Final = 8_000
_DEPTH: Final = 5
_ITEMS: Final = 50  # of one container
_WHOLE_ARRAY: Final = 64  # numbers
_ROWS: Final = 16  # of a table of entities
_ROW_NUMBERS: Final = 12  # of an array's first and last rows
_KINDS: Final = 12  # of a count by name
_LINE: Final = 110
_SHORT: Final = 24  # items of that many characters stand beside each other
_LONG_INT_BITS: Final = 2_048


def value_text(value: Any, most: int = MAX_VALUE_TEXT) -> str:
    """The value in at most about `most` characters. Whatever its own classes raise is told, not raised."""
    try:
        text = value if type(value) is str and "\n" in value else _Writer(most).text(value, 0)
    except Exception as e:  # noqa: BLE001 - a script's own class may raise anything
        text = f"<{class_name(value)}, which can't be shown: {class_name(e)}>"
    return _within(utf8(text), most)


class _Writer:
    """Writes one value; `room` is what is left of the characters, so that no huge text is made to be cut."""

    def __init__(self, room: int) -> None:
        self.room = room

    def text(self, value: Any, depth: int) -> str:
        made = self._made(value, depth)
        self.room -= len(made)
        return made

    def _made(self, value: Any, depth: int) -> str:
        if isinstance(value, np.generic):
            return f"{value.item()!r}" if value.dtype.kind in "biufc" else repr(value)
        if value is None or isinstance(value, bool | float | complex):
            return repr(value)
        if isinstance(value, int) and type(value).__repr__ is int.__repr__:
            bits = value.bit_length()
            return repr(value) if bits <= _LONG_INT_BITS else f"<int of {bits:,} bits>"
        if isinstance(value, str):
            whole = max(self.room, 100)
            return repr(str(value)) if len(value) <= whole else f"{str(value[:whole])!r}… ({len(value):,} characters)"
        if isinstance(value, bytes | bytearray):
            head = repr(bytes(value[:60]))
            return head if len(value) <= 60 else f"{head}… ({len(value):,} bytes)"
        known = _known(value, whole=depth == 0)
        if known is not None:
            return known
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in dataclasses.fields(value) if field.repr]
            pairs = ((f"{name}=", getattr(value, name, None)) for name in names)
            return self._items(f"{class_name(value)}(", pairs, ")", len(names), depth)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            pairs = ((f"{name}=", item) for name, item in zip(value._fields, value, strict=False))
            return self._items(f"{class_name(value)}(", pairs, ")", len(value), depth)
        if isinstance(value, Mapping):
            pairs = ((f"{_Writer(80).text(key, _DEPTH)}: ", item) for key, item in value.items())
            head, tail = ("{", "}") if type(value) is dict else (f"{class_name(value)}({{", "})")
            return self._items(head, pairs, tail, len(value), depth)
        if isinstance(value, AbstractSet):
            if not value:
                return f"{class_name(value)}()"
            head, tail = ("{", "}") if type(value) is set else (f"{class_name(value)}({{", "})")
            return self._items(head, (("", item) for item in value), tail, len(value), depth)
        if isinstance(value, list | tuple):
            head, tail = ("[", "]") if isinstance(value, list) else ("(", ",)" if len(value) == 1 else ")")
            return self._items(head, (("", item) for item in value), tail, len(value), depth)
        return _within(repr(value), 2_000)

    def _items(self, head: str, pairs: Iterator[tuple[str, Any]], tail: str, n: int, depth: int) -> str:
        if n == 0:
            return head + tail.removeprefix(",")
        if depth >= _DEPTH or self.room <= 0:
            return f"{head}… {n:,} …{tail}"
        parts = []
        for name, item in islice(pairs, _ITEMS):
            if self.room <= 0:
                break
            parts.append(name + self.text(item, depth + 1))
        if len(parts) < n:
            parts.append(f"… {n - len(parts):,} more")
        flat = head + ", ".join(parts) + tail
        if len(flat) <= _LINE and "\n" not in flat:
            return flat
        if all(len(part) <= _SHORT and "\n" not in part for part in parts):
            inside = textwrap.fill(", ".join(parts), _LINE, initial_indent="  ", subsequent_indent="  ")
        else:
            inside = ",\n".join("  " + part.replace("\n", "\n  ") for part in parts)
        return f"{head}\n{inside}\n{tail}"


def _known(value: Any, *, whole: bool) -> str | None:
    """The text of arrays and of the contract's tables; `whole` is for a value that stands alone."""
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, Names):
        return _names(value)
    if isinstance(value, Entities):
        return _table(value) if whole else f"<{_many(len(value))} after tick {value.tick}: {_counts(value.type)}>"
    if isinstance(value, Entity):
        return _entity(value)
    if isinstance(value, Blocks):
        counts = list(value.counts().items())
        told = [f"{n:,} × {block}" for block, n in counts[:_KINDS]]
        told += [f"… {len(counts) - _KINDS:,} more states"] if len(counts) > _KINDS else []
        return f"<Blocks {value.codes.shape} from {value.origin.tolist()}: {', '.join(told)}>"
    if isinstance(value, Series):
        return _series(value)
    return None


def _array(values: np.ndarray[Any, Any]) -> str:
    head = f"array {values.dtype} {values.shape}"
    if values.dtype.names:
        return f"{head} of records: {', '.join(values.dtype.names[:_KINDS])}"
    if values.size <= _WHOLE_ARRAY and values.dtype.kind in "biufcSUmM":
        text = np.array2string(values, max_line_width=_LINE, separator=", ", precision=8, floatmode="maxprec")
        return f"{head} {text}" if "\n" not in text else f"{head}\n{text}"
    if values.dtype.kind == "b":
        return f"{head}: {int(values.sum()):,} true"
    facts = []
    if values.dtype.kind in "iuf":
        known = values[np.isfinite(values)] if values.dtype.kind == "f" else values.ravel()
        if known.size:
            facts += [f"min {known.min():.6g}", f"max {known.max():.6g}", f"mean {known.mean():.6g}"]
        if known.size < values.size:
            facts.append(f"{values.size - known.size:,} not finite")
    if values.ndim == 1:
        facts += [f"first {_numbers(values[:3])}", f"last {_numbers(values[-3:])}"]
    elif len(values) and values[0].size <= _ROW_NUMBERS:
        facts += [f"first {_numbers(values[0])}", f"last {_numbers(values[-1])}"]
    return f"{head}: {', '.join(facts)}" if facts else head


def _numbers(values: np.ndarray[Any, Any]) -> str:
    return np.array2string(values, max_line_width=1_000, separator=", ", precision=6).replace("\n", "")


def _names(names: Names) -> str:
    if len(names) <= _ITEMS and len({*names}) > _KINDS:
        return f"<names: {', '.join(names)}>"
    return f"<{len(names):,} names: {_counts(names)}>"


def _counts(names: Names) -> str:
    counts = list(names.counts().items())
    told = [f"{n:,} × {name}" for name, n in counts[:_KINDS]]
    told += [f"… {len(counts) - _KINDS:,} more kinds"] if len(counts) > _KINDS else []
    return ", ".join(told) or "none"


def _table(table: Entities) -> str:
    head = f"{_many(len(table))} after tick {table.tick}: {_counts(table.type)}"
    rows: list[tuple[str, ...]] = [("id", "type", "x", "y", "z", "vx", "vy", "vz", "age")]
    for row in range(min(len(table), _ROWS)):
        place = [f"{number:.3f}" for number in table.pos[row].tolist()]
        speed = [f"{number:.4f}" for number in table.vel[row].tolist()]
        kind = table.type[row].removeprefix("minecraft:")
        rows.append((str(table.id[row]), kind, *place, *speed, str(table.age[row])))
    if len(rows) == 1:
        return head
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if len(table) > _ROWS:
        lines.append(f"… {len(table) - _ROWS:,} more rows")
    return "\n".join([head, *lines])


def _entity(entity: Entity) -> str:
    if not entity.alive:
        return f"<{class_name(entity)} {entity.type} #{entity.id}, gone>"
    place, speed = _numbers(entity.pos), _numbers(entity.vel)
    return f"<{class_name(entity)} {entity.type} #{entity.id} at {place} vel {speed} age {entity.age}>"


def _series(series: Any) -> str:
    ticks = series.ticks
    span = f"ticks {ticks[0]} to {ticks[-1]}" if len(ticks) else "no ticks yet"
    return f"<{class_name(series)} of {_many(len(series.id))} ({_counts(series.type)}), {span}>"


def _many(n: int) -> str:
    return f"{n:,} {'entity' if n == 1 else 'entities'}"


def _within(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head, tail = text[: most * 2 // 3], text[-(most // 3) :]
    return f"{head}\n… {len(text) - len(head) - len(tail):,} characters left out …\n{tail}"


def one_line(value: Any, most: int) -> str:
    """The value's text in one line, cut at its end."""
    text = " ".join(value_text(value, most * 4).split())
    return text if len(text) <= most else text[: most - 1] + "…"
