"""The push of one TNT on another, three blocks away."""


def run(host):
    host.fill((-8, 99, -8), (12, 99, 8), "obsidian")
    pushes = []
    host.on("impulse", lambda event: pushes.append(event) if event.cause == "explosion" else None)
    victim = host.spawn("tnt", (3.5, 100, 0.5), fuse=200)
    host.spawn("tnt", (0.5, 100, 0.5), fuse=10)
    yield 12
    dv = pushes[0].vel_after - pushes[0].vel_before
    host.remove(victim)
    host.expect("it was the victim that was pushed", pushes[0].id, victim.id)
    host.expect("push along x", dv[0], 0.624792)
    return {"dvx": float(dv[0]), "dvy": float(dv[1])}
