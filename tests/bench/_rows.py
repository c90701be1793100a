"""What a benchmark says, and how it is shown and kept."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.table import Table

__all__ = ["Row", "at_least", "at_most", "show", "write"]


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One figure.

    `ratio` is value / baseline; `goal` is what the value must not exceed (or must reach, where more is better), None
    where the figure is only for information.
    """

    name: str
    value: float
    unit: str
    goal: float | None
    better: Literal["less", "more"]
    ok: bool
    baseline: float
    baseline_name: str
    ratio: float


def at_most(name: str, value: float, unit: str, goal: float | None, *, baseline: float, baseline_name: str) -> Row:
    """A cost: less is better."""
    return _row(name, value, unit, goal, "less", goal is None or value <= goal, baseline, baseline_name)


def at_least(name: str, value: float, unit: str, goal: float | None, *, baseline: float, baseline_name: str) -> Row:
    """A rate: more is better."""
    return _row(name, value, unit, goal, "more", goal is None or value >= goal, baseline, baseline_name)


def _row(
    name: str,
    value: float,
    unit: str,
    goal: float | None,
    better: Literal["less", "more"],
    ok: bool,
    baseline: float,
    baseline_name: str,
) -> Row:
    ratio = value / baseline if baseline else float("inf")
    return Row(
        name=name,
        value=value,
        unit=unit,
        goal=goal,
        better=better,
        ok=ok,
        baseline=baseline,
        baseline_name=baseline_name,
        ratio=ratio,
    )


def show(rows: Sequence[Row]) -> None:
    """The rows as a table on standard output."""
    table = Table(title="Ticklane benchmarks", title_justify="left")
    for heading in ("figure", "value", "unit", "goal", "", "baseline", "value / baseline", "baseline is"):
        table.add_column(
            heading, justify="right" if heading in {"value", "goal", "baseline", "value / baseline"} else "left"
        )
    for row in rows:
        goal = "" if row.goal is None else f"{'≤' if row.better == 'less' else '≥'} {row.goal:,.6g}"
        mark = "" if row.goal is None else "ok" if row.ok else "MISSED"
        table.add_row(
            row.name,
            _number(row.value),
            row.unit,
            goal,
            mark,
            _number(row.baseline),
            f"{row.ratio:.3g}",
            row.baseline_name,
        )
    Console(width=150).print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def write(rows: Sequence[Row], path: Path) -> None:
    """The rows with the machine they were measured on, as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {"machine": platform.platform(), "python": platform.python_version(), "rows": rows}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(document)))
