"""Finds in a run's tables what the pictures are drawn of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane import Entities, RecordedRun, RecordTable, Series, Window
from ticklane._name import short_name
from ticklane.arrays import F8, I8

__all__ = ["Changes", "Found", "Trace", "changes", "numbers", "profiles", "traces"]

_PLACES: Final = ("pos", "position", "feet", "center", "place")
_CHANGES: Final = ("dv", "delta_v", "impulse")
_NO_NUMBERS: Final = ("id", "tick", "seed", "window", "uuid", "source")


@dataclass(frozen=True)
class Trace:
    """A way through space: (t, 3) places in blocks, and what took it."""

    places: F8
    group: str


@dataclass(frozen=True)
class Changes:
    """Velocity changes: (n,) game ticks, (n,) blocks/tick, (n,) what each belongs to; `rows` is what there are n of."""

    key: str
    field: str
    rows: str
    ticks: I8
    sizes: F8
    groups: NDArray[Any]


@dataclass(frozen=True)
class Found:
    """A field's numbers, or (n, t) of them around each impulse with `offsets` (t,) in ticks (None: not known)."""

    key: str
    field: str
    values: F8
    offsets: I8 | None = None


def _columns(run: RecordedRun, key: str, field: str) -> Iterator[tuple[RecordTable, str, NDArray[Any]]]:
    for name, table in run.tables.items():
        if not key or name == key:
            for column, values in table.columns.items():
                if not field or column == field:
                    yield table, column, values


def _last(field: str) -> str:
    return field.rpartition(".")[2].strip("'").lower()


def _groups(table: RecordTable) -> NDArray[Any]:
    """What kind of thing each row is about."""
    for name in ("type", "cause", "block"):
        column = table.columns.get(name)
        if column is not None and column.dtype.kind == "U":
            return np.array([short_name(str(text)) for text in column])
    return np.full(len(table), "")


# -- ways
def traces(run: RecordedRun, key: str, field: str) -> list[Trace]:
    """Every way that was recorded: of windows and series, of rows that hold a whole one, of rows of one place each."""
    out: list[Trace] = []
    for table, column, values in _columns(run, key, field):
        if values.dtype == object:
            out += _traces_of_objects(values)
        elif values.dtype.kind in "fi" and values.shape[-1:] == (3,) and (field or _last(column) in _PLACES):
            if values.ndim == 3:
                groups = _groups(table)
                out += [_trace(places, groups[row]) for row, places in enumerate(values)]
            elif values.ndim == 2:
                out += _traces_of_rows(table, values)
    if not out and not field:
        for name, table in run.tables.items():
            axes = [table.columns.get(axis) for axis in ("x", "y", "z")]
            if (not key or name == key) and all(axis is not None and axis.dtype.kind in "fi" for axis in axes):
                out += _traces_of_rows(table, np.stack([np.asarray(axis) for axis in axes], axis=-1))
    return [trace for trace in out if len(trace.places)]


def _trace(places: NDArray[Any], group: str) -> Trace:
    known = np.asarray(places, np.float64)
    return Trace(known[np.isfinite(known).all(axis=-1)], str(group))


def _traces_of_objects(values: NDArray[Any]) -> Iterator[Trace]:
    entities: dict[int, tuple[str, list[F8]]] = {}
    for value in values:
        if isinstance(value, Series):
            for column, name in enumerate(value.type):
                yield _trace(value.pos[:, column], short_name(str(name)))
        elif isinstance(value, Entities):
            for id, name, place in zip(value.id.tolist(), value.type, value.pos, strict=True):
                entities.setdefault(id, (short_name(str(name)), []))[1].append(place)
        elif isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[1] == 3 and value.dtype.kind in "fi":
            yield _trace(value, "")
    for name, places in entities.values():
        yield _trace(np.array(places), name)


def _traces_of_rows(table: RecordTable, places: NDArray[Any]) -> Iterator[Trace]:
    """A place a row: one way for each id, or one for all rows."""
    groups = _groups(table)
    ids = table.columns.get("id")
    if ids is None or ids.dtype.kind not in "iuU":
        for group in np.unique(groups):
            yield _trace(places[groups == group], group)
        return
    order = np.argsort(ids, kind="stable")
    for rows in np.split(order, np.flatnonzero(ids[order][1:] != ids[order][:-1]) + 1):
        if len(rows):
            yield _trace(places[rows], groups[rows[0]])


# -- changes of velocity
def changes(run: RecordedRun, key: str, field: str) -> Changes | None:
    """How much velocities changed, and when: of the windows' impulses, else of a field that is named for it."""
    for name, windows in run.windows.items():
        if (not key or name == key) and not field:
            return _changes_of_windows(name, windows)
    for table, column, values in _columns(run, key, field):
        if not field and not _is_change(column):
            continue
        if values.dtype == object and all(isinstance(value, Series) for value in values):
            return _changes_of_series(table, values)
        sizes = _sizes(values)
        if sizes is not None:
            ticks = table.columns.get("at", table.tick)
            ticks = ticks if ticks.dtype.kind == "i" and ticks.ndim == 1 else table.tick
            return Changes(table.key, column, "rows", ticks, sizes, _groups(table))
    return None


def _is_change(column: str) -> bool:
    last = _last(column).removesuffix("_blocks_per_tick")
    return last in _CHANGES


