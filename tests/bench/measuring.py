"""Tracks, triggers and captures: what a tick costs, and how long the founding experiment takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench._play import median, play, start, stop
from tests.bench._rows import Row, at_most
from ticklane import Entities
from ticklane.testing import FakeHost
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_runtime._firings import ResidualDetector
from ticklane_runtime._measured_memory import Memory
from ticklane_runtime._rows import Rows
from ticklane_runtime._snapshots import Snapshots

__all__ = ["measure"]

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "impulse_windows.py"
_SECONDS = 4.0

# All stay in the air: what comes low is put back up, what grows old is replaced.
_FALLING = """
import numpy as np

def place(i):
    return (i % SIDE - SIDE / 2) * 3.7, 100 + i % 97, (i // SIDE - SIDE / 2) * 3.7

def on_tick(host):
    part = range((host.elapsed() - 1) * 250, min(N, host.elapsed() * 250))
    for i in part:
        host.spawn("falling_block", place(i), block="sand")
    if host.elapsed() % 5:
        return
    blocks = host.entities(type="falling_block")
    low = blocks[blocks.y < 80]
    if len(low):
        pos = low.pos.copy()
        pos[:, 1] += 100
        host.modify(low, pos=pos, vel=np.zeros_like(pos))
    old = blocks[blocks.age > 500]
    if len(old):
        host.remove(old)
        for x, _, z in old.pos.tolist():
            host.spawn("falling_block", (x, 180, z), block="sand")
"""
_LOOK = "def on_tick(host):\n    host.entities(type='falling_block').vel\n"
_TRACK = """
def on_start(host):
    globals()["track"] = host.track(lambda es: es.type == "falling_block", 30)

def on_tick(host):
    track.vel
"""


def measure(folder: Path) -> list[Row]:
    """The parts in this process; tracks and the founding script in a game at full speed."""
    rows = _parts()
    for n, goal in ((521, 500.0), (5000, 3000.0)):
        look, track, founding, whole = _founding(folder / f"founding-{n}", n)
        of = f"{n:,} falling blocks"
        name = "a look at their velocities"
        rows.append(at_most(f"step with a track of {of}", track, "µs", None, baseline=look, baseline_name=name))
        rows.append(at_most(f"founding script, {of}", founding, "µs/tick", goal, baseline=look, baseline_name=name))
        if n == 521:
            what = "founding experiment, 600 ticks, start to result"
            rows.append(at_most(what, whole, "s", 2, baseline=30.0, baseline_name="600 ticks in real time"))
    return rows


def _parts() -> list[Row]:
    """521 entities in the fake world, whose tables are made before anything is timed."""
    host = FakeHost(world="void")
    for i in range(521):
        host.spawn("falling_block", (i, 10_000 + i, 0.5), block="sand")
    tables: list[Entities] = [host.entities()]
    for _ in range(200):
        host.advance()
        tables.append(host.entities())
    types, first = host._world.names.types, tables[0]

    def track() -> Callable[[Entities], object]:
        rows = Rows(first, first, first.tick, 100, Memory(), types, "bench", fixed=True, photographs=True)
        return lambda table: rows.append(table, table.tick)

    def detection() -> Callable[[Entities], object]:
        detector, snapshots = ResidualDetector(types.code("falling_block"), first, 0.1), Snapshots()

        def detect(table: Entities) -> None:
            snapshots.begin(table)
            detector.look(snapshots, fire=True)

        return detect

    def by_hand() -> Callable[[Entities], object]:
        return lambda table: [(e.id, e.pos, e.vel, e.width, e.height, e.on_ground) for e in table]

    updating, detecting, one_by_one = (_table_us(tables, each) for each in (track, detection, by_hand))
    name = "entity by entity"
    return [
        at_most("track update, 521 entities", updating, "µs", 60, baseline=one_by_one, baseline_name=name),
        at_most("impulse detection, 521 entities", detecting, "µs", 80, baseline=one_by_one, baseline_name=name),
    ]


def _table_us(tables: list[Entities], make: Callable[[], Callable[[Entities], object]]) -> float:
    """Median time of a call with each next table, no column made yet; the best of three sheds a neighbour's noise."""

    def batch() -> float:
        call, times = make(), []
        for table in tables[1:]:
            fresh = Entities(table.tick, len(table), table._buffer, table._names, table._live)
            began = time.perf_counter()
            call(fresh)
            times.append((time.perf_counter() - began) * 1e6)
        return median(times)

    return min(batch() for _ in range(3))


def _founding(game_dir: Path, n: int) -> tuple[float, float, float, float]:
    """Median µs a step of a script that looks, one that tracks and the founding one; and the whole time of 600, s."""
    founding = _EXAMPLE.read_text(encoding="utf-8")
    world = f"N, SIDE = {n}, {int(n**0.5) + 1}\n{_FALLING}"
    with launch(LaunchConfig(game_dir=game_dir, frozen=True)) as game, game.client() as client:
        start(client, world, id="falling", budget_ms=20, hard_ms=1000)
        client.request("time", action="sprint", ticks=-1)
        time.sleep(3)  # lets the JIT settle; nothing depends on it
        began = time.perf_counter()
        play(client, founding, id="whole", params={"blocks": 0, "ticks": 600}, hard_ms=5000)
        whole = time.perf_counter() - began
        look = _step_us(client, _LOOK)
        track = _step_us(client, _TRACK)
        watch = _step_us(client, founding, params={"blocks": 0, "ticks": 1_000_000})
        stop(client, "falling")
    return look, track, watch, whole


def _step_us(client: ControlClient, source: str, **arguments: Any) -> float:
    """A script's own median time a step while it runs."""
    start(client, source, id="measured", budget_ms=15, **arguments)
    time.sleep(_SECONDS)  # the length of the measurement, not a synchronisation
    step = client.request("status", script="measured")["step_ms"]
    stop(client, "measured")
    return float(step["p50"]) * 1e3
