"""JSON forms, and that nothing a script can build crashes or stalls the encoder."""

from __future__ import annotations

import datetime
import enum
import json
import math
from collections import Counter, OrderedDict, deque, namedtuple
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runs.recorded import make_window
from ticklane import Block, Blocks, EncodeError, LimitError
from ticklane_runtime._encode import _Walk, encode


class Colour(enum.Enum):
    RED = "red"


Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("value", "form"),
    [
        (np.float32(1.5), 1.5),
        (np.uint8(7), 7),
        (np.str_("s"), "s"),
        (np.datetime64("2026-01-02"), "2026-01-02"),
        (np.zeros((2, 2), np.int32), [[0, 0], [0, 0]]),
        (np.array(5.0), 5.0),
        (np.longdouble(1.5), 1.5),
        (np.clongdouble(1 + 2j), [1.0, 2.0]),
        (np.array([1.5, np.inf], np.longdouble), [1.5, "Infinity"]),
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array([1 + 2j]), [[1.0, 2.0]]),
        (np.array([(1, 2.0)], [("i", "i4"), ("f", "f8")]), {"i": [1], "f": [2.0]}),
        (np.array([None, 1], object), [None, 1]),
        (1 + 2j, [1.0, 2.0]),
        (Colour.RED, "red"),
        (Pair(1, 2), [1, 2]),
        (deque([1, 2]), [1, 2]),
        (range(3), [0, 1, 2]),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (Counter("aab"), {"a": 2, "b": 1}),
        ({True: 1, None: 2, 1.5: 3, np.int64(9): 4}, {"true": 1, "null": 2, "1.5": 3, "9": 4}),
        ({Block("stone"): 1}, {"minecraft:stone": 1}),
        (frozenset({"b", "a"}), ["a", "b"]),
        (bytearray(b"\xff"), "/w=="),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (datetime.timedelta(seconds=1.5), 1.5),
        (PurePosixPath("a/b"), "a/b"),
        (2**63, str(2**63)),
        (-(2**63), -(2**63)),
        (math.inf, "Infinity"),
        (math.nan, None),
        (np.array([[math.nan, -math.inf], [1.0, 2.0]]), [[None, "-Infinity"], [1.0, 2.0]]),
    ],
)
def test_forms(value: Any, form: Any) -> None:
    assert json.loads(encode(value, "v")) == form


def test_subclasses_of_builtins_are_taken_as_these() -> None:
    class Text(str):
        def __str__(self) -> str:
            raise AssertionError

    class Number(int):
        pass

    assert json.loads(encode([Text("x"), Number(3)], "v")) == ["x", 3]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"a": [{"b": object()}]}, "v.a[0].b: builtins.object"),
        ({"a b": lambda: 0}, "v['a b']"),
        ([1, {"k": "x\ud800"}], "v[1].k: a lone surrogate"),
        ({"\udc00": 1}, "v"),
        ({"a": {"\ud800"}}, "v.a: a lone surrogate"),
        ({"a": {("\ud800", 1): 2}}, "a lone surrogate (U+D800) at 0"),
        ({1: "a", "1": "b"}, "two keys"),
        (iter([1]), "v: builtins.list_iterator"),
    ],
)
def test_what_has_no_form_is_named_by_its_path(value: Any, path: str) -> None:
    with pytest.raises(EncodeError) as caught:
        encode(value, "v")
    assert path in str(caught.value)


def test_a_value_that_contains_itself_is_an_error() -> None:
    a: list[Any] = []
    a.append({"again": a})
    with pytest.raises(EncodeError, match="contains itself"):
        encode(a, "v")


def test_depth_is_bounded_before_the_c_stack_is() -> None:
    deep: Any = 0
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(EncodeError, match="deeper than 64"):
        encode(deep, "v")
    while isinstance(deep, list):  # taking it apart step by step: its own destructor would recurse in C
        deep = deep.pop()


def test_a_shared_value_that_would_unfold_without_end_is_bounded() -> None:
    value: Any = [1]
    for _ in range(40):
        value = [value, value]
    with pytest.raises(LimitError, match="more than 500,000 values"):
        encode(value, "v")


Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(Json)
def test_any_plain_value_becomes_valid_json(value: Any) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    json.loads(encode(value, "v"), parse_constant=refuse)


@given(st.binary(max_size=60), st.sampled_from(["f8", "i4", "u1", "?", "f4"]))
def test_any_numeric_array_becomes_valid_json(data: bytes, dtype: str) -> None:
    size = np.dtype(dtype).itemsize
    array = np.frombuffer(data[: len(data) // size * size], dtype)
    assert len(json.loads(encode(array, "v"))) == len(array)


Scalar = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([Block("stone"), Block("oak_stairs[facing=east]"), np.str_("s"), "x\ud800"])
    | st.builds(np.float64, st.floats())
    | st.builds(np.float32, st.floats(width=32))
    | st.builds(np.int64, st.integers(-(2**63), 2**63 - 1))
    | st.builds(np.uint64, st.integers(0, 2**64 - 1))
    | st.builds(np.bool_, st.booleans())
    | st.builds(np.array, st.lists(st.floats(), max_size=4))
    | st.builds(np.array, st.lists(st.integers(-9, 9), max_size=4))
    | st.just(np.full((2, 3), 0.1))
    | st.just(np.array([1e308, 1e308]))
)
Flat = st.recursive(
    Scalar,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=5) | st.integers(0, 9), inner, max_size=5)
    ),
    max_leaves=8,
)


@given(Flat)
def test_the_short_way_writes_what_the_long_way_writes(value: Any) -> None:
    def outcome(encoded: Any) -> Any:
        try:
            return encoded()
        except EncodeError as e:
            return str(e)

    def the_long_way() -> bytes:
        walk = _Walk("v", packed=False)
        return walk.json(walk.plain(value, 0))

    assert outcome(lambda: encode(value, "v")) == outcome(the_long_way)


def test_recording_leaves_the_value_as_it_was() -> None:
    inner = {"a": np.float64(1.5)}
    value = {"n": np.int64(3), "in": inner, "list": [np.float64(2.5)]}
    encode(value, "v")
    assert type(value["n"]) is np.int64
    assert type(inner["a"]) is np.float64
    assert type(value["list"][0]) is np.float64  # type: ignore[index]


def test_a_series_in_a_result_is_readable_and_in_a_row_it_is_packed() -> None:
    window = make_window()
    plain = json.loads(encode(window, "v"))
    assert plain["ticks"] == window.ticks.tolist()
    assert plain["pos"][0][-1] == [None, None, None]
    packed = json.loads(encode({"w": window}, "v", packed=True))["w"]
    assert packed["$type"] == "Window"
    assert packed["pos"].keys() == {"$array", "shape", "data"}


def test_what_is_too_large_to_be_packed_is_refused_before_the_work() -> None:
    area = Blocks((0, 0, 0), np.zeros((300, 300, 300), np.uint16), [Block("air")])
    with pytest.raises(LimitError, match=r"w\.area: an area of 27,000,000 blocks is 27,000,000 bytes"):
        encode({"area": area}, "w", packed=True)
    with pytest.raises(LimitError, match="a series of 2,001 ticks by 60 entities"):
        encode(make_window(3_000, before=2_000, after=0, entities=60), "w", packed=True)


def test_windows_in_a_list_are_bounded_together() -> None:
    window = make_window(before=0, after=0, entities=1)
    with pytest.raises(LimitError, match=r"w\[\d+\]: a series of 1 ticks by 1 entities"):
        encode([window] * 100_000, "w", packed=True)
