"""What a person sees of a run: a bar while it runs, a summary when it has ended. All on stderr but the summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

__all__ = ["RunView", "print_status", "print_summary"]

_MOST_LINES = 14
_MOST_WIDTH = 100


class RunView:
    """The progress of one run; shows nothing unless stderr is a terminal."""

    def __init__(self, id: str, ticks: int | None, *, quiet: bool) -> None:
        self._console = Console(stderr=True)
        self._id, self._ticks = id, ticks
        self._show = self._console.is_terminal and not quiet
        self._bar: Progress | None = None
        self._began = time.monotonic()
        self._last: tuple[float, int] | None = None
        self._rate = 0.0

    @contextmanager
    def shown(self) -> Iterator[None]:
        """The bar is on the screen while inside; log lines appear above it."""
        if not self._show:
            yield
            return
        columns = [SpinnerColumn(), TextColumn("{task.description}")]
        if self._ticks:
            columns += [BarColumn(), TaskProgressColumn()]
        self._bar = Progress(
            *columns, TextColumn("{task.fields[facts]}"), TimeElapsedColumn(), console=self._console, transient=True
        )
        with self._bar:
            self._task = self._bar.add_task(f"{self._id}: starting the game", total=self._ticks, facts="")
            yield
        self._bar = None

    def update(self, status: dict[str, Any]) -> None:
        """Take a Status in."""
        if self._bar is None:
            return
        now, elapsed = time.monotonic(), int(status.get("elapsed", 0))
        if self._last and now > self._last[0]:
            rate = (elapsed - self._last[1]) / (now - self._last[0])
            self._rate = rate if self._rate == 0 else 0.7 * self._rate + 0.3 * rate
        self._last = (now, elapsed)
        counts = ", ".join(f"{rows:,} {key}" for key, rows in dict(status.get("records", {})).items())
        facts = f"tick {elapsed:,}  {self._rate:,.0f} ticks/s" + (f"  {counts}" if counts else "")
        self._bar.update(self._task, description=self._id, completed=elapsed, facts=facts)

    def line(self, text: str) -> None:
        """A line the script logged."""
        if self._bar is not None:
            self._bar.console.print(Text(text))
        elif self._show:
            self._console.print(Text(text))


def print_summary(status: dict[str, Any], *, ticks_per_s: float | None, out: Path, file: Any = None) -> None:
    """State, result, counts, step times, speed and where the records lie."""
    console = Console(file=file or sys.stdout, soft_wrap=True, highlight=False)
    _print_head(console, status, f" ({ticks_per_s:,.0f} ticks/s)" if ticks_per_s else "")
    table = _facts(status)
    table.add_row("kept in", Text(str(out)))
    console.print(table)


def print_status(status: dict[str, Any]) -> None:
    """A script's Status, for a person."""
    console = Console(soft_wrap=True, highlight=False)
    _print_head(console, status, "")
    table = _facts(status)
    for line in dict(status.get("lines", {})).get("new", []):
        table.add_row("line", Text(str(line)))
    if status.get("traceback"):
        table.add_row("", Text(str(status["traceback"])))
    if status.get("run"):
        table.add_row("kept in", Text(str(status["run"])))
    console.print(table)


def _print_head(console: Console, status: dict[str, Any], speed: str) -> None:
    good = status.get("reason", "finished") == "finished"
    console.print(
        Text.assemble(
            (str(status.get("id", "")), "bold"),
            "  ",
            (str(status.get("reason") or status.get("state")), "green" if good else "red"),
            f"  after {int(status.get('elapsed', 0)):,} ticks",
            speed,
        )
    )


def _facts(status: dict[str, Any]) -> Table:
    table = Table.grid(padding=(0, 2))
    error = status.get("error")
    if isinstance(error, dict):
        place = f"line {error['line']}: {error.get('code', '')}".rstrip(": ") if error.get("line") else ""
        table.add_row("error", Text(f"{error.get('type', '')}: {error.get('message', '')}", style="red"))
        if place:
            table.add_row("", Text(place))
    budget = status.get("budget")
    if isinstance(budget, dict):
        table.add_row("budget", Text("  ".join(f"{key} {_short(value)}" for key, value in budget.items())))
    verdicts = status.get("verdicts")
    if isinstance(verdicts, dict):
        table.add_row("verdicts", Text(f"{verdicts.get('pass', 0)} passed, {verdicts.get('fail', 0)} failed"))
        for failed in list(verdicts.get("failed", []))[:_MOST_LINES]:
            table.add_row("", Text(str(failed), style="red"))
    if "result" in status:
        lines = list(_outline(status["result"]))
        for row, line in enumerate(lines[:_MOST_LINES]):
            table.add_row("result" if row == 0 else "", Text(line))
        if len(lines) > _MOST_LINES:
            table.add_row("", Text(f"… {len(lines) - _MOST_LINES} more in result.json"))
    records = dict(status.get("records", {}))
    if records:
        table.add_row("records", Text(", ".join(f"{rows:,} × {key}" for key, rows in records.items())))
    step = status.get("step_ms")
    if isinstance(step, dict):
        table.add_row("step", Text("  ".join(f"{key} {_short(value)}" for key, value in step.items()) + "  (ms)"))
    return table


def _outline(value: Any, prefix: str = "") -> Iterator[str]:
    """A JSON value as short lines: a mapping one line per key, what is small on one line."""
    if isinstance(value, dict) and value:
        flat = "  ".join(f"{key} {_short(item)}" for key, item in value.items())
        if (
            prefix
            and len(prefix) + len(flat) <= _MOST_WIDTH
            and not any(isinstance(v, (dict, list)) for v in value.values())
        ):
            yield f"{prefix}  {flat}"
            return
        for key, item in value.items():
            if isinstance(item, (dict, list)) and item:
                yield from _outline(item, f"{prefix}.{key}" if prefix else str(key))
            else:
                yield f"{prefix + '.' if prefix else ''}{key}  {_short(item)}"
    else:
        yield f"{prefix}  {_short(value)}".strip()


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list) and len(value) > 6:
        return f"{len(value)} values, first {', '.join(map(_short, value[:3]))}"
    if isinstance(value, list):
        return "(" + ", ".join(map(_short, value)) + ")"
    text = str(value)
    return text if len(text) <= _MOST_WIDTH else text[: _MOST_WIDTH - 1] + "…"
