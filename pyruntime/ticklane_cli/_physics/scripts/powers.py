"""With what power that which flies explodes where it hits a block."""

from ticklane import ExplosionEvent, Run, ScriptHost

KINDS = ("fireball", "wither_skull")


def run(host: ScriptHost) -> Run:
    kind_of: dict[int, str] = {}
    seen: list[ExplosionEvent] = []
    host.on("explosion", seen.append)
    for n, kind in enumerate(KINDS):
        z = 30 * n
        host.fill((6, 98, z - 2), (6, 102, z + 2), "obsidian")
        kind_of[host.spawn(kind, (0.5, 100, z + 0.5), vel=(1, 0, 0)).id] = kind
    yield 12
    for n in range(len(KINDS)):
        host.fill((6, 98, 30 * n - 2), (6, 102, 30 * n + 2), "air")
    return [(0, f"power of {kind_of[event.source]}", event.power) for event in seen if event.source in kind_of]
