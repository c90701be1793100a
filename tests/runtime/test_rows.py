"""Rows over time against a reference that remembers everything, with entities that come, go and come back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ticklane import LimitError, Series
from ticklane._free_motion import FREE_MOTION
from ticklane_runtime._measured_memory import Memory
from ticklane_runtime._rows import CELL_BYTES, Rows
from ticklane_runtime._snapshots import Snapshots

from .measured_world import MeasuredWorld, Row

TYPES = ("tnt", "falling_block", "item", "zombie", "player")


def state(id: int, tick: int) -> Row:
    """Numbers that only this entity has, and only in this tick; sometimes not known."""
    unknown = (id * 7 + tick) % 11 == 0
    return Row(
        id=id,
        type=TYPES[id % len(TYPES)],
        pos=(id + tick / 1000, math.nan if unknown else tick, -id),
        vel=(math.sin(id * tick), math.cos(id + tick), tick % 3),
        width=1 + id / 10,
        height=2 + tick / 10,
        on_ground=(id + tick // 2) % 3 == 0,
    )


class Reference:
    """Every state of every tick, looked up one by one."""

    def __init__(self) -> None:
        self.ticks: list[tuple[int, dict[int, Row]]] = []

    def see(self, tick: int, rows: list[Row]) -> None:
        self.ticks.append((tick, {row.id: row for row in rows}))

    def value(self, tick: int, id: int) -> Row | None:
        return next((rows.get(id) for at, rows in self.ticks if at == tick), None)

    def impulse(self, tick: int, id: int, axis: int) -> float:
        before, now = self.value(tick - 1, id), self.value(tick, id)
        motion = FREE_MOTION.get(TYPES[id % len(TYPES)])
        if before is None or now is None or motion is None:
            return math.nan
        v = before.vel[axis] if abs(before.vel[axis]) >= motion.still else 0.0
        g, drag = (motion.gravity, motion.drag_y) if axis == 1 else (0.0, motion.drag_xz)
        free = v * drag - g if motion.gravity_last else (v - g) * drag
        if axis == 1 and before.on_ground and now.on_ground:
            free = now.vel[1] if now.vel[1] == before.vel[1] else -g * drag if motion.still else 0.0
        return now.vel[axis] - free


def check(series: Any, reference: Reference, length: int, ids: set[int], *, first_known: bool) -> None:
    """A series (a track as it is read) holds the last `length` ticks of these ids, and nothing else."""
    ticks = [tick for tick, _ in reference.ticks][-length:]
    assert series.ticks.tolist() == ticks
    seen = {id for id in ids if any(reference.value(tick, id) for tick in ticks)}
    known = series.id.tolist()
    assert seen <= set(known) <= ids and len(known) == len(set(known))
    present, pos, vel = series.present, series.pos, series.vel
    impulse, delta_v, moved = series.impulse, series.delta_v, series.moved
    assert present.shape == (len(ticks), len(known)) and pos.shape == (*present.shape, 3)
    assert list(series.type) == [f"minecraft:{TYPES[id % len(TYPES)]}" for id in known]
    for j, id in enumerate(known):
        for t, tick in enumerate(ticks):
            row = reference.value(tick, id)
            assert present[t, j] == (row is not None)
            assert series.on_ground[t, j] == (row is not None and row.on_ground)
            if row is None:
                assert np.isnan(pos[t, j]).all() and np.isnan(vel[t, j]).all() and np.isnan(series.width[t, j])
            else:
                assert np.array_equal(pos[t, j], row.pos, equal_nan=True) and vel[t, j].tolist() == list(row.vel)
                assert (series.width[t, j], series.height[t, j]) == (row.width, row.height)
            before = reference.value(tick - 1, id)
            if t == 0 and not first_known:
                before = None
            for axis in range(3):
                expected = math.nan if t == 0 and not first_known else reference.impulse(tick, id, axis)
                assert np.isclose(impulse[t, j, axis], expected, rtol=0, atol=1e-12, equal_nan=True)
                step = row.vel[axis] - before.vel[axis] if row is not None and before is not None else math.nan
                assert np.isclose(delta_v[t, j, axis], step, rtol=0, atol=0, equal_nan=True)
            both = row is not None and before is not None
            assert moved[t, j] == (
                both and bool(np.isfinite([*row.pos, *before.pos]).all()) and row.pos != before.pos  # type: ignore[union-attr]
            )


# Which of eight entities are there, tick by tick; sometimes a tick is missing.
LIVES = st.lists(st.tuples(st.frozensets(st.integers(1, 8), max_size=8), st.booleans()), min_size=2, max_size=40)


@settings(max_examples=60, deadline=None)
@given(lives=LIVES, length=st.integers(1, 7), early=st.booleans(), reversed_ids=st.booleans())
def test_a_growing_ring_is_what_was_seen(
    lives: list[tuple[frozenset[int], bool]], length: int, early: bool, reversed_ids: bool
) -> None:
    world, reference, rows = MeasuredWorld(), Reference(), None
    kept: list[tuple[Series, list[Any]]] = []
    for there, gap in lives:
        if gap and rows is not None and early:
            world.now += 1
        now = [state(id, world.now + 1) for id in sorted(there, reverse=reversed_ids)]
        table = world.tick(now)
        reference.see(world.now, now)
        if rows is None:
            rows = Rows(table, table, world.now, length, Memory(), world.types, "t", photographs=True)
        else:
            rows.append(table, world.now)
        if early:  # asked in each tick, computed columns are carried on; else made at once in the end
            read = Read(rows)
            check(read, reference, length, set(range(1, 9)), first_known=True)
            kept.append((read.photograph(), [getattr(read, name).copy() for name in ("pos", "vel", "ticks", "id")]))
    assert rows is not None
    check(Read(rows), reference, length, set(range(1, 9)), first_known=True)
    for photograph, copies in kept:
        for name, copy in zip(("pos", "vel", "ticks", "id"), copies, strict=True):
            assert np.array_equal(getattr(photograph, name), copy, equal_nan=True)


@settings(max_examples=40, deadline=None)
@given(lives=LIVES, length=st.integers(1, 7))
def test_fixed_columns_stay(lives: list[tuple[frozenset[int], bool]], length: int) -> None:
    world, reference, rows = MeasuredWorld(), Reference(), None
    chosen = sorted(lives[0][0])
    for there, _ in lives:
        now = [state(id, world.now + 1) for id in sorted(there)]
        table = world.tick(now)
        reference.see(world.now, now)
        if rows is None:
            rows = Rows(table, table, world.now, length, Memory(), world.types, "t", fixed=True, photographs=True)
        else:
            rows.append(table, world.now)
        assert rows.read("id").tolist() == chosen
    assert rows is not None
    check(Read(rows), reference, length, set(chosen), first_known=True)


@settings(max_examples=40, deadline=None)
@given(lives=LIVES, length=st.integers(2, 9), data=st.data())
def test_a_block_is_a_copy_of_its_rows(
    lives: list[tuple[frozenset[int], bool]], length: int, data: st.DataObject
) -> None:
    world, reference, rows = MeasuredWorld(), Reference(), None
    for there, _ in lives:
        now = [state(id, world.now + 1) for id in sorted(there)]
        table = world.tick(now)
        reference.see(world.now, now)
        if rows is None:
            rows = Rows(table, table, world.now, length, Memory(), world.types, "t")
        else:
            rows.append(table, world.now)
    assert rows is not None
    last = world.now - data.draw(st.integers(0, min(length, world.now) - 1))
    first = data.draw(st.integers(max(1, world.now - length + 1), last))
    ids = np.array(data.draw(st.lists(st.integers(1, 10), unique=True, max_size=5)), np.int64)
    codes = np.array([world.types.code(TYPES[id % len(TYPES)]) for id in ids.tolist()], np.int32)
    part = Reference()
    part.ticks = [entry for entry in reference.ticks if first <= entry[0] <= last]
    block = rows.block(first, last, rows.columns(ids), ids, codes)
    assert block.id.tolist() == ids.tolist()
    check(block, part, last - first + 1, set(ids.tolist()), first_known=False)
    whole = rows.block(first, last, None, ids, codes)
    check(whole, part, last - first + 1, set(range(1, 9)), first_known=False)


class Read:
    """Rows as a Track shows them."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def __getattr__(self, name: str) -> Any:
        value = self._rows.read(name)
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable
        return value

    def photograph(self) -> Series:
        names = ("ticks", "id", "type", "present", "on_ground", "pos", "vel", "width", "height")
        return Series(**{name: self._rows.read(name) for name in names})


