"""The host contract, on fake hosts and in a real game. Captures: windows around firings."""

from __future__ import annotations

import math

import pytest

from .host_cases import FLOOR, RunCase, finished

PUSH = (
    FLOOR
    + """
def push(host, capture, ticks=30, fuse=10):
    # The victim first: it has moved before the other explodes.
    floor(host)
    victim = host.spawn("tnt", (2.5, 64, 0.5), fuse=500)
    yield 10
    made = capture()
    source = host.spawn("tnt", (0.5, 64, 0.5), fuse=fuse)
    yield ticks
    host.remove(victim)
    return victim, source, made
"""
)


def test_a_window_is_complete_around_its_tick(measure_case: RunCase) -> None:
    out = measure_case(
        PUSH
        + """
def run(host):
    path = host.track(lambda es: es.type == "tnt", ticks=100)
    start = host.tick()
    victim, source, hits = yield from push(host, lambda: host.capture(Impulse(0.5, type="tnt"), before=5, after=7))
    (w,) = hits.windows
    a = int(np.flatnonzero(path.ticks == w.ticks[0])[0])
    rows, j = slice(a, a + 13), path.column_of(victim.id)
    same = [bool(np.array_equal(getattr(w, name)[:, 0], getattr(path, name)[rows, j], equal_nan=True))
            for name in ("present", "on_ground", "pos", "vel", "width", "height")]
    e = w.event
    return {"ticks": (w.ticks - start).tolist(), "tick": w.tick - start, "row": w.row, "cut": w.cut, "same": same,
            "id": w.id.tolist() == [victim.id], "type": w.type[0] == "tnt", "kind": e.kind,
            "event_tick": e.tick - start, "cause": e.cause,
            "residual": e.cause == "residual", "exact": "impulse_events" in host.game.has,
            "impulse": w.impulse[w.row, 0].tolist(), "pushed": (e.vel_after - e.vel_before).tolist(),
            "moved": w.moved[:, 0].tolist(), "dropped": hits.dropped, "same_list": hits.windows is hits.windows}
"""
    )
    got = finished(out)
    assert isinstance(got, dict)
    assert (got["ticks"], got["tick"], got["row"], got["cut"]) == (list(range(15, 28)), 20, 5, "")
    assert got["same"] == [True] * 6 and got["id"] and got["type"] and got["same_list"] and got["dropped"] == 0
    assert (got["kind"], got["event_tick"]) == ("impulse", 20)
    # A host that tells every impulse is believed, elsewhere the columns are: never both.
    assert got["residual"] is not got["exact"] and got["cause"] in ("residual", "explosion")
    assert all(math.isclose(a, b, abs_tol=1e-12) for a, b in zip(got["impulse"], got["pushed"], strict=True))
    assert math.isclose(got["impulse"][0], 0.749531, abs_tol=1e-5)
    assert got["moved"] == [False] * 6 + [True] * 7


def test_a_window_keeps_the_first_look_of_a_step(measure_case: RunCase) -> None:
    out = measure_case(
        PUSH
        + """
def run(host):
    def watch():
        seen = []
        # In every step, after its beginning, the script puts everything somewhere else and back.
        def shake():
            es = host.entities(type="tnt")
            pos = es.pos
            host.modify(es, pos=pos + [0, 50, 0])
            seen.append(host.entities(type="tnt").pos.copy())
            host.modify(es, pos=pos)
        host.every(1, shake)
        return host.capture("explosion", entities=lambda es: es.type == "tnt", before=2, after=2)
    victim, source, hits = yield from push(host, watch)
    (w,) = hits.windows
    return [float(np.nanmax(w.pos[:, :, 1])) < 70, w.id.tolist() == [victim.id, source.id], w.present.tolist(),
            w.event.source == source.id]
"""
    )
    present = [[True, True]] * 2 + [[True, False]] * 3
    assert finished(out) == [True, True, present, True]


def test_what_shortens_a_window_is_said(measure_case: RunCase) -> None:
    out = measure_case(
        PUSH
        + """
def run(host):
    def some():
        return [host.capture("explosion", entities=host.entities(type="tnt"), before=b, after=a)
                for b, a in ((10, 10), (11, 0), (0, 20), (0, 21))]
    victim, source, made = yield from push(host, some)
    for one in made:
        one.cancel()
    return [[w.cut, len(w), w.row, w.tick - w.ticks[0]] for one in made for w in one.windows]
"""
    )
    # 11 rows lie before and at the explosion since the captures began, 20 after it.
    assert finished(out) == [["", 21, 10, 10], ["start", 11, 10, 10], ["", 21, 0, 0], ["end", 21, 0, 0]]


