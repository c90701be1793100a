"""Reads a run back: what it recorded, what came of it, and how it was run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from ticklane._record_columns import columns_of
from ticklane._record_lines import JsonLines, files_of
from ticklane._unpacked import unpacked
from ticklane._window_rows import window_rows
from ticklane.record_table import RecordTable
from ticklane.series import Window

__all__ = ["Line", "RecordedRun", "read_run"]


@dataclass(frozen=True)
class Line:
    """What a script printed or logged: the game tick, the time in seconds since 1970, the text."""

    tick: int
    time: float
    text: str


@dataclass(frozen=True, eq=False)
class RecordedRun:
    """A run as its folder tells it.

    Attributes:
        path: the folder, or the file of rows.
        manifest: what was run, with what, and how it ended: docs/runs.md has the fields. {} when it isn't there.
        result: what the script returned; None when there is none.
        tables: the recorded rows by key, in the order the keys first came.
        windows: the capture windows among them by key: rows whose value is a Window.
        lines: what the script printed and logged.
        problems: what could not be read or never came to disk, a sentence each; () when all is there.
    """

    path: Path
    manifest: Mapping[str, Any]
    result: Any
    tables: Mapping[str, RecordTable]
    windows: Mapping[str, list[Window]]
    lines: list[Line]
    problems: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether the script ended as it meant to and everything it recorded is here."""
        return self.manifest.get("reason") == "finished" and not self.problems

    def window_table(self, key: str) -> RecordTable:
        """The windows of a key as one long table: a row for each window, tick and entity that was present.

        "window" counts them, "tick" is the row's own, "offset" how many ticks it lies from the window's; then "id",
        "type", "on_ground", "pos", "vel", "width", "height", "delta_v", "impulse", and of the window "cut" and what its
        event says ("event.cause", …). KeyError when no window was recorded under that key.
        """
        return window_rows(key, self.windows[key])

    def __repr__(self) -> str:
        """What it is and what it holds."""
        id = self.manifest.get("id", self.path.stem)
        state = self.manifest.get("reason") or self.manifest.get("state") or "no manifest"
        counts = ", ".join(f"{len(table):,} × {key}" for key, table in self.tables.items()) or "no rows"
        problems = "".join(f"\n  ! {problem}" for problem in self.problems)
        return f"<run {id}: {state} after {self.manifest.get('ticks', '?')} ticks; {counts}>{problems}"


def read_run(path: str | PathLike[str]) -> RecordedRun:
    """Read a run's folder, or one file of rows ("…/mc-agent/script-fall.jsonl").

    What is damaged is left out and told in `problems`; nothing is guessed.

    Raises:
        FileNotFoundError: nothing there.
        ValueError: the folder is no run's.
    """
    place = Path(path)
    if place.is_dir():
        return _read_folder(place)
    if not place.exists():
        raise FileNotFoundError(f"no run at {place}: give the folder that `ticklane run` names as `kept in`")
    problems: list[str] = []
    tables, windows = _read_rows([place], problems)
    return RecordedRun(place, {}, None, tables, windows, [], tuple(problems))


def _read_folder(folder: Path) -> RecordedRun:
    rows = files_of(folder, "records")
    if not rows and not (folder / "manifest.json").exists():
        raise ValueError(f"{folder} is no run's folder: it has neither manifest.json nor records.jsonl")
    problems: list[str] = []
    manifest = _document(folder / "manifest.json", problems)
    if not isinstance(manifest, dict):
        manifest = {}
    ended = manifest.get("state") == "ended"
    if manifest and not ended:
        problems.append(
            f'the manifest says "{manifest.get("state")}": the run goes on, or was cut off before it could end'
        )
    result = _document(folder / "result.json", problems if ended else [])
    tables, windows = _read_rows(rows, problems)
    lines = JsonLines(files_of(folder, "lines"), dict)
    told = [_line(line) for line in lines if "text" in line]  # the others are of its life: started, ended
    problems += lines.problems
    _compare(manifest, sum(map(len, tables.values())), problems)
    return RecordedRun(folder, manifest, result, tables, windows, told, tuple(problems))


def _document(path: Path, problems: list[str]) -> Any:
    import msgspec

    try:
        return msgspec.json.decode(path.read_bytes())
    except FileNotFoundError:
        problems.append(f"no {path.name}")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        problems.append(f"{path.name} is damaged: {error}")
    return None


def _read_rows(paths: list[Path], problems: list[str]) -> tuple[dict[str, RecordTable], dict[str, list[Window]]]:
    ticks: dict[str, list[int]] = {}
    values: dict[str, list[Any]] = {}
    lines = JsonLines(paths, _row_type())
    for row in lines:
        kept = values.get(row.key)
        if kept is None:
            kept = values[row.key] = []
            ticks[row.key] = []
        kept.append(row.value)
        ticks[row.key].append(row.tick)
    problems += lines.problems
    tables: dict[str, RecordTable] = {}
    windows: dict[str, list[Window]] = {}
    for key, cells in values.items():
        whole = [_whole(cell) if type(cell) in (dict, list) else cell for cell in cells]
        tables[key] = RecordTable(key, np.array(ticks[key], np.int64), columns_of(whole))
        found = [cell for cell in whole if isinstance(cell, Window)]
        if found:
            windows[key] = found
    return tables, windows


def _whole(cell: Any) -> Any:
    try:
        return unpacked(cell)
    except RecursionError:
        return cell  # nested as no script can record it


def _row_type() -> type:
    import msgspec

    return msgspec.defstruct("Row", [("tick", int), ("key", str), ("value", Any)], gc=False)


def _line(line: dict[str, Any]) -> Line:
    tick, time = line.get("tick"), line.get("time")
    return Line(
        tick if isinstance(tick, int) else -1,
        time / 1000 if isinstance(time, int | float) else float("nan"),
        str(line.get("text", "")),
    )


def _compare(manifest: Mapping[str, Any], read: int, problems: list[str]) -> None:
    """Hold what was read against what the game counted."""
    if manifest.get("lost"):
        problems.append(f"{manifest['lost']:,} rows never came to disk: {manifest.get('lost_why')}")
    rows = manifest.get("rows")
    if not isinstance(rows, dict):
        return
    if rows.get("rotated_away"):
        problems.append(f"the first {rows['rotated_away']:,} rows were rotated away, as the script's header asks")
    kept = rows.get("written", 0) - rows.get("rotated_away", 0)
    if read != kept:
        problems.append(f"{read:,} rows could be read, {kept:,} were written")
