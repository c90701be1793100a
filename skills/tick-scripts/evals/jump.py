"""How high does a mob jump, and when is it back?"""


def run(host):
    host.fill((-2, 99, -2), (2, 99, 2), "stone")
    host.remove(host.entities(tag="jumper"))
    mob = host.spawn("zombie", (0.5, 100, 0.5), tag="jumper")
    yield 5  # stands
    host.modify(mob, vel=(0, 0.42, 0))
    tick, height = 0, 0.0
    while tick == 0 or not mob.on_ground:
        yield
        tick += 1
        height = max(height, mob.y - 100)
    host.remove(mob)
    return {"height": height, "lands_in_tick": tick}
