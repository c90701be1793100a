"""What a recorded row costs on the tick, how many a second come to disk, and what becomes of too many in real time."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import play, start
from tests.bench._rows import Row, at_least, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient

__all__ = ["measure"]

# The rows are those of an impulse: ten fields, most of them numpy's, as scripts take them out of tables.
_COSTS = """
# /// script
# [tool.ticklane]
# hard_ms = 20000
# caps = ["files"]
# ///
import csv
import json
from time import perf_counter_ns

import numpy as np

N = 2_000


def run(host):
    es = [host.spawn("falling_block", (i, 100, 0), vel=(0.1, 0, 0), block="sand") for i in range(5)]
    yield
    table = host.entities(type="falling_block")
    e = table[0]
    plain = {"at": host.tick(), "id": e.id, "dv": 1.41, "x": e.x, "y": e.y, "z": e.z, "width": e.width,
             "ground": e.on_ground, "type": "minecraft:falling_block", "cut": ""}
    rows = {
        "plain": plain,
        "numpy": plain | {"id": table.id[0], "dv": table.vel[0, 0], "x": table.x[0], "y": table.y[0], "z": table.z[0],
                          "width": table.width[0], "ground": table.on_ground[0], "type": e.type},
        "arrays": plain | {"x": table.pos[0], "y": np.full(11, 0.98), "z": np.full(11, 0.98)},
    }
    best = {name: [] for name in (*rows, "dumps", "csv")}
    file, record = open("ticks.csv", "w"), host.record
    writer = csv.writer(file)
    for _ in range(12):
        for name, row in rows.items():
            began = perf_counter_ns()
            for _ in range(N):
                record("impulse", row)
            best[name].append((perf_counter_ns() - began) / N)
        began = perf_counter_ns()
        for _ in range(N):
            json.dumps({"tick": host.tick(), "key": "impulse", "value": plain}).encode()
        best["dumps"].append((perf_counter_ns() - began) / N)
        began = perf_counter_ns()
        for _ in range(N):
            writer.writerow(plain.values())
        file.flush()
        best["csv"].append((perf_counter_ns() - began) / N)
        yield
    return {name: min(times) / 1e3 for name, times in best.items()}
"""

_FLOOD = """
# /// script
# [tool.ticklane]
# hard_ms = 20000
# [tool.ticklane.params]
# rows = 1000
# ///
from math import cos, sin


def on_tick(host):
    at = host.tick()
    x, y, z, vy = sin(at), 64 + sin(at / 7), cos(at), cos(at / 7)
    for i in range(host.params["rows"]):
        row = {"at": at, "id": i, "dv": 1.41 * i, "x": x, "y": y, "z": z, "vy": vy, "ground": False, "cut": ""}
        row["type"] = "minecraft:falling_block"
        host.record("flood", row)
"""

_TICKS = 1_000
_ROWS = 1_000


def measure(folder: Path) -> list[Row]:
    """The encoder beside json.dumps and a CSV file written on the tick, then a million rows at full speed."""
    config = LaunchConfig(game_dir=folder / "records", world="void", frozen=True)
    with launch(config) as game, game.client() as client:
        client.request("time", action="sprint", ticks=-1)
        cost = play(client, _COSTS, id="costs", budget_ms=40, caps=("files",))
        stored, lost, seconds = _flood(client)
    dumps, csv = cost["dumps"], cost["csv"]
    rows = [
        at_most(
            f"record of 10 fields, {what}", cost[name], "µs", 10, baseline=dumps, baseline_name="json.dumps of plain"
        )
        for name, what in (("plain", "plain"), ("numpy", "8 of them numpy scalars"), ("arrays", "3 of them arrays"))
    ]
    return [
        *rows,
        at_most(
            "record of 10 fields, plain", cost["plain"], "µs", 10, baseline=csv, baseline_name="CSV row on the tick"
        ),
        at_least(
            "rows from script to disk, sprinting",
            stored / seconds,
            "rows/s",
            100_000,
            baseline=1e6 / csv,
            baseline_name="CSV on the tick",
        ),
        at_most("rows lost of them", lost, "rows", 0, baseline=stored, baseline_name="recorded"),
    ]


def _flood(client: ControlClient) -> tuple[int, int, float]:
    """A thousand rows a tick for a thousand ticks: those on disk, those lost, and the seconds until the last was."""
    began = time.perf_counter()
    start(client, _FLOOD, id="flood", budget_ms=40, ticks=_TICKS, params={"rows": _ROWS})
    status = client.request("status", script="flood", wait_s=55, until="ended")
    if status.get("reason") != "finished":
        raise RuntimeError(f"the flood did not finish: {status}")
    while True:
        page = client.request("output", script="flood", since=0, limit=1)
        stored, lost = page["total"], page.get("lost", 0)
        seconds = time.perf_counter() - began
        if stored + lost >= _TICKS * _ROWS:
            return stored, lost, seconds
        if seconds > 120:
            raise RuntimeError(f"of {_TICKS * _ROWS:,} rows {stored + lost:,} are accounted for after {seconds:.0f} s")
