"""What every host must do for a script: the same cases for the fake host and a real game.

Each case is a script. It makes its own floor and marks its own entities, as a real game keeps its world between cases.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from ticklane.testing import Outcome

RunCase = Callable[..., Outcome]

FLOOR = """
import numpy as np
from ticklane import *
def floor(host, y=63):
    host.command("kill @e[type=!player]")
    host.fill((-8, y - 4, -8), (8, y + 24, 8), "air")
    host.fill((-8, y, -8), (8, y, 8), "obsidian")
"""


def finished(outcome: Outcome) -> object:
    assert outcome.reason == "finished", (outcome.reason, outcome.error, outcome.lines)
    return outcome.result


# -- phase and time


def test_step_zero_holds_body_on_start_and_the_first_part_of_run(run_case: RunCase) -> None:
    out = run_case(
        """
seen = [("body", host.elapsed())]
def on_start(host): seen.append(("on_start", host.elapsed()))
def run(host):
    seen.append(("run", host.elapsed()))
    yield
    seen.append(("second", host.elapsed()))
    return seen
"""
    )
    assert finished(out) == [["body", 0], ["on_start", 0], ["run", 0], ["second", 1]]
    assert out.elapsed == 1


def test_on_tick_begins_in_step_one_and_runs_every_tick(run_case: RunCase) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane]
# ticks = 5
# ///
seen = []
first = host.tick()
def on_tick(host): seen.append((host.elapsed(), host.tick() - first))
def on_stop(host): host.result(seen)
"""
    )
    assert finished(out) == [[n, n] for n in range(1, 6)]
    assert out.elapsed == 5


def test_what_step_zero_spawned_has_moved_exactly_elapsed_times(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=500)
    start = tnt.y
    rows = []
    for _ in range(20):
        yield
        rows.append((host.elapsed(), tnt.age, tnt.y - start, tnt.vy))
    host.remove(tnt)
    return rows
"""
    )
    rows = finished(out)
    assert isinstance(rows, list)
    assert [row[:2] for row in rows] == [[n, n] for n in range(1, 21)]
    for t, y, vy in (
        (1, -0.04, -0.0392),
        (2, -0.1192, -0.077616),
        (10, -2.073135, -0.358537),
        (20, -7.425581, -0.651488),
    ):
        assert math.isclose(rows[t - 1][2], y, abs_tol=1e-5)
        assert math.isclose(rows[t - 1][3], vy, abs_tol=1e-5)


def test_yield_waits_one_tick_and_yield_n_waits_n(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    yield
    seen.append(host.elapsed())
    yield 7
    seen.append(host.elapsed())
    yield 1
    seen.append(host.elapsed())
    return seen
"""
    )
    assert finished(out) == [1, 8, 9]


def test_a_yielded_reply_comes_back_as_the_value(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    reply = host.command("say hello")
    got = yield reply
    return [got.ok, got is reply.value, host.elapsed(), reply.done]
"""
    )
    assert finished(out) == [True, True, 1, True]


@pytest.mark.parametrize("value", ["0", "-3", "1.5", "'soon'", "True"])
def test_a_wrong_yield_is_an_error_at_its_line(run_case: RunCase, value: str) -> None:
    out = run_case(f"wait = {value}\ndef run(host):\n    yield 1\n    yield wait\n")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["line"] == 4
    assert out.error["code"] == "yield wait"
    assert "yield" in out.error["message"]


def test_a_plain_run_gives_its_return_value(run_case: RunCase) -> None:
    assert finished(run_case("def run(host):\n    return {'a': 1}\n")) == {"a": 1}


def test_a_module_body_is_a_script(run_case: RunCase) -> None:
    out = run_case("host.result(host.elapsed())")
    assert finished(out) == 0
    assert out.elapsed == 0


def test_host_is_also_importable(run_case: RunCase) -> None:
    assert finished(run_case("from ticklane import host as mine\nmine.result(mine is host)")) is True


# -- schedules


def test_schedule_after_and_every_are_due_at_their_ticks(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    at = host.tick()
    host.schedule(at + 3, lambda: seen.append(("schedule", host.elapsed())))
    host.after(2, lambda: seen.append(("after", host.elapsed())))
    every = host.every(2, lambda: seen.append(("every", host.elapsed())))
    yield 6
    every.cancel()
    yield 4
    return seen
"""
    )
    assert finished(out) == [["after", 2], ["every", 2], ["schedule", 3], ["every", 4], ["every", 6]]


