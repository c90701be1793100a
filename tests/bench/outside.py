"""What people use today to see 521 entities, against a table: all of them as JSON over a socket, /data get for each."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from tests.bench._play import median, play
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_LOOKS = 20
_SOURCE = f"""
# /// script
# [tool.ticklane]
# hard_ms = 10000
# ///
from time import perf_counter_ns

import numpy as np


def run(host):
    places = [(i % 23 * 2 + 0.5, 64, i // 23 * 2 + 0.5) for i in range(521)]
    first = [host.spawn("item", place, item="stone", count=64) for place in places][0]
    yield 40
    tables, rows, commands = [], [], []
    for tick in range({_LOOKS}):
        host.modify(first, yaw=float(tick))    # the world has changed: the next look fills anew
        began = perf_counter_ns()
        table = host.entities()
        table.pos, table.vel, table.aabb_min, table.aabb_max, table.type
        tables.append(perf_counter_ns() - began)
        yield
    for tick in range({_LOOKS}):
        began = perf_counter_ns()
        host.record("look", [
            {{"id": id, "uuid": uuid, "type": type, "pos": pos, "vel": vel, "min": low, "max": high,
              "on_ground": ground, "age": age, "item": item, "count": count}}
            for id, uuid, type, pos, vel, low, high, ground, age, item, count in zip(
                table.id.tolist(), table.uuid, table.type, table.pos.tolist(), table.vel.tolist(),
                table.aabb_min.tolist(), table.aabb_max.tolist(), table.on_ground.tolist(), table.age.tolist(),
                table.item, table.count.tolist(), strict=True)
        ])
        rows.append(perf_counter_ns() - began)
        yield
    names = list(table.uuid)
    for tick in range(5):
        began = perf_counter_ns()
        for name in names:
            host.command("data get entity " + name)
        commands.append(perf_counter_ns() - began)
        yield
    return {{name: float(np.median(times)) / 1e3
            for name, times in (("table", tables), ("row", rows), ("commands", commands))}}
"""


def measure(folder: Path) -> list[Row]:
    """The table alone stays inside; the JSON is built there, and read over the control socket by a Python client."""
    config = LaunchConfig(game_dir=folder / "outside", frozen=True)
    with launch(config) as game, game.client() as client:
        client.request("time", action="sprint", ticks=-1)
        times = play(client, _SOURCE, id="outside", budget_ms=20)
        pages: list[float] = []
        size = 0
        for since in range(_LOOKS):
            began = perf_counter()
            page = client.request("output", script="outside", since=since, limit=1, max_bytes=1 << 20)
            pages.append(1e6 * (perf_counter() - began))
            size = len(str(page["rows"]))
    over_socket = times["row"] + median(pages)
    what = f"all as JSON over the socket, {size // 1000} KB"
    return [
        at_most("seeing 521 entities", times["table"], "µs", None, baseline=over_socket, baseline_name=what),
        at_most(
            "seeing 521 entities, again",
            times["table"],
            "µs",
            None,
            baseline=times["commands"],
            baseline_name="/data get entity for each, inside",
        ),
    ]
