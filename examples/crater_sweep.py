# /// script
# dependencies = ["numpy"]
# [tool.ticklane.params]
# seeds = [0, 1, -1, 9223372036854775807]
# fuses = [20, 40, 80]
# ///
"""Crater size over seeds × fuses in one run: the world is put back between the trials.

Shows snapshot() and restore(), which can restart the world's randomness. What to expect: twelve rows, and a pass for
each seed: it breaks the same blocks whatever the fuse.
"""

from itertools import product
from typing import Any

from ticklane import Run, ScriptHost


def run(host: ScriptHost) -> Run:
    a, b = (-8, 56, -8), (8, 72, 8)
    host.fill(a, (8, 63, 8), "dirt")
    clean = host.snapshot(a, b)
    rows: list[dict[str, Any]] = []
    for seed, fuse in product(host.params["seeds"], host.params["fuses"]):
        host.restore(clean, seed=seed)
        solid = host.blocks(a, b).count("dirt")
        host.spawn("tnt", (0.5, 64, 0.5), fuse=fuse)
        yield fuse + 2
        rows.append({"seed": seed, "fuse": fuse, "broken": solid - host.blocks(a, b).count("dirt")})
        host.record("trial", rows[-1])
    host.restore(clean)
    for seed in host.params["seeds"]:
        broken = {row["broken"] for row in rows if row["seed"] == seed}
        host.expect(f"craters of seed {seed}", len(broken), 1)
    return rows