def test_due_calls_run_in_the_order_of_tick_then_asking(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    host.after(4, lambda: seen.append("a4"))
    host.after(2, lambda: seen.append("b2"))
    host.after(4, lambda: seen.append("c4"))
    host.schedule(host.tick() + 2, lambda: seen.append("d2"))
    yield 5
    return seen
"""
    )
    assert finished(out) == ["b2", "d2", "a4", "c4"]


def test_timers_come_before_the_generator_and_the_generator_before_on_tick(run_case: RunCase) -> None:
    out = run_case(
        """
seen = []
def on_tick(host):
    seen.append("tick")
    host.stop()
def run(host):
    host.after(1, lambda: seen.append("timer"))
    host.on(lambda: True, lambda _: seen.append("trigger"))
    yield
    seen.append("run")
def on_stop(host): host.result(seen)
"""
    )
    assert finished(out) == ["trigger", "timer", "run", "tick"]


def test_a_past_tick_is_refused_and_names_after(run_case: RunCase) -> None:
    out = run_case("host.schedule(host.tick(), print)")
    assert out.error is not None
    assert out.error["type"] == "ValueError"
    assert "host.after" in out.error["message"]


def test_after_needs_at_least_one_tick(run_case: RunCase) -> None:
    out = run_case("n = 0\nhost.after(n, print)")
    assert out.error is not None
    assert out.error["type"] == "ValueError"


def test_a_repeating_call_can_cancel_itself(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    def act():
        seen.append(host.elapsed())
        if len(seen) == 3:
            handle.cancel()
            handle.cancel()
    handle = host.every(1, act)
    before = handle.active
    yield 10
    return [seen, before, handle.active]
"""
    )
    assert finished(out) == [[1, 2, 3], True, False]


def test_a_call_that_was_cancelled_by_another_of_the_same_tick_does_not_run(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    host.after(2, lambda: later.cancel())
    later = host.after(2, lambda: seen.append("late"))
    yield 4
    return [seen, later.active]
"""
    )
    assert finished(out) == [[], False]


def test_what_is_scheduled_inside_a_step_first_runs_in_the_next(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    def first():
        host.after(1, lambda: seen.append(("second", host.elapsed())))
        seen.append(("first", host.elapsed()))
    host.after(1, first)
    yield 4
    return seen
"""
    )
    assert finished(out) == [["first", 1], ["second", 2]]


# -- events


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


# -- seeing and acting on entities


def test_spawn_gives_exactly_the_asked_state(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    e = host.spawn("tnt", (1.25, 80.5, -3.75), vel=(0.1, 0.2, -0.3), yaw=30, pitch=-10, tag="mine", fuse=33)
    got = [e.pos.tolist(), e.vel.tolist(), e.yaw, e.pitch, sorted(e.tags), e.fuse, e.age, e.type == "tnt", e.alive]
    host.remove(e)
    return got
"""
    )
    assert finished(out) == [[1.25, 80.5, -3.75], [0.1, 0.2, -0.3], 30, -10, ["mine"], 33, 0, True, True]


def test_items_and_falling_blocks_know_what_they_are(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    item = host.spawn("item", (0.5, 80, 0.5), item="diamond", count=7)
    block = host.spawn("falling_block", (5.5, 80, 0.5), block="gravel")
    got = [item.item == "diamond", item.count, block.block == "gravel", item.fuse, block.count, item.block == ""]
    es = host.entities(type=["item", "falling_block"])
    got += [sorted(es.item), (es.item == "diamond").sum(), (es.block == "gravel").sum()]
    host.remove(es)
    return got
"""
    )
    assert finished(out) == [True, 7, True, -1, -1, True, ["", "minecraft:diamond"], 1, 1]


def test_tables_are_photographs_and_entities_are_live(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    e = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    table = host.entities(type="tnt")
    kept = e.pos
    before = table.pos.copy()
    yield 5
    same = bool((table.pos == before).all()) and bool((kept == before[0]).all())
    moved = e.y < 200
    again = host.entities(type="tnt")
    host.remove(e)
    still = [len(again), len(host.entities(type="tnt"))]
    return [same, moved, table.tick + 5 == again.tick, still, again[0] == e]
"""
    )
    assert finished(out) == [True, True, True, [1, 0], True]


def test_columns_are_read_only(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
e = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
es = host.entities(type="tnt")
host.remove(e)
refused = []
for column in (es.pos, es.id, es.fuse, es.on_ground):
    try:
        column[0] = 0
    except ValueError:
        refused.append(True)
host.result(refused)
"""
    )
    assert finished(out) == [True] * 4


