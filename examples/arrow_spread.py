# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# budget_ms = 10
# ///
"""A volley of 1,000 bow shots with the spread a bow has: triangular, ±0.0172275 per axis at speed 3.

Shows a table as the target of remove(), and a budget of its own. What to expect: after 20 ticks the arrows have flown
54.6 blocks and dropped 9, and their angles lie within about ±1 degree.
"""

import numpy as np

from ticklane import Run, ScriptHost, summary

SPREAD = 0.0172275
SPEED = 3.0


def run(host: ScriptHost) -> Run:
    for _ in range(1000):
        aim = np.array([1.0, 0, 0]) + host.random.triangular(-SPREAD, 0, SPREAD, size=3)
        host.spawn("arrow", (0, 200, 0), vel=SPEED * aim, tag="volley")
    yield 20
    arrows = host.entities(tag="volley")
    angles = np.degrees(np.arctan2(arrows.z, arrows.x))
    host.expect("mean distance after 20 ticks", arrows.x.mean(), 54.627924, tol=0.1)
    host.remove(arrows)
    return {"arrows": len(arrows), "drop": summary(200 - arrows.y), "angle_degrees": summary(angles)}
