"""How a burst of wind pushes: the length of each push over what the distance alone would give."""

import math

from ticklane import ExplosionEvent, ImpulseEvent, Run, ScriptHost

Y = 100.0
POWER = {"wind_charge": 1.2, "breeze_wind_charge": 3.0}


def run(host: ScriptHost) -> Run:
    measured = []
    for kind, power in POWER.items():
        bursts: list[ExplosionEvent] = []
        pushes: list[ImpulseEvent] = []
        heard = [host.on("explosion", bursts.append), host.on("impulse", pushes.append)]
        host.fill((-3, 99, -3), (3, 99, 3), "obsidian")
        victim = host.spawn("tnt", (1.5, Y, 0.5), fuse=500, nbt="{NoGravity:1b}")
        host.spawn(kind, (0.5, Y + 2, 0.5), vel=(0, -1, 0))
        yield 4
        push = next(event for event in pushes if event.id == victim.id and event.cause == "explosion")
        distance = math.dist(push.pos, bursts[0].pos)
        length = math.dist(push.vel_after, push.vel_before)
        measured.append((1, f"multiplier of {kind}", length / (1 - distance / (2 * power))))
        host.remove(victim)
        host.fill((-3, 99, -3), (3, 99, 3), "air")
        for one in heard:
            one.cancel()
    return measured
