"""TNT with a fuse of 80: when and where it explodes, with what power, and how far it pushes."""

from ticklane import ExplosionEvent, ImpulseEvent, Run, ScriptHost

Y = 100.0
NEAR, FAR = 7.99, 8.01


def run(host: ScriptHost) -> Run:
    explosions: list[ExplosionEvent] = []
    pushed: set[int] = set()
    began = host.tick()

    def on_impulse(event: ImpulseEvent) -> None:
        if event.cause == "explosion":
            pushed.add(event.id)

    host.on("explosion", explosions.append)
    host.on("impulse", on_impulse)
    tnt = host.spawn("tnt", (0.5, Y, 0.5), fuse=80, nbt="{NoGravity:1b}")
    victims = {
        far: host.spawn("tnt", (0.5 + far, Y + 0.06125, 0.5), fuse=200, nbt="{NoGravity:1b}") for far in (NEAR, FAR)
    }
    yield 90
    measured: list[tuple[int, str, float]] = []
    for event in explosions:
        if event.source == tnt.id:
            tick = event.tick - began
            measured += [(80, "explodes in tick", tick), (80, "height", float(event.pos[1]) - Y)]
            measured += [(80, "power", event.power)]
    measured += [(80, f"pushes at d={far}", int(victim.id in pushed)) for far, victim in victims.items()]
    for victim in victims.values():
        host.remove(victim)
    return measured
