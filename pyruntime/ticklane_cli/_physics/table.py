"""The table of published values: what is measured, by which script, and what isn't."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

__all__ = ["Case", "LeftOut", "Row", "read_cases", "read_left_out"]

TOLERANCE: Final = 1e-5
_HERE: Final = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Row:
    """One published value: `what` after `tick` ticks."""

    tick: int
    what: str
    expected: float
    tolerance: float = TOLERANCE


@dataclass(frozen=True)
class Case:
    """An experiment and all values that are known of it."""

    name: str
    script: Path
    sources: str
    rows: tuple[Row, ...]
    params: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class LeftOut:
    """A published value that the embedded host doesn't model."""

    name: str
    value: str
    sources: str
    why: str


def read_cases() -> list[Case]:
    """All cases, those of free_fall.csv first."""
    said = _read()
    rows_of = {one["name"]: one["rows"] for one in said["case"] if "rows" in one}
    return [
        *_free_fall(said["free_fall"]["sources"]),
        *(
            Case(
                one["name"],
                _HERE / "scripts" / one["script"],
                one["sources"],
                tuple(Row(*row) for row in one.get("rows") or rows_of[one["rows_of"]]),
                one.get("params", {}),
                one.get("note", ""),
            )
            for one in said["case"]
        ),
    ]


def read_left_out() -> list[LeftOut]:
    """What isn't measured, and why."""
    return [LeftOut(**one) for one in _read()["left_out"]]


def _read() -> dict[str, Any]:
    return tomllib.loads((_HERE / "cases.toml").read_text(encoding="utf-8"))


def _free_fall(sources: str) -> list[Case]:
    rows: dict[str, list[Row]] = {}
    params: dict[str, dict[str, Any]] = {}
    with (_HERE / "free_fall.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            name, tick = line["case"], int(line["t"])
            start = {"entity": line["entity"], "vx": float(line["vx0"]), "vy": float(line["vy0"])}
            params.setdefault(name, {**start, "ticks": []})["ticks"].append(tick)
            rows.setdefault(name, []).extend(Row(tick, what, float(line[what])) for what in ("dx", "dy", "vx", "vy"))
    script = _HERE / "scripts" / "flight.py"
    return [Case(name, script, sources, tuple(of), params[name]) for name, of in rows.items()]
