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
tables that the game shares, and a search that would cost many ticks is done while the game goes on. Expected: gravity
0.04 and drag 0.98 to a millionth, and a game that hasn't waited.
"""

import numpy as np

HEIGHT = 300


def drop(host, n):
    """On the server lane."""
    for i in range(n):
        host.spawn("falling_block", (3 * i, HEIGHT, 0), block="sand", tag="fit", vel=(0, 0.02 * i, 0))
    return host.tick()


def clear(host):
    """On the server lane."""
    return host.remove(host.entities(tag="fit"))


def run(host):
    began = yield host.on_lane("server", drop, host.params["n"])
    seen = {}
    while len(seen) < host.params["samples"]:
        table = host.entities(type="falling_block")
        seen[table.tick] = np.sort(table.vel[:, 1])
        yield
    yield host.on_lane("server", clear)
    ticks = sorted(t for t in seen if len(seen[t]) == host.params["n"])
    gravity, drag, error = fit(ticks, np.array([seen[t] for t in ticks]), host.random, host.params["starts"])
    host.expect("gravity", gravity, 0.04, tol=1e-6)
    host.expect("drag", drag, 0.98, tol=1e-6)
    host.log(f"gravity {gravity:.7f}, drag {drag:.7f} from {len(ticks)} tables")
    return {"gravity": gravity, "drag": drag, "error": error, "tables": len(ticks), "ticks": ticks[-1] - began}


def fit(ticks, speeds, random, starts):
    """Random starts, then Newton's method on both; the smallest sum of squares."""
    gaps = np.diff(ticks)[:, None]
    before, after = speeds[:-1], speeds[1:]

    def residual(x):
        gravity, drag = x
        power = drag**gaps
        return (power * before - gravity * drag * (1 - power) / (1 - drag) - after).ravel()

    best = None
    for start in random.uniform((0.01, 0.9), (0.1, 0.999), (starts, 2)):
        x = start
        for _ in range(30):
            r = residual(x)
            jacobian = np.stack([(residual(x + h) - r) / 1e-7 for h in np.eye(2) * 1e-7], axis=1)
            x = np.clip(x - np.linalg.lstsq(jacobian, r, rcond=None)[0], (0.001, 0.5), (1.0, 0.9999))
        error = float((residual(x) ** 2).sum())
        if best is None or error < best[0]:
            best = error, x
    return float(best[1][0]), float(best[1][1]), best[0]