def test_a_later_call_sees_what_an_earlier_one_changed(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
counts = [len(host.entities(type="tnt"))]
a = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
counts.append(len(host.entities(type="tnt")))
host.modify(a, pos=(1, 150, 1), vel=(0, 1, 0))
counts += [a.y, a.vy]
host.command("kill @e[type=tnt]")
counts += [len(host.entities(type="tnt")), a.alive]
host.result(counts)
"""
    )
    assert finished(out) == [0, 1, 150, 1, 0, False]


def test_selecting_by_type_tag_radius_and_filter(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
for i in range(6):
    host.spawn("tnt", (i, 100, 0), tag="even" if i % 2 == 0 else "odd", fuse=300)
host.spawn("item", (0, 100, 0), item="stick")
def xs(es): return sorted(es.x.tolist())
got = [
    xs(host.entities(type="tnt", tag="even")),
    xs(host.entities(2.0, type="minecraft:tnt", center=(1, 100, 0))),
    xs(host.entities(filter=lambda es: (es.x > 2) & ~(es.type == "item"))),
    xs(host.entities(type=["item"])),
    len(host.entities(tag="none")),
]
got.append(host.entities(type="tnt").type.counts())
host.remove(host.entities(type=["tnt", "item"]))
host.result(got)
"""
    )
    assert finished(out) == [[0, 2, 4], [0, 1, 2, 3], [3, 4, 5], [0], 0, {"minecraft:tnt": 6}]


def test_spawn_order_and_rows(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
made = [host.spawn("tnt", (i, 100, 0), fuse=300) for i in range(5)]
es = host.entities(type="tnt")
host.remove(made[2])
later = host.entities(type="tnt")
got = [es.x.tolist(), es.rows([made[3].id, -5]).tolist(), later.rows([made[2].id, made[3].id]).tolist(),
       [e.id for e in es] == [e.id for e in made], es[1:3].x.tolist(), es[es.x > 3].x.tolist()]
host.remove(later)
host.result(got)
"""
    )
    assert finished(out) == [[0, 1, 2, 3, 4], [3, -1], [-1, 2], True, [1, 2], [4]]


def test_modify_sets_a_table_in_one_call(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
for i in range(4):
    host.spawn("tnt", (i, 100, 0), fuse=300)
es = host.entities(type="tnt")
host.modify(es, vel=es.pos * 0.01, yaw=90)
host.modify(es, pos=(7, 120, 7))
now = host.entities(type="tnt")
host.remove(now)
host.result([now.vx.round(6).tolist(), now.vy.round(6).tolist(), now.yaw.tolist(), now.pos[:, 0].tolist()])
"""
    )
    assert finished(out) == [[0, 0.01, 0.02, 0.03], [1, 1, 1, 1], [90] * 4, [7] * 4]


def test_a_gone_entity_says_when_why_and_where(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=3)
    yield 5
    assert not tnt.alive and tnt.type == "tnt" and tnt.id > 0
    speed = tnt.vel
