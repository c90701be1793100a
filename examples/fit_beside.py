# /// script
# [tool.ticklane]
# vantage = "parallel"
#
# [tool.ticklane.params]
# n = 12        # falling blocks
# samples = 25  # tables of them
# starts = 400  # of the search
# ///
"""Fits gravity and drag of falling blocks beside the game.

It runs in a process of its own: the blocks are put up by a call on the server lane, their motion is read from the
tables that the game shares, and a search that would cost many ticks is done while the game goes on. What to expect:
gravity 0.04 and drag 0.98 to a millionth, and a game that has not waited.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ticklane import Run, ScriptHost

HEIGHT = 300
Floats = NDArray[np.float64]


def drop(host: ScriptHost, n: int) -> int:
    """On the server lane."""
    for i in range(n):
        host.spawn("falling_block", (3 * i, HEIGHT, 0), block="sand", tag="fit", vel=(0, 0.02 * i, 0))
    return host.tick()


def clear(host: ScriptHost) -> int:
    """On the server lane."""
    return host.remove(host.entities(tag="fit"))


def run(host: ScriptHost) -> Run:
    n, samples = host.params["n"], host.params["samples"]
    began = yield host.on_lane("server", drop, n)
    speeds: dict[int, Floats] = {}
    while len(speeds) < samples:
        table = host.entities(tag="fit")
        if len(table) == n:
            speeds[table.tick] = np.sort(table.vel[:, 1])
        yield
    yield host.on_lane("server", clear)
    ticks = np.array(list(speeds))
    gravity, drag, error = fit(ticks, np.array(list(speeds.values())), host.random, host.params["starts"])
    host.expect("gravity", gravity, 0.04, tol=1e-6)
    host.expect("drag", drag, 0.98, tol=1e-6)
    host.log(f"gravity {gravity:.7f}, drag {drag:.7f} from {len(ticks)} tables")
    return {"gravity": gravity, "drag": drag, "error": error, "tables": len(ticks), "ticks": int(ticks[-1]) - began}


def fit(ticks: Any, speeds: Floats, random: np.random.Generator, starts: int) -> tuple[float, float, float]:
    """Gravity, drag and the sum of squares: Newton's method from random starts, the best of them."""
    gaps = np.diff(ticks)[:, None]
    before, after = speeds[:-1], speeds[1:]

    def off(gravity: float, drag: float) -> Floats:
        power = drag**gaps
        miss: Floats = (power * before - gravity * drag * (1 - power) / (1 - drag) - after).ravel()
        return miss

    best = (0.0, 0.0, np.inf)
    for gravity, drag in random.uniform((0.01, 0.9), (0.1, 0.999), (starts, 2)).tolist():
        for _ in range(30):
            miss = off(gravity, drag)
            slopes = np.stack([off(gravity + 1e-7, drag) - miss, off(gravity, drag + 1e-7) - miss], axis=1) / 1e-7
            step = np.linalg.lstsq(slopes, miss, rcond=None)[0]
            gravity = float(np.clip(gravity - step[0], 0.001, 1))
            drag = float(np.clip(drag - step[1], 0.5, 0.9999))
        error = float((off(gravity, drag) ** 2).sum())
        if error < best[2]:
            best = gravity, drag, error
    return best
