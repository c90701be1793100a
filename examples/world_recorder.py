# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# ticks = 720_000
# ///
"""Ten hours unattended: a row each second, a line each hour, constant memory.

Shows every() and Running, which knows mean, extremes and quantiles of everything it was given without keeping it. What
to expect: 36,000 rows in the output and a result of one line.
"""

import numpy as np

from ticklane import Running, ScriptHost

SECOND, HOUR = 20, 72_000
count, speed = Running(), Running()


def on_start(host: ScriptHost) -> None:
    def sample() -> None:
        entities = host.entities()
        speeds = np.linalg.norm(entities.vel, axis=1)
        count.push(len(entities))
        speed.push(speeds)
        moving = (speeds > 0.01).sum()
        host.record("world", {"entities": len(entities), "moving": moving, "types": entities.type.counts()})

    host.every(SECOND, sample)
    host.every(HOUR, lambda: host.log(f"hour {host.elapsed() // HOUR}: {count.mean:.0f} entities"))


def on_stop(host: ScriptHost) -> None:
    host.result(
        {
            "hours": host.elapsed() / HOUR,
            "entities_mean": count.mean,
            "entities_max": count.max,
            "speed_p99": speed.quantile(0.99),
        }
    )
