"""What explosions of TNT and creepers take from a body at the distances that give impacts of 1, 3/4, 1/2 and 1/4."""

from ticklane import DamageEvent, Run, ScriptHost

APART = 40
Y = 100.0
IMPACTS = (1.0, 0.75, 0.5, 0.25)
# What explodes in the first tick: its nbt, its power, how far above its feet the explosion is.
SOURCES = {
    "tnt": ("{NoGravity:1b,fuse:1s}", 4, 0.06125),
    "creeper": ("{NoGravity:1b,ignited:1b,Fuse:1s}", 3, 0.0),
    "charged creeper": ("{NoGravity:1b,ignited:1b,Fuse:1s,powered:1b}", 6, 0.0),
}


def run(host: ScriptHost) -> Run:
    measured = []
    for name, (nbt, power, height) in SOURCES.items():
        impact_of: dict[int, float] = {}
        hurt: list[DamageEvent] = []
        heard = host.on("damage", hurt.append)
        victims = []
        for n, impact in enumerate(IMPACTS):
            z = -100.5 + APART * n
            host.spawn(name.removeprefix("charged "), (0.5, Y, z), nbt=nbt)
            place = (0.5 + 2 * power * (1 - impact), Y + height, z)  # feet level with the explosion
            victim = host.spawn("pig", place, nbt="{NoGravity:1b,Health:100f}")
            impact_of[victim.id] = impact
            victims.append(victim)
        yield
        for victim in victims:
            host.remove(victim)
        heard.cancel()
        measured += [
            (1, f"damage of {name} at i={impact_of[event.id]:g}", event.amount)
            for event in hurt
            if event.id in impact_of
        ]
    return measured
