"""Is the drag of TNT 0.97?"""


def run(host):
    tnt = host.spawn("tnt", (0.5, 200, 0.5), vel=(1, 0, 0), fuse=80)
    yield 10
    host.expect("vx after 10 ticks at a drag of 0.97", tnt.vx, 0.97**10)
    vx = tnt.vx
    host.remove(tnt)
    return {"vx": vx, "drag": vx**0.1}
