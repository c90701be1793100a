# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# ticks = 6000
# [tool.ticklane.params]
# center = [0, 64, 0]
# radius = 64
# ///
"""Where zombies spend their time: ticks per cell of a 64 × 64 grid over five minutes.

Shows state that a module keeps between ticks, and asking the game what it can do. What to expect: where mobs have
minds, hot cells at doors, light edges and players; on the embedded server, zombies have none and stand still.
"""

import numpy as np

from ticklane import ScriptHost

CELLS = 64
heat = np.zeros((CELLS, CELLS))


def on_start(host: ScriptHost) -> None:
    if "mob_ai" not in host.game.has:
        host.log("this game has no mob minds: expect zombies that stand still")


def on_tick(host: ScriptHost) -> None:
    center, radius = host.params["center"], host.params["radius"]
    mobs = host.entities(radius, type=["zombie", "husk"], center=center)
    edges = [[center[0] - radius, center[0] + radius], [center[2] - radius, center[2] + radius]]
    heat[:] += np.histogram2d(mobs.x, mobs.z, bins=CELLS, range=edges)[0]


def on_stop(host: ScriptHost) -> None:
    hottest = np.argsort(heat, axis=None)[::-1][:10]
    host.record("heat", heat)
    host.result(
        {
            "mob_ticks": heat.sum(),
            "hottest_cells": [{"cell": np.unravel_index(i, heat.shape), "ticks": heat.flat[i]} for i in hottest],
        }
    )