"""
    )
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["type"] == "GoneError"
    assert out.error["code"] == "speed = tnt.vel"
    assert "exploded at tick" in out.error["message"]
    assert "minecraft:tnt" in out.error["message"]


def test_modify_of_something_gone_still_does_the_rest(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
a = host.spawn("tnt", (0, 100, 0), fuse=300)
b = host.spawn("tnt", (1, 100, 0), fuse=300)
es = host.entities(type="tnt")
host.remove(a)
try:
    host.modify(es, vel=(0, 1, 0))
except GoneError as e:
    host.result([e.id == a.id, e.cause, b.vy, host.remove(es), host.remove(es)])
"""
    )
    assert finished(out) == [True, "script", 1, 1, 0]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ('host.spawn("".join(["tn", "tt"]), (0, 80, 0))', "UnknownNameError", "tnt"),
        ('host.spawn("tnt", where)', "ValueError", "three numbers"),
        ('host.spawn("tnt", (float("nan"), 80, 0))', "ValueError", "not finite"),
        ("host.command('say \\ud800')", "ValueError", "a lone surrogate (U+D800) at 4"),
        ("host.spawn('tnt', (0, 80, 0), tag='\\ud800')", "ValueError", "a lone surrogate"),
        ("host.spawn('tnt', tuple([0, 80]))", "ValueError", "not a tuple of 2"),
        ("host.entities(filter=[5][0])", "TypeError", "a function is needed, not int"),
        ('host.spawn("tnt", (0, 80, 0), vel=np.array([0, np.inf, 0]))', "ValueError", "not finite"),
        ("host.block(np.zeros((3, 3)))", "ValueError", "three numbers"),
        ('host.set_block((0, 70, 0), "".join(["ston", "ee"]))', "UnknownNameError", "stone"),
        ('host.entities(type="".join(["zomb", "i"]))', "UnknownNameError", "zombie"),
        ("host.entities(5)", "NotHereError", "center"),
        ("host.entities(filter=lambda es: True)", "TypeError", "mask"),
        ("host.self()", "NotHereError", "players()"),
        ("host.after(half, print)", "TypeError", "whole"),
        ('host.params["".join(["no", "ne"])]', "UnknownNameError", "parameter"),
        ("host.modify(who)", "TypeError", "pos, vel"),
        ("host.command(nothing)", "CommandError", "command"),
        ("host.ignite((0, 75, 0))", "ValueError", "TNT"),
        ('getattr(host, "".join(["inter", "nals"]))', "NotAllowedError", "internals"),
    ],
)
def test_wrong_arguments_say_what_would_be_right(run_case: RunCase, call: str, error: str, words: str) -> None:
    out = run_case(
        FLOOR
        + f"""
floor(host)
where, half, nothing = (1, 2), 1.5, ""
who = host.spawn("tnt", (0, 90, 0), fuse=300)
x = {call}
"""
    )
    assert out.reason == "failed"
    assert out.error is not None
    assert (out.error["type"], words in out.error["message"]) == (error, True), out.error


# -- blocks


def test_set_block_gives_the_old_one_and_block_reads_it(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
old = host.set_block((1, 70, 1), "oak_log[axis=x]")
now = host.block((1.9, 70.2, 1.5))
host.result([old == "air", now == "oak_log", now.props["axis"], now.id, str(now), host.block((0, 63, 0)) == "obsidian"])
"""
    )
    assert finished(out) == [True, True, "x", "minecraft:oak_log", "minecraft:oak_log[axis=x]", True]


def test_fill_counts_the_cells_that_changed(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
first = host.fill((3, 72, 3), (0, 70, 0), "stone")
again = host.fill((0, 70, 0), (3, 72, 3), "stone")
part = host.fill((0, 70, 0), (3, 73, 3), "stone")
host.result([first, again, part, host.fill((0, 70, 0), (3, 73, 3), "air")])
"""
    )
    assert finished(out) == [48, 0, 16, 64]


def test_an_area_can_be_copied_changed_and_put_back(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
a, b = (-2, 62, -2), (2, 66, 2)
before = host.blocks(a, b)
changed = host.set_blocks(before.put(before == "obsidian", "glass"))
middle = host.blocks(a, b).count("glass")
undone = host.set_blocks(before)
host.result([changed, middle, undone, bool((host.blocks(a, b).codes == before.codes).all()),
             before.origin.tolist(), list(before.codes.shape), before.at((0, 63, 0)) == "obsidian"])
"""
    )
    assert finished(out) == [25, 25, 25, True, [-2, 62, -2], [5, 5, 5], True]


def test_an_area_can_be_put_elsewhere(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
host.set_block((0, 64, 0), "glass")
host.set_block((1, 65, 2), "sand")
part = host.blocks((0, 64, 0), (1, 65, 2))
n = host.set_blocks(part, at=(4, 70, 4))
host.result([n, host.block((4, 70, 4)) == "glass", host.block((5, 71, 6)) == "sand",
             part.where(part == "sand").tolist()])
"""
    )
    assert finished(out) == [2, True, True, [[1, 65, 2]]]


def test_ignite_turns_a_block_into_primed_tnt(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
host.set_block((2, 64, 2), "tnt")
e = host.ignite((2, 64, 2), fuse=9)
got = [e.type == "tnt", e.fuse, host.block((2, 64, 2)) == "air", round(e.vy, 3), e.pos.tolist()]
host.remove(e)
host.result(got)
"""
    )
    assert finished(out) == [True, 9, True, 0.2, [2.5, 64, 2.5]]


# -- commands


def test_commands_answer_with_success_count_and_text(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
one = host.command("/summon tnt 0 100 0")
two = host.command("kill @e[type=tnt]")
three = host.command("kill @e[type=tnt]")
four = host.command("fill 0 70 0 1 70 1 stone")
host.result([[r.ok, r.count, bool(r.text)] for r in (one, two, three, four)])
"""
    )
    assert finished(out) == [[True, 1, True], [True, 1, True], [False, 0, True], [True, 4, True]]


