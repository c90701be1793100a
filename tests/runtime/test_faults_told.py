"""What a failed script is told: its line, its values, what led to it; whatever the script's own classes do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.runtime.conftest import Game

pytestmark = pytest.mark.usefixtures("no_collections")


def failed(game: Game, source: str, **settings: Any) -> dict[str, Any]:
    """The status of a script that fails in its step 0."""
    game.start(source, **settings)
    status = game.status()
    assert (status["state"], status["reason"]) == ("ended", "failed"), status
    assert status["error"]["message"]
    return status


def test_the_line_its_values_and_the_traceback_are_told(game: Game) -> None:
    source = """
import numpy as np

def speed(shots, scale):
    fastest = shots.max()
    return fastest / scale[3]

def run(host):
    return speed(np.array([1.5, 2.5]), [1, 2])
"""
    status = failed(game, source)
    error = status["error"]
    assert (error["type"], error["line"], error["in"]) == ("IndexError", 6, "speed")
    assert error["code"] == "return fastest / scale[3]"
    assert error["locals"] == {"shots": "[1.5, 2.5]", "scale": "[1, 2]", "fastest": "2.5"}
    rows = status["traceback"].split("\n")
    assert "    return speed(np.array([1.5, 2.5]), [1, 2])" in rows
    assert "      # shots = [1.5, 2.5], scale = [1, 2], fastest = 2.5" in rows
    assert rows[-1] == "IndexError: list index out of range"
    assert "ticklane_runtime" not in status["traceback"]


def test_the_exception_behind_an_exception_is_told_with_its_line(game: Game) -> None:
    source = """
def run(host):
    wanted = "speed"
    try:
        {}[wanted]
    except KeyError as e:
        raise ValueError("no such column") from e
"""
    status = failed(game, source)
    assert status["error"]["because"] == ["because of KeyError at line 5 ({}[wanted]): 'speed'"]
    assert "direct cause" in status["traceback"]
    assert status["traceback"].count("wanted = 'speed'") == 2
    source = source.replace(" from e", "")
    assert failed(game, source)["error"]["because"][0].startswith("while handling KeyError at line 5")
    assert "because" not in failed(game, source.replace('column")', 'column") from None'))["error"]


def test_the_exceptions_of_a_group_are_told_one_by_one(game: Game) -> None:
    source = """
def bad(n):
    raise ValueError(f"number {n}")

def run(host):
    found = []
    for n in range(9):
        try:
            bad(n)
        except ValueError as e:
            found.append(e)
    raise ExceptionGroup("nine things", [*found, ExceptionGroup("deeper", [KeyError("x")])])
"""
    status = failed(game, source)
    parts = status["error"]["parts"]
    assert parts[0] == 'ValueError at line 3 (raise ValueError(f"number {n}")): number 0'
    assert parts[-1] == "… 5 more"
    assert "  | ValueError: number 4" in status["traceback"]
    assert "5 more exceptions" in status["traceback"]


def test_notes_are_told(game: Game) -> None:
    source = """
def run(host):
    e = ValueError("wrong")
    e.add_note("seen at (1, 2, 3)")
    e.__notes__.append(7)
    raise e
