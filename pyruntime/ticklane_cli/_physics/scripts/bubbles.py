"""A bubble column's push on a body, from inside and at its surface: the velocity right after it."""

import numpy as np

from ticklane import ImpulseEvent, Run, ScriptHost

WATER, AIR = float(np.float32(0.8)), float(np.float32(0.98))  # what the tick keeps of a velocity before the bubbles
# name: pulls down, covered, the velocity before
COLUMNS = {
    "down, surface": (True, False, -0.5),
    "down, inside": (True, True, -0.5),
    "up, surface": (False, False, 1.0),
    "up, inside": (False, True, 1.0),
}


def run(host: ScriptHost) -> Run:
    name_of: dict[int, str] = {}
    after: dict[str, float] = {}

    def pushed(event: ImpulseEvent) -> None:
        if event.cause == "bubble_column" and event.id in name_of:
            name = name_of[event.id]
            host.expect(f"velocity before, {name}", event.vel_before[1], COLUMNS[name][2])
            after[name] = float(event.vel_after[1])

    host.on("impulse", pushed)
    bodies = []
    for n, (name, (down, covered, before)) in enumerate(COLUMNS.items()):
        x = 8 * n
        host.set_block((x, 100, 0), f"bubble_column[drag={str(down).lower()}]")
        if covered:
            host.set_block((x, 101, 0), "stone")
        speed = before / (WATER if down else AIR)
        place = (x + 0.5, 100.65 if down else 99.1, 0.5)
        # Weightless: only the fluid's or the air's drag comes before the bubbles.
        body = host.spawn("silverfish", place, vel=(0, speed, 0), nbt="{NoGravity:1b}")
        name_of[body.id] = name
        bodies.append(body)
    yield
    for body in bodies:
        host.remove(body)
    host.fill((0, 100, 0), (8 * len(COLUMNS), 101, 0), "air")
    return [(1, f"vy after, {name}", value) for name, value in after.items()]