def test_entities_beyond_memory_are_left_out_and_those_that_come_later_say_since_when() -> None:
    world = MeasuredWorld()
    memory = Memory(8 * 40 * CELL_BYTES)
    first = world.tick([state(id, 1) for id in range(1, 6)])
    rows = Rows(first, first, world.now, 10, memory, world.types, "t")
    rows.append(world.tick([state(id, 2) for id in range(1, 21)]), world.now)
    left = set(rows.left.tolist())
    assert left and memory.used <= memory.limit and rows.entities + len(left) == 20
    assert (rows.columns(np.array(sorted(left))) == -1).all()
    stay = sorted(set(range(1, 21)) - left)[:2]
    for tick in range(3, 40):
        rows.append(world.tick([state(id, tick) for id in [*stay, 20]]), world.now)
    column = rows.columns(np.array([20]))
    assert len(rows.left) == 0 and column[0] >= 0 and rows.since(column)[0] > 2
    assert memory.used <= memory.limit


def test_a_track_that_outgrows_memory_is_an_error_that_names_the_numbers() -> None:
    world = MeasuredWorld()
    memory = Memory(20 * 60 * CELL_BYTES)
    first = world.tick([state(1, 1)])
    rows = Rows(first, first, world.now, 20, memory, world.types, "host.track(who, ticks)", photographs=True)
    with pytest.raises(LimitError, match=r"host.track\(who, ticks\): 20 rows of 100 entities need .* Ask for fewer"):
        rows.append(world.tick([state(id, 2) for id in range(1, 101)]), world.now)


def test_memory_is_given_back_with_what_held_it() -> None:
    world, memory = MeasuredWorld(), Memory()
    first = world.tick([state(1, 1)])
    rows = Rows(first, first, world.now, 20, memory, world.types, "t")
    held = memory.used
    assert held >= 20 * CELL_BYTES
    other = Rows(first, first, world.now, 20, memory, world.types, "t")
    assert memory.used == 2 * held
    del rows
    assert memory.used == held
    del other
    assert memory.used == 0


def test_residuals_of_a_step_are_those_of_a_series() -> None:
    world, snapshots = MeasuredWorld(), Snapshots()
    before = world.tick([state(id, 1) for id in (1, 2, 3, 5, 8)])
    now = world.tick([state(id, 2) for id in (2, 3, 4, 5, 6, 7, 8)])
    snapshots.begin(now)
    rows = Rows(before, before, 1, 5, Memory(), world.types, "t")
    rows.append(now, 2)
    at = rows.columns(now.id)
    expected = rows.read("impulse")[-1][at]
    assert np.array_equal(snapshots.residual(before, now, one_type=False), expected, equal_nan=True)
    assert np.isfinite(expected).any() and np.isnan(expected).any()
