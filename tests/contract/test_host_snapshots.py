"""The host contract, on the fake host and in a real game. Putting an area back."""

from __future__ import annotations

import pytest

from .host_cases import FLOOR, RunCase, finished

FALL = """
from ticklane import *
A, B = (-8, 56, -8), (8, 100, 8)


def state(host):
    es = host.entities(type=["tnt", "falling_block", "item", "zombie"])
    columns = [es.pos, es.vel, es.age, es.fuse, es.count, es.health]
    names = [list(map(str, column)) for column in (es.uuid, es.type, es.item, es.block)]
    return repr([column.tolist() for column in columns] + names + [[sorted(tags) for tags in es.tags]])


def area(host):
    return host.blocks(A, B).codes.tolist()
"""


def test_a_restored_area_is_as_it_was_and_what_follows_too(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + FALL
        + """
def trial(host):
    told = []
    for _ in range(40):
        yield
        told.append(state(host) + repr(host.random.random()))
    return told


def run(host):
    floor(host)
    host.set_block((2, 64, 2), "tnt")
    host.spawn("tnt", (0.5, 70, 0.5), vel=(0.1, 0.2, 0), fuse=25, tag="charge")
    host.spawn("falling_block", (3.5, 80, 0.5), block="sand")
    host.spawn("item", (-3.5, 70, 0.5), item="diamond", count=3)
    host.spawn("zombie", (-4.5, 66, 3.5), vel=(0.1, 0.42, 0))
    yield 5
    clean, before, blocks = host.snapshot(A, B), state(host), area(host)
    runs = []
    for seed in (7, 7, 8):
        host.restore(clean, seed=seed)
        assert state(host) == before and area(host) == blocks
        host.ignite((2, 64, 2), fuse=80)
        runs.append((yield from trial(host)))
        assert state(host) != before
    host.command("kill @e[type=!player]")
    return [runs[0] == runs[1], runs[0] != runs[2]]
""",
        ticks=300,
    )
    assert finished(out) == [True, True]


def test_who_left_comes_back_who_was_born_goes_and_others_stay(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + FALL
        + """
def run(host):
    floor(host)
    leaver = host.spawn("snowball", (7.5, 90, 0.5), vel=(2, 0, 0), tag="leaver")
    other = host.spawn("snowball", (60.5, 90, 0.5), vel=(0, 2, 0), tag="other")
    clean = host.snapshot(A, B)
    removed = []
    host.on("entity_remove", removed.append)
    yield 3
    born = host.spawn("snowball", (0.5, 90, 0.5), vel=(0, 1, 0), tag="born")
    uuid = leaver.uuid
    host.restore(clean)
    es = host.entities(type="snowball")
    again = es[es.uuid == uuid]
    out = [[sorted(tags)[0] for tags in es.tags], len(again), again.x.tolist(), int(again.id[0]) != leaver.id,
           [leaver.alive, other.alive, born.alive]]
    yield
    out.append(sorted(e.cause for e in removed))
    host.command("kill @e[type=!player]")
    return out
"""
    )
    assert finished(out) == [["other", "leaver"], 1, [7.5], True, [False, True, False], ["script", "script"]]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("host.snapshot((0, 60, 0), (5, 400, 5))", "ValueError"),
        ("host.snapshot((-190, -60, -190), (190, 300, 190))", "LimitError"),
        ("host.restore(host.blocks((0, 64, 0), (1, 65, 1)))", "TypeError"),
        ("host.restore(host.snapshot((0, 64, 0), (1, 65, 1)), seed=2**64)", "ValueError"),
        ("host.restore(host.snapshot((0, 64, 0), (1, 65, 1)), seed=0.5)", "TypeError"),
    ],
)
def test_what_cannot_be_is_refused(run_case: RunCase, call: str, error: str) -> None:
    out = run_case(
        f"""
def run(host):
    try:
        {call.replace("host.restore(", "getattr(host, 'restore')(")}
    except Exception as e:
        return type(e).__name__
"""
    )
    assert finished(out) == error


def test_snapshots_that_are_let_go_of_cost_nothing(run_case: RunCase) -> None:
    # Each holds 1 MiB; what is held is bounded by 256 MiB.
    out = run_case(
        """
def run(host):
    for n in range(300):
        kept = host.snapshot((0, 64, 0), (63, 127, 63) if host.game.host != "fake" else (3, 67, 3))
        if n % 20 == 19:
            yield
    host.restore(kept)
    return True
""",
        ticks=100,
    )
    assert finished(out) is True
