# /// script
# [tool.ticklane.params]
# entity = "tnt"
# vx = 0.0
# vy = 0.0
# ticks = [1]
# ///
"""One entity in clear air: displacement and velocity after so many ticks."""

from typing import Any

from ticklane import Run, ScriptHost

START = (-100.0, 260.0, 0.5)


def run(host: ScriptHost) -> Run:
    kind = host.params["entity"]
    needs: dict[str, dict[str, Any]] = {"tnt": {"fuse": 200}, "item": {"item": "stone"}}
    body = host.spawn(kind, START, vel=(host.params["vx"], host.params["vy"], 0), **needs.get(kind, {}))
    measured: list[tuple[int, str, float]] = []
    for tick in range(1, max(host.params["ticks"]) + 1):
        yield
        if tick in host.params["ticks"]:
            values = {"dx": body.x - START[0], "dy": body.y - START[1], "vx": body.vx, "vy": body.vy}
            measured += [(tick, what, value) for what, value in values.items()]
    host.remove(body)
    return measured
