"""Tracks, captures and entity triggers inside a lane: bounds, pauses, what a host does not know, what is paid for."""

from __future__ import annotations

import gc
import math
from typing import Any

import numpy as np
import pytest

from ticklane import Enters, Impulse, Landed, LimitError, Run, ScriptHost, Series
from ticklane._unpacked import unpacked
from ticklane.testing import FakeHost
from ticklane_runtime._capture import LiveCapture
from ticklane_runtime._measured_memory import MEASURE_BYTES

from .conftest import Game


def crowd(host: ScriptHost, n: int, y: float = 200.0) -> None:
    for i in range(n):
        host.spawn("experience_orb", (i % 100 + 0.5, y, i // 100 + 0.5))


def used(host: FakeHost) -> int:
    memory = host._own.measure_memory
    return memory.used + memory.promised


def kick(host: FakeHost) -> None:
    """Everything is pushed at once."""
    items = host.entities(type="experience_orb")
    host.modify(items, vel=items.vel + np.array([0.0, 1.0, 0.0]))


@pytest.mark.parametrize("has", [(), ("impulse_events",)], ids=["residuals", "events"])
def test_five_thousand_firing_at_once_have_a_window_each(has: tuple[str, ...]) -> None:
    host = FakeHost(world="void", has=has)
    crowd(host, 5000)
    hits = host.capture(Impulse(0.5, type="experience_orb"), before=20, after=20)
    host.advance(25)
    kick(host)
    host.advance(10)
    assert used(host) <= MEASURE_BYTES
    host.advance(11)
    assert (len(hits.windows), hits.dropped) == (5000, 0)
    assert used(host) <= MEASURE_BYTES
    assert {(len(w), w.cut, w.row, w.tick) for w in hits.windows} == {(41, "", 20, 26)}
    assert sorted(int(w.id[0]) for w in hits.windows) == host.entities(type="experience_orb").id.tolist()
    for window in hits.windows[::500]:
        push = window.event.vel_after - window.event.vel_before
        assert math.isclose(push[1], 1.0, abs_tol=0.03) and push[0] == push[2] == 0
        assert window.present.all()


def test_thousands_of_ticks_and_thousands_firing_stay_within_memory_and_what_is_dropped_is_counted() -> None:
    host = FakeHost(world="void")
    hits = host.capture(Impulse(0.5, type="experience_orb"), before=2000, after=3000)
    few = host.capture(Impulse(0.5, type="experience_orb"), before=3, after=3000)
    crowd(host, 5000, y=60_000.0)
    host.advance(4)
    kick(host)
    host.advance(5)
    assert used(host) <= MEASURE_BYTES
    for capture in (hits, few):
        capture.cancel()
        assert len(capture.windows) > 0 and len(capture.windows) + capture.dropped == 5000
    assert {w.cut for w in hits.windows} == {"start"} and {w.cut for w in few.windows} == {"end"}
    assert all(w.present[w.row].all() for w in [*hits.windows, *few.windows])
    assert sum("Windows are given up and counted as dropped" in line for line in host.lines) == 2
    assert used(host) <= MEASURE_BYTES


def test_what_is_there_already_and_does_not_fit_is_refused_at_once() -> None:
    host = FakeHost(world="void")
    crowd(host, 2000)
    with pytest.raises(LimitError, match=r"host.capture\(trigger\): 5,001 rows of 2,000 entities need .* 64 MiB"):
        host.capture(Impulse(0.5, type="experience_orb"), before=2000, after=3000)
    with pytest.raises(LimitError, match="of one entity needs"):
        host.capture(Impulse(0.5, type="tnt"), before=0, after=10**7)
    with pytest.raises(LimitError, match=r"a window of 5,001 rows of 2,000 entities needs .* of the 64 MiB"):
        host.capture(lambda: True, before=2000, after=3000, entities=host.entities())
    with pytest.raises(LimitError, match="600 rows of 2,000 entities need"):
        host.track(host.entities(), 600)
    gc.collect()
    assert used(host) == 0


def test_a_window_that_a_crowd_has_outgrown_is_given_up_whole() -> None:
    host = FakeHost(world="void")
    orb = host.spawn("experience_orb", (0.5, 20_000, 0.5))
    small = host.capture(lambda: host.tick() in (2, 40), before=1, after=1, entities=lambda es: es.y > 0)
    large = host.capture(lambda: host.tick() in (2, 40), before=1, after=200, entities=lambda es: es.y > 0)
    host.advance(5)
    crowd(host, 3000, 10_000.0)
    host.advance(40)
    large.cancel()
    assert [(w.tick, len(w.id)) for w in small.windows] == [(2, 1), (40, 3001)]
    assert (large.windows, large.dropped) == ([], 2)
    assert small.windows[0].id.tolist() == [orb.id] and used(host) <= MEASURE_BYTES


def test_windows_that_nobody_holds_free_their_memory() -> None:
    host = FakeHost(world="void")
    crowd(host, 50)
    hits = host.capture("entity_spawn", before=5, after=5)
    before = used(host)
    crowd(host, 20)
    host.advance(8)
    assert len(hits.windows) == 20 and used(host) > before
    hits.windows.clear()
    assert used(host) - before < 200_000  # the columns of twenty more
    hits.cancel()
    del hits
    assert used(host) == 0


def test_a_second_script_has_memory_of_its_own(game: Game) -> None:
    source = "kept = host.track(host.entities(), 10)\ndef on_tick(host): pass\n"
    game.start(source, "a")
    game.start(source, "b")
    a, b = (game.lane.roster.get(id) for id in "ab")
    assert a is not None and b is not None
    assert a.measure_memory is not b.measure_memory and a.measure_memory.used == b.measure_memory.used


def test_nothing_is_fed_when_nobody_measures(game: Game) -> None:
    game.start("def on_tick(host): pass\n")
    game.tick(3)
    assert game.lane.snapshots.table is None and not game.lane.roster.measurers
    game.start("kept = host.track(host.entities(), 5)\nhost.after(2, kept.cancel)\ndef on_tick(host): pass\n", "other")
    seen = []
    for _ in range(4):
        game.tick(1)
        seen.append(game.lane.snapshots.table is not None)
    assert seen == [True, True, False, False]
    assert game.bridge.mask == 0


def test_computed_columns_are_made_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import ticklane.series

    def never(*_: object, **__: object) -> None:
        raise AssertionError("nobody has asked")

    host = FakeHost()
    host.spawn("tnt", (0.5, 66, 0.5), fuse=300)
    track = host.track(host.entities(), 20)
    hits = host.capture(Landed(), before=5, after=5)
    monkeypatch.setattr(ticklane.series, "unexplained", never)
    monkeypatch.setattr(ticklane.series, "moved", never)
    host.advance(30)
    (window,) = hits.windows
    assert track.pos.shape == (20, 1, 3) and window.vel.shape == (11, 1, 3)
    with pytest.raises(AssertionError, match="nobody has asked"):
        _ = track.impulse
    with pytest.raises(AssertionError, match="nobody has asked"):
        _ = window.moved


def test_a_paused_script_misses_no_row_and_hears_of_nothing(game: Game) -> None:
    game.start(
        """
from ticklane import *
track = host.track(lambda es: es.type == "tnt", 50)
hits = host.capture(Landed(type="tnt"), before=2, after=2)
heard = []
host.on(Landed(type="tnt"), heard.append)
host.spawn("tnt", (0.5, 100, 0.5), fuse=300)
def on_tick(host): pass
def on_stop(host):
    host.result([track.ticks.tolist(), track.id.shape[0], len(hits.windows), len(heard), track.on_ground[:, 0].any()])
"""
    )
    for x in range(-2, 3):
        for z in range(-2, 3):
            game.world.set_block(x, 98, z, game.world.blocks.code("stone"))
    game.tick(3)
    game.ask("pause", "it")
    game.world.spawned(game.world.spawn("tnt", (1.5, 99.5, 1.5), (0.0, 0.0, 0.0)))
    game.tick(20)
    game.ask("resume", "it")
    game.tick(3)
    game.ask("stop", "it")
    assert game.status()["result"] == [list(range(27)), 2, 0, 0, True]


def test_a_filter_is_not_called_while_its_script_is_paused(game: Game) -> None:
    game.start(
        "seen = []\n"
        "def pick(es):\n"
        "    seen.append(es.tick)\n"
        "    return es.y > 0\n"
        "track = host.track(pick, 50)\n"
        "def on_tick(host): pass\n"
        "def on_stop(host): host.result([seen, len(track)])\n"
    )
    game.tick(2)
    game.ask("pause", "it")
    game.tick(5)
    game.ask("resume", "it")
    game.tick(1)
    game.ask("stop", "it")
    assert game.status()["result"] == [[0, 1, 2, 8], 9]


def test_positions_that_are_not_known_fire_nothing_and_stay_not_known() -> None:
    host = FakeHost()
    tnt = host.spawn("tnt", (0.5, 90, 0.5), fuse=300)
    seen: list[Any] = []
    for trigger in (Impulse(0.01), Enters((0, 0, 0), (5, 200, 5)), Landed()):
        host.on(trigger, seen.append)
    track = host.track(host.entities(), 10)
    host.advance(2)
    entity = host._fake.world.entities[tnt.id]
    entity.pos[0] = entity.vel[0] = math.nan
    host._fake.world.frozen = True
    for _ in range(2):
        host._fake.world.ticks += 1
        host._fake.lane.step(host._fake.world.ticks)
    entity.pos[0], entity.vel[0] = 0.5, 0.0
    host._fake.world.ticks += 1
    host._fake.lane.step(host._fake.world.ticks)
    assert seen == []
    assert np.isnan(track.pos[3:5, 0, 0]).all() and np.isnan(track.impulse[3:6, 0, 0]).all()
    assert track.present.all() and not track.moved[3:6].any()


def test_columns_a_host_lacks_give_an_honest_nothing() -> None:
    """Interpolated positions, no velocities: nothing is computed from what isn't there."""
    host = FakeHost()
    world = host._fake.world
    tnt = host.spawn("tnt", (0.5, 90, 0.5), fuse=300)
    world.entities[tnt.id].vel[:] = [math.nan] * 3
    seen: list[Any] = []
    host.on(Impulse(0.01), seen.append)
    hits = host.capture(Impulse(0.01))
    track = host.track(host.entities(), 10)
    for _ in range(5):
        world.ticks += 1
        host._fake.lane.step(world.ticks)
    hits.cancel()
    assert seen == [] and hits.windows == [] and hits.dropped == 0
    assert np.isnan(track.impulse).all() and np.isnan(track.delta_v).all()


def test_a_tick_that_is_missing_is_no_change() -> None:
    host = FakeHost()
    host.spawn("tnt", (0.5, 90, 0.5), fuse=300)
    seen: list[Any] = []
    host.on(Impulse(0.01), seen.append)
    track = host.track(host.entities(), 10)
    host.advance(2)
    host._fake.world.tick()
    host.advance(2)
    assert track.ticks.tolist() == [0, 1, 2, 4, 5] and seen == []
    assert np.isnan(track.impulse[3]).all() and np.isnan(track.delta_v[3]).all() and not track.moved[3].any()
    assert np.abs(track.impulse[[1, 2, 4]]).max() < 1e-12


def test_players_have_no_impulse_and_what_leaves_is_unloaded() -> None:
    host = FakeHost()
    id = host.join("Notch")
    track = host.track(host.entities(type="player"), 20)
    hits = host.capture("player_leave", before=3, after=2)
    jumps = host.capture(Enters((0, 60, 0), (1, 63, 1)), before=1, after=4)
    host.advance(5)
    assert np.isnan(track.impulse).all() and np.isfinite(track.delta_v[1:]).all()
    host._fake.world.entities[id].pos[1] = 62.0
    host.advance(1)
    host.leave(id)
    host.advance(5)
    (gone,), (jump,) = hits.windows, jumps.windows
    assert (gone.cut, jump.cut) == ("unload", "unload")
    assert (
        gone.present[:, 0].tolist() == [True] * 3 + [False] * 3
        and jump.present[:, 0].tolist() == [True] * 2 + [False] * 4
    )
    assert gone.event.name == "Notch" and gone.type[0] == "player"


def test_a_lasting_push_fires_once_where_it_is_computed() -> None:
    host = FakeHost(world="void")
    item = host.spawn("item", (0.5, 200, 0.5), item="stone")
    seen: list[int] = []
    host.on(Impulse(0.5), lambda e: seen.append(e.tick))
    for tick in range(12):
        if tick in (2, 3, 4, 8):
            host.modify(item, vel=(0, item.vy + 1, 0))
        host.advance()
    assert seen == [3, 9]


def test_events_lost_in_a_flood_are_told_and_the_rest_is_right() -> None:
    host = FakeHost(world="void", has=("impulse_events",))
    crowd(host, 9000)
    hits = host.capture(Impulse(0.5, type="experience_orb"), before=0, after=0)
    host.advance(1)
    kick(host)
    host.advance(2)
    assert len(hits.windows) == 8192
    assert any("events were lost" in line for line in host.lines)


def test_a_filter_that_is_too_slow_is_ended_like_any_code(watched: Game) -> None:
    watched.start(
        "def pick(es):\n    while host.elapsed() > 1: pass\n    return es.y > 0\n"
        "def on_tick(host): pass\n"
        "host.track(pick, 5)\n",
        hard_ms=20,
    )
    watched.tick(3)
    status = watched.status()
    assert (status["reason"], status["budget"]["hard"], status["budget"]["line"]) == ("budget", True, 2)


def test_an_ended_script_leaves_nothing_behind(sprinting: Game) -> None:
    sprinting.start(
        "from ticklane import *\n"
        "kept = [host.track(host.entities(), 10), host.capture('impulse'), host.on(Landed(), print)]\n"
        "def on_tick(host): host.stop()\n"
    )
    assert sprinting.bridge.mask != 0
    sprinting.tick(2)
    assert sprinting.bridge.mask == 0 and not sprinting.lane.roster.measurers


def test_windows_can_be_recorded(sprinting: Game) -> None:
    sprinting.start(
        """
from ticklane import *
def run(host):
    hits = host.capture("entity_spawn", before=1, after=1)
    track = host.track(lambda es: es.type == "tnt", 5)
    host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    yield 3
    host.record("window", hits.windows[0])
    host.record("track", track)
"""
    )
    sprinting.tick(4)
    window, track = (unpacked(row["value"]) for row in sprinting.outputs()[-1].records())
    assert window.ticks.tolist() == [0, 1, 2] and window.present.tolist() == [[False], [True], [True]]
    assert (window.tick, window.row, window.cut, window.event.kind) == (1, 1, "", "entity_spawn")
    assert np.isnan(window.pos[0]).all() and list(window.type) == ["tnt"]
    assert track.ticks.tolist() == [0, 1, 2, 3] and type(track) is Series


def test_the_handles_say_what_they_are() -> None:
    host = FakeHost()
    host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
    track, hits = host.track(host.entities(), 10), host.capture("impulse")
    host.advance(2)
    assert isinstance(hits, LiveCapture)
    assert repr(track) == "<Track of 3 rows, ticks 0 to 2, 1 entities: 1 minecraft:tnt>"
    assert repr(hits) == "<capture, active: 0 windows, 0 open, 0 dropped>"
    with pytest.raises(AttributeError, match="did you mean vel"):
        _ = track.velo
    with pytest.raises(AttributeError, match="read only"):
        track.pos = np.zeros(3)


def test_a_generator_is_resumed_in_the_step_its_windows_close() -> None:
    def run(host: ScriptHost) -> Run:
        hits = host.capture("entity_spawn", before=0, after=2)
        host.spawn("tnt", (0.5, 80, 0.5), fuse=300)
        while not hits.windows:
            yield
        return host.elapsed()

    assert FakeHost().run(run).result == 3
