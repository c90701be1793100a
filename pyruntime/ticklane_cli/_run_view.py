"""What a person sees of a run: a bar while it runs, a summary when it has ended. All on stderr but the summary."""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
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
    facts = _facts(status)
    facts.append(("kept in", Text(str(out))))
    _print_facts(console, facts)


def print_status(status: dict[str, Any]) -> None:
    """A script's Status, for a person."""
    console = Console(soft_wrap=True, highlight=False)
    _print_head(console, status, "")
    facts = _facts(status)
    for line in dict(status.get("lines", {})).get("new", []):
        facts.append(("line", Text(str(line))))
    if status.get("traceback"):
        facts.append(("", Text(str(status["traceback"]))))
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


def _facts(status: dict[str, Any]) -> list[tuple[str, Text]]:
    facts: list[tuple[str, Text]] = []
    error = status.get("error")
    if isinstance(error, dict):
        place = f"line {error['line']}: {error.get('code', '')}".rstrip(": ") if error.get("line") else ""
        facts.append(("error", Text(f"{error.get('type', '')}: {error.get('message', '')}", style="red")))
        if place:
            facts.append(("", Text(place)))
    budget = status.get("budget")
    if isinstance(budget, dict):
        facts.append(("budget", Text("  ".join(f"{key} {_short(value)}" for key, value in budget.items()))))
    verdicts = status.get("verdicts")
    if isinstance(verdicts, dict):
        facts.append(("verdicts", Text(f"{verdicts.get('pass', 0)} passed, {verdicts.get('fail', 0)} failed")))
        facts += [("", Text(str(failed), style="red")) for failed in list(verdicts.get("failed", []))[:_MOST_LINES]]
    if "result" in status:
        lines = list(_outline(status["result"]))
        for row, line in enumerate(lines[:_MOST_LINES]):
            facts.append(("result" if row == 0 else "", Text(line)))
        if len(lines) > _MOST_LINES:
            facts.append(("", Text(f"… {len(lines) - _MOST_LINES} more in result.json")))
    records = dict(status.get("records", {}))
    if records:
        facts.append(("records", Text(", ".join(f"{rows:,} × {key}" for key, rows in records.items()))))
    step = status.get("step_ms")
    if isinstance(step, dict):
        facts.append(("step", Text("  ".join(f"{key} {_short(value)}" for key, value in step.items()) + "  (ms)")))
    return facts


def _print_facts(console: Console, facts: list[tuple[str, Text]]) -> None:
    for label, text in facts:
        for row, line in enumerate(text.split("\n", allow_blank=True)):
            console.print(Text.assemble((f"{label if row == 0 else '':<9}", "dim"), line))


def _outline(value: Any, prefix: str = "") -> Iterator[str]:
    """A JSON value as short lines: one per key of a mapping, the numbers of an inner mapping side by side."""
    if not isinstance(value, dict) or not value:
        yield f"{prefix}  {_short(value)}".strip()
        return
    inner = {key: item for key, item in value.items() if isinstance(item, dict) and item}
    plain = [f"{key} {_short(item)}" for key, item in value.items() if key not in inner]
    if prefix:
        # One space holds name and value together where the line is folded.
        joined = "  ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in plain)
        lines = textwrap.wrap(joined, _MOST_WIDTH - len(prefix)) if joined else []
        for row, line in enumerate(lines):
            yield f"{prefix if row == 0 else ' ' * len(prefix)}  {line}".replace("\N{NO-BREAK SPACE}", " ")
    else:
        yield from plain
    for key, item in inner.items():
        yield from _outline(item, f"{prefix}.{key}" if prefix else str(key))


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
