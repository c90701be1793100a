# /// script
# [tool.ticklane]
# events = ["explosion"]
# ticks = 100
# ///
"""Explosions of the next hundred ticks, and where they were."""

where = []


def on_start(host):
    for fuse in (10, 40, 90):  # something to see
        host.spawn("tnt", (fuse + 0.5, 150, 0.5), fuse=fuse)


def on_event(host, event):
    where.append(event.pos)


def on_stop(host):
    host.result({"explosions": len(where), "where": where})
