# /// script
# dependencies = ["numpy"]
# [tool.ticklane.params]
# ticks = 100
# ///
"""The speed of everything in the world over a hundred ticks, summarised by a module beside this file.

Shows that modules beside a script travel with it, and that a table's columns may be kept: they never change.
"""

from speed_summary import speed_summary

from ticklane import F8, Run, ScriptHost


def run(host: ScriptHost) -> Run:
    velocities: list[F8] = []
    for _ in range(host.params["ticks"]):
        velocities.append(host.entities().vel)
        yield
    return speed_summary(velocities)
