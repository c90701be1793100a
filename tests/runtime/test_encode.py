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

from ticklane import Block, EncodeError, LimitError
from ticklane_runtime._encode import encode


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
