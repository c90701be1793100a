"""Grouped statistics and histograms agree with doing it group by group."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ticklane import F8, Histogram, Running, direction, summary, summary_by
from ticklane_runtime._encode import encode

from .worlds import Row, World

VALUES = hnp.arrays(np.float64, st.integers(0, 200), elements=st.floats(-1e6, 1e6) | st.just(np.nan))


def test_values_are_summarised_by_type() -> None:
    rows = [Row(1, "tnt", vel=(0, 1, 0)), Row(2, "item", vel=(0, 5, 0)), Row(3, "tnt", vel=(0, 3, 0))]
    es = World().show(1, rows)
    found = summary_by(es.type, es.vy)
    assert list(found) == ["minecraft:tnt", "minecraft:item"]
    assert found["tnt"] == summary([1, 3]) and found["minecraft:item"] == summary([5])
    assert json.loads(encode(found, "result"))["minecraft:tnt"]["mean"] == 2


def test_rows_without_the_thing_are_left_out() -> None:
    rows = [Row(1, "falling_block", block="sand"), Row(2), Row(3, "falling_block", block="stone"), Row(4)]
    es = World().show(1, rows)
    found = summary_by(es.block, es.y)
    assert list(found) == ["minecraft:sand", "minecraft:stone"] and found["sand"]["n"] == 1


@given(VALUES, st.integers(1, 5), st.randoms(use_true_random=False))
def test_each_group_is_what_summary_says_of_it(values: F8, groups: int, random: object) -> None:
    keys = np.random.default_rng(len(values)).integers(0, groups, len(values))
    found = summary_by(keys, values)
    assert sorted(found) == sorted(set(keys.tolist()))
    for key, stats in found.items():
        want = summary(values[keys == key])
        assert stats["n"] == want["n"]
        assert [stats[k] for k in want] == pytest.approx([want[k] for k in want], nan_ok=True, abs=1e-6)
    sizes = [int((keys == key).sum()) for key in found]
    assert sizes == sorted(sizes, reverse=True)


def test_keys_and_values_must_pair() -> None:
    with pytest.raises(ValueError, match="2 keys for 3 values"):
        summary_by([1, 2], [1.0, 2.0, 3.0])


def test_directions_are_the_games() -> None:
    vectors = [
        (0, 2, 1),
        (0, -2, 1),
        (3, 1, 0),
        (-3, 1, 0),
        (0, 0, 1),
        (0, 0, -1),
        (0, 0, 0),
        (np.nan, 1, 0),
        (1, 1, 1),
    ]
    assert direction(vectors).tolist() == ["up", "down", "east", "west", "south", "north", "", "", "east"]
    assert direction(np.empty((0, 3))).tolist() == []
    with pytest.raises(ValueError, match=r"\(n, 3\)"):
        direction(np.zeros(3))


def test_dv_by_direction() -> None:
    dv = np.array([(0, 1, 0), (0, 3, 0), (-2, 0, 0), (0, 0, 0)])
    found = summary_by(direction(dv), np.linalg.norm(dv, axis=1))
    assert set(found) == {"up", "west"} and found["up"]["mean"] == 2 and found["west"]["n"] == 1


@given(VALUES, VALUES)
def test_a_histogram_counts_as_numpy_does(first: F8, second: F8) -> None:
    edges = np.array([-1e3, -1.0, 0.0, 0.5, 1.0, 1e5])
    histogram = Histogram(edges)
    histogram.push(first)
    histogram.push(second)
    values = np.concatenate([first, second])
    values = values[~np.isnan(values)]
    assert histogram.counts.tolist() == np.histogram(values, edges)[0].tolist()
    assert histogram.below == (values < edges[0]).sum() and histogram.above == (values > edges[-1]).sum()
    assert histogram.n == len(values)


def test_the_last_edge_belongs_to_the_last_bin() -> None:
    histogram = Histogram.linear(0, 2, 2)
    histogram.push([0, 1, 2, 2, np.inf, -np.inf])
    histogram.push(2.0)
    assert histogram.counts.tolist() == [1, 4] and (histogram.below, histogram.above) == (1, 1)


def test_histograms_merge() -> None:
    a, b = Histogram.logarithmic(0.01, 10, 3), Histogram.logarithmic(0.01, 10, 3)
    a.push([0.05, 0.5])
    b.push([0.5, 5, 50])
    a.merge(b)
    assert a.counts.tolist() == [1, 2, 1] and a.above == 1
    with pytest.raises(ValueError, match="same"):
        a.merge(Histogram.linear(0, 1, 3))


@pytest.mark.parametrize("edges", [[], [1], [1, 1], [2, 1], [0, np.nan], [0, np.inf], [[0, 1]], range(10_002)])
def test_edges_that_make_no_bins_are_refused(edges: list[float]) -> None:
    with pytest.raises(ValueError, match="histogram"):
        Histogram(np.asarray(edges, np.float64))


def test_statistics_are_recorded_as_they_are() -> None:
    histogram = Histogram.linear(0, 1, 2)
    histogram.push(0.25)
    running = Running()
    running.push(np.array([1.0, 3.0]))
    got = json.loads(encode({"histogram": histogram, "running": running}, "result"))
    assert got["histogram"] == {"edges": [0, 0.5, 1], "counts": [1, 0], "below": 0, "above": 0}
    assert got["running"] == {"n": 2, "mean": 2, "sd": 1, "min": 1, "max": 3}
