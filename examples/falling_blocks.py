# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy"]
# [tool.ticklane.params]
# blocks = 500
# lowest = 2.0
# highest = 190.0
# ground = 64
# ticks = 600
# ///
"""Drop 500 falling blocks from different heights: Δv and collision box around every landing, and the largest impulse.

Shows how to look at many entities in every tick: the columns of host.entities() go into one array, which holds the
last eleven ticks of every block. Five ticks after a landing, the five before and after it are all in there.

What to expect: every block lands once (`landed` equals `blocks`), on the ground (`pos` ends at y = 64). Gravity 0.04
and drag 0.98 let nothing fall faster than 1.96 blocks per tick, which the Δv of the highest drops comes near to. A
block that has landed is no entity any more: after its landing, the rows of its window are empty (null).
"""

from collections import Counter, deque
from typing import NamedTuple

import numpy as np

from ticklane import EntityRemoveEvent, Run, ScriptHost, summary

AROUND = 5  # ticks before and after a landing
KEPT = 2 * AROUND + 1
X, Y, Z, VY, WIDTH, HEIGHT = range(6)


class Landing(NamedTuple):
    """A landing whose window is not complete yet."""

    tick: int
    block: int  # column in the ring
    dv: float


def drop(host: ScriptHost) -> dict[int, int]:
    """Spawn the blocks on a grid two blocks wide, so that none lands on another; gives the number of each id."""
    n, ground = host.params["blocks"], host.params["ground"]
    side = int(np.ceil(np.sqrt(n)))
    host.fill((-side, ground, -side), (side, ground + 2, side), "air")  # what an earlier run left there
    numbers: dict[int, int] = {}
    for i, height in enumerate(np.linspace(host.params["lowest"], host.params["highest"], n)):
        place = (2 * (i % side) - side + 0.5, ground + height, 2 * (i // side) - side + 0.5)
        numbers[host.spawn("falling_block", place, block="sand").id] = i
    return numbers


def run(host: ScriptHost) -> Run:
    numbers = drop(host)
    ids = np.array(list(numbers))
    ring = np.full((KEPT, len(ids), 6), np.nan)  # row tick % KEPT; NaN: not in the world
    removed: list[EntityRemoveEvent] = []
    host.on("entity_remove", removed.append)

    causes: Counter[str] = Counter()
    landings: list[Landing] = []
    open_windows: deque[Landing] = deque()
    for left in range(host.params["ticks"], -1, -1):
        tick = host.tick()

        # All blocks at once: their rows in the table of this tick, -1 for those that are gone.
        table = host.entities(type="falling_block")
        rows = table.rows(ids)
        here = rows >= 0
        now = ring[tick % KEPT]
        now[:] = np.nan
        now[here] = np.column_stack((table.pos, table.vy, table.width, table.height))[rows[here]]

        for event in removed:
            block = numbers.get(event.id)
            if block is None:
                continue
            causes[event.cause] += 1
            if event.cause == "landed":
                # It stands still now: the whole velocity of the tick before is the Δv.
                now[block, [X, Y, Z]] = event.pos
                landings.append(Landing(tick, block, -float(ring[(tick - 1) % KEPT, block, VY])))
                open_windows.append(landings[-1])
        removed.clear()

        oldest_first = np.arange(tick + 1, tick + 1 + KEPT) % KEPT
        while open_windows and (open_windows[0].tick == tick - AROUND):
            at, block, dv = open_windows.popleft()
            window = ring[oldest_first, block]
            host.record(
                "landing",
                {
                    "at": at,
                    "id": ids[block],
                    "dv": dv,
                    "pos": window[:, [X, Y, Z]],
                    "vy": window[:, VY],
                    "width": window[:, WIDTH],
                    "height": window[:, HEIGHT],
                },
            )
        if left:
            yield

    largest = max(landings, key=lambda landing: landing.dv, default=None)
    return {
        "blocks": len(ids),
        "landed": len(landings),
        "removed": causes,
        "dv_blocks_per_tick": summary([landing.dv for landing in landings]),
        "largest_impulse": largest and {"dv": largest.dv, "tick": largest.tick, "id": ids[largest.block]},
    }
