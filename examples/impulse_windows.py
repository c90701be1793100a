# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy"]
# [tool.ticklane.params]
# type = "falling_block"
# min_dv = 0.1
# ticks = 600
# blocks = 100  # dropped around a charge of TNT; 0: only watch what is there
# ///
"""Watch one type of entity: Δv and collision box around every impulse above `min_dv`, and a summary.

Shows capture(): what falling_blocks.py does by hand, for any impulse of anything, exact in each tick. What to expect:
a window of eleven rows for each impulse. The blocks nearer than 7.2 to the charge are pushed when it explodes, at most
by 0.87 blocks per tick; on hosts that tell every impulse, each block has a second one when it lands (up to 2.0).
"""

from collections import Counter

import numpy as np

from ticklane import Impulse, Run, ScriptHost, Window, summary


def scene(host: ScriptHost, blocks: int) -> None:
    """Blocks in a square around TNT, which falls with them."""
    side = int(np.ceil(np.sqrt(blocks)))
    for i in range(blocks):
        x, z = 1.5 * (i % side - side / 2 + 0.5), 1.5 * (i // side - side / 2 + 0.5)
        host.spawn("falling_block", (x, 140, z), block="sand")
    if blocks:
        host.spawn("tnt", (0, 140, 0), fuse=20)


def note(host: ScriptHost, window: Window) -> float:
    """Record one window; its Δv."""
    event = window.event
    dv = float(np.linalg.norm(event.vel_after - event.vel_before))
    around = {name: getattr(window, name)[:, 0] for name in ("pos", "delta_v", "width", "height")}
    row = {"at": window.tick, "id": window.id[0], "cause": event.cause, "dv": dv, "cut": window.cut}
    host.record("impulse", row | around)
    return dv


def run(host: ScriptHost) -> Run:
    p = host.params
    scene(host, p["blocks"])
    capture = host.capture(Impulse(min_dv=p["min_dv"], type=p["type"]), before=5, after=5)
    causes: Counter[str] = Counter()
    sizes: list[float] = []
    largest = (0.0, -1)
    for tick in range(p["ticks"] + 1):
        if tick < p["ticks"]:
            yield
        else:
            capture.cancel()  # closes what is open
        for window in capture.windows:
            causes[window.event.cause] += 1
            sizes.append(note(host, window))
            largest = max(largest, (sizes[-1], window.tick))
        capture.windows.clear()
    return {
        "impulses": causes,
        "dropped": capture.dropped,
        "dv_blocks_per_tick": summary(sizes),
        "largest_at_tick": largest[1] if sizes else None,
    }
