"""Scripts with a process of their own: how soon they begin, what they see and ask costs, what they take of a tick."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.bench._play import median, play, start, stop
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient

__all__ = ["measure"]

_HEADER = '# /// script\n# [tool.ticklane]\n# vantage = "parallel"\n# ///\n'
_FIRST_LINE = _HEADER + 'host.log("here")\n'
_BUSY = _HEADER + "n = 0\nwhile True:\n    n += 1\n"
_TABLE = (
    _HEADER
    + """
import time

def fill(host):
    for n in range(521 - len(host.entities())):
        host.spawn("armor_stand", (n % 23, 64, n // 23))

def run(host):
    yield host.on_lane("server", fill)
    host.entities()
    took = []
    while len(took) < 100:
        before = host.tick()
        while host.tick() == before:
            time.sleep(0.001)
        began = time.perf_counter()
        table = host.entities()
        took.append((time.perf_counter() - began) * 1e6)
        assert len(table) == 521 and table.tick >= host.tick() - 1
    return sorted(took)[50]
"""
)
_ASK = (
    _HEADER
    + """
import time

def ask(host):
    return host.tick()

def run(host):
    took = []
    for _ in range(60):
        began = time.perf_counter()
        yield host.on_lane("server", ask)
        took.append((time.perf_counter() - began) * 1e3)
    return sorted(took)[30]
"""
)
_CLOCK = """
import time
import numpy as np

at = []

def on_tick(host):
    at.append(time.perf_counter())
    if len(at) == 401:
        late = np.abs(np.diff(at) - 0.05) * 1e3
        host.result(float(np.quantile(late, 0.99)))
        host.stop()
"""


def measure(folder: Path) -> list[Row]:
    """A flat world in real time."""
    with launch(LaunchConfig(game_dir=folder / "parallel", world="flat")) as game, game.client() as client:
        cold = _first_line(client)
        firsts = []
        for _ in range(5):
            time.sleep(2)  # until the next process is ready: that is how scripts are started as a rule
            firsts.append(_first_line(client))
        late = float(play(client, _CLOCK, id="clock", budget_ms=8))
        round_trip = float(play(client, _ASK, id="ask"))
        table = float(play(client, _TABLE, id="table", budget_ms=20, hard_ms=5000))
        for n in range(8):
            start(client, _BUSY, id=f"busy-{n}")
        busy = float(play(client, _CLOCK, id="clock", budget_ms=8))
        for n in range(8):
            stop(client, f"busy-{n}")
    return [
        at_most(
            "parallel script, start to first line",
            median(firsts),
            "ms",
            400,
            baseline=cold,
            baseline_name="the first of a game, with Python's start",
        ),
        at_most("its entities, 521 rows", table, "µs", 200, baseline=23, baseline_name="Java's fill"),
        at_most("its on_lane('server') and back", round_trip, "ms", None, baseline=50, baseline_name="a tick"),
        at_most("tick's p99 beside 8 busy ones", busy, "ms late", 10, baseline=late, baseline_name="beside none"),
    ]


def _first_line(client: ControlClient) -> float:
    began = time.perf_counter()
    start(client, _FIRST_LINE, id="first")
    status: Any = client.request("status", script="first", since_line=0, until="line", wait_s=10)
    took = time.perf_counter() - began
    if not status["lines"].get("new"):
        raise RuntimeError(f"it has said nothing: {status}")
    client.request("status", script="first", until="ended", wait_s=10)
    return took * 1e3
