# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# vantage = "client"
# [tool.ticklane.params]
# blocks = 40
# ticks = 60
# ///
"""The same falling blocks seen by the server and by a client at once, paired by UUID and tick.

The client asks the server's lane for its table in every tick and keeps its own. What to expect: blocks that fall
freely the client moves by itself, right after it has heard of them, so it is ahead of the server: its table of a tick
fits the server's of the next one, delay -1, to the bit as long as neither misses a tick.
"""

from collections.abc import Iterator

import numpy as np

from ticklane import Run, ScriptHost

Heights = dict[str, float]


def drop(server: ScriptHost, blocks: int) -> None:
    """Let them fall, in a line before the client's player."""
    for i in range(blocks):
        server.spawn("falling_block", (i - blocks / 2 + 0.5, 120 + i, 12.5), block="sand", tag="two_vantages")


def heights(server: ScriptHost) -> tuple[int, Heights]:
    """Tick and height of each, as the server has it at the end of that tick."""
    seen = server.entities(type="falling_block", tag="two_vantages")
    return server.tick(), dict(zip(map(str, seen.uuid), seen.y.tolist(), strict=True))


def errors(client: dict[int, Heights], server: dict[int, Heights], delay: int) -> Iterator[float]:
    """How far the client is from what the server had `delay` ticks before, for all that both had."""
    for tick, seen in client.items():
        was = server.get(tick - delay, {})
        yield from (abs(y - was[uuid]) for uuid, y in seen.items() if uuid in was)


def run(host: ScriptHost) -> Run:
    yield host.on_lane("server", drop, host.params["blocks"])
    client: dict[int, Heights] = {}
    server: dict[int, Heights] = {}
    while len(server) < host.params["ticks"]:
        asked = host.on_lane("server", heights)
        mine = host.entities(type="falling_block")
        client[host.tick()] = dict(zip(map(str, mine.uuid), mine.y.tolist(), strict=True))
        tick, theirs = yield asked
        server[tick] = theirs
        host.record("seen", {"client": host.tick(), "server": tick, "blocks": len(mine)})
    off = {delay: list(errors(client, server, delay)) for delay in range(-2, 4)}
    means = {delay: float(np.mean(away)) for delay, away in off.items() if away}
    best = min(means, key=lambda delay: means[delay])
    return {
        "pairs": {str(delay): len(away) for delay, away in off.items()},
        "delay_ticks": best,
        "error_blocks": {"mean": means[best], "max": float(np.max(off[best]))},
        "error_by_delay": {str(delay): mean for delay, mean in means.items()},
    }
