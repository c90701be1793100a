# /// script
# [tool.ticklane.params]
# pearl_y = 256.3687769039699
# motion = [-8.0281359065837, 13.10226324282859, 5.619694926377817]
# tnt_y = 256.52
# aside = 0.625
# southeast = 2993
# northeast = 2974
# origin = [1039.875, 3057.875]
# ticks = 605
# ///
"""A pearl cannon's shot: the pushes of its two charges, then the flight.

One TNT of each charge explodes beside a pearl; explosions of a tick add up exactly, so the whole push is the number of
TNT times that. The flight starts with motion and pushes. It is 370 times as long as this world, and what flies through
air does to x and z is linear: so x and z fly at a 32nd of the speed, which is exact in binary, and the pearl is put
back after each tick.
"""

from ticklane import ImpulseEvent, Run, ScriptHost

SCALE = 32.0
HIGH = 200.0


def run(host: ScriptHost) -> Run:
    p = host.params
    push: dict[int, tuple[float, float, float]] = {}

    def on_impulse(event: ImpulseEvent) -> None:
        if event.cause == "explosion":
            dv = event.vel_after - event.vel_before
            push[event.id] = (float(dv[0]), float(dv[1]), float(dv[2]))

    host.on("impulse", on_impulse)
    total = list(map(float, p["motion"]))
    for count, side in ((p["southeast"], 1.0), (p["northeast"], -1.0)):
        host.spawn("tnt", (p["aside"], p["tnt_y"], side * p["aside"]), fuse=1, nbt="{NoGravity:1b}")
        pearl = host.spawn("ender_pearl", (0, p["pearl_y"], 0))
        yield
        total = [v + count * dv for v, dv in zip(total, push[pearl.id], strict=True)]
        host.remove(pearl)

    start = (190.0, HIGH, 0.0)
    pearl = host.spawn("ender_pearl", start, vel=(total[0] / SCALE, total[1], total[2] / SCALE))
    x, z = map(float, p["origin"])
    for _ in range(p["ticks"]):
        yield
        x += (pearl.x - start[0]) * SCALE
        z += (pearl.z - start[2]) * SCALE
        host.modify(pearl, pos=start)
    last = {"x": x, "z": z, "vx": pearl.vx * SCALE, "vy": pearl.vy, "vz": pearl.vz * SCALE}
    host.remove(pearl)
    return [(p["ticks"], what, value) for what, value in last.items()]
