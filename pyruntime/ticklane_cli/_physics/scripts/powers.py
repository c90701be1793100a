"""With what power, at what height and in which tick everything explodes that does."""

from typing import Any

from ticklane import ExplosionEvent, Run, ScriptHost

Y = 100.0
APART = 30
FLYING = ("fireball", "wither_skull", "wind_charge", "breeze_wind_charge")
STANDING = {
    "creeper": "{ignited:1b,NoGravity:1b}",
    "charged creeper": "{ignited:1b,powered:1b,NoGravity:1b}",
    "tnt_minecart": "{fuse:80,NoGravity:1b}",
    "tnt of 10": "{fuse:80,explosion_power:10f,NoGravity:1b}",
}


def run(host: ScriptHost) -> Run:
    name_of: dict[int, str] = {}
    seen: list[ExplosionEvent] = []
    host.on("explosion", seen.append)
    for n, kind in enumerate(FLYING):
        z = APART * n - 60
        host.fill((6, 98, z - 2), (6, 102, z + 2), "obsidian")
        name_of[host.spawn(kind, (0.5, Y, z + 0.5), vel=(1, 0, 0)).id] = kind
    yield 12
    for n in range(len(FLYING)):
        host.fill((6, 98, APART * n - 62), (6, 102, APART * n - 58), "air")
    began = host.tick()
    for n, (name, nbt) in enumerate(STANDING.items()):
        kind = name.removeprefix("charged ").removesuffix(" of 10")
        name_of[host.spawn(kind, (0.5, Y, APART * n - 59.5), nbt=nbt).id] = name
    crystal = host.spawn("end_crystal", (60.5, Y, 0.5))
    name_of[crystal.id] = "end_crystal"
    yield 82
    host.command("damage @e[type=end_crystal,limit=1] 1")
    yield 2
    measured: list[tuple[int, str, Any]] = []
    for event in seen:
        name = name_of.get(event.source, "")
        measured.append((0, f"power of {name}", event.power))
        measured.append((0, f"blocks broken by {name}", event.broken))
        if name in STANDING:
            measured.append((0, f"tick of {name}", event.tick - began))
        if name == "end_crystal":
            measured.append((0, "height of end_crystal", float(event.pos[1]) - Y))
    return measured
