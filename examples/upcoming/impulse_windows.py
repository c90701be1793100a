# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy"]
# [tool.ticklane.params]
# type = "falling_block"
# min_dv = 0.1
# ticks = 600
# ///
"""Watch one type of entity: Δv and collision box around every impulse above `min_dv`, and a summary.

Shows capture(): what falling_blocks.py does by hand, for any impulse of anything. What to expect: a window of eleven
rows for each impulse; for falling blocks, one impulse each, when they land.
"""

import numpy as np

from ticklane import Impulse, Run, ScriptHost, summary


def run(host: ScriptHost) -> Run:
    p = host.params
    capture = host.capture(Impulse(min_dv=p["min_dv"], type=p["type"]), before=5, after=5)
    yield p["ticks"]
    capture.cancel()

    sizes: list[float] = []
    for window in capture.windows:
        sizes.append(float(np.linalg.norm(window.impulse[window.row, 0])))
        host.record(
            "impulse",
            {
                "at": window.tick,
                "id": window.id[0],
                "dv": sizes[-1],
                "pos": window.pos[window.row, 0],
                "width": window.width[:, 0],
                "height": window.height[:, 0],
                "cut": window.cut,
            },
        )
    worst = capture.windows[int(np.argmax(sizes))] if sizes else None
    return {
        "impulses": len(sizes),
        "dropped": capture.dropped,
        "dv_blocks_per_tick": summary(sizes),
        "largest_at_tick": worst.tick if worst else None,
    }
