"""Statistics agree with numpy and with brute force."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ticklane import F8, Running, aabb_groups, summary

from .worlds import Row, World

NUMBERS = hnp.arrays(
    np.float64, st.integers(1, 300), elements=st.floats(-1e6, 1e6) | st.just(np.nan) | st.sampled_from([0.0, 1.0])
)
STREAMS = {
    "ascending": np.arange(200_000.0),
    "descending": np.arange(200_000.0)[::-1],
    "normal": np.random.default_rng(1).normal(size=200_000),
    "two values": np.random.default_rng(2).integers(0, 2, 200_000).astype(float),
    "heavy tail": np.random.default_rng(3).pareto(0.5, 200_000),
    "saw": np.arange(200_000.0) % 1024,
}


def rank_error(sorted_values: F8, value: float, q: float) -> float:
    """How far `value` is from standing at rank q; equal numbers stand at all their ranks."""
    low = float(np.searchsorted(sorted_values, value, "left")) / len(sorted_values)
    high = float(np.searchsorted(sorted_values, value, "right")) / len(sorted_values)
    return max(low - q, q - high, 0.0)


@given(st.lists(NUMBERS, max_size=4))
def test_running_is_numpy_while_everything_fits(chunks: list[F8]) -> None:
    running = Running()
    for chunk in chunks:
        running.push(chunk)
    values = np.concatenate([*chunks, np.empty(0)])
    values = values[~np.isnan(values)]
    assert running.n == len(values)
    if not len(values):
        assert np.isnan(running.mean) and np.isnan(running.sd) and np.isnan(running.quantile(0.5))
        assert (running.min, running.max) == (np.inf, -np.inf)
        return
    assert running.mean == pytest.approx(values.mean(), abs=1e-6)
    assert running.sd == pytest.approx(values.std(), abs=1e-3)
    assert (running.min, running.max) == (np.min(values), np.max(values))
    if len(values) < 1024:
        for q in (0, 0.1, 0.5, 0.99, 1):
            assert running.quantile(q) == pytest.approx(np.quantile(values, q), abs=1e-6)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("chunk", [1, 500, 200_000])
def test_quantiles_of_long_streams_are_within_a_percent_of_rank(stream: str, chunk: int) -> None:
    values = STREAMS[stream][: 50_000 if chunk == 1 else None]
    running = Running()
    if chunk == 1:
        for value in values.tolist():
            running.push(value)
    else:
        for start in range(0, len(values), chunk):
            running.push(values[start : start + chunk])
    ordered = np.sort(values)
    worst = max(rank_error(ordered, running.quantile(q), q) for q in np.linspace(0, 1, 101))
    assert worst < 0.01
    assert running.quantile(0) == np.min(values) and running.quantile(1) == np.max(values)
    assert running.mean == pytest.approx(values.mean()) and running.sd == pytest.approx(values.std())


def test_memory_does_not_grow_with_the_stream() -> None:
    running = Running()
    sizes = []
    for _ in range(40):
        running.push(np.random.default_rng(4).normal(size=50_000))
        sizes.append(sum(map(len, running._sketch._levels)) + running._sketch._waiting)
    assert max(sizes) < 5_000


@given(st.lists(NUMBERS, min_size=1, max_size=3), st.lists(NUMBERS, max_size=3))
def test_merging_is_pushing_both(ours: list[F8], theirs: list[F8]) -> None:
    left, right, both = Running(), Running(), Running()
    for chunk in ours:
        left.push(chunk)
        both.push(chunk)
    for chunk in theirs:
        right.push(chunk)
        both.push(chunk)
    untouched = (right.n, right.min, right.max)
    left.merge(right)
    assert (left.n, left.min, left.max) == (both.n, both.min, both.max)
    assert left.mean == pytest.approx(both.mean, nan_ok=True, abs=1e-6)
    assert left.sd == pytest.approx(both.sd, nan_ok=True, abs=1e-3)
    assert (right.n, right.min, right.max) == untouched


def test_merged_quantiles_stay_within_a_percent_of_rank() -> None:
    parts = [Running() for _ in range(8)]
    for part, values in zip(parts, np.array_split(STREAMS["normal"], 8), strict=True):
        part.push(values)
    for part in parts[1:]:
        parts[0].merge(part)
    ordered = np.sort(STREAMS["normal"])
    assert max(rank_error(ordered, parts[0].quantile(q), q) for q in np.linspace(0, 1, 101)) < 0.01


def test_running_takes_numpy_scalars_integers_and_tables() -> None:
    running = Running()
    running.push(3)
    running.push(np.float64(4))
    running.push(np.int64(5))  # type: ignore[arg-type]
    running.push(np.array([[1, 2]]))
    running.push(float("nan"))
    assert running.n == 5 and running.mean == 3 and running.quantile(0.5) == 3
    assert repr(running).startswith("Running(n=5, mean=3.0, sd=1.41")
    with pytest.raises(ValueError, match="between 0 and 1"):
        running.quantile(50)


def test_infinities_are_counted() -> None:
    running = Running()
    running.push(np.array([1.0, 2.0, np.inf]))
    running.push(float("inf"))
    assert running.n == 4 and running.max == np.inf and running.quantile(1) == np.inf and running.quantile(0) == 1


@given(NUMBERS)
def test_summary_is_numpy_without_nan(values: F8) -> None:
    got = summary(values)
    values = values[~np.isnan(values)]
    assert list(got) == ["n", "mean", "sd", "min", "p50", "p90", "p99", "max"] and got["n"] == len(values)
    if len(values):
        assert got["mean"] == pytest.approx(values.mean()) and got["sd"] == pytest.approx(values.std())
        assert got["p90"] == pytest.approx(np.quantile(values, 0.9))
        assert {type(value) for value in got.values()} == {int, float}
    else:
        assert np.isnan([got[key] for key in list(got)[1:]]).all()


def test_summary_takes_lists() -> None:
    assert summary([1, 2, 3])["p50"] == 2 and summary([])["n"] == 0


def grouped(boxes: F8) -> list[int]:
    """Group numbers by looking at every pair."""
    groups = list(range(len(boxes)))
    for a, b in combinations(range(len(boxes)), 2):
        if (boxes[a, 0] < boxes[b, 1]).all() and (boxes[b, 0] < boxes[a, 1]).all():
            old, new = groups[b], groups[a]
            groups = [new if group == old else group for group in groups]
    numbers: dict[int, int] = {}
    return [numbers.setdefault(group, len(numbers)) for group in groups]


@settings(max_examples=200)
@given(
    hnp.arrays(np.float64, st.tuples(st.integers(0, 25), st.just(3)), elements=st.integers(0, 8).map(float)),
    st.floats(0.5, 3),
)
def test_groups_are_those_found_by_looking_at_every_pair(corners: F8, size: float) -> None:
    boxes = np.stack([corners, corners + size], axis=1)
    table = World().show(1, [Row(id, aabb_min=low, aabb_max=high) for id, (low, high) in enumerate(boxes)])
    assert aabb_groups(table).tolist() == grouped(boxes)


def test_touching_and_unknown_boxes_are_alone() -> None:
    rows = [
        Row(0, aabb_min=(0, 0, 0), aabb_max=(1, 1, 1)),
        Row(1, aabb_min=(1, 0, 0), aabb_max=(2, 1, 1)),
        Row(2),
        Row(3, aabb_min=(0.5, 0, 0), aabb_max=(1.5, 1, 1)),
        Row(4),
    ]
    assert aabb_groups(World().show(1, rows)).tolist() == [0, 0, 1, 0, 2]
    assert aabb_groups(World().show(1, rows[:3])).tolist() == [0, 1, 2]


def test_a_heap_of_thousands_is_one_group() -> None:
    heap = [Row(id, aabb_min=(0, 0, id % 7 / 10), aabb_max=(1, 1, 1)) for id in range(2_000)]
    assert not aabb_groups(World().show(1, heap)).any()
