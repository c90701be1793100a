"""`ticklane verify`: the embedded host's physics against published numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from ticklane._nearest import or_known
from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_json
from ticklane_cli._physics.play import Measured, measure
from ticklane_cli._physics.table import Case, LeftOut, read_cases, read_left_out

__all__ = ["verify"]


def verify(names: Sequence[str], *, as_json: bool) -> int:
    """Measure and tell; 0 when every row passes."""
    cases = _chosen(read_cases(), names)
    left_out = [] if names else read_left_out()
    rows = [row for of_case in measure(cases) for row in of_case]
    failed = sum(not row.passed for row in rows)
    if as_json:
        _as_json(rows, cases, left_out, failed)
    else:
        _as_tables(rows, cases, left_out, failed)
    return ENDED_OTHERWISE if failed else FINISHED


def _chosen(cases: list[Case], names: Sequence[str]) -> list[Case]:
    known = [case.name for case in cases]
    for name in names:
        if name not in known:
            raise UsageError(f"--case {name}: no such case{or_known(name, known)}")
    return [case for case in cases if not names or case.name in names]


def _as_json(rows: list[Measured], cases: list[Case], left_out: list[LeftOut], failed: int) -> None:
    print_json(
        {
            "rows": [
                {
                    "case": one.case.name,
                    "tick": one.row.tick,
                    "what": one.row.what,
                    "expected": one.row.expected,
                    "measured": one.measured,
                    "error": one.error,
                    "tolerance": one.row.tolerance,
                    "verdict": "PASS" if one.passed else "FAIL",
                    "problem": one.problem or None,
                    "sources": one.case.sources,
                }
                for one in rows
            ],
            "notes": {case.name: case.note for case in cases if case.note},
            "left_out": left_out,
            "pass": len(rows) - failed,
            "fail": failed,
        }
    )


def _as_tables(rows: list[Measured], cases: list[Case], left_out: list[LeftOut], failed: int) -> None:
    console = Console()
    table = Table("case", box=None, pad_edge=False)
    table.add_column("tick", justify="right")
    table.add_column("what")
    for name in ("expected", "measured", "error"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for one in rows:
        measured = f"{one.measured:.6f}" if one.measured is not None else one.problem
        error = f"{one.error:.1e}" if one.error is not None else ""
        verdict = "[green]PASS[/]" if one.passed else "[bold red]FAIL[/]"
        table.add_row(
            one.case.name, str(one.row.tick), one.row.what, f"{one.row.expected:.6f}", measured, error, verdict
        )
    console.print(table)
    if left_out:
        console.print()
        missing = Table("not measured", "published value", "why", box=None, pad_edge=False)
        for gap in left_out:
            missing.add_row(gap.name, gap.value, gap.why)
        console.print(missing)
    for case in cases:
        if case.note:
            console.print(f"\n{case.name}: {case.note}", highlight=False, markup=False)
    console.print(f"\n{len(rows) - failed} passed, {failed} failed, {len(left_out)} not measured", highlight=False)
