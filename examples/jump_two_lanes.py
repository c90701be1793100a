# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# vantage = "client"
# ///
"""The same jump seen from the client and from the server, paired by tick.

Shows on_lane(): a function that runs on the other lane, whose answer comes back to a yield. What to expect: both lanes
see 0.3332 blocks per tick upwards at the end of the jump's first tick, and agree in every tick that both saw.
"""

from ticklane import Run, ScriptHost


def read_vy(server: ScriptHost, uuid: str) -> tuple[int, float]:
    """Called on the server lane, at the end of a server tick."""
    players = server.entities(type="player")
    return server.tick(), float(players.vy[players.uuid == uuid][0])


def run(host: ScriptHost) -> Run:
    me = host.self()
    client: dict[int, float] = {}
    server: dict[int, float] = {}
    yield 20  # settled on the ground
    me.jump()
    for _ in range(16):
        asked = host.on_lane("server", read_vy, me.uuid)
        client[host.tick()] = me.vy
        tick, vy = yield asked
        server[tick] = vy
    pairs = [{"tick": t, "client": client[t], "server": server[t]} for t in sorted(client.keys() & server.keys())]
    host.expect("vy at the end of the jump's first tick, server", max(server.values()), 0.3332, tol=1e-4)
    return {"pairs": pairs, "largest_difference": max(abs(pair["client"] - pair["server"]) for pair in pairs)}
