# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# vantage = "render"
# [tool.ticklane.params]
# blocks = 24
# fuse = 18
# ///
"""A blast drawn into its own pictures: where thrown blocks flew, seen from the side and from above.

Shows the render lane, host.draw, host.screenshot and host.frame. What to expect: `before.png`, `flight.png`,
`after.png` and `above.png` in the run's folder; the blocks fly apart on yellow ways, and the depths of a
last frame say how much of it is ground.
"""

from typing import Any

import numpy as np

from ticklane import Run, ScriptHost


def build(server: ScriptHost) -> None:
    """The ground; called on the server lane."""
    server.fill((-20, 64, -20), (20, 84, 20), "air")
    server.fill((-9, 63, -9), (9, 63, 9), "smooth_stone")


def light(server: ScriptHost, blocks: int, fuse: int) -> None:
    """A charge on the ground and a ring of blocks that fall past it."""
    server.spawn("tnt", (0.5, 64, 0.5), fuse=fuse, tag="charge")
    for i in range(blocks):
        turn = 2 * np.pi * i / blocks
        x, z = 0.5 + 1.7 * np.cos(turn), 0.5 + 1.7 * np.sin(turn)
        server.spawn("falling_block", (x, 72.5 + i % 3, z), block="orange_concrete", tag="thrown")


def run(host: ScriptHost) -> Run:
    side: dict[str, Any] = {"at": (0.5, 67, 0.5), "distance": 15, "pitch": 20, "labels": False}
    yield host.on_lane("server", build)
    yield 5
    # The first picture waits until the client has all its chunks; what moves comes after it.
    files: list[str] = [(yield host.screenshot("before", **side))]
    yield host.on_lane("server", light, host.params["blocks"], host.params["fuse"])
    while not len(thrown := host.entities(type="falling_block")):
        yield
    ids, last, start = thrown.id, thrown.pos.copy(), thrown.pos
    highest = -np.inf
    blast = 0
    while (there := (rows := (now := host.entities(type="falling_block")).rows(ids)) >= 0).any():
        pos = now.pos[rows[there]]
        if not blast and not len(host.entities(8, type="tnt", center=(0.5, 64, 0.5))):
            blast, start = host.tick(), last.copy()
            host.draw.point((0.5, 64.5, 0.5), "red", width=11, on_top=True)
            host.draw.text((0.5, 73, 0.5), f"blast, tick {blast}", "orange")
        if blast:
            host.draw.line(last[there], pos, "yellow", width=2)
            highest = max(highest, float(pos[:, 1].max()))
        last[there] = pos
        if blast and len(files) == 1 and host.tick() >= blast + 8:
            boxes = now[rows[there]]
            host.draw.box(boxes.aabb_min, boxes.aabb_max, "white", ticks=1)
            files.append((yield host.screenshot("flight", **side)))
        yield
    host.draw.point(last, "white", width=4)
    files.append((yield host.screenshot("after", **side)))
    files.append((yield host.screenshot("above", camera="top", at=(0.5, 64, 0.5), span=30, width=480, height=480)))
    frame = yield host.frame("orbit", at=(0.5, 66, 0.5), distance=20, width=320, height=180)
    flew = np.hypot(*(last - start)[:, ::2].T)
    host.expect("pictures", len(files), 4)
    host.expect("no block ended where it was pushed", bool((flew > 0).all()), True)
    return {
        "blast_tick": blast,
        "flew_blocks": {"mean": float(flew.mean()), "max": float(flew.max())},
        "highest": highest,
        "pixels_of_ground": int((np.isfinite(frame.depth) & (frame.ids == 0)).sum()),
        "files": files,
    }
