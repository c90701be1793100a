"""The host contract, on fake hosts and in a real game. Impulse, Landed and Enters as triggers of handlers."""

from __future__ import annotations

from .host_cases import FLOOR, RunCase, finished


def test_impulse_fires_for_those_of_its_type_that_are_pushed_hard_enough(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    near = host.spawn("tnt", (2.5, 64, 0.5), fuse=500)
    far = host.spawn("tnt", (6.5, 64, 0.5), fuse=500)
    other = host.spawn("armor_stand", (0.5, 64, 2.5))
    yield 10
    hard, weak = [], []
    host.on(Impulse(0.5, type="tnt"), hard.append)
    host.on(Impulse(0.1, type="minecraft:tnt"), weak.append)
    host.spawn("tnt", (0.5, 64, 0.5), fuse=10)
    yield 11
    for e in (near, far, other):
        host.remove(e)
    cause = "explosion" if "impulse_events" in host.game.has else "residual"
    return [[e.id == near.id for e in hard], [e.id in (near.id, far.id) for e in weak], hard[0].cause == cause,
            abs(np.linalg.norm(hard[0].vel_after - hard[0].vel_before) - 0.749883) < 1e-5, hard[0].type == "tnt"]
"""
    )
    assert finished(out) == [[True], [True, True], True, True, True]


def test_impulses_of_one_step_add_up(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    victim = host.spawn("tnt", (2.5, 64, 0.5), fuse=500)
    yield 10
    seen = []
    host.on(Impulse(1.2, type="tnt"), seen.append)      # more than one explosion gives
    for _ in range(2):
        host.spawn("tnt", (0.5, 64, 0.5), fuse=10)
    yield 11
    host.remove(victim)
    (e,) = [e for e in seen if e.id == victim.id]
    dv = e.vel_after - e.vel_before
    return [abs(dv[0] - 2 * 0.749531) < 1e-5, abs(dv[1] + 2 * 0.022954) < 1e-5]
"""
    )
    assert finished(out) == [True, True]


def test_opposite_pushes_of_one_step_are_none(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    victim = host.spawn("tnt", (0.5, 64, 0.5), fuse=500)
    yield 10
    seen = []
    host.on(Impulse(0.3, type="tnt"), lambda e: seen.append(e.id == victim.id))
    host.spawn("tnt", (-1.5, 64, 0.5), fuse=10, tag="a")
    host.spawn("tnt", (2.5, 64, 0.5), fuse=10, tag="b")
    yield 11
    host.remove(victim)
    return seen.count(True)
"""
    )
    assert finished(out) == 0


def test_landed_fires_when_something_comes_to_stand_or_becomes_a_block(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    seen, blocks = [], []
    host.on(Landed(), lambda e: seen.append((host.elapsed(), e)))
    host.on(Landed(type="falling_block"), lambda e: blocks.append(e))
    tnt = host.spawn("tnt", (0.5, 64.5, 0.5), fuse=300)
    stand = host.spawn("armor_stand", (4.5, 64.5, 0.5))
    sand = host.spawn("falling_block", (-4.5, 64.5, 0.5), block="sand")
    yield 15
    host.set_block((-5, 64, 0), "air")
    host.remove(tnt); host.remove(stand)
    return [sorted([[e.id - tnt.id, t, e.kind, e.pos[1], e.tick - host.tick() + host.elapsed() == t] for t, e in seen]),
            [e.id == sand.id and e.type == "falling_block" for e in blocks]]
"""
    )
    # 0.5 blocks: gravity 0.04 needs 5 ticks, living things (the move before gravity) 5 as well.
    assert finished(out) == [[[i, 5, "landed", 64, True] for i in range(3)], [True]]


def test_enters_fires_once_for_each_that_comes_in_from_outside(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    inside, outside = (host.spawn("tnt", (0.5, y, 0.5), fuse=300) for y in (70.2, 71.4))
    seen = []
    host.on(Enters((1, 70, 1), (-1, 68, -1), type="tnt"), lambda e: seen.append((host.elapsed(), e)))
    host.on(Enters((0, 0, 0), (1, 1, 1)), lambda e: seen.append(("never", e)))
    late = host.spawn("tnt", (0.5, 69.5, 0.5), fuse=300)       # spawns inside
    yield 12
    for e in (inside, outside, late):
        host.remove(e)
    return [[t, e.id == outside.id, e.kind, 70 <= e.pos[1] < 71, e.vel[1] < 0] for t, e in seen]
"""
    )
    # From 71.4 it passes 71 in tick 4: 0.04, 0.1192, 0.2368, 0.3921; in tick 5 0.5842.
    assert finished(out) == [[5, True, "enters", True, True]]


def test_quiet_counts_for_each_entity(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    a, b = (host.spawn("tnt", (x, 90, 0.5), fuse=500) for x in (0.5, 4.5))
    seen = []
    host.on(Enters((-8, 70, -8), (8, 75, 8)), lambda e: seen.append([e.id - a.id, host.elapsed()]), quiet=5)
    for tick in range(12):
        for e, at in ((a, (1, 3, 5, 8)), (b, (3, 6, 9))):
            host.modify(e, pos=(e.x, 73 if tick in at else 90, 0.5), vel=(0, 0, 0))
        yield
    host.remove(a); host.remove(b)
    return seen
"""
    )
    assert finished(out) == [[0, 2], [0, 9], [1, 4], [1, 10]] or finished(out) == [[0, 2], [1, 4], [0, 9], [1, 10]]


def test_a_handler_can_be_cancelled_inside_itself(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    calls = []
    def first(e):
        calls.append(e.kind)
        mine.cancel(); mine.cancel()
    mine = host.on(Landed(type="tnt"), first)
    made = [host.spawn("tnt", (x, 64.2, 0.5), fuse=300) for x in (0, 2, 4)]
    yield 10
    for e in made:
        host.remove(e)
    return [calls, mine.active]
"""
    )
    assert finished(out) == [["landed"], False]


def test_a_handler_that_throws_ends_the_script_with_its_line(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    made = host.spawn("tnt", (0.5, 64.2, 0.5), fuse=300)
    def wrong(e):
        host.remove(made)
        raise KeyError(e.kind)
    host.on(Landed(), wrong)
    yield 10
"""
    )
    assert out.reason == "failed" and out.error is not None
    assert (out.error["type"], out.error["code"]) == ("KeyError", "raise KeyError(e.kind)")


def test_listening_does_not_hold_a_run_that_has_returned_but_holds_a_script_without_one(measure_case: RunCase) -> None:
    assert measure_case("from ticklane import *\ndef run(host):\n    host.on(Landed(), print)\n").elapsed == 0
    body = "from ticklane import *\nhits = host.capture('explosion')\nhost.after(3, hits.cancel)\n"
    assert measure_case(body).elapsed == 3
