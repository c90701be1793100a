# /// script
# dependencies = ["numpy"]
# [tool.ticklane.params]
# blocks = 500
# sigma = 3.0
# ///
"""Where sand lands that falls from places normally distributed around a point.

Shows host.random: the same seed drops the same sand, another one (`--seed 7`) other sand. What to expect: `x` and `z`
have a mean near 0.5 and a standard deviation near `sigma`, and the fall from y = 120 takes 64 ticks.
"""

import numpy as np

from ticklane import EntityRemoveEvent, Run, ScriptHost, summary


def run(host: ScriptHost) -> Run:
    gone: list[EntityRemoveEvent] = []
    host.on("entity_remove", gone.append)
    n = host.params["blocks"]
    for x, z in host.random.normal(0.5, host.params["sigma"], size=(n, 2)):
        host.spawn("falling_block", (x, 120, z), block="sand")
    while len(gone) < n and host.elapsed() < 2000:
        yield
    landed = [event for event in gone if event.cause == "landed"]
    places = np.array([event.pos for event in landed]).reshape(-1, 3)
    return {
        "landed": len(landed),
        "seed": host.seed,
        "x": summary(places[:, 0]),
        "z": summary(places[:, 2]),
        "fall_ticks": summary([event.age for event in landed]),
    }
