"""`ticklane plot`: a picture of what a run recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from ticklane import RecordedRun
from ticklane._nearest import or_known
from ticklane_cli._exit import FINISHED, UsageError, print_json
from ticklane_cli._plot import sources
from ticklane_cli._recorded import file_name, open_run, require

__all__ = ["Kind", "draw", "plot"]

Kind = Literal["auto", "trajectories", "delta-v", "windows", "histogram"]
_ENDINGS: Final = (".png", ".svg", ".pdf")


def plot(path: Path, *, kind: Kind, key: str, field: str, out: Path | None, as_json: bool) -> int:
    """Draw it into a file and say which."""
    if out is not None and out.suffix.lower() not in _ENDINGS:
        raise UsageError(f"--out {out}: the ending says the format: {' '.join(_ENDINGS)}")
    require("matplotlib", "plot")
    run = open_run(path)
    drawn, figure = draw(run, kind, key, field)
    home = (run.path if run.path.is_dir() else run.path.parent) / "plots"
    name = "-".join([drawn, *(file_name(part) for part in (key, field) if part)])
    target = out or home / f"{name}.png"
    from ticklane_cli._plot.style import save

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        save(figure, target)
    except OSError as error:
        raise UsageError(f"can't write {target}: {error.strerror or error}") from error
    if as_json:
        print_json({"file": str(target), "kind": drawn, "problems": list(run.problems)})
    else:
        print(target)
    return FINISHED


def draw(run: RecordedRun, kind: Kind, key: str, field: str) -> tuple[str, Any]:
    """The kind that was drawn, and its figure.

    Raises UsageError when there is nothing to draw, saying what there is.
    """
    if not run.tables:
        raise UsageError(f"{run.path}: the run recorded no rows, so there is nothing to draw")
    if key and key not in run.tables:
        raise UsageError(f"--key {key}: no row has that key{or_known(key, list(run.tables)[:40])}")
    tables = [run.tables[key]] if key else list(run.tables.values())
    fields = list(dict.fromkeys(name for table in tables for name in table))
    if field and field not in fields and not (kind == "windows" and run.windows):
        raise UsageError(f"--field {field}: no row has that field{or_known(field, fields[:40])}")
    order: list[str] = ["windows", "trajectories", "delta-v", "histogram"] if kind == "auto" else []
    if kind == "auto" and field:
        order = ["trajectories", "windows", "delta-v", "histogram"]
    for one in order:
        figure = _DRAWN[one](run, key, field, True)
        if figure is not None:
            return one, figure
    last = "trajectories" if kind == "auto" else kind  # single places are still a picture
    figure = _DRAWN[last](run, key, field, False)
    if figure is not None:
        return last, figure
    listed = "; ".join(f"{table.key}: {', '.join(list(table)[:12])}" for table in tables[:8])
    raise UsageError(f"{run.path}: nothing to draw: {_NEEDS[kind]}. Recorded are {listed}")


def _trajectories(run: RecordedRun, key: str, field: str, auto: bool) -> Any:
    from ticklane_cli._plot.trajectories import trajectories

    found = sources.traces(run, key, field)
    if not found or (auto and not any(len(trace.places) > 1 for trace in found)):
        return None
    return trajectories(run, found, key or _keys_with_places(run))


def _keys_with_places(run: RecordedRun) -> str:
    return ", ".join(name for name in run.tables if sources.traces(run, name, ""))


def _delta_v(run: RecordedRun, key: str, field: str, auto: bool) -> Any:
    from ticklane_cli._plot.delta_v import delta_v

    found = sources.changes(run, key, "" if auto and field else field)
    return None if found is None or not np.isfinite(found.sizes).any() else delta_v(run, found)


def _windows(run: RecordedRun, key: str, field: str, auto: bool) -> Any:
    from ticklane_cli._plot.windows import windows

    if auto and not field and not run.windows:
        return None  # arrays of one length may be anything
    found = [one for one in sources.profiles(run, key, field) if np.isfinite(one.values).any()]
    return windows(run, found) if found else None


def _histogram(run: RecordedRun, key: str, field: str, auto: bool) -> Any:
    from ticklane_cli._plot.histogram import histogram

    found = sources.numbers(run, key, field)
    return None if found is None or not np.isfinite(found.values).any() else histogram(run, found)


_DRAWN: Final[dict[str, Callable[[RecordedRun, str, str, bool], Any]]] = {
    "trajectories": _trajectories,
    "delta-v": _delta_v,
    "windows": _windows,
    "histogram": _histogram,
}
_NEEDS: Final = {
    "auto": "no row has a number",
    "trajectories": "it takes a field of places, (n, 3) numbers named pos, or windows or a track",
    "delta-v": "it takes a field named dv, delta_v or impulse, or windows or a track; name another with --field",
    "windows": "it takes windows of host.capture(), or rows with arrays of one length",
    "histogram": "it takes a field of numbers",
}
