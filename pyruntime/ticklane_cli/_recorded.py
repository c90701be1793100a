"""A run that a command was given, and what to say when it can't be used."""

from __future__ import annotations

import importlib
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from ticklane import RecordedRun, RecordTable, Window, read_run
from ticklane._nearest import or_known
from ticklane_cli._exit import UsageError, print_error
from ticklane_cli._setup.advice import MissingPieceError

__all__ = ["file_name", "open_run", "require", "tables_of"]


def open_run(path: Path) -> RecordedRun:
    """The run; what is wrong with it is told on stderr, as it may still be what was wanted."""
    try:
        run = read_run(path)
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from error
    for problem in run.problems:
        print_error(f"{path}: {problem}")
    return run


def tables_of(run: RecordedRun, keys: Sequence[str]) -> dict[str, RecordTable]:
    """The tables of these keys, all when none is named: windows as long tables."""
    unknown = [key for key in keys if key not in run.tables]
    if unknown:
        raise UsageError(f"--key {unknown[0]}: no row has that key{or_known(unknown[0], list(run.tables)[:40])}")
    out: dict[str, RecordTable] = {}
    for key in keys or run.tables:
        table = run.tables[key]
        windows = run.windows.get(key, [])
        if windows:
            out[key if len(windows) == len(table) else f"{key}.windows"] = run.window_table(key)
        if len(windows) < len(table):
            out[key] = _without_windows(table) if windows else table
    return out


def _without_windows(table: RecordTable) -> RecordTable:
    """The other rows of a key that has windows and others."""
    import numpy as np

    others = np.array([not isinstance(value, Window) for value in table["value"]], np.bool_)
    return RecordTable(table.key, table.tick[others], {name: values[others] for name, values in table.columns.items()})


def file_name(key: str) -> str:
    """A key as the name of a file: what could lead elsewhere or be a device is written otherwise."""
    safe = "".join(
        c if c.isascii() and (c.isalnum() or c in "-_") else f"%{ord(c):02x}" if c != "." else c for c in key
    )
    return safe if safe.strip(".") else safe.replace(".", "%2e")


def require(module: str, extra: str) -> None:
    """Raise the command that installs an extra when it isn't there."""
    try:
        importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        command = f"{shlex.quote(sys.executable)} -m pip install 'ticklane[{extra}]'"
        broken = not isinstance(error, ModuleNotFoundError)
        why = f"can't be imported: {error}" if broken else "is not installed"
        raise MissingPieceError(name, why, advice=command + (" --force-reinstall" if broken else "")) from error
