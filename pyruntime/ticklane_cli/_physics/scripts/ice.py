"""A walking body that stands on ice is given 0.2 blocks/tick and slides."""

from ticklane import Run, ScriptHost


def run(host: ScriptHost) -> Run:
    a, b = (-3, 63, -3), (40, 63, 3)
    host.fill(a, b, "ice")
    body = host.spawn("mannequin", (0.5, 64, 0.5))
    yield 2
    host.modify(body, vel=(0.2, body.vy, 0))
    measured: list[tuple[int, str, float]] = []
    for tick in range(1, 21):
        yield
        measured += [(tick, "dx", body.x - 0.5), (tick, "vx", body.vx)]
    host.remove(body)
    host.fill(a, b, "air")
    return measured
