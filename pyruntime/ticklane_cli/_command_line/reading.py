"""What runs have recorded, and the physics they stand on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

from ticklane_cli._command_line.root import Json, app

__all__ = ["diff", "export", "plot", "verify"]


Keys: TypeAlias = Annotated[
    list[str] | None, Parameter(negative=(), name="--key", help="Only rows of this key; may be repeated.")
]


@app.command
def export(
    run: Path,
    /,
    *,
    to: Literal["csv", "parquet", "npz", "arrow"],
    key: Keys = None,
    out: Path | None = None,
    json: Json = False,
) -> int:
    """Write what a run recorded as files for other tools; columns keep their types.

    Parameters
    ----------
    run
        The run's folder, or one file of rows.
    to
        csv, parquet and arrow: a file a key. npz: one file.
    out
        A folder, or with one key a file; the folder export in the run's when not given.
    """
    from ticklane_cli._commands.export import export as command

    return command(run, to=to, keys=key or [], out=out, as_json=json)


@app.command
def diff(a: Path, b: Path, /, *, tolerance: float = 0, json: Json = False) -> int:
    """Show where two runs differ first, by tick, entity and field, and in what else; exit code 0 same, 1 not.

    Parameters
    ----------
    a
        A run's folder, or one file of rows.
    b
        The other.
    tolerance
        Numbers that differ by no more count as the same; 0: in no bit.
    """
    from ticklane_cli._commands.diff import diff as command

    return command(a, b, tolerance=tolerance, as_json=json)


@app.command
def plot(
    run: Path,
    /,
    *,
    kind: Literal["auto", "trajectories", "delta-v", "windows", "histogram"] = "auto",
    key: str = "",
    field: str = "",
    out: Path | None = None,
    json: Json = False,
) -> int:
    """Draw what a run recorded: ways through space, changes of velocity, windows around impulses, distributions.

    Parameters
    ----------
    run
        The run's folder, or one file of rows.
    kind
        auto takes the first that the run has something for.
    key
        Only rows of this key.
    field
        The column to draw.
    out
        The picture, .png, .svg or .pdf; the folder plots in the run's when not given.
    """
    from ticklane_cli._commands.plot import plot as command

    return command(run, kind=kind, key=key, field=field, out=out, as_json=json)


@app.command
def verify(
    *,
    case: Annotated[
        list[str] | None, Parameter(negative=(), help="Only this case, as the table names it; may be repeated.")
    ] = None,
    json: Json = False,
) -> int:
    """Measure the embedded host's physics against published numbers; exit code 1 when a row fails."""
    from ticklane_cli._commands.verify import verify as command

    return command(case or [], as_json=json)
