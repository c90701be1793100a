"""One look at 521 entities, all columns, against asking object by object."""

from __future__ import annotations

from pathlib import Path

from tests.bench._play import play
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_SOURCE = '''
# /// script
# [tool.ticklane]
# hard_ms = 10000
# caps = ["internals"]
# ///
from time import perf_counter_ns

import numpy as np

COLUMNS = """id pos vel aabb_min aabb_max yaw pitch width height on_ground age health fuse count
             uuid type tags item block""".split()


def run(host):
    places = [(i % 23 * 2 + 0.5, 64, i // 23 * 2 + 0.5) for i in range(521)]
    first = [host.spawn("item", place, item="stone", count=64) for place in places][0]
    yield 40
    columns, getters = [], []
    for tick in range(300):
        for _ in range(5):
            host.modify(first, yaw=float(tick % 90))    # the world has changed: the next look fills anew
            began = perf_counter_ns()
            table = host.entities()
            for name in COLUMNS:
                getattr(table, name)
            columns.append(perf_counter_ns() - began)
        assert len(table) == 521
        yield
    world = host.internals
    for tick in range(60):
        began = perf_counter_ns()
        rows = []
        for entity in world.getEntities():
            pos, vel, box = entity.getPosition(), entity.getVelocity(), entity.getBoundingBox()
            rows.append((pos.x(), pos.y(), pos.z(), vel.x(), vel.y(), vel.z(), box.width(), box.height()))
        getters.append(perf_counter_ns() - began)
        assert len(rows) == 521
        yield
    return {"columns_us": float(np.median(columns)) / 1e3, "getters_us": float(np.median(getters)) / 1e3}
'''


def measure(folder: Path) -> list[Row]:
    """Java's fill, the copy and every column's view; the baseline reads 8 numbers an entity through getters."""
    config = LaunchConfig(game_dir=folder / "snapshot", frozen=True)
    with launch(config) as game, game.client() as client:
        client.request("time", action="sprint", ticks=-1)
        times = play(client, _SOURCE, id="snapshot", caps=("internals",))
    columns, getters = times["columns_us"], times["getters_us"]
    ratio = getters / columns
    return [
        at_most(
            "snapshot of 521 entities", columns, "µs", 40, baseline=getters, baseline_name="asking getter by getter"
        ),
        at_most(
            "snapshot, share of the getters' time",
            columns / getters,
            "1",
            1 / 50,
            baseline=1.0,
            baseline_name=f"getters ({ratio:.0f}×)",
        ),
    ]
