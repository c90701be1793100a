"""The host contract, on fake hosts and in a real game. Tracks: rows, joins and removals, what is computed."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane.testing import Outcome

from .host_cases import FLOOR, RunCase, finished


def result_of(out: Outcome) -> Any:
    return finished(out)


def test_a_track_begins_now_and_grows_to_its_length(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    path = host.track(host.entities(type="tnt"), ticks=4)
    start, seen = host.tick(), []
    for _ in range(7):
        now = path.pos[-1, 0, 1] == tnt.y, path.vel[-1, 0, 1] == tnt.vy
        seen.append([len(path), (path.ticks - start).tolist(), *now])
        yield
    host.remove(tnt)
    last = path[-1].ticks.tolist() == [start + 7]
    return [seen, path.pos.shape, path.id.tolist() == [tnt.id], path.type[0] == "tnt", last]
"""
    )
    seen, shape, *right = result_of(out)
    assert [row[0] for row in seen] == [1, 2, 3, 4, 4, 4, 4]
    assert [row[1] for row in seen][2:5] == [[0, 1, 2], [0, 1, 2, 3], [1, 2, 3, 4]]
    assert all(row[2:] == [True, True] for row in seen)
    assert shape == [4, 1, 3] and right == [True, True, True]


def test_what_a_track_gave_never_changes(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    path = host.track(lambda es: es.type == "tnt", ticks=3)
    yield 2
    kept, photograph = (path.ticks, path.pos, path.vel, path.present, path.id), path[:]
    copies = [k.copy() for k in kept]
    more = [host.spawn("tnt", (x, 200, 3.5), fuse=300) for x in range(40)]
    yield 90
    same = [bool(((k == c) | (k != k)).all()) for k, c in zip(kept, copies)]
    for e in [tnt, *more]:
        host.remove(e)
    try:
        kept[1][0] = 0
    except ValueError:
        same.append(True)
    return [same, photograph.ticks.tolist() == copies[0].tolist(), photograph.pos.shape, path.pos.shape]
"""
    )
    assert finished(out) == [[True] * 6, True, [3, 1, 3], [3, 41, 3]]


def test_a_track_of_a_table_has_its_columns_for_good(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    a, b, c = (host.spawn("tnt", (x, 200, 0.5), fuse=300) for x in (1, 2, 3))
    path = host.track(host.entities(type="tnt"), ticks=50)
    yield
    host.remove(b)
    host.spawn("tnt", (4, 200, 0.5), fuse=300, tag="new")
    yield 2
    host.remove(host.entities(type="tnt"))
    yield
    return [path.id.tolist() == [a.id, b.id, c.id], path.present.tolist(), np.isnan(path.pos[:, :, 0]).tolist(),
            path.pos[2, 2, 0], path.on_ground.any(), path.column_of(c.id), path.column_of(-5)]
"""
    )
    same, present, missing, x, ground, column, none = result_of(out)
    assert same is True
    assert present == [[True, True, True], [True, True, True], [True, False, True], [True, False, True], [False] * 3]
    assert missing == [[not one for one in row] for row in present]
    assert (x, ground, column, none) == (3, False, 2, -1)


def test_a_track_of_a_filter_follows_what_has_passed(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    low = host.spawn("tnt", (0.5, 100, 0.5), fuse=300, vel=(0, 1, 0))
    path = host.track(lambda es: (es.type == "tnt") & (es.y > 101.5), ticks=60)
    sizes = [len(path.id)]
    yield 2
    sizes.append(len(path.id))
    high = host.spawn("tnt", (5.5, 150, 0.5), fuse=300)
    yield 50
    y = path.pos[:, path.column_of(low.id), 1]
    out = [sizes, path.id.tolist() == [low.id, high.id], path.present.sum(axis=0).tolist(), bool(y[-1] < 101.5),
           path.pos.shape]
    host.remove(low); host.remove(high)
    return out
"""
    )
    # 101.5 is passed in the second tick (0.96, then 1.8608 above the start), the other comes in the third.
    assert finished(out) == [[0, 1], True, [51, 50], True, [53, 2, 3]]


@pytest.mark.parametrize(
    "type",
    ["tnt", "falling_block", "item", "experience_orb", "arrow", "snowball", "ender_pearl", "armor_stand", "zombie"],
)
def test_free_motion_leaves_nothing_unexplained(measure_case: RunCase, type: str) -> None:
    out = measure_case(
        FLOOR
        + f'TYPE = "{type}"'
        + """
def run(host):
    floor(host)
    type = TYPE
    more = {"fuse": 300} if type == "tnt" else {"item": "stone"} if type == "item" else {}
    path = host.track(lambda es: es.type == type, ticks=61)
    for x, vel in enumerate([(0, 0, 0), (0.8, 0.5, -0.3), (-0.1, 2, 0.05)]):
        host.spawn(type, (x + 0.5, 200, 0.5), vel=vel, **more)
    yield 60
    dv, away, moved = path.delta_v, path.impulse, path.moved
    host.remove(host.entities(type=type))
    # The row before they were spawned has no columns of them; the second row has no row before it.
    return [path.pos.shape, np.isnan(away[1]).all(), float(np.abs(away[2:]).max()), float(np.abs(dv[2:]).max()) > 0.01,
            moved[2:].mean() > 0.9]
"""
    )
    shape, nothing_before, most, changed, moved = result_of(out)
    assert shape == [61, 3, 3]
    assert most < 1e-9 and nothing_before and changed and moved


def test_what_rests_on_the_ground_is_borne_by_it(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    spawned = [host.spawn("tnt", (0.5, 64.5, 0.5), fuse=300), host.spawn("armor_stand", (4.5, 64.5, 4.5)),
               host.spawn("item", (-4.5, 64.5, -4.5), item="stone")]
    yield 20
    path = host.track(host.entities(), ticks=30)
    yield 20
    out = [float(np.abs(path.impulse[1:]).max()), path.on_ground.all(), path.moved.any(), path.delta_v[1:].any()]
    for e in spawned:
        host.remove(e)
    return out
"""
    )
    assert finished(out) == [0.0, True, False, False]


