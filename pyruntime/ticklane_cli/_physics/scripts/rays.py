"""How many holes an explosion in the middle of a far shell of glass makes: one for each of its rays."""

from ticklane import BlockChangeEvent, ExplosionEvent, Run, ScriptHost

R = 40  # so far out that the holes of neighbouring rays don't touch
Y = 100


def run(host: ScriptHost) -> Run:
    holes: set[tuple[int, int, int]] = set()
    blasts: list[ExplosionEvent] = []

    def on_change(event: BlockChangeEvent) -> None:
        x, y, z = event.pos
        holes.add((int(x), int(y), int(z)))

    host.fill((-R, Y - R, -R), (R, Y + R, R), "glass")
    host.fill((1 - R, Y + 1 - R, 1 - R), (R - 1, Y + R - 1, R - 1), "air")
    yield
    host.on("block_change", on_change)
    host.on("explosion", blasts.append)
    host.spawn("tnt", (0.5, Y + 0.5 - 0.06125, 0.5), fuse=1, nbt="{NoGravity:1b,explosion_power:100f}")
    yield 2
    missed = blasts[0].broken - len(holes)
    host.fill((-R, Y - R, -R), (R, Y + R, R), "air")
    return [(1, "rays", clusters(holes)), (1, "holes not told", missed)]


def clusters(cells: set[tuple[int, int, int]]) -> int:
    """How many groups of cells that touch, at corners too."""
    count = 0
    while cells:
        count += 1
        open_cells = [cells.pop()]
        while open_cells:
            x, y, z = open_cells.pop()
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    for dz in (-1, 0, 1):
                        near = (x + dx, y + dy, z + dz)
                        if near in cells:
                            cells.remove(near)
                            open_cells.append(near)
    return count
