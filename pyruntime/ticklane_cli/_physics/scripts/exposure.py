"""What an explosion does to a pig that sees a part of it: a low wall hides layers of its 3 * 3 * 3 points."""

from ticklane import DamageEvent, ImpulseEvent, Run, ScriptHost

Y = 100.0
APART = 40
# The wall, and the layer of points the explosion is level with: what lies lower is hidden behind the wall.
WALLS = {"1/3": ("smooth_stone_slab", 2), "2/3": ("snow[layers=3]", 1), "0": ("stone", 2), "1": ("air", 0)}
LAYER = 0.9 / 2.8


def run(host: ScriptHost) -> Run:
    name_of: dict[int, str] = {}
    hurt: list[DamageEvent] = []
    pushed: list[ImpulseEvent] = []
    host.on("damage", hurt.append)
    host.on("impulse", pushed.append)
    victims = []
    for n, (name, (wall, layer)) in enumerate(WALLS.items()):
        z = -100 + APART * n
        host.fill((2, 100, z - 3), (2, 100, z + 3), wall)
        host.spawn("tnt", (-0.5, Y + LAYER * layer - 0.06125, z + 0.5), fuse=1, nbt="{NoGravity:1b}")
        victim = host.spawn("pig", (3.5, Y, z + 0.5), nbt="{NoGravity:1b,Health:100f}")
        name_of[victim.id] = name
        victims.append(victim)
    yield
    measured = [(1, f"damage at exposure {name_of[event.id]}", event.amount) for event in hurt if event.id in name_of]
    measured += [
        (1, f"push at exposure {name_of[event.id]}", float(((event.vel_after - event.vel_before) ** 2).sum() ** 0.5))
        for event in pushed
        if event.id in name_of and event.cause == "explosion"
    ]
    for victim in victims:
        host.remove(victim)
    host.command("kill @e[type=!player]")
    host.fill((2, 100, -104), (2, 100, 60), "air")
    return measured
