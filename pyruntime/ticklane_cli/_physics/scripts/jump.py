"""A walking body on stone: at rest, then a jump of 0.42 up to the tick it lands in."""

from ticklane import Run, ScriptHost

GROUND = 64


def run(host: ScriptHost) -> Run:
    a, b = (-2, GROUND - 1, -2), (2, GROUND - 1, 2)
    host.fill(a, b, "stone")
    body = host.spawn("mannequin", (0.5, GROUND, 0.5))
    yield 3
    measured: list[tuple[int, str, float]] = [(0, "vy at rest", body.vy)]
    host.modify(body, vel=(0, 0.42, 0))
    peak = 0.0
    for tick in range(1, 40):
        yield
        height = body.y - GROUND
        peak = max(peak, height)
        measured += [(tick, "height", height), (tick, "vy", body.vy)]
        if body.on_ground:
            measured += [(tick, "lands in tick", tick), (tick, "peak", peak)]
            break
    host.remove(body)
    host.fill(a, b, "air")
    return measured
