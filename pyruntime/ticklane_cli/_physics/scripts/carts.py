"""With what power carts with TNT explode that fell 60 blocks, one after the other."""

from ticklane import ExplosionEvent, Run, ScriptHost

CARTS = 24
Y = 100
LEAST, MOST = 4.0, 11.5


def run(host: ScriptHost) -> Run:
    powers: list[float] = []

    def on_explosion(event: ExplosionEvent) -> None:
        powers.append(event.power)

    host.on("explosion", on_explosion)
    for _ in range(CARTS):
        host.fill((-3, Y - 1, -3), (3, Y - 1, 3), "obsidian")
        host.spawn("tnt_minecart", (0.5, Y + 60, 0.5))
        yield 100
    host.fill((-3, Y - 1, -3), (3, Y - 1, 3), "air")
    within = sum(LEAST <= power <= MOST for power in powers)
    return [(100, "explode", len(powers)), (100, "of them from 4 to 11.5", within), (100, "mean", sum(powers) / CARTS)]
