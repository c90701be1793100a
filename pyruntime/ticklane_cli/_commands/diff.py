"""`ticklane diff RUN RUN`: the first tick, entity and field in which two runs differ, and what else does."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane_cli._diff.report import Report, compare
from ticklane_cli._diff.values import Difference
from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_json

__all__ = ["diff"]

_WIDE: Final = 60
_FIELDS: Final = 20


def diff(a: Path, b: Path, *, tolerance: float, as_json: bool) -> int:
    """Compare and tell; 0 when nothing differs, else 1."""
    if not (tolerance >= 0 and math.isfinite(tolerance)):
        raise UsageError(f"--tolerance {tolerance}: 0 or more")
    report = compare(a, b, tolerance)
    if as_json:
        print_json(_document(report))
    else:
        print("\n".join(_told(report, a, b, tolerance)))
    return FINISHED if report.same else ENDED_OTHERWISE


def _document(report: Report) -> dict[str, Any]:
    def plain(one: Difference) -> dict[str, Any]:
        return _no_nan(dataclasses.asdict(one))

    first = report.first
    return {
        "same": report.same,
        "inputs": report.inputs,
        "outcome": report.outcome,
        "rows": {
            "a": report.rows[0],
            "b": report.rows[1],
            "equal": report.equal,
            "within_tolerance": report.within,
            "differ": report.differ,
        },
        "first": None
        if first is None
        else {"tick": first.tick, "key": first.key, "row": first.row, **plain(first.difference)},
        "fields": [_no_nan(dataclasses.asdict(one)) for one in report.fields.values()],
        "only_a": [dataclasses.asdict(one) for one in report.only_a.values()],
        "only_b": [dataclasses.asdict(one) for one in report.only_b.values()],
        "result": [plain(one) for one in report.result],
        "line": None if report.line is None else {"number": report.line[0], "a": report.line[1], "b": report.line[2]},
        "problems": report.problems,
    }


def _no_nan(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in fields.items()}


def _told(report: Report, a: Path, b: Path, tolerance: float) -> Iterator[str]:
    for name, path, manifest, rows in (("A", a, report.a, report.rows[0]), ("B", b, report.b, report.rows[1])):
        yield f"{name}  {path}  {_run(manifest, rows)}"
    if report.inputs:
        yield ""
        yield "run with"
        yield from _table([(name, _short(x), _short(y)) for name, (x, y) in report.inputs.items()], ("", "A", "B"))
    if report.same:
        yield ""
        yield _same(report, tolerance)
    else:
        yield from _unlike(report)
    for problem in report.problems:
        yield f"! {problem}"


def _run(manifest: dict[str, Any], rows: int) -> str:
    facts = [f"{rows:,} rows"]
    if manifest:
        facts = [f"seed {manifest.get('seed')}", f"{manifest.get('ticks') or 0:,} ticks", *facts]
        facts.append(str(manifest.get("reason") or manifest.get("state")))
        if not manifest.get("reproducible", True):
            facts.append("not reproducible: a wall clock decided something")
    return ", ".join(facts)


def _same(report: Report, tolerance: float) -> str:
    text = f"same: all {report.rows[0]:,} rows"
    if report.within:
        text += f", {report.within:,} of them only within {tolerance:g}"
    return text + (", the result and what was printed" if report.a and report.b else "")


def _unlike(report: Report) -> Iterator[str]:
    if report.first is not None:
        yield ""
        yield from _first(report)
    if report.fields:
        yield ""
        shown = list(report.fields.values())[:_FIELDS]
        rows = [
            (one.name, f"{one.rows:,}", f"{one.cells:,}", f"{one.first_tick:,}", _delta(one.largest)) for one in shown
        ]
        yield from _table(rows, ("field", "rows", "values", "first tick", "largest |A-B|"), right=True)
        more = len(report.fields) - len(shown) + report.left_out
        if more:
            yield f"and {more:,} more fields"
    counts = [f"{report.differ:,} rows differ", f"{report.equal:,} are equal"]
    if report.within:
        counts.append(f"{report.within:,} within the tolerance")
    yield ""
    yield ", ".join(counts)
    for name, only in (("A", report.only_a), ("B", report.only_b)):
        for one in list(only.values())[:_FIELDS]:
            yield f"only in {name}: {one.rows:,} rows of {one.key}, first at tick {one.first_tick:,}"
    for name, (x, y) in report.outcome.items():
        yield f"{name}: {_short(x)} in A, {_short(y)} in B"
    for part in report.result[:_FIELDS]:
        yield f"result{_place(part, '.')}: {_short(part.a)} in A, {_short(part.b)} in B"
    if report.line is not None:
        number, x, y = report.line
        yield f"printed line {number + 1:,}: {_line(x)} in A, {_line(y)} in B"


def _first(report: Report) -> Iterator[str]:
    first = report.first
    assert first is not None
    one = first.difference
    whom = "" if one.entity is None else f", entity #{one.entity}"
    row = f", row {first.row + 1}" if first.row else ""
    yield f"first difference: tick {first.tick:,}{whom}, {first.key}{_place(one, '.')}{row}"
    yield f"  A    {_short(one.a)}"
    yield f"  B    {_short(one.b)}"
    if type(one.a) in (int, float) and type(one.b) in (int, float):
        yield f"  A-B  {one.a - one.b:.3g}"


def _place(one: Difference, joint: str) -> str:
    field = f"{joint}{one.field}" if one.field else ""
    return field + (f"[{', '.join(map(str, one.place))}]" if one.place else "")


def _line(line: list[Any] | None) -> str:
    return "nothing" if line is None else _short(f"[{line[0]}] {line[1]}")


def _delta(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3g}"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else "none" if value is None else msgspec.json.encode(value).decode()
    text = " ".join(text.split())
    return text if len(text) <= _WIDE else text[: _WIDE - 1] + "…"


def _table(rows: Sequence[Sequence[str]], head: Sequence[str], *, right: bool = False) -> Iterator[str]:
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.rjust(width) if right and n else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield ("  " + "  ".join(cells)).rstrip()
