# /// script
# dependencies = ["numpy"]
# ///
"""A TNT cannon: the shot spawned at T, its charge placed at T+3, ignited at T+5, the shot followed to T+40.

Shows acting at exact ticks with plain yields, and track(), which keeps the last ticks of some entities. What to expect:
the shot leaves when the charge explodes, ten ticks after it was lit, and that is its fastest tick.
"""

import numpy as np

from ticklane import Run, ScriptHost


def run(host: ScriptHost) -> Run:
    y = 64
    host.fill((-2, y - 1, -2), (10, y - 1, 2), "obsidian")
    shot = host.spawn("tnt", (2.5, y, 0.5), fuse=80)
    path = host.track(host.entities(type="tnt"), ticks=41)
    yield 3
    host.set_block((0, y, 0), "tnt")
    yield 2
    charge = host.ignite((0, y, 0), fuse=10)
    yield 35  # T+40
    speed = np.linalg.norm(path.vel[:, 0], axis=-1)
    host.record("shot", {"ticks": path.ticks, "pos": path.pos[:, 0], "vel": path.vel[:, 0]})
    return {
        "alive": shot.alive,
        "charge_gone": not charge.alive,
        "fastest": float(np.nanmax(speed)),
        "at": int(path.ticks[np.nanargmax(speed)]),
    }
