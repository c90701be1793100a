"""Ticks per second at full speed: an empty world, 521 falling blocks, 521 mobs at rest."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import sprint_rate, start, stop
from tests.bench._rows import Row, at_least
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient

__all__ = ["measure"]

_TRIVIAL = "def on_tick(host):\n    pass\n"

# Before they land the blocks are put back up, and before they grow too old (a falling block lives 600 ticks) they are
# replaced: all 521 stay in motion for as long as is measured.
_FALLING = """
def on_start(host):
    for i in range(521):
        host.spawn("falling_block", (i % 23 * 4 - 44.5, 100 + i % 97, i // 23 * 4 - 44.5), block="sand")
"""
_LIFT = """
import numpy as np

def on_tick(host):
    if host.elapsed() % 5:
        return
    blocks = host.entities(type="falling_block")
    low = blocks[blocks.y < 80]
    if len(low):
        pos = low.pos.copy()
        pos[:, 1] += 100
        host.modify(low, pos=pos, vel=np.zeros_like(pos))
    old = blocks[blocks.age > 500]
    if len(old):
        host.remove(old)
        for x, _, z in old.pos.tolist():
            host.spawn("falling_block", (x, 180, z), block="sand")
"""
_RECORD = """
def on_tick(host):
    es = host.entities()
    if len(es) != 521:
        raise RuntimeError(f"{len(es)} entities are left")
    host.record("motion", {"n": len(es), "vy": es.vy.mean(), "lowest": es.y.min()})
"""
_RESTING = """
def on_start(host):
    for i in range(521):
        host.spawn("zombie", (i % 23 * 4 - 44.5, 64, i // 23 * 4 - 44.5))
"""


def measure(folder: Path) -> list[Row]:
    """Rates with one script, beside the same world with none."""
    rows = []
    with launch(LaunchConfig(game_dir=folder / "empty", world="void", frozen=True)) as game, game.client() as client:
        bare, scripted = _rates(client, _TRIVIAL)
        rows.append(
            at_least(
                "empty world, 1 trivial script", scripted, "ticks/s", 15_000, baseline=bare, baseline_name="no script"
            )
        )
    with launch(LaunchConfig(game_dir=folder / "falling", frozen=True)) as game, game.client() as client:
        start(client, _FALLING, id="spawn")
        start(client, _LIFT, id="lift")
        bare, scripted = _rates(client, _RECORD)
        rows.append(
            at_least(
                "521 falling blocks, 1 recording script",
                scripted,
                "ticks/s",
                700,
                baseline=bare,
                baseline_name="not recorded",
            )
        )
    with launch(LaunchConfig(game_dir=folder / "resting", frozen=True)) as game, game.client() as client:
        start(client, _RESTING, id="spawn")
        bare, scripted = _rates(client, _RECORD)
        rows.append(
            at_least(
                "521 zombies at rest, 1 recording script",
                scripted,
                "ticks/s",
                2_000,
                baseline=bare,
                baseline_name="not recorded",
            )
        )
    return rows


def _rates(client: ControlClient, source: str) -> tuple[float, float]:
    client.request("time", action="sprint", ticks=-1)
    time.sleep(2)  # lets the JIT settle; nothing depends on it
    bare = sprint_rate(client)
    start(client, source, id="measured", budget_ms=10)
    time.sleep(1)
    scripted = sprint_rate(client)
    stop(client, "measured")
    return bare, scripted