def test_what_is_no_command_is_an_error(run_case: RunCase) -> None:
    out = run_case('host.command("".join(["frobni", "cate 1"]))')
    assert out.error is not None
    assert out.error["type"] == "CommandError"
    assert "frobnicate" in out.error["message"]


# -- telling


def test_expect_counts_and_spells_failures_out(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
ok = [host.expect("same", 1.0, 1.0), host.expect("near", 1.000001, 1.0), host.expect("array", np.ones(3), 1.0)]
bad = [host.expect("far", 0.62, 0.624792), host.expect("word", "a", "b"), host.expect("nan", float("nan"), 1.0),
       host.expect("nonsense", object(), 3)]
host.result([ok, bad])
"""
    )
    assert finished(out) == [[True] * 3, [False] * 4]
    assert (out.verdicts["pass"], out.verdicts["fail"]) == (3, 4)
    assert out.verdicts["failed"][0] == "far: 0.620000, expected 0.624792 ± 1e-05"


def test_records_keep_tick_key_value_and_order(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
def run(host):
    start = host.tick()
    for i in range(3):
        host.record("row", {"i": i, "at": host.tick() - start})
        yield
    host.record("last", np.arange(3))
"""
    )
    finished(out)
    assert [(r["key"], r["value"]) for r in out.records] == [
        ("row", {"i": 0, "at": 0}),
        ("row", {"i": 1, "at": 1}),
        ("row", {"i": 2, "at": 2}),
        ("last", [0, 1, 2]),
    ]
    ticks = [r["tick"] for r in out.records]
    assert [t - ticks[0] for t in ticks] == [0, 1, 2, 3]


def test_values_have_a_defined_json_form(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
from collections import Counter
from dataclasses import dataclass
@dataclass
class Shot:
    speed: float
    at: tuple
host.result({"f": np.float32(0.5), "i": np.int64(3), "b": np.bool_(True), "a": np.array([1.0, np.nan, np.inf]),
             "nan": float("nan"), "inf": -float("inf"), "set": {3, 1, 2}, "bytes": b"abc", "shot": Shot(1.5, (1, 2)),
             "counter": Counter("aab"), "keys": {(1, 2): 3, 4: 5}, "big": 2**70, "block": host.block((0, 200, 0))})
"""
    )
    assert finished(out) == {
        "f": 0.5,
        "i": 3,
        "b": True,
        "a": [1.0, None, "Infinity"],
        "nan": None,
        "inf": "-Infinity",
        "set": [1, 2, 3],
        "bytes": "YWJj",
        "shot": {"speed": 1.5, "at": [1, 2]},
        "counter": {"a": 2, "b": 1},
        "keys": {"[1,2]": 3, "4": 5},
        "big": str(2**70),
        "block": "minecraft:air",
    }


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("loop", "result.a[0]"),
        ("{'x': [1, object()]}", "result.x[1]"),
        ("{'s': '\\ud800'}", "result.s"),
        ("deep", "nested deeper than 64"),
    ],
)
def test_what_has_no_json_form_is_named_by_its_path(run_case: RunCase, value: str, words: str) -> None:
    out = run_case(
        f"""
loop = {{"a": []}}
loop["a"].append(loop)
deep = []
for _ in range(100_000):
    deep = [deep]
value = {value}
host.result(value)
"""
    )
    assert out.error is not None
    assert out.error["type"] == "EncodeError"
    assert words in out.error["message"]


def test_a_result_over_64_kb_is_an_error_with_its_size_and_nothing_is_cut(run_case: RunCase) -> None:
    out = run_case("host.result('small')\nhost.result('x' * 70_000)")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["type"] == "LimitError"
    assert "70,002" in out.error["message"]
    assert out.result == "small"
    assert out.status["partial"] is True


def test_log_and_print_are_lines(run_case: RunCase) -> None:
    out = run_case("host.log('a', 1, (2, 3))\nprint('b', end='')\nprint('c')\nprint('d\\ne', end='')")
    finished(out)
    assert [line.rpartition("] ")[2] for line in out.lines] == ["a 1 (2, 3)", "bc", "d", "e"]


def test_the_last_result_wins_and_run_gives_one_too(run_case: RunCase) -> None:
    assert finished(run_case("def run(host):\n    host.result(1)\n    return 2\n")) == 2
    assert finished(run_case("def run(host):\n    host.result(1)\n")) == 1


# -- ends


def test_stop_lets_the_step_finish_and_is_finished(run_case: RunCase) -> None:
    out = run_case(
        """
seen = []
def on_tick(host):
    host.stop()
    seen.append(host.elapsed())
def on_stop(host): host.result([seen, host.reason()])
"""
    )
    assert finished(out) == [[1], "finished"]


def test_ticks_end_a_script(run_case: RunCase) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane]
# ticks = 3
# ///
n = 0
def on_tick(host):
    global n
    n += 1
def on_stop(host): host.result(n)
"""
    )
    assert finished(out) == 3
    assert out.elapsed == 3


