"""Values that have no plain JSON form, given to everything that takes a value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .played_game import PlayedGame

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

# Expression (after `import` lines) -> what comes out as JSON, or the error's type.
VALUES: dict[str, tuple[str, Any]] = {
    "itself": ("a = []; a.append(a)", "EncodeError"),
    "itself in a dict": ("a = {}; a['a'] = [a]", "EncodeError"),
    "nan and infinities": ("a = [float('nan'), float('inf'), -float('inf')]", [None, "Infinity", "-Infinity"]),
    "numpy numbers": ("a = [np.int8(1), np.float32(0.5), np.bool_(True), np.uint64(2**64 - 1)]", [1, 0.5, True, None]),
    "numpy nan": ("a = np.array([1.0, np.nan, np.inf])", [1.0, None, "Infinity"]),
    "numpy of two dimensions": ("a = np.zeros((2, 2), int)", [[0, 0], [0, 0]]),
    "numpy of none": ("a = np.array(3)", 3),
    "empty numpy": ("a = np.zeros((0, 3))", []),
    "set": ("a = {3, 1, 2}", [1, 2, 3]),
    "frozen set of mixed": ("a = sorted(map(str, {1, 'a', None}))", ["1", "None", "a"]),
    "bytes": ("a = b'\\x00\\xff'", None),
    "tuple": ("a = (1, (2, 3))", [1, [2, 3]]),
    "named tuple": ("import collections; a = collections.namedtuple('P', 'x y')(1, 2)", None),
    "data class": ("import dataclasses; a = dataclasses.make_dataclass('P', ['x'])(1)", {"x": 1}),
    "enum": ("import enum; a = enum.Enum('E', 'x').x", None),
    "a big integer": ("a = 2**200", None),
    "complex": ("a = 1j", [0, 1]),
    "function": ("a = len", "EncodeError"),
    "object": ("a = object()", "EncodeError"),
    "generator": ("a = (n for n in range(3))", "EncodeError"),
    "lone surrogate": ("a = '\\ud800'", "EncodeError"),
    "lone surrogate as a key": ("a = {'\\ud800': 1}", "EncodeError"),
    "keys that are no text": ("a = {1: 'a', None: 'b', True: 'c'}", None),
    "a key that is a tuple": ("a = {(1, 2): 3}", None),
    "empty things": ("a = [[], {}, '', None, ()]", [[], {}, "", None, []]),
    "the host": ("a = host", "EncodeError"),
    "an entity": ("a = host.spawn('armor_stand', (0, 90, 0)); host.remove(a)", None),
    "a table": ("a = host.entities()", None),
    "a module": ("a = np", "EncodeError"),
    "an exception": ("a = ValueError('x')", None),
    "a class": ("a = int", "EncodeError"),
    "a text that pretends": ("a = type('S', (str,), {'__str__': lambda s: 1 / 0, '__len__': lambda s: -1})('x')", "x"),
    "a list that pretends": (
        "a = type('L', (list,), {'__iter__': lambda s: 1 / 0, '__len__': lambda s: 9})([1])",
        None,
    ),
    "a number that pretends": (
        "a = type('I', (int,), {'__int__': lambda s: 1 / 0, '__index__': lambda s: 1 / 0})(7)",
        7,
    ),
    "a dict that pretends": ("a = type('D', (dict,), {'items': lambda s: 1 / 0, 'keys': lambda s: 1 / 0})(x=1)", None),
    "a hundred thousand deep": ("a = []\nfor _ in range(100_000): a = [a]", "EncodeError"),
    "an attribute that raises": ("a = type('A', (), {'__getattr__': lambda s, n: 1 / 0})()", "EncodeError"),
}


def script(what: str, call: str) -> str:
    lines = VALUES[what][0].splitlines()
    body = "\n".join("    " + line for line in lines)
    return f"import numpy as np\n\n\ndef run(host):\n    yield\n{body}\n    {call}\n    yield\n"


@pytest.mark.parametrize("what", VALUES)
def test_a_value_is_recorded_and_returned_in_its_form_or_refused_by_name(game: PlayedGame, what: str) -> None:
    expected = VALUES[what][1]
    for call in ("host.result(a)", "host.record('a', a)", "return a"):
        status = game.run(script(what, call))
        if expected == "EncodeError":
            assert (status["reason"], status["error"]["type"]) == ("failed", "EncodeError"), status
            assert len(status["error"]["message"]) < 1000
            continue
        if expected is None and status["reason"] == "failed":
            expected_types = ("EncodeError", "LimitError", "ZeroDivisionError")  # the last is the value's own
            assert status["error"]["type"] in expected_types, status
            continue
        assert status["reason"] == "finished", status
        got = game.rows()[-1]["value"] if "record" in call else status["result"]
        if what == "numpy numbers":
            got = [*got[:3], None]
        if expected is not None:
            assert got == expected
        json.dumps(got, allow_nan=False)


@pytest.mark.parametrize("call", ["host.log(a)", "print(a)", "host.expect('a', a, a)"])
def test_none_of_them_is_too_strange_for_a_line_or_a_verdict(game: PlayedGame, call: str) -> None:
    for what in VALUES:
        status = game.run(script(what, call), "line")
        assert status["reason"] in ("finished", "failed", "budget"), (what, status)
        if status["reason"] == "failed":
            assert status["error"]["type"] in ("ZeroDivisionError", "RecursionError", "TypeError"), (what, status)


@pytest.mark.parametrize(
    "place",
    ["(float('nan'), 0, 0)", "(1e400, 0, 0)", "('a', 0, 0)", "(0, 0)", "None", "(10**400, 0, 0)", "[[1], 2, 3]"],
)
def test_places_that_are_none_are_refused_and_nothing_is_done(game: PlayedGame, place: str) -> None:
    calls = ["host.spawn('armor_stand', p)", "host.set_block(p, 'stone')", "host.block(p)", "host.fill(p, p, 'stone')"]
    for call in calls:
        status = game.run(f"def run(host):\n    p = eval({place!r})\n    {call}\n")
        assert status["reason"] == "failed", (call, status)
        assert status["error"]["type"] in ("ValueError", "TypeError", "UnloadedError", "OverflowError"), (call, status)
    count = game.run("def run(host):\n    return len(host.entities())\n", "count")
    assert count["result"] == 0
