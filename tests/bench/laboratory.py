"""The world as a laboratory: many kinds of entities in motion, thousands of falling blocks, an area put back."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import play, sprint_rate, start, stop
from tests.bench._rows import Row, at_least, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

# Kept in the air and young: those that sink are put back up, all are replaced before they could despawn.
_KEEP_UP = """
import numpy as np

KINDS = {kinds}
N = {n}


def fill(host):
    for i in range(N):
        kind = KINDS[i % len(KINDS)]
        at = (i % 71 * 2 - 70.5, 110 + i * 7 % 150, i // 71 % 71 * 2 - 70.5)
        more = {{"block": "sand"}} if kind == "falling_block" else {{"item": "stone"}} if kind == "item" else {{}}
        if kind == "tnt":
            more["fuse"] = 32000
        host.spawn(kind, at, vel=(0.2 * (i % 3 - 1), 0.1, 0.1 * (i % 5 - 2)), tag="bench", **more)


def on_start(host):
    fill(host)


def on_tick(host):
    if host.elapsed() % 10:
        return
    if host.elapsed() % 500 == 0:
        host.remove(host.entities(tag="bench"))
        fill(host)
        return
    es = host.entities(tag="bench")
    low = es[(es.y < 90) | (np.abs(es.x) > 150) | (np.abs(es.z) > 150)]
    if len(low):
        pos = low.pos.copy()
        pos[:, 0] %= 100
        pos[:, 2] %= 100
        pos[:, 1] = 200
        host.modify(low, pos=pos, vel=np.full_like(pos, 0.1))
"""
_MIXED = ["falling_block", "tnt", "item", "zombie", "arrow", "snowball", "experience_orb", "minecart"]
_RECORD = """
def on_tick(host):
    es = host.entities()
    host.record("motion", {"n": len(es), "vy": es.vy.mean(), "lowest": es.y.min()})
"""
_AREA = """
# /// script
# [tool.ticklane]
# hard_ms = 20000
# ///
from time import perf_counter_ns

import numpy as np

A, B = (-32, 64, -32), (31, 127, 31)


def make(host):
    host.remove(host.entities())
    host.fill(A, B, "air")
    host.fill(A, (31, 70, 31), "stone")
    for i in range(500):
        kind = ("falling_block", "tnt", "item", "zombie")[i % 4]
        more = {"item": "stone"} if kind == "item" else {"fuse": 30000} if kind == "tnt" else {}
        host.spawn(kind, (i % 23 * 2.5 - 28, 75 + i % 40, i // 23 * 2.5 - 28), **more)


def run(host):
    both, anew = [], []
    for _ in range(20):
        began = perf_counter_ns()
        make(host)
        anew.append(perf_counter_ns() - began)
        yield
    for _ in range(60):
        began = perf_counter_ns()
        kept = host.snapshot(A, B)
        host.restore(kept, seed=1)
        both.append(perf_counter_ns() - began)
        yield 5
    return {"ms": float(np.median(both)) / 1e6, "anew_ms": float(np.median(anew)) / 1e6}
"""


def measure(folder: Path) -> list[Row]:
    """Ticks per second with one recording script, and the time a snapshot and its restoring take."""
    rows = [
        _rate(folder / "mixed", "521 entities of 8 kinds in motion, 1 recording script", _MIXED, 521, 1_500),
        _rate(folder / "many", "5,000 falling blocks, 1 recording script", ["falling_block"], 5_000, 100),
    ]
    with launch(LaunchConfig(game_dir=folder / "area", frozen=True)) as game, game.client() as client:
        client.request("time", action="sprint", ticks=-1)
        took = play(client, _AREA, id="area")
    name = "snapshot and restore, 64 × 64 × 64 blocks, 500 entities"
    rows.append(at_most(name, took["ms"], "ms", 20, baseline=took["anew_ms"], baseline_name="made anew by the script"))
    return rows


def _rate(folder: Path, name: str, kinds: list[str], n: int, goal: float) -> Row:
    with launch(LaunchConfig(game_dir=folder, frozen=True)) as game, game.client() as client:
        start(client, _KEEP_UP.format(kinds=kinds, n=n), id="kept-up", budget_ms=20)
        client.request("time", action="sprint", ticks=-1)
        time.sleep(2)  # lets the JIT settle; nothing depends on it
        bare = sprint_rate(client)
        start(client, _RECORD, id="measured", budget_ms=10)
        time.sleep(1)
        scripted = sprint_rate(client)
        stop(client, "measured")
    return at_least(name, scripted, "ticks/s", goal, baseline=bare, baseline_name="not recorded")
