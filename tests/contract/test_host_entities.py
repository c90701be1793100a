"""The host contract, on the fake host and in a real game. Seeing entities and acting on them."""

from __future__ import annotations

import pytest

from .host_cases import FLOOR, RunCase, finished


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
