"""A walking body falls 20 blocks onto stone and stops on its surface."""

from ticklane import Run, ScriptHost


def run(host: ScriptHost) -> Run:
    a, b = (-2, 59, -2), (2, 59, 2)
    host.fill(a, b, "stone")
    body = host.spawn("mannequin", (0.5, 80, 0.5))
    yield 60
    measured = [(60, "y", body.y)]
    host.remove(body)
    host.fill(a, b, "air")
    return measured
