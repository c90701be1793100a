"""The velocity of TNT in its last tick, kept in two ways."""


def run(host):
    shot = host.spawn("tnt", (0.5, 200, 0.5), fuse=21)
    path = host.track(host.entities(type="tnt"), ticks=30)
    column = path.column_of(shot.id)
    while shot.alive:
        kept = shot.vy
        yield
    vy = path.vel[:, column, 1]
    return {"kept": kept, "tracked": vy[path.present[:, column]][-1]}
