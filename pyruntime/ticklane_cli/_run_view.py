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
from rich.text import Text

from ticklane_cli._status_facts import Fact, facts_of

__all__ = ["RunView", "print_status", "print_summary"]


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
    wanted = status.get("reason") == "finished"
    # What a finished run has printed went by above, on a terminal; of another it may be the reason.
    shown = {key: value for key, value in status.items() if not (wanted and console.is_terminal and key == "lines")}
    facts = facts_of(shown, whole=not wanted)
    facts.append(("kept in", Text(str(out))))
    _print_facts(console, facts)


def print_status(status: dict[str, Any], *, file: Any = None) -> None:
    """A script's Status, for a person."""
    console = Console(file=file or sys.stdout, soft_wrap=True, highlight=False)
    _print_head(console, status, "")
    facts = facts_of(status, whole="traceback" in status or "budget_ms" in status)
    if status.get("run"):
        facts.append(("kept in", Text(str(status["run"]))))
    _print_facts(console, facts)


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


def _print_facts(console: Console, facts: list[Fact]) -> None:
    for label, text in facts:
        for row, line in enumerate(text.split("\n", allow_blank=True)):
            console.print(Text.assemble((f"{label if row == 0 else '':<9}", "dim"), line))
