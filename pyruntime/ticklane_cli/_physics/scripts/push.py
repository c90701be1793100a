# /// script
# [tool.ticklane.params]
# entity = "tnt"
# distances = [1]
# explosions = 1
# ///
"""What TNT explosions of one tick add to the velocity of an entity at rest, its feet level with the TNT's."""

from typing import Any

from ticklane import Entity, ImpulseEvent, Run, ScriptHost

APART = 40  # blocks between the pairs: out of each other's reach
X, Y, Z = -0.5, 100.0, -120.5


def run(host: ScriptHost) -> Run:
    kind, distances = host.params["entity"], host.params["distances"]
    more: dict[str, Any] = {"tnt": {"fuse": 200}}.get(kind, {})
    distance_of: dict[int, float] = {}
    push: dict[float, tuple[float, float]] = dict.fromkeys(distances, (0.0, 0.0))

    def on_impulse(event: ImpulseEvent) -> None:
        if event.cause == "explosion" and event.id in distance_of:
            distance = distance_of[event.id]
            dv = event.vel_after - event.vel_before
            push[distance] = (push[distance][0] + float(dv[0]), push[distance][1] + float(dv[1]))

    host.on("impulse", on_impulse)
    victims: list[Entity] = []
    for pair, distance in enumerate(distances):
        z = Z + APART * pair
        # A floor keeps the TNT where it is: the first of several pushes the others down.
        host.fill((X - 3, Y - 1, z - 3), (X + distance + 3, Y - 1, z + 3), "obsidian")
        for _ in range(host.params["explosions"]):
            host.spawn("tnt", (X, Y, z), fuse=1)
        # After the TNT in the tick's order: it has not moved when that explodes.
        victim = host.spawn(kind, (X + distance, Y, z), **more)
        distance_of[victim.id] = distance
        victims.append(victim)
    yield
    for victim in victims:
        host.remove(victim)
    host.fill((X - 3, Y - 1, Z - 3), (X + max(distances) + 3, Y - 1, Z + APART * len(distances)), "air")
    return [
        (1, f"{what} at d={distance:g}", value)
        for distance, dv in push.items()
        for what, value in zip(("dvx", "dvy"), dv, strict=True)
    ]
