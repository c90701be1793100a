"""Values as text: bounded, and readable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from ticklane.testing import FakeHost
from ticklane_runtime._value_text import MAX_VALUE_TEXT, one_line, value_text


class Pair(NamedTuple):
    a: int
    b: str


@dataclass
class Shot:
    speed: float
    path: Any


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (1.5, "1.5"),
        (np.float64(1.5), "1.5"),
        (np.int32(7), "7"),
        ("a 'b'", "\"a 'b'\""),
        ("two\nlines", "two\nlines"),
        (b"ab", "b'ab'"),
        ([], "[]"),
        ((), "()"),
        ((1,), "(1,)"),
        ({}, "{}"),
        (set(), "set()"),
        ({"a": [1, (2, 3)], "b": {4}}, "{'a': [1, (2, 3)], 'b': {4}}"),
        (Pair(1, "x"), "Pair(a=1, b='x')"),
        (Shot(0.5, np.zeros(2)), "Shot(speed=0.5, path=array float64 (2,) [0., 0.])"),
        (np.array([1, 2]), "array int64 (2,) [1, 2]"),
        (np.array([True, False] * 50), "array bool (100,): 50 true"),
    ],
)
def test_small_values_are_whole(value: Any, text: str) -> None:
    assert value_text(value) == text


def test_long_arrays_are_summed_up() -> None:
    values = np.arange(2000.0).reshape(-1, 2)
    values[3, 1] = np.nan
    text = value_text(values)
    assert text.startswith("array float64 (1000, 2): min 0, max 1999, mean ")
    assert "1 not finite" in text
    assert text.endswith("first [0., 1.], last [1998., 1999.]")
    assert value_text(np.arange(100)).endswith("first [0, 1, 2], last [97, 98, 99]")


def test_containers_are_bounded_in_length_depth_and_characters() -> None:
    assert "… 950 more" in value_text(list(range(1000)))
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    assert value_text(deep) == "[[[[[[… 1 …]]]]]]"
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    assert len(value_text(cyclic)) < 100
    wide = {f"key {n}": {f"sub {m}": "x" * 100 for m in range(100)} for n in range(100)}
    assert len(value_text(wide)) < MAX_VALUE_TEXT + 100
    assert len(value_text("x" * 1_000_000)) < MAX_VALUE_TEXT + 100
    assert value_text(10**5000) == "<int of 16,610 bits>"


def test_tables_of_entities_show_counts_and_first_rows() -> None:
    host = FakeHost()
    for n in range(20):
        host.spawn("tnt", (n, 80, 0.5), fuse=80)
    pig = host.spawn("pig", (0, 70, 0))
    text = value_text(host.entities())
    assert text.startswith(f"21 entities after tick {host.tick()}: 20 × minecraft:tnt, 1 × minecraft:pig\n")
    assert text.count("\n") == 18
    assert text.endswith("… 5 more rows")
    assert value_text([host.entities()]).startswith("[<21 entities after tick")
    assert value_text(pig).startswith(f"<Entity minecraft:pig #{pig.id} at [ 0., 70.,  0.] vel")
    host.remove(pig)
    assert value_text(pig) == f"<Entity minecraft:pig #{pig.id}, gone>"
    assert value_text(host.entities().type) == "<20 names: 20 × minecraft:tnt>"


def test_areas_and_tracks_are_summed_up() -> None:
    host = FakeHost()
    assert value_text(host.blocks((0, 63, 0), (1, 64, 1))).startswith("<Blocks (2, 2, 2) from [0, 63, 0]: 4 × ")
    host.spawn("tnt", (0, 80, 0))
    track = host.track(host.entities(), 10)
    host.advance(3)
    assert "of 1 entity (1 × minecraft:tnt), ticks 0 to 3>" in value_text(track)


def test_lone_surrogates_are_spelt_out() -> None:
    assert value_text("a\ud800\n") == "a\\ud800\n"


def test_one_line_is_cut_at_its_end() -> None:
    assert one_line({"a": "x" * 500}, 40) == "{ 'a': 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