def _sizes(values: NDArray[Any]) -> F8 | None:
    if values.dtype.kind not in "fi":
        return None
    if values.ndim == 1:
        return np.abs(values.astype(np.float64))
    if values.ndim == 2 and values.shape[1] == 3:
        return np.asarray(np.linalg.norm(values, axis=1))
    return None


def _changes_of_windows(key: str, windows: list[Window]) -> Changes:
    ticks, sizes, groups = [], [], []
    for window in windows:
        measured = np.linalg.norm(window.impulse[window.row], axis=-1)
        fired = getattr(window.event, "id", None)
        event = getattr(window.event, "vel_after", None)
        for column, name in enumerate(window.type):
            own = event is not None and fired == int(window.id[column])
            size = float(np.linalg.norm(event - window.event.vel_before)) if own else float(measured[column])
            if np.isfinite(size) and (own or fired is None or len(window.id) == 1):
                ticks.append(window.tick)
                sizes.append(size)
                groups.append(short_name(str(name)))
    return Changes(key, "impulse", "windows", np.array(ticks, np.int64), np.array(sizes), np.array(groups, np.str_))


def _changes_of_series(table: RecordTable, values: NDArray[Any]) -> Changes:
    ticks, sizes, groups = [], [], []
    for series in values:
        size = np.linalg.norm(series.delta_v, axis=-1)
        at, who = np.nonzero(np.isfinite(size))
        ticks.append(series.ticks[at])
        sizes.append(size[at, who])
        groups.append(np.array([short_name(str(name)) for name in series.type] or [""])[who])
    return Changes(table.key, "delta_v", "ticks", np.concatenate(ticks), np.concatenate(sizes), np.concatenate(groups))


# -- around impulses
def profiles(run: RecordedRun, key: str, field: str) -> list[Found]:
    """(n, t) values of each field around n impulses: of windows, else of rows that hold arrays of one length."""
    for name, windows in run.windows.items():
        if not key or name == key:
            return _profiles_of_windows(name, windows, field)
    out: list[Found] = []
    for table, column, values in _columns(run, key, field):
        if values.dtype.kind not in "fi" or not len(values):
            continue
        if values.ndim == 3 and values.shape[2] == 3 and _last(column) not in _PLACES:
            values = np.linalg.norm(values, axis=-1)
        if values.ndim == 2 and values.shape[1] > 3:
            out.append(Found(table.key, column, values.astype(np.float64), _offsets(table, values.shape[1])))
    return [one for one in out if one.key == out[0].key][:5]


def _offsets(table: RecordTable, length: int) -> I8 | None:
    """Ticks from the impulse, where the rows say so: an array "offset", or "ticks" beside "at"."""
    own = table.columns.get("offset")
    ticks, at = table.columns.get("ticks"), table.columns.get("at")
    if own is None and ticks is not None and at is not None and ticks.ndim == 2 and at.ndim == 1:
        own = ticks - at[:, None]
    if own is None or own.dtype.kind != "i" or own.ndim != 2 or own.shape[1] != length or (own != own[0]).any():
        return None
    return np.asarray(own[0])


def _profiles_of_windows(key: str, windows: list[Window], field: str) -> list[Found]:
    """Windows of unequal lengths are laid over each other by their offsets, with NaN where one has no row."""
    offsets = [window.ticks - window.tick for window in windows]
    first, last = min(int(o[0]) for o in offsets), max(int(o[-1]) for o in offsets)
    axis = np.arange(first, last + 1)
    fields = [field] if field else ["vel", "delta_v", "width", "height"]
    rows: Mapping[str, list[F8]] = {name: [] for name in fields}
    for window, offset in zip(windows, offsets, strict=True):
        fired = getattr(window.event, "id", None)
        own = np.flatnonzero(window.id == fired) if fired is not None else np.arange(len(window.id))
        for column in own if len(own) else np.arange(len(window.id)):
            for name in fields:
                values = getattr(window, name)[:, column]
                line = np.full(len(axis), np.nan)
                line[offset - first] = values if values.ndim == 1 else np.linalg.norm(values, axis=-1)
                rows[name].append(line)
    return [Found(key, name, np.array(lines), axis) for name, lines in rows.items()]


# -- numbers
def numbers(run: RecordedRun, key: str, field: str) -> Found | None:
    """One field's numbers: the one named, else a change of velocity, else the first that measures something."""
    candidates: list[Found] = []
    for table, column, values in _columns(run, key, field):
        if values.dtype.kind in "fiu" and (field or (values.ndim == 1 and _last(column) not in _NO_NUMBERS)):
            flat = np.linalg.norm(values, axis=-1) if values.ndim == 2 and values.shape[1] == 3 else values
            found = Found(table.key, column, np.asarray(flat).reshape(-1))
            if field or _is_change(column):
                return found
            candidates.append(found)
        elif values.dtype == object and field:
            arrays = [value for value in values if isinstance(value, np.ndarray) and value.dtype.kind in "fiu"]
            if arrays:
                return Found(table.key, column, np.concatenate([array.reshape(-1) for array in arrays]))
    if not field or field == "impulse":
        found_changes = changes(run, key, "")
        if found_changes is not None:
            return Found(found_changes.key, found_changes.field, found_changes.sizes)
    return candidates[0] if candidates else None
