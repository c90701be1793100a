"""Values worth recording, and run folders made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ticklane import ImpulseEvent, Names, Series, Window
from ticklane._name_table import NameTable
from ticklane.series import COLUMNS
from ticklane_runtime._output import Records

__all__ = ["make_run", "make_window", "rows_of", "same_arrays"]

TYPES = NameTable.of("entity type", ["falling_block", "tnt"])


def make_window(tick: int = 100, *, before: int = 3, after: int = 2, entities: int = 2, seed: int = 0) -> Window:
    """A window with a gap: its last entity is absent in the first row, with NaN."""
    random = np.random.default_rng(seed)
    t, n = before + 1 + after, entities
    present = np.ones((t, n), np.bool_)
    present[0, -1] = False

    def cells(*shape: int) -> Any:
        values = random.normal(size=(t, n, *shape))
        values[~present] = np.nan
        return values

    ticks = np.arange(tick - before, tick + after + 1, dtype=np.int64)
    event = ImpulseEvent(
        tick, 3, np.array([1.0, 2.0, np.nan]), 7, "minecraft:tnt", np.zeros(3), np.array([0.1, 0.2, 0.3]), "explosion"
    )
    series = Series(
        ticks=ticks,
        id=np.arange(7, 7 + n, dtype=np.int64),
        type=Names(np.arange(n, dtype=np.int32) % 2, TYPES),
        present=present,
        on_ground=(random.random((t, n)) < 0.5) & present,
        pos=cells(3),
        vel=cells(3),
        width=cells(),
        height=cells(),
    )
    return Window(series, slice(None), tick, before, event, "")


class _Kept:
    def __init__(self) -> None:
        self.data = b""

    def records(self, slot: int, data: bytes, rows: int) -> None:
        assert data.count(b"\n") == rows
        self.data += data


def rows_of(*rows: tuple[int, str, Any]) -> bytes:
    """What the runtime hands over for these records: (tick, key, value)."""
    kept = _Kept()
    records = Records(kept, 0)
    for tick, key, value in rows:
        row = records.row(tick, key, value)
        assert row is not None
        records.add(row)
    records.flush()
    return kept.data


def make_run(folder: Path, *rows: tuple[int, str, Any], result: Any = None, **manifest: Any) -> Path:
    """A finished run with these rows."""
    folder.mkdir(parents=True, exist_ok=True)
    data = rows_of(*rows)
    (folder / "records.jsonl").write_bytes(data)
    (folder / "result.json").write_text(json.dumps(result))
    (folder / "lines.jsonl").write_text('{"tick":3,"time":1500,"text":"hello"}\n')
    written = {"written": data.count(b"\n"), "rotated_away": 0}
    known = {"id": "fall", "state": "ended", "reason": "finished", "ticks": 600, "seed": 5, "rows": written}
    (folder / "manifest.json").write_text(json.dumps(known | manifest))
    return folder


def same_arrays(a: Series, b: Series) -> None:
    """Assert equal dtypes, shapes and values, NaN where NaN is, also of what is computed from the columns."""
    assert list(a.type) == list(b.type)
    for name in (*(name for name in COLUMNS if name != "type"), "delta_v", "impulse", "moved"):
        left, right = getattr(a, name), getattr(b, name)
        assert left.dtype == right.dtype, name
        np.testing.assert_array_equal(left, right, name)
