"""What the checks cost: five typical scripts' code with them, beside the same code without."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.bench._play import play
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_NUMPY_GOAL: Final = 1.25
_LOOP_GOAL: Final = 1.7

# Each function is some milliseconds of what a step of such a script does, many times over.
_WORK: Final = '''
import math

import numpy as np

rng = np.random.default_rng(7)
pos = rng.normal(size=(521, 3)) * 40
vel = rng.normal(size=(521, 3))
kinds = rng.integers(0, 12, 521)
rows = [tuple(row) for row in pos.tolist()]


def numpy_columns():
    """A watcher: masks, norms and sums over all entities."""
    total = 0.0
    for _ in range(60):
        speed = np.linalg.norm(vel, axis=1)
        near = np.abs(pos[:, 0]) < 16
        total += float(speed[near].mean()) + float(np.hypot(pos[:, 0], pos[:, 2]).max())
    return total


def numpy_groups():
    """A summary: statistics of each kind of entity."""
    found = {}
    for _ in range(4):
        for kind in np.unique(kinds).tolist():
            group = vel[kinds == kind]
            found[kind] = {"n": len(group), "mean": group.mean(axis=0), "max": float(np.abs(group).max())}
    return found


def entity_by_entity():
    """A search: arithmetic on each entity's numbers."""
    best, at = math.inf, None
    for _ in range(8):
        for x, y, z in rows:
            distance = math.sqrt((x - 3.5) ** 2 + (y - 64.0) ** 2 + (z + 1.5) ** 2)
            if distance < best and y > -100:
                best, at = distance, (x, y, z)
    return best, at


def event_handlers():
    """A log: a small function called for each event, which counts and writes text."""
    seen = {}

    def on_event(kind, tick, x):
        key = f"{kind}:{int(x) // 8}"
        entry = seen.get(key)
        if entry is None:
            entry = seen[key] = [0, tick, tick]
        entry[0] += 1
        entry[2] = tick

    for tick in range(6):
        for x, _, _ in rows:
            on_event("impulse", tick, x)
    return len(seen)


def tightest_loop():
    """Nothing but a loop."""
    n = 0
    for i in range(100_000):
        n += i
    return n
'''
_NAMES: Final = {
    "numpy columns": ("numpy_columns", _NUMPY_GOAL),
    "numpy, group by group": ("numpy_groups", _NUMPY_GOAL),
    "entity by entity": ("entity_by_entity", _LOOP_GOAL),
    "event handlers": ("event_handlers", _LOOP_GOAL),
    "the tightest loop": ("tightest_loop", _LOOP_GOAL),
}
_SCRIPT: Final = f"""
# /// script
# [tool.ticklane]
# hard_ms = 20000
# budget_ms = 20
# ///
from time import perf_counter_ns

import work

plain = {{"__name__": "plain"}}
exec(compile({_WORK!r}, "<plain>", "exec"), plain)
NAMES = {[function for function, _ in _NAMES.values()]!r}


def took(function):
    began = perf_counter_ns()
    function()
    return perf_counter_ns() - began


def run(host):
    best = {{}}
    for name in NAMES:
        with_checks, without = [], []
        for _ in range(60):
            with_checks.append(took(getattr(work, name)))
            without.append(took(plain[name]))
            yield
        best[name] = [min(with_checks) / 1e6, min(without) / 1e6]
    return best
"""


def measure(folder: Path) -> list[Row]:
    """The best of sixty calls each, in turns, inside a game."""
    with (
        launch(LaunchConfig(game_dir=folder / "instrumented", world="void", frozen=True)) as game,
        game.client() as client,
    ):
        client.request("time", action="sprint", ticks=-1)
        best: dict[str, Any] = play(client, _SCRIPT, id="instrumented", files={"work.py": _WORK})
    return [
        at_most(
            f"checks: {name}",
            best[function][0] / best[function][1],
            "1",
            goal,
            baseline=1.0,
            baseline_name=f"without them ({best[function][1]:.3g} ms)",
        )
        for name, (function, goal) in _NAMES.items()
    ]
