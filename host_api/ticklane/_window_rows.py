"""Capture windows as one long table."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane._record_columns import column
from ticklane.arrays import I8
from ticklane.record_table import RecordTable
from ticklane.series import Window

__all__ = ["window_rows"]

_CELLS: Final = ("on_ground", "pos", "vel", "width", "height", "delta_v", "impulse")


def window_rows(key: str, windows: Sequence[Window]) -> RecordTable:
    """A row for each window, tick and entity that was present, in that order."""
    ticks: list[I8] = []
    parts: dict[str, list[NDArray[Any]]] = {name: [] for name in ("window", "offset", "id", "type", "cut", *_CELLS)}
    counts = []
    for number, window in enumerate(windows):
        at, who = np.nonzero(window.present)
        counts.append(len(at))
        ticks.append(window.ticks[at])
        parts["window"].append(np.full(len(at), number, np.int64))
        parts["offset"].append(window.ticks[at] - window.tick)
        parts["id"].append(window.id[who])
        names = np.array([str.__str__(name) for name in window.type] or [""], np.str_)
        parts["type"].append(names[who])
        parts["cut"].append(np.full(len(at), window.cut))
        for name in _CELLS:
            parts[name].append(getattr(window, name)[at, who])
    columns = {name: np.concatenate(cells) for name, cells in parts.items()}
    columns |= _events(windows, np.array(counts))
    return RecordTable(key, np.concatenate(ticks).astype(np.int64, copy=False), columns)


def _events(windows: Sequence[Window], counts: I8) -> dict[str, NDArray[Any]]:
    """What the windows' events say, repeated for each of their rows."""
    told = [_fields(window.event) for window in windows]
    out: dict[str, NDArray[Any]] = {}
    for name in dict.fromkeys(name for fields in told for name in fields):
        out[f"event.{name}"] = np.repeat(column([fields.get(name) for fields in told]), counts, axis=0)
    return out


def _fields(event: Any) -> dict[str, Any]:
    if dataclasses.is_dataclass(event) and not isinstance(event, type):
        given = {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
    elif isinstance(event, dict):
        given = event
    else:
        given = {} if event is None else {"value": event}
    return {name: item.tolist() if isinstance(item, np.ndarray) else _text(item) for name, item in given.items()}


def _text(item: Any) -> Any:
    return str.__str__(item) if isinstance(item, str) else item
