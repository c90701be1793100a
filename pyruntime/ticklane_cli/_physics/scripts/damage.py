"""What an explosion of TNT takes from a body at the distances that give impacts of 1, 3/4, 1/2 and 1/4."""

from ticklane import DamageEvent, Run, ScriptHost

APART = 40
Y = 100.0
IMPACTS = (1.0, 0.75, 0.5, 0.25)
REACH = 8.0


def run(host: ScriptHost) -> Run:
    impact_of: dict[int, float] = {}
    hurt: list[DamageEvent] = []
    host.on("damage", hurt.append)
    victims = []
    for n, impact in enumerate(IMPACTS):
        z = -100.5 + APART * n
        host.spawn("tnt", (0.5, Y, z), fuse=1, nbt="{NoGravity:1b}")
        place = (0.5 + REACH * (1 - impact), Y + 0.06125, z)  # feet level with the explosion
        victim = host.spawn("pig", place, nbt="{NoGravity:1b,Health:100f}")
        impact_of[victim.id] = impact
        victims.append(victim)
    yield
    for victim in victims:
        host.remove(victim)
    return [(1, f"damage at i={impact_of[event.id]:g}", event.amount) for event in hurt if event.id in impact_of]
