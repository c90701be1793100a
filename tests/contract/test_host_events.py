"""The host contract, on the fake host and in a real game. Events and conditions: order, delivery, quiet."""

from __future__ import annotations

import math

from .host_cases import FLOOR, RunCase, finished


def test_own_acts_are_events_of_the_next_step_with_the_tick_they_happened_in(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    seen = []
    host.on("entity_spawn", lambda e: seen.append((e.kind, e.tick - start, host.elapsed(), e.id)))
    host.on("entity_remove", lambda e: seen.append((e.kind, e.tick - start, host.elapsed(), e.id)))
    start = host.tick()
    a = host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    yield 3
    host.remove(a)
    here = len(seen)
    yield 2
    return [[s[:3] for s in seen], here, all(s[3] == a.id for s in seen)]
"""
    )
    assert finished(out) == [[["entity_spawn", 0, 1], ["entity_remove", 3, 4]], 1, True]


def test_events_come_in_the_order_they_happened_over_all_kinds(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    seen = []
    for kind in ("block_change", "entity_spawn", "entity_remove"):
        host.on(kind, seen.append)
    a = host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    host.set_block((0, 70, 0), "stone")
    host.remove(a)
    host.set_block((0, 70, 0), "air")
    yield 2
    orders = [e.order for e in seen]
    return [[e.kind for e in seen], orders == sorted(set(orders))]
"""
    )
    assert finished(out) == [["entity_spawn", "block_change", "entity_remove", "block_change"], True]


def test_a_handler_sees_nothing_from_before_it_was_asked_for(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    early, late = [], []
    host.on("block_change", early.append)
    host.set_block((0, 70, 0), "stone")
    host.on("block_change", late.append)
    host.set_block((0, 70, 0), "air")
    yield 2
    return [len(early), len(late)]
"""
    )
    assert finished(out) == [2, 1]


def test_block_change_names_old_and_new(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    seen = []
    host.on("block_change", seen.append)
    host.set_block((3, 70, -2), "oak_stairs[facing=east]")
    yield
    e = seen[0]
    return [e.old == "air", e.new == "oak_stairs", e.new == "oak_stairs[facing=east]",
            e.new == "oak_stairs[facing=west]", e.pos.tolist(), e.new.props["half"]]
"""
    )
    assert finished(out) == [True, True, True, False, [3, 70, -2], "bottom"]


def test_on_event_gets_the_kinds_of_the_header(run_case: RunCase) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane]
# events = ["entity_spawn"]
# ticks = 4
# ///
seen = []
def on_start(host):
    host.remove(host.spawn("tnt", (0.5, 80, 0.5), fuse=300))
def on_event(host, event): seen.append((event.kind, event.type == "tnt", host.elapsed()))
def on_stop(host): host.result(seen)
"""
    )
    assert finished(out) == [["entity_spawn", True, 1]]


def test_a_quiet_handler_lets_events_pass(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    seen = []
    host.on("block_change", lambda e: seen.append(host.elapsed()), quiet=5)
    for i in range(12):
        host.set_block((0, 70, 0), "stone" if i % 2 == 0 else "air")
        yield
    return seen
"""
    )
    assert finished(out) == [1, 6, 11]


def test_a_function_trigger_fires_on_the_rising_edge(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    host.on(lambda: host.elapsed() % 4 in (2, 3) and "up", lambda got: seen.append((got, host.elapsed())))
    yield 11
    return seen
"""
    )
    assert finished(out) == [["up", 2], ["up", 6], ["up", 10]]


def test_a_handler_can_be_removed_inside_itself_and_from_another(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    calls = []
    def own(e):
        calls.append("own")
        mine.cancel()
        other.cancel()
    mine = host.on("block_change", own)
    other = host.on("block_change", lambda e: calls.append("other"))
    for block in ("stone", "air", "stone"):
        host.set_block((0, 70, 0), block)
    yield 3
    return [calls, mine.active, other.active]
"""
    )
    assert finished(out) == [["own"], False, False]


def test_removal_events_say_how_it_ended(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    gone = {}
    host.on("entity_remove", lambda e: gone.__setitem__(e.id, e))
    sand = host.spawn("falling_block", (0.5, 64.5, 0.5), block="sand")
    tnt = host.spawn("tnt", (100.5, 150, 0.5), fuse=4)
    taken = host.spawn("tnt", (0.5, 150, 0.5), fuse=300)
    killed = host.spawn("armor_stand", (4.5, 64, 4.5), tag="victim")
    yield
    host.remove(taken)
    host.command("kill @e[tag=victim]")
    yield 12
    landed = host.block((0, 64, 0))
    host.set_block((0, 64, 0), "air")
    return [[gone[e.id].cause for e in (sand, tnt, taken, killed)], landed == "sand", gone[tnt.id].age,
            gone[taken.id].vel.shape, sand.alive]
"""
    )
    assert finished(out) == [["landed", "exploded", "script", "command"], True, 4, [3], False]


def test_an_explosion_is_told_with_its_pushes(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    boom, pushed = [], []
    host.on("explosion", boom.append)
    host.on("impulse", pushed.append)
    victim = host.spawn("tnt", (2.5, 64, 0.5), fuse=200)
    source = host.spawn("tnt", (0.5, 64, 0.5), fuse=10)
    yield 12
    host.remove(victim)
    hit = [e for e in pushed if e.id == victim.id and e.cause == "explosion"]
    dv = hit[0].vel_after - hit[0].vel_before
    return [len(boom), boom[0].power, boom[0].source == source.id, len(hit), dv.tolist()]
"""
    )
    result = finished(out)
    assert isinstance(result, list)
    assert result[:4] == [1, 4, True, 1]
    assert math.isclose(result[4][0], 0.749531, abs_tol=1e-5)
    assert math.isclose(result[4][1], -0.022954, abs_tol=1e-5)


def test_an_unknown_event_names_the_nearest(run_case: RunCase) -> None:
    out = run_case('kind = "".join(["explo", "sions"])\nhost.on(kind, print)')
    assert out.error is not None
    assert out.error["type"] == "UnknownNameError"
    assert "explosion" in out.error["message"]
