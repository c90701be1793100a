"""Snippets run as one-offs: what their last expression is worth, what they printed, how they end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.conftest import Game
from ticklane_control.messages import encode_start
from ticklane_toolchain.one_off import prepare_one_off


@pytest.fixture
def game() -> Game:
    return Game(sprint=True, world="flat")


def run(game: Game, code: str, *, ticks: int = 0, id: str = "exec-1", **settings: Any) -> dict[str, Any]:
    """The Status after so many ticks."""
    answer = game.ask("start", id, encode_start(prepare_one_off(code, id=id, **settings)))
    assert answer["ok"], answer
    game.tick(ticks)
    return game.status(id)


def outcome(game: Game, code: str, **settings: Any) -> dict[str, Any]:
    status = run(game, code, **settings)
    assert (status["state"], status["reason"]) == ("ended", "finished"), status
    result: dict[str, Any] = status["result"]
    return result


def test_the_last_expression_is_the_value(game: Game) -> None:
    assert outcome(game, "x = 20\nx + 1") == {"type": "int", "value": "21"}
    assert outcome(game, "x = 20") == {}
    assert outcome(game, "None") == {"type": "NoneType", "value": "None"}


def test_what_was_printed_is_apart_from_the_value(game: Game) -> None:
    result = outcome(game, "import sys\nprint('one', 2)\nhost.log('three')\nsys.stdout.write('four')\n'five'")
    assert result == {"type": "str", "value": "'five'", "printed": "one 2\nthree\nfour"}
    assert game.lines("exec-1") == ["one 2", "three", "four"]


def test_a_long_print_keeps_its_beginning_and_its_end(game: Game) -> None:
    printed = outcome(game, "print('a' * 50_000 + 'z')\nfor i in range(3000): print(i)")["printed"]
    assert printed.startswith("aaa")
    assert printed.endswith("2998\n2999\n")
    assert "characters left out" in printed
    assert len(printed) < 13_000


def test_nothing_of_a_call_is_there_in_the_next(game: Game) -> None:
    run(game, "x = 1\nimport json\njson.mine = 5\nx")
    status = run(game, "(hasattr(json, 'mine'), x)", id="exec-2")
    assert (status["reason"], status["error"]["type"]) == ("failed", "NameError")
    assert outcome(game, "hasattr(json, 'mine')", id="exec-3")["value"] == "False"


def test_an_iterator_is_stepped_one_value_a_tick(game: Game) -> None:
    result = outcome(game, "(host.elapsed() for _ in range(4))", ticks=6)
    assert (result["steps"], result["values"]) == (4, ["0", "1", "2", "3"])
    rows = game.outputs("exec-1")[0].records()
    assert [row["value"] for row in rows] == [0, 1, 2, 3]
    assert [row["tick"] - rows[0]["tick"] for row in rows] == [0, 1, 2, 3]


def test_what_a_generator_returns_and_prints_comes_with_its_values(game: Game) -> None:
    code = "def go():\n    for n in range(2):\n        print('at', n)\n        yield n\n    return {'sum': 3}\ngo()"
    result = outcome(game, code, ticks=4)
    assert result["returned"] == {"type": "dict", "value": "{'sum': 3}"}
    assert (result["values"], result["printed"]) == (["0", "1"], "at 0\nat 1\n")


def test_of_many_values_the_first_and_last_are_kept_and_all_are_recorded(game: Game) -> None:
    result = outcome(game, "iter(range(200))", ticks=205)
    assert result["steps"] == 200
    assert (result["values"][:2], result["values"][-2:]) == (["0", "1"], ["198", "199"])
    assert result["values_left_out"] == {"after": 30, "n": 140}
    assert len(game.outputs("exec-1")[0].records()) == 200


def test_a_stopped_iterator_leaves_what_it_gave_and_is_closed(game: Game) -> None:
    code = (
        "def go():\n"
        "    try:\n"
        "        while True:\n"
        "            yield host.elapsed()\n"
        "    finally:\n"
        "        print('closed')\n"
        "go()"
    )
    run(game, code, ticks=3)
    game.ask("stop", "exec-1")
    status = game.status("exec-1")
    assert (status["state"], status["reason"]) == ("ended", "stopped")
    assert status["result"] == {"steps": 4, "values": ["0", "1", "2", "3"], "printed": "closed\n"}


def test_values_of_a_running_one_are_published(game: Game) -> None:
    status = run(game, "itertools.count()", ticks=12)
    assert status["state"] == "running"
    assert status["result"]["steps"] > 5


def test_an_iterator_that_fails_tells_where(game: Game) -> None:
    status = run(game, "def go():\n    yield 1\n    raise KeyError('k')\n\ngo()", ticks=3)
    assert status["reason"] == "failed"
    assert status["result"]["values"] == ["1"]
    assert (status["error"]["line"], status["error"]["code"]) == (3, "raise KeyError('k')")


def test_a_pending_value_is_waited_for_and_sent(game: Game) -> None:
    code = (
        "class Later:\n"
        "    def __init__(self): self.since = host.elapsed()\n"
        "    @property\n"
        "    def done(self): return host.elapsed() >= self.since + 3\n"
        "    @property\n"
        "    def value(self): return 'came'\n"
        "def go():\n"
        "    got = yield Later()\n"
        "    yield (got, host.elapsed())\n"
        "go()"
    )
    assert outcome(game, code, ticks=8)["values"] == ["'came'", "('came', 3)"]


def test_a_reply_that_is_there_already_is_a_value_like_any_other(game: Game) -> None:
    code = "def go():\n    got = yield host.command('say hi')\n    print(got.ok)\ngo()"
    result = outcome(game, code, ticks=4)
    assert (result["steps"], result["printed"]) == (1, "True\n")
    assert "ok=True" in result["values"][0]


def test_an_error_of_what_is_waited_for_is_raised_at_the_yield(game: Game) -> None:
    code = (
        "class Broken:\n"
        "    done = True\n"
        "    @property\n"
        "    def value(self): raise KeyError('lost')\n"
        "def go():\n"
        "    try:\n"
        "        yield Broken()\n"
        "    except KeyError as error:\n"
        "        yield str(error)\n"
        "go()"
    )
    assert outcome(game, code, ticks=4)["values"] == ["\"'lost'\""]


def test_errors_come_with_line_code_and_caret(game: Game) -> None:
    error = run(game, "y = 3\n\nif y:\n    z = 1 + math.sqrt(y) / (y - 3)\n")["error"]
    assert (error["line"], error["code"]) == (4, "z = 1 + math.sqrt(y) / (y - 3)")
    assert error["caret"] == "        ^^^^^^^^^^^^^^^^^^^^^^"


@pytest.mark.parametrize(
    ("code", "caret"),
    [
        ("ä = 0; 'ü' + str(1 / ä)", "                 ^^^^^"),
        ("x = [1]\nif x:\n    x[\n        5\n    ]", "^^"),
        ("def f():\n\treturn {}['a'] + 1\nf()", "       ^^^^^^^"),
        ("math.sqrt(-1)", "^^^^^^^^^^^^^"),
    ],
)
def test_the_caret_stands_under_what_failed(game: Game, code: str, caret: str) -> None:
    assert run(game, code)["error"]["caret"] == caret


def test_handlers_end_with_the_call_and_are_counted(game: Game) -> None:
    result = outcome(game, "host.every(2, lambda: host.record('no', 1))\nhost.on('explosion', print)\n1")
    assert result["handles_ended"] == 2
    game.tick(5)
    assert game.outputs("exec-1")[0].records() == []


def test_functions_named_like_hooks_are_only_functions(game: Game) -> None:
    code = "def on_stop(host): print('never')\ndef run(host):\n    yield 'a'\n    yield 'b'\nrun(host)"
    assert outcome(game, code, ticks=4) == {"steps": 2, "values": ["'a'", "'b'"]}


def test_json_is_the_value_itself_and_text_stands_in_where_there_is_none(game: Game) -> None:
    result = outcome(game, "{'a': np.arange(3), 'b': [1.5, None]}", form="json")
    assert result["value"] == {"a": [0, 1, 2], "b": [1.5, None]}
    result = outcome(game, "object", form="json")
    assert "no JSON form" in result["not_json"]
    assert result["value"] == "<class 'object'>"
    result = outcome(game, "'x' * 30_000", form="json")
    assert "30,002 bytes" in result["not_json"]
    result = outcome(game, "iter([{'a': 1}, {2}])", form="json", ticks=4)
    assert result["values"] == [{"a": 1}, [2]]


def test_host_result_is_kept_beside_the_value(game: Game) -> None:
    assert outcome(game, "host.result({'n': 1})\n2") == {"type": "int", "value": "2", "result": {"n": 1}}


def test_a_live_one_is_never_replaced(game: Game) -> None:
    run(game, "itertools.count()")
    answer = game.ask("start", "exec-1", encode_start(prepare_one_off("1", id="exec-1")))
    assert (answer["ok"], answer["type"]) == (False, "busy")
    assert game.status("exec-1")["state"] == "running"


def test_the_lanes_budget_has_room_for_one_offs() -> None:
    game = Game(sprint=True, lane_budget_ms=2)
    game.start("def on_tick(host): pass", "holder")
    assert outcome(game, "1")["value"] == "1"


def test_a_class_that_can_not_be_shown_fails_nothing(game: Game) -> None:
    result = outcome(game, "class A:\n    def __repr__(self): raise ValueError\nA()")
    assert result == {"type": "A", "value": "<A, which can't be shown: ValueError>"}