def test_a_script_that_ends_closes_its_windows_before_on_stop(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
# /// script
# [tool.ticklane]
# ticks = 12
# ///
kept = []
def on_start(host):
    floor(host)
    kept.append(host.capture("entity_spawn", before=0, after=100))
    kept.append(host.track(lambda es: es.type == "tnt", 50))
def on_tick(host):
    if host.elapsed() == 5:
        host.spawn("tnt", (0.5, 80, 0.5), fuse=300, tag="it")
def on_stop(host):
    hits, path = kept
    host.remove(host.entities(type="tnt"))
    late = host.capture("entity_spawn")
    host.result([[(w.cut, len(w), w.event.kind, w.present.all()) for w in hits.windows], hits.active, path.active,
                 path.pos.shape, late.active, late.windows])
"""
    )
    # Spawned in step 5, its event and its first row come in step 6.
    assert finished(out) == [[["end", 7, "entity_spawn", True]], False, False, [13, 1, 3], False, []]


@pytest.mark.parametrize(
    ("overlap", "windows"),
    [
        ("separate", [[0, 2, 7, ""], [3, 2, 7, ""], [12, 2, 7, ""]]),
        ("skip", [[0, 2, 7, ""], [12, 2, 7, ""]]),
        ("merge", [[0, 2, 10, ""], [12, 2, 7, ""]]),
    ],
)
def test_overlapping_windows(measure_case: RunCase, overlap: str, windows: list[object]) -> None:
    out = measure_case(
        FLOOR
        + f"OVERLAP = {overlap!r}"
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 64, 0.5), fuse=500)
    yield 5
    own = host.capture(Enters((0, 70, 0), (0, 75, 0)), before=2, after=4, overlap=OVERLAP)
    all = host.capture(Enters((0, 70, 0), (0, 75, 0)), before=2, after=4, overlap=OVERLAP,
                       entities=host.entities(type="tnt"))
    yield 5
    start = host.tick() + 1
    for tick in range(20):
        if tick in (0, 3, 12):
            host.modify(tnt, pos=(0.5, 72, 0.5))
        else:
            host.modify(tnt, pos=(0.5, 90, 0.5), vel=(0, 0, 0))
        yield
    host.remove(tnt)
    return [[[w.tick - start, w.row, len(w), w.cut] for w in one.windows] for one in (own, all)]
"""
    )
    assert finished(out) == [windows, windows]


def test_a_firing_of_another_entity_has_a_window_of_its_own(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    caught = {o: host.capture("entity_spawn", before=1, after=6, overlap=o) for o in ("separate", "skip", "merge")}
    a = host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    yield 3
    b = host.spawn("tnt", (4.5, 80, 0.5), fuse=300)
    yield 9
    host.remove(a); host.remove(b)
    return [[[w.id[0] == e.id for w, e in zip(c.windows, (a, b))], [w.present[:, 0].tolist() for w in c.windows]]
            for c in caught.values()]
"""
    )
    one = [[True, True], [[False, *[True] * 7]] * 2]
    assert finished(out) == [one] * 3


def test_windows_beyond_the_limit_are_counted_and_room_can_be_made(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    few = host.capture("entity_spawn", before=0, after=1, limit=3)
    made = [host.spawn("tnt", (x, 80, 0.5), fuse=300) for x in range(5)]
    yield 3
    first = [len(few.windows), few.dropped]
    few.windows.clear()
    made += [host.spawn("tnt", (x, 80, 4.5), fuse=300) for x in range(2)]
    yield 3
    for e in made:
        host.remove(e)
    return [first, [w.id[0] for w in few.windows] == [e.id for e in made[5:]], few.dropped]
"""
    )
    assert finished(out) == [[3, 2], True, 2]