"""
    error = failed(game, source)["error"]
    assert error["notes"] == ["seen at (1, 2, 3)", "… 1 more notes"]


MISBEHAVING = {
    "a message that raises": "class E(Exception):\n    def __str__(self): raise KeyError(1)\n",
    "a message that exits": "class E(Exception):\n    def __str__(self): raise SystemExit(3)\n",
    "a message that never comes": "class E(Exception):\n    def __str__(self):\n        while True: pass\n",
    "a message that is no string": "class E(Exception):\n    def __str__(self): return 7\n",
    "a message whose length raises": (
        "class S(str):\n    def __len__(self): raise ValueError\n    def partition(self, at): raise ValueError\n"
        "class E(Exception):\n    def __str__(self): return S('text')\n"
    ),
    "a cause that is a property": "class E(Exception):\n    __cause__ = property(lambda self: 1 / 0)\n",
    "a traceback that is a property": "class E(Exception):\n    __traceback__ = property(lambda self: 1 / 0)\n",
    "notes that are a property": "class E(Exception):\n    __notes__ = property(lambda self: 1 / 0)\n",
    "a class that is a property": "class E(Exception):\n    __class__ = property(lambda self: 1 / 0)\n",
    "every attribute raises": "class E(Exception):\n    def __getattribute__(self, name): raise SystemExit\n",
    "a metaclass that compares": (
        "class M(type):\n    def __eq__(self, other): raise ValueError\n    def __hash__(self): raise ValueError\n"
        "class E(Exception, metaclass=M): pass\n"
    ),
    "a metaclass with a name": (
        "class M(type):\n    __name__ = property(lambda self: 1 / 0)\n    __module__ = property(lambda self: 1 / 0)\n"
        "class E(Exception, metaclass=M): pass\n"
    ),
    "a group whose parts are a property": (
        "class E(ExceptionGroup):\n    exceptions = property(lambda self: 1 / 0)\n"
        "    def __new__(cls, text=''): return super().__new__(cls, 'g', [ValueError('v')])\n"
    ),
}


@pytest.mark.parametrize("classes", MISBEHAVING.values(), ids=MISBEHAVING.keys())
def test_an_exception_that_misbehaves_costs_its_message_only(watched: Game, classes: str) -> None:
    source = classes + "def run(host):\n    n = 3\n    raise E('text')\n"
    line = source.count("\n")
    error = failed(watched, source)["error"]
    assert (error["type"], error["line"], error["code"]) == ("E", line, "raise E('text')")
    assert error["locals"] == {"n": "3"}
    watched.start("def on_tick(host): host.record('t', 1)\n", "next")
    watched.tick(2)
    assert watched.status("next")["state"] == "running"


@pytest.mark.parametrize(
    "value",
    [
        "type('V', (), {'__repr__': lambda self: 1 / 0})()",
        "type('V', (), {'__class__': property(lambda self: 1 / 0)})()",
        "type('V', (), {'__getattribute__': lambda self, name: 1 / 0})()",
        "type('D', (dict,), {'__len__': lambda self: 1 / 0, 'items': 7})(a=1)",
        "type('M', (type,), {'__eq__': lambda a, b: 1 / 0, '__hash__': lambda a: 1 / 0})('V', (), {})()",
        "[[type('V', (), {'__repr__': lambda self: 1 / 0})()]]",
        "{type('V', (), {})(): 1}",
        "10**5000",
        "'\\ud800' * 3",
    ],
)
def test_values_are_shown_without_asking_them(game: Game, value: str) -> None:
    error = failed(game, f"def run(host):\n    value = {value}\n    raise ValueError('x')\n")["error"]
    assert error["line"] == 3
    assert 0 < len(error["locals"]["value"]) <= 100


def test_names_of_a_strange_namespace_are_passed_over(game: Game) -> None:
    source = """
class Names(dict):
    def items(self): raise SystemExit
    def __iter__(self): raise SystemExit

class M(type):
    @classmethod
    def __prepare__(meta, *args): return Names()

globals()[7] = 1

class C(metaclass=M):
    1 / 0
"""
    error = failed(game, source)["error"]
    assert (error["type"], error["line"]) == ("ZeroDivisionError", 13)
    assert "locals" not in error


def test_everything_told_is_bounded(game: Game) -> None:
    source = """
def deeper(n, text):
    values = [n] * 100
    if n:
        deeper(n - 1, text)
    e = ValueError("m" * 100_000)
    for _ in range(500):
        e.add_note("n" * 10_000)
    raise e

def run(host):
    a = b = c = d = e = f = g = h = i = j = k = l = m = n = o = "v" * 10_000
    for depth in range(60):
        try:
            deeper(depth, "t" * 5_000)
        except ValueError as error:
            last = error
    group = last
    for _ in range(50):
        group = ExceptionGroup("g" * 5_000, [group] * 40)
    raise group
"""
    status = failed(game, source, hard_ms=5000)
    assert len(json.dumps(status["error"])) < 12_000
    assert len(status["traceback"]) < 9_000
    assert len(status["error"]["locals"]) == 12
    assert "left out" in status["traceback"]


def test_an_endless_chain_of_causes_ends(game: Game) -> None:
    source = """
def run(host):
    first, second = ValueError("one"), ValueError("two")
    first.__cause__, second.__cause__ = second, first
    raise first
"""
    assert len(failed(game, source)["error"]["because"]) == 1
