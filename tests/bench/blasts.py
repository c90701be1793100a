"""200 TNT exploding in one tick, on stone and in the air, against the same tick without the explosions."""

from __future__ import annotations

from pathlib import Path

from tests.bench._play import play
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_COUNT = 200

_SOURCE = """
# /// script
# [tool.ticklane]
# hard_ms = 10000
# ///
from time import perf_counter_ns

import numpy as np

COUNT = 200
PLACES = [(i % 20 * 6 - 57.5, i // 20 * 6 - 27.5) for i in range(COUNT)]


def ticks_ms(host, places, height, fuse):
    for x, z in places:
        host.spawn("tnt", (x, height, z), fuse=fuse, nbt="{NoGravity:1b}")
    yield
    times = []
    for _ in range(3):
        began = perf_counter_ns()
        yield
        times.append((perf_counter_ns() - began) / 1e6)
    host.command("kill @e[type=!player]")
    return times


def run(host):
    host.fill((-75, 40, -45), (75, 63, 45), "stone")
    ground = host.snapshot((-75, 40, -45), (75, 80, 45))
    yield
    got = {}
    pile = [(0.5, 0.5)] * COUNT
    for name, places, height, fuse in (
        ("still", PLACES, 64, 500), ("air", PLACES, 120, 3), ("stone", PLACES, 64, 3), ("pile", pile, 64, 3)
    ):
        rounds = []
        for _ in range(8):
            host.restore(ground)
            yield
            rounds.append(max((yield from ticks_ms(host, places, height, fuse))))
        # The first rounds warm up: what is told is how it goes on, and how it began.
        got[name] = float(np.median(rounds[3:]))
        got[name + " first"] = rounds[0]
    return got
"""


def measure(folder: Path) -> list[Row]:
    """The tick's time between two steps of a script in a sprinting game; on stone the 200 break 2,200 blocks."""
    config = LaunchConfig(game_dir=folder / "blasts", frozen=True)
    with launch(config) as game, game.client() as client:
        client.request("time", action="sprint", ticks=-1)
        times = play(client, _SOURCE, id="blasts")
    still = times["still"]
    each_us = (times["stone"] - still) / _COUNT * 1e3
    in_air_us = (times["air"] - still) / _COUNT * 1e3
    name = "the same TNT, not exploding"
    return [
        at_most("200 TNT on stone exploding in a tick", times["stone"], "ms", 250, baseline=still, baseline_name=name),
        at_most("the first such tick", times["stone first"], "ms", 250, baseline=times["stone"], baseline_name="later"),
        at_most("200 TNT in one place exploding", times["pile"], "ms", 250, baseline=still, baseline_name=name),
        at_most("200 TNT in the air exploding in a tick", times["air"], "ms", 250, baseline=still, baseline_name=name),
        at_most("one explosion on stone", each_us, "µs", None, baseline=in_air_us, baseline_name="one in the air"),
    ]