def test_an_entity_that_leaves_within_a_window_is_absent_from_then_on(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    hits = host.capture("entity_remove", before=3, after=2)
    sand = host.spawn("falling_block", (0.5, 64.9, 0.5), block="sand")
    shot = host.spawn("tnt", (4.5, 300, 0.5), vel=(0, 0, 60), fuse=300)   # leaves the loaded world
    yield 20
    host.set_block((0, 64, 0), "air")
    out = {}
    for w in hits.windows:
        out[w.event.cause] = [w.cut, w.present[:, 0].tolist(), bool(np.isnan(w.pos[~w.present]).all()),
                              bool(np.isnan(w.impulse[w.row]).all()), w.type[0]]
    return out
"""
    )
    got = finished(out)
    assert isinstance(got, dict)
    assert got["landed"] == ["", [True] * 3 + [False] * 3, True, True, "minecraft:falling_block"]
    if "unloaded" in got:  # the fake world has no edge
        assert got["unloaded"][0] == "unload" and got["unloaded"][2:4] == [True, True]


def test_a_function_fires_on_the_rising_edge_and_its_answer_is_the_event(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=300)
    start = host.tick()
    hits = host.capture(lambda: host.elapsed() % 6 in (4, 5) and {"at": host.elapsed()}, before=1, after=0,
                        entities=lambda es: es.type == "tnt")
    yield 17
    host.remove(tnt)
    return [[w.tick - start, w.event, w.ticks.tolist() == [w.tick - 1, w.tick], w.cut] for w in hits.windows]
"""
    )
    assert finished(out) == [[t, {"at": t}, True, ""] for t in (4, 10, 16)]


def test_a_function_that_throws_ends_the_script_with_its_line(measure_case: RunCase) -> None:
    out = measure_case(
        """
def run(host):
    def wrong():
        return 1 // (3 - host.elapsed())
    host.capture(wrong, entities=host.entities())
    yield 10
"""
    )
    assert out.reason == "failed" and out.elapsed == 3 and out.error is not None
    assert (out.error["type"], out.error["line"]) == ("ZeroDivisionError", 4)


def test_a_table_of_entities_that_are_gone_is_an_honest_nothing(measure_case: RunCase) -> None:
    out = measure_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    es = host.entities(type="tnt")
    host.remove(tnt)
    path = host.track(es, 5)
    hits = host.capture(lambda: host.elapsed() == 3, before=1, after=1, entities=es)
    yield 6
    (w,) = hits.windows
    return [w.pos.shape, np.isnan(w.pos).all(), w.present.any(), path.present.any(), path.id.tolist() == [tnt.id]]
"""
    )
    assert finished(out) == [[3, 1, 3], True, False, False, True]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        ("host.capture(made('block_change'))", "ValueError", "names no entity. Say whose rows: entities="),
        ("host.capture(some)", "ValueError", "a function names no entity"),
        ("host.capture(made(5))", "TypeError", "a trigger is an event kind (explosion"),
        ("host.capture(made('explosions'))", "UnknownNameError", "explosion"),
        ("host.capture(Impulse)", "TypeError", "give Impulse(min_dv=0.1)"),
        ("host.capture(Landed)", "TypeError", "give Landed()"),
        ("host.capture(Impulse(0))", "ValueError", "a speed above 0"),
        ("host.capture(Impulse(float('nan')))", "ValueError", "not finite"),
        ("host.capture(Impulse(0.1, type='tmt'))", "UnknownNameError", "did you mean tnt"),
        ("host.capture(Enters((0, 0), (1, 1, 1)))", "ValueError", "three numbers"),
        ("host.capture('impulse', before=-1)", "ValueError", "before=-1"),
        ("host.capture('impulse', limit=0)", "ValueError", "limit=0"),
        ("host.capture('impulse', overlap=made('never'))", "ValueError", "one of merge separate skip"),
        ("host.capture('impulse', entities=made(5))", "TypeError", "a table or a filter"),
        ("host.capture('impulse', before=10**6)", "LimitError", "Ask for fewer ticks"),
        ("host.capture('impulse', entities=some(), after=3 * 10**5, before=0)", "LimitError", "64 MiB"),
    ],
)
def test_a_wrong_capture_says_what_works(measure_case: RunCase, call: str, error: str, says: str) -> None:
    source = f"""
from ticklane import *
def made(what): return what
def some():
    return host.entities(type="tnt")
def run(host):
    tnt = [host.spawn("tnt", (x, 200, 0.5), fuse=300) for x in range(3)]
    try:
        {call}
    finally:
        for one in tnt:
            host.remove(one)
"""
    out = measure_case(source)
    assert out.reason == "failed" and out.error is not None
    assert out.error["type"] == error, out.error
    assert says in out.error["message"], out.error
