# /// script
# dependencies = ["numpy"]
# ///
"""How far an exploding TNT pushes another one, at five distances, against the derived values.

Shows event handlers and expect(). What to expect: ten passes for Δv and five for "pushed"; the push falls with the
distance d between the feet as 1 - d/8, times the share of the victim's box the blast can see.
"""

from ticklane import Entity, ImpulseEvent, Run, ScriptHost

# distance in blocks: Δv along x and up, blocks per tick
PUSH = {
    1: (0.873129, -0.053479),
    2: (0.749531, -0.022954),
    3: (0.624792, -0.012756),
    4: (0.499883, -0.007654),
    6: (0.249948, -0.002552),
}
APART = 40  # blocks between the pairs: out of each other's reach


def run(host: ScriptHost) -> Run:
    y = 64.0
    host.fill((-8, y - 1, -2), (8, y - 1, APART * (len(PUSH) - 1) + 2), "obsidian")
    distance_of: dict[int, int] = {}
    pushed: dict[int, ImpulseEvent] = {}

    def on_impulse(event: ImpulseEvent) -> None:
        if event.cause == "explosion" and event.id in distance_of:
            pushed[distance_of[event.id]] = event

    host.on("impulse", on_impulse)
    spawned: list[Entity] = []
    for pair, distance in enumerate(PUSH):
        z = APART * pair + 0.5
        victim = host.spawn("tnt", (distance + 0.5, y, z), fuse=200)
        distance_of[victim.id] = distance
        spawned += [victim, host.spawn("tnt", (0.5, y, z), fuse=10)]
    yield 12

    for distance, (along, up) in PUSH.items():
        if host.expect(f"pushed at d={distance}", distance in pushed, True):
            dv = pushed[distance].vel_after - pushed[distance].vel_before
            host.expect(f"dvx at d={distance}", dv[0], along)
            host.expect(f"dvy at d={distance}", dv[1], up)
    for tnt in spawned:
        host.remove(tnt)
