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
by 0.81 blocks per tick; on hosts that tell every impulse, each block has a second one when it lands (up to 1.96).
"""

from collections import Counter

import numpy as np

from ticklane import Impulse, Run, ScriptHost, summary


def scene(host: ScriptHost, blocks: int) -> None:
    """Blocks in a square around TNT, which falls with them."""
    side = int(np.ceil(np.sqrt(blocks)))
    for i in range(blocks):
        x, z = 1.5 * (i % side - side / 2 + 0.5), 1.5 * (i // side - side / 2 + 0.5)
        host.spawn("falling_block", (x, 140, z), block="sand")
    if blocks:
        host.spawn("tnt", (0, 140, 0), fuse=20)


def run(host: ScriptHost) -> Run:
    p = host.params
    scene(host, p["blocks"])
    capture = host.capture(Impulse(min_dv=p["min_dv"], type=p["type"]), before=5, after=5)
    yield p["ticks"]
    capture.cancel()

    sizes: list[float] = []
    for window in capture.windows:
        sizes.append(float(np.linalg.norm(window.event.vel_after - window.event.vel_before)))
        host.record(
            "impulse",
            {
                "at": window.tick,
                "id": window.id[0],
                "cause": window.event.cause,
                "dv": sizes[-1],
                "pos": window.pos[:, 0],
                "delta_v": window.delta_v[:, 0],
                "width": window.width[:, 0],
                "height": window.height[:, 0],
                "cut": window.cut,
            },
        )
    worst = capture.windows[int(np.argmax(sizes))] if sizes else None
    return {
        "impulses": Counter(window.event.cause for window in capture.windows),
        "dropped": capture.dropped,
        "dv_blocks_per_tick": summary(sizes),
        "largest_at_tick": worst.tick if worst else None,
    }
