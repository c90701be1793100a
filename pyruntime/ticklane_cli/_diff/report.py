"""Compares two runs: what they were run with, what they recorded, printed and returned."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane._record_lines import JsonLines, files_of
from ticklane_cli._diff.rows import Row, Ticks, decoded, side_by_side
from ticklane_cli._diff.values import Difference, differences
from ticklane_cli._exit import UsageError

__all__ = ["Field", "First", "Only", "Report", "compare"]

# What goes into a run, in the order it is told in; the rest of a manifest is its outcome, or of the moment.
_INPUTS: Final = (
    *("script", "source_hash", "files", "params", "seed", "caps", "header", "ticks_asked", "world", "pace"),
    *("budget_ms", "hard_ms", "lane", "lane_mode", "versions", "machine", "host"),
)
_OUTCOME: Final = ("state", "reason", "ticks", "error", "verdicts", "lost", "reproducible")
_MOST_FIELDS: Final = 200
_MISSING_IN_A: Final = Difference("", (), "(no row)", "a row", 1, math.nan)
_MISSING_IN_B: Final = Difference("", (), "a row", "(no row)", 1, math.nan)


@dataclass
class First:
    """Where the runs first part: `row` counts the key's rows in that tick."""

    tick: int
    key: str
    row: int
    difference: Difference


@dataclass
class Field:
    """A field of a key's rows that differs somewhere."""

    name: str
    first_tick: int
    rows: int = 0
    cells: int = 0
    largest: float = math.nan


@dataclass
class Only:
    """Rows of a key that one run has and the other hasn't."""

    key: str
    first_tick: int
    rows: int = 0


@dataclass
class Report:
    """All that differs. `a` and `b` are what the manifests say of the two."""

    a: dict[str, Any]
    b: dict[str, Any]
    inputs: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    outcome: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    rows: tuple[int, int] = (0, 0)
    equal: int = 0
    within: int = 0
    differ: int = 0
    first: First | None = None
    fields: dict[str, Field] = field(default_factory=dict)
    left_out: int = 0
    only_a: dict[str, Only] = field(default_factory=dict)
    only_b: dict[str, Only] = field(default_factory=dict)
    result: list[Difference] = field(default_factory=list)
    line: tuple[int, Any, Any] | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether nothing differs in what came of the runs."""
        rows = not (self.differ or self.only_a or self.only_b)
        return rows and not (self.outcome or self.result or self.line)


def compare(a: Path, b: Path, tolerance: float) -> Report:
    """Read both, once, a tick at a time; raises `UsageError` when one is no run."""
    files = _files(a), _files(b)
    report = Report(_manifest(a), _manifest(b))
    if report.a and report.b:
        report.inputs = _unlike(report.a, report.b, _INPUTS)
        report.outcome = _unlike(report.a, report.b, _OUTCOME)
        result = _document(a / "result.json"), _document(b / "result.json")
        report.result = list(itertools.islice(differences(*result, tolerance), _MOST_FIELDS))
        report.line = _first_line(a, b)
    _compare_rows(report, Ticks(files[0]), Ticks(files[1]), tolerance)
    return report


def _files(run: Path) -> list[Path]:
    if run.is_file():
        return [run]
    if not run.is_dir():
        raise UsageError(f"no run at {run}: give the folder that `ticklane run` names as `kept in`, or a file of rows")
    files = files_of(run, "records")
    if not files and not (run / "manifest.json").exists():
        raise UsageError(f"{run} is no run's folder: it has neither manifest.json nor records.jsonl")
    return files


def _document(path: Path) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _manifest(run: Path) -> dict[str, Any]:
    document = _document(run / "manifest.json") if run.is_dir() else None
    return document if isinstance(document, dict) else {}


def _unlike(a: Mapping[str, Any], b: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The fields that differ, those of objects one by one: `params.height`."""
    found: dict[str, Any] = {}
    for name in names:
        left, right = a.get(name), b.get(name)
        if isinstance(left, dict) and isinstance(right, dict):
            inner = list(dict.fromkeys([*left, *right]))
            found |= {f"{name}.{key}": both for key, both in _unlike(left, right, inner).items()}
        elif left != right:
            found[name] = (left, right)
    return found


def _first_line(a: Path, b: Path) -> tuple[int, Any, Any] | None:
    """The first printed line that differs: its number and both, as [tick, text]."""
    pairs = itertools.zip_longest(_printed(a), _printed(b))
    return next(((n, left, right) for n, (left, right) in enumerate(pairs) if left != right), None)


def _printed(run: Path) -> Iterator[list[Any]]:
    for line in JsonLines(files_of(run, "lines"), dict):
        if "text" in line:
            yield [line.get("tick"), line["text"]]


def _compare_rows(report: Report, a: Ticks, b: Ticks, tolerance: float) -> None:
    for tick, left, right in side_by_side(a, b):
        if left == right:
            report.equal += len(left)
        else:
            _compare_tick(report, tick, left, right, tolerance)
    report.rows = a.rows, b.rows
    report.problems = [*a.problems, *b.problems]


def _compare_tick(report: Report, tick: int, left: list[bytes], right: list[bytes], tolerance: float) -> None:
    """Rows of one tick, each key's in their order."""
    if len(left) == len(right):
        pairs = list(zip(left, right, strict=True))
        report.equal += sum(one == other for one, other in pairs)
        left, right = [one for one, other in pairs if one != other], [other for one, other in pairs if one != other]
    of_a, of_b = _by_key(left), _by_key(right)
    for key in dict.fromkeys([*of_a, *of_b]):
        ours, theirs = of_a.get(key, []), of_b.get(key, [])
        for n, ((line, one), (other_line, other)) in enumerate(zip(ours, theirs, strict=False)):
            if line == other_line:
                report.equal += 1
            else:
                _compare_row(report, tick, n, one, other, tolerance)
        both = min(len(ours), len(theirs))
        _only(report, report.only_a, First(tick, key, both, _MISSING_IN_B), len(ours) - both)
        _only(report, report.only_b, First(tick, key, both, _MISSING_IN_A), len(theirs) - both)


def _by_key(lines: list[bytes]) -> dict[str, list[tuple[bytes, Row]]]:
    rows: dict[str, list[tuple[bytes, Row]]] = {}
    for line in lines:
        row = decoded(line)
        rows.setdefault(row.key, []).append((line, row))
    return rows


def _only(report: Report, found: dict[str, Only], first: First, rows: int) -> None:
    if rows > 0:
        found.setdefault(first.key, Only(first.key, first.tick)).rows += rows
        report.first = report.first or first


def _compare_row(report: Report, tick: int, n: int, a: Row, b: Row, tolerance: float) -> None:
    differs = False
    for one in differences(a.value, b.value, tolerance):
        differs = True
        if report.first is None:
            report.first = First(tick, a.key, n, one)
        name = f"{a.key}.{one.field}" if one.field else a.key
        known = report.fields.get(name)
        if known is None:
            if len(report.fields) >= _MOST_FIELDS:
                report.left_out += 1
                continue
            known = report.fields[name] = Field(name, tick)
        known.rows += 1
        known.cells += one.cells
        if not math.isnan(one.delta):
            known.largest = max(one.delta, known.largest) if known.largest == known.largest else one.delta
    if differs:
        report.differ += 1
    else:
        report.within += 1  # other bytes, as far as the tolerance goes the same