def test_a_failure_gives_its_line_code_and_locals_and_still_calls_on_stop(run_case: RunCase) -> None:
    out = run_case(
        """
def on_tick(host):
    count = host.elapsed()
    if count == 2:
        broken = 1 / (count - 2)
def on_stop(host): host.result({"why": host.reason(), "empty": host.reason() == ""})
"""
    )
    assert (out.state, out.reason, out.elapsed) == ("ended", "failed", 2)
    assert out.error is not None
    assert (out.error["type"], out.error["line"], out.error["in"]) == ("ZeroDivisionError", 5, "on_tick")
    assert out.error["code"] == "broken = 1 / (count - 2)"
    assert out.error["locals"]["count"] == "2"
    assert out.result == {"why": "failed", "empty": False}
    assert "ZeroDivisionError" in out.status["traceback"]


def test_sys_exit_is_a_failure_of_the_script_and_of_nothing_else(run_case: RunCase) -> None:
    out = run_case("import sys\nsys.exit(3)")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["type"] == "SystemExit"
    assert finished(run_case("host.result('still here')")) == "still here"


def test_a_script_lives_while_a_handle_can_call_it(run_case: RunCase) -> None:
    out = run_case(
        """
def on_start(host):
    host.after(6, lambda: host.result(host.elapsed()))
"""
    )
    assert finished(out) == 6
    assert out.elapsed == 6


def test_a_run_that_returned_is_not_held_by_what_it_listens_to(run_case: RunCase) -> None:
    out = run_case("def run(host):\n    host.on('explosion', print)\n    yield 3\n    return 'done'\n")
    assert finished(out) == "done"
    assert out.elapsed == 3


def test_main_block_is_not_run(run_case: RunCase) -> None:
    out = run_case("host.result('body')\nif __name__ == '__main__':\n    host.result('main')\n")
    assert finished(out) == "body"


def test_an_ended_scripts_host_does_nothing_any_more(run_case: RunCase) -> None:
    finished(run_case("import queue\nqueue.ticklane_kept = host"))
    again = run_case(
        """
import queue
old = queue.ticklane_kept
del queue.ticklane_kept
try:
    old.fill((0, 70, 0), (1, 70, 1), "stone")
except Exception as e:
    host.result([type(e).__name__, "has ended, reason finished" in str(e)])
"""
    )
    assert finished(again) == ["NotHereError", True]


# -- parameters and randomness


def test_params_have_defaults_and_are_read_only(run_case: RunCase) -> None:
    source = """
# /// script
# [tool.ticklane.params]
# n = 5
# name = "x"
# ///
try:
    host.params["n"] = 3
except TypeError:
    host.result([host.params["n"], host.params["name"], sorted(host.params), host.params.get("other", 7)])
"""
    assert finished(run_case(source)) == [5, "x", ["n", "name"], 7]
    assert finished(run_case(source, params={"n": 9})) == [9, "x", ["n", "name"], 7]


@pytest.mark.parametrize("seed", [0, 1, -1, 9223372036854775807])
def test_the_same_seed_gives_the_same_numbers(run_case: RunCase, seed: int) -> None:
    source = "host.result([host.seed, host.random.integers(0, 1 << 62, 4), host.random.normal(size=2)])"
    first = finished(run_case(source, seed=seed))
    assert first == finished(run_case(source, seed=seed))
    assert isinstance(first, list)
    assert first[0] == seed
    assert first[1:] != finished(run_case(source, seed=seed ^ 5))[1:]  # type: ignore[index]


def test_the_vantage_and_the_game_are_named(run_case: RunCase) -> None:
    out = run_case("host.result([host.vantage, host.vantage.authoritative, bool(host.game.host), host.game.minecraft])")
    result = finished(out)
    assert isinstance(result, list)
    assert result[:3] == ["server", True, True]
