"""`ticklane export`: a run's rows as files for other tools."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Literal

import msgspec

from ticklane import RecordedRun, RecordTable
from ticklane_cli import _export_formats as formats
from ticklane_cli._exit import FINISHED, UsageError, print_json
from ticklane_cli._recorded import file_name, open_run, require, tables_of

__all__ = ["export"]

Format = Literal["csv", "parquet", "npz", "arrow"]
_TOLD: Final = ("id", "source_hash", "seed", "params", "host", "versions", "started")


def export(path: Path, *, to: Format, keys: Sequence[str], out: Path | None, as_json: bool) -> int:
    """Write the tables of a run; 0 also when something of it could not be read, which stderr tells."""
    if to in ("parquet", "arrow"):
        require("pyarrow", "arrow")
    run = open_run(path)
    tables = tables_of(run, keys)
    if not tables:
        raise UsageError(f"{path}: the run recorded no rows, so there is nothing to export")
    targets = _targets(run, tables, to, out)
    if to == "npz":
        _as_a_whole(next(iter(targets.values())), partial(formats.write_npz, tables))
    else:
        for key, table in tables.items():
            _as_a_whole(targets[key], partial(_write, table, to, _about(run)))
    told = [
        {"key": key, "rows": len(table), "columns": len(table.columns) + 1, "file": str(targets[key])}
        for key, table in tables.items()
    ]
    if as_json:
        print_json({"files": told, "problems": list(run.problems)})
    else:
        for one in told:
            print(f"{one['rows']:>9,} rows  {one['columns']:>3} columns  {one['file']}  ({one['key']})")
    return FINISHED


def _write(table: RecordTable, to: Format, about: Mapping[str, str], file: Path) -> None:
    if to == "csv":
        formats.write_csv(table, file)
    elif to == "parquet":
        formats.write_parquet(table, file, about)
    else:
        formats.write_arrow(table, file, about)


def _as_a_whole(target: Path, write: Callable[[Path], None]) -> None:
    """Nobody sees half a file."""
    fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write(fresh)
        fresh.replace(target)
    except OSError as error:
        raise UsageError(f"can't write {target}: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _targets(run: RecordedRun, tables: Mapping[str, RecordTable], to: Format, out: Path | None) -> dict[str, Path]:
    """The file of each table: in the run's folder, in the folder named, or the one file named."""
    home = (run.path if run.path.is_dir() else run.path.parent) / "export"
    if out is not None and out.suffix == f".{to}" and not out.is_dir():
        if len(tables) > 1 and to != "npz":
            raise UsageError(
                f"--out {out}: one file, but {len(tables)} tables: {', '.join(tables)}. Name one with --key"
            )
        return dict.fromkeys(tables, out)
    folder = home if out is None else out
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"--out {folder}: a file of another kind is there; end the name in .{to}, or name a folder")
    if to == "npz":
        return dict.fromkeys(tables, folder / f"{run.manifest.get('id') or run.path.stem}.npz")
    return {key: folder / f"{file_name(key)}.{to}" for key in tables}


def _about(run: RecordedRun) -> dict[str, str]:
    """What makes the file tell where it is from."""
    told = {name: run.manifest[name] for name in _TOLD if name in run.manifest}
    return {"run": msgspec.json.encode(told).decode()}
