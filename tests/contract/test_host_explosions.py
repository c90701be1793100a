"""The host contract, on the fake host and in a real game. Explosions: their events and their order, push and damage."""

from __future__ import annotations

import pytest

from .host_cases import FLOOR, RunCase, finished


def test_an_explosion_tells_itself_then_whom_it_hurts_and_pushes_then_what_it_breaks(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    host.fill((1, 64, 1), (1, 64, 1), "stone")
    pig = host.spawn("pig", (0.5, 64, -5.5))
    tnt = host.spawn("tnt", (0.5, 64, 0.5), fuse=2)
    seen = []
    for kind in ("explosion", "damage", "impulse", "block_change"):
        host.on(kind, lambda e: e.kind == "impulse" and e.cause != "explosion" or seen.append(e))
    yield 4
    assert len({e.tick for e in seen}) == 1 and [e.order for e in seen] == sorted(e.order for e in seen)
    boom = seen[0]
    return [[e.kind for e in seen], boom.power, boom.source == tnt.id, boom.broken, boom.pos.tolist(),
            seen[1].id == pig.id, seen[1].cause, seen[3].old == "stone", seen[3].new == "air"]
"""
    )
    kinds = ["explosion", "damage", "impulse", "block_change"]
    assert finished(out) == [kinds, 4.0, True, 1, [0.5, 64.06125, 0.5], True, "explosion", True, True]


def test_damage_and_push_follow_the_distance(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    hits, pushes = [], []
    host.on("damage", lambda e: hits.append(e.amount))
    host.on("impulse", lambda e: e.cause == "explosion" and pushes.append(e.vel_after - e.vel_before))
    host.spawn("tnt", (0.5, 64, 0.5), fuse=1)
    host.spawn("zombie", (6.5, 64, 0.5))
    yield 2
    impact = 1 - np.hypot(6, 0.06125) / 8
    host.expect("damage", hits[0], (impact * impact + impact) / 2 * 56 + 1, tol=1e-4)
    host.expect("push", np.linalg.norm(pushes[0]), impact, tol=1e-6)
    return [len(hits), len(pushes)]
"""
    )
    assert finished(out) == [1, 1]
    assert out.verdicts["fail"] == 0, out.verdicts


def test_items_in_reach_are_destroyed_and_say_so(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    item = host.spawn("item", (2.5, 64, 0.5), item="stone")
    gone = []
    host.on("entity_remove", lambda e: e.id == item.id and gone.append(e.cause))
    host.spawn("tnt", (0.5, 64, 0.5), fuse=1)
    yield 2
    return gone
"""
    )
    assert finished(out) == ["exploded"]


@pytest.mark.parametrize("n", [1, 7])
def test_explosions_of_one_tick_add_up(run_case: RunCase, n: int) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane.params]
# n = 1
# ///
"""
        + FLOOR
        + """
def run(host):
    floor(host)
    pushes = []
    def on_impulse(e):
        if e.cause == "explosion" and e.id == victim.id:
            pushes.append(e.vel_after - e.vel_before)
    host.on("impulse", on_impulse)
    for _ in range(host.params["n"]):
        host.spawn("tnt", (0.5, 64, 0.5), fuse=1)
    victim = host.spawn("tnt", (3.5, 64, 0.5), fuse=200)
    yield 2
    host.remove(victim)
    total = sum(pushes)
    host.expect("dvx", total[0], 0.624792 * host.params["n"], tol=1e-5 * host.params["n"])
    host.expect("dvy", total[1], -0.012756 * host.params["n"], tol=1e-5 * host.params["n"])
    return [len(pushes), bool(np.ptp(np.array(pushes), axis=0).max() < 1e-12)]
""",
        params={"n": n},
    )
    assert finished(out) == [n, True]
    assert out.verdicts["fail"] == 0, out.verdicts
