"""Runs the benchmarks, prints their table and writes build/bench.json; exits 1 when a goal was missed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench import (
    answers,
    blasts,
    endpoint,
    instrumented,
    laboratory,
    lane_cost,
    measuring,
    outside,
    pictures,
    real_game,
    records,
    snapshot,
    sprint,
    start_up,
    unwinding,
)
from tests.bench._rows import Row, show, write
from ticklane_cli import _logging

_GROUPS = {
    "lane_cost": lane_cost.measure,
    "snapshot": snapshot.measure,
    "outside": outside.measure,
    "sprint": sprint.measure,
    "laboratory": laboratory.measure,
    "blasts": blasts.measure,
    "measuring": measuring.measure,
    "answers": answers.measure,
    "mcp": endpoint.measure,
    "records": records.measure,
    "pictures": pictures.measure,
    "unwinding": unwinding.measure,
    "instrumented": instrumented.measure,
    "start_up": start_up.measure,
    "real_game": real_game.measure,
}


def main(names: list[str]) -> int:
    """Run the named groups, or all."""
    unknown = [name for name in names if name not in _GROUPS]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(_GROUPS)}", file=sys.stderr)
        return 2
    _logging.configure()  # warnings only: the table is what matters
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="ticklane-bench-") as folder:
        for name in names or _GROUPS:
            print(f"measuring {name} …", file=sys.stderr)
            rows += _GROUPS[name](Path(folder))
    show(rows)
    write(rows, Path("build/bench.json"))
    print("written to build/bench.json")
    return 0 if all(row.ok for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