def test_a_push_of_an_explosion_is_the_impulse_of_its_row(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    told = []
    host.on("impulse", told.append)
    victim = host.spawn("tnt", (2.5, 64, 0.5), fuse=200)   # first: it has moved before the other explodes
    path = host.track(host.entities(type="tnt"), ticks=20)
    host.spawn("tnt", (0.5, 64, 0.5), fuse=10)
    yield 12
    host.remove(victim)
    push = next(e for e in told if e.cause == "explosion" and e.id == victim.id)
    row = int(np.flatnonzero(path.ticks == push.tick)[0])
    return [np.abs(path.impulse[row, 0] - (push.vel_after - push.vel_before)).max(), path.impulse[row, 0, 0]]
"""
    )
    off, x = result_of(out)
    assert off < 1e-12 and abs(x - 0.749531) < 1e-5


def test_a_cancelled_track_keeps_its_rows(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    path = host.track(host.entities(type="tnt"), ticks=40)
    was = path.active
    yield 5
    path.cancel(); path.cancel()
    yield 5
    host.remove(tnt)
    return [was, path.active, len(path), path.pos.shape]
"""
    )
    assert finished(out) == [True, False, 6, [6, 1, 3]]


def test_an_empty_track_is_honest(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    nobody = host.track(host.entities(type="zombie"), ticks=5)
    never = host.track(lambda es: es.y > 1e6, ticks=5)
    yield 3
    return [[t.pos.shape, t.impulse.shape, t.moved.shape, len(t), len(t.type), t.ticks.shape] for t in (nobody, never)]
"""
    )
    empty = [[4, 0, 3], [4, 0, 3], [4, 0], 4, 0, [4]]
    assert finished(out) == [empty, empty]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        ("host.track(host.entities(), 0)", "ValueError", "at least 1"),
        ("host.track(host.entities(), float(2))", "TypeError", "write 2"),
        ("host.track(word, 5)", "TypeError", "a table or a filter"),
        ("host.track(lambda es: True, 5)", "TypeError", "host.track(who, ticks): the filter gets the whole table"),
        ("host.track(some(), 10**9)", "LimitError", "Ask for fewer ticks or entities"),
        ("host.track(some(), 10**9)", "LimitError", "64 MiB"),
    ],
)
def test_a_wrong_track_says_what_works(measure_case: RunCase, call: str, error: str, says: str) -> None:
    source = f"""
word = "tnt"
def some():
    return host.entities(type="tnt")
def run(host):
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    try:
        {call}
    finally:
        host.remove(tnt)
"""
    out = measure_case(source)
    assert out.reason == "failed" and out.error is not None
    assert out.error["type"] == error, out.error
    assert says in out.error["message"], out.error


def test_a_filter_that_throws_ends_the_script_with_its_line(measure_case: RunCase) -> None:
    out = measure_case(
        """
def run(host):
    start = host.elapsed()
    def pick(es):
        return es.y > (0 if host.elapsed() < 3 else {}["height"])
    host.track(pick, 5)
    yield 10
"""
    )
    assert out.reason == "failed" and out.elapsed == 3 and out.error is not None
    assert (out.error["type"], out.error["line"]) == ("KeyError", 5)
