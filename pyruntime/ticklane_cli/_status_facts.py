"""A script's Status in words, line by line, for a person."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

__all__ = ["Fact", "facts_of"]

Fact = tuple[str, Text]

_MOST_LINES = 14
_MOST_WIDTH = 100


def facts_of(status: Mapping[str, Any], *, whole: bool) -> list[Fact]:
    """Label and text, in the order one needs them; `whole` shows tracebacks and overruns one by one."""
    facts: list[Fact] = []
    for part in (_standing, _error, _budget, _verdicts, _result, _records):
        facts += part(status)
    facts += _steps(status, whole=whole)
    facts += _lines(status)
    if whole and status.get("traceback"):
        facts.append(("", Text(str(status["traceback"]))))
    if status.get("next"):
        facts.append(("next", Text(str(status["next"]), style="bold")))
    return facts


def _standing(status: Mapping[str, Any]) -> Iterator[Fact]:
    """Why a live script doesn't move."""
    stuck = status.get("stuck")
    if isinstance(stuck, dict):
        place = f" at line {stuck['line']}" if stuck.get("line") else ""
        code = f": {stuck['code']}" if stuck.get("code") else ""
        yield "stuck", Text(f"for {stuck.get('ms', 0):,} ms{place}{code}", style="red")
    if status.get("game") == "frozen":
        yield "game", Text("frozen: no tick passes")
    waits = status.get("waits")
    if isinstance(waits, dict):
        yield "waits", Text(f"until tick {waits['until']:,}" if "until" in waits else f"for {waits.get('for', '')}")
    if status.get("lost"):
        why = f": {status['lost_why']}" if status.get("lost_why") else ""
        yield "lost", Text(f"{status['lost']:,} rows never came to disk{why}", style="red")


def _error(status: Mapping[str, Any]) -> Iterator[Fact]:
    error = status.get("error")
    if not isinstance(error, dict):
        return
    yield "error", Text(f"{error.get('type', '')}: {error.get('message', '')}", style="red")
    if error.get("line"):
        where = f"{error['file']}, line" if error.get("file") else "line"
        yield "", Text(f"{where} {error['line']}: {error.get('code', '')}".rstrip(": "))
    values = error.get("locals")
    if isinstance(values, dict) and values:
        yield "", Text("  ".join(f"{name} = {value}" for name, value in values.items()))
    for key in ("notes", "because", "parts"):
        for text in error.get(key, []):
            yield "", Text(str(text))


def _budget(status: Mapping[str, Any]) -> Iterator[Fact]:
    budget = status.get("budget")
    if not isinstance(budget, dict):
        return
    worst, cpu, limit = (_short(budget.get(key, 0)) for key in ("worst_ms", "cpu_ms", "limit_ms"))
    if budget.get("hard"):
        text = f"one step took {worst} ms ({cpu} of CPU), {limit} are allowed"
    else:
        text = f"{budget.get('over', 0)} of {budget.get('window_ticks', 0)} steps took over {limit} ms, up to {worst}"
    yield "budget", Text(text, style="red")
    if budget.get("line"):
        yield "", Text(f"line {budget['line']}: {budget.get('code', '')}".rstrip(": "))


def _verdicts(status: Mapping[str, Any]) -> Iterator[Fact]:
    verdicts = status.get("verdicts")
    if not isinstance(verdicts, dict):
        return
    yield "verdicts", Text(f"{verdicts.get('pass', 0):,} passed, {verdicts.get('fail', 0):,} failed")
    failed = list(verdicts.get("failed", []))
    for text in failed[:_MOST_LINES]:
        yield "", Text(str(text), style="red")
    if len(failed) > _MOST_LINES:
        yield "", Text(f"… {len(failed) - _MOST_LINES} more")


def _result(status: Mapping[str, Any]) -> Iterator[Fact]:
    if "result" not in status:
        return
    lines = list(_outline(status["result"]))
    for row, line in enumerate(lines[:_MOST_LINES]):
        yield ("result" if row == 0 else ""), Text(line)
    if len(lines) > _MOST_LINES:
        yield "", Text(f"… {len(lines) - _MOST_LINES} more in result.json")


def _records(status: Mapping[str, Any]) -> Iterator[Fact]:
    records = dict(status.get("records", {}))
    if records:
        shown = ", ".join(f"{rows:,} × {key}" for key, rows in list(records.items())[:_MOST_LINES])
        more = f", and {len(records) - _MOST_LINES} keys more" if len(records) > _MOST_LINES else ""
        yield "records", Text(shown + more)


def _steps(status: Mapping[str, Any], *, whole: bool) -> Iterator[Fact]:
    step = status.get("step_ms")
    if not isinstance(step, dict):
        return
    times = "  ".join(f"{key} {_short(step[key])}" for key in ("p50", "p99", "max") if key in step)
    total = f"  all {_short(step['total'])}, of CPU {_short(step.get('cpu', 0))}" if "total" in step else ""
    yield "step", Text(f"{times}{total}  (ms)")
    overruns = status.get("overruns")
    if not isinstance(overruns, dict):
        return
    counts = ", ".join(f"{count:,} × {cause}" for cause, count in overruns.items() if cause != "last")
    yield "over", Text(f"{counts}; {step.get('over', 0):,} count against the budget")
    for overrun in overruns.get("last", [])[0 if whole else -3 :]:
        yield "", Text(_overrun(overrun))


def _overrun(overrun: Mapping[str, Any]) -> str:
    call = f" {overrun['call']}" if overrun.get("call") else ""
    line = f", line {overrun['line']}" if overrun.get("line") else ""
    took = f"{_short(overrun.get('ms', 0))} ms ({_short(overrun.get('cpu_ms', 0))} of CPU)"
    return f"tick {overrun.get('tick', 0):,}: {took}, {overrun.get('cause', '')}{call}{line}"


def _lines(status: Mapping[str, Any]) -> Iterator[Fact]:
    lines = status.get("lines")
    if not isinstance(lines, dict):
        return
    new = list(lines.get("new", []))
    shown = new or list(lines.get("last", []))
    if lines.get("skipped"):
        yield "lines", Text(f"… {lines['skipped']:,} before these")
    for row, line in enumerate(shown):
        yield ("lines" if row == 0 and not lines.get("skipped") else ""), Text(str(line))


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
