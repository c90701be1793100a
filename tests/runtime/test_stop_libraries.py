"""Code without checks is ended by exceptions from outside, whatever it catches, and nobody else is hit."""

from __future__ import annotations

import sys

import pytest

from tests.runtime.conftest import Game
from tests.runtime.ladder import laddered

pytestmark = [pytest.mark.usefixtures("no_collections"), pytest.mark.timeout(120)]

HEAD = "from tests.runtime.runaways import libraries as lib\n"
INNOCENT = "def on_tick(host): host.record('t', host.tick())\n"

SPINNING = {
    "a loop": "lib.spin()",
    "a loop in finally": "lib.spin_in_finally()",
    "a loop that swallows": "lib.swallow()",
    "a generator": "for _ in lib.iterate(): sum(lib.iterate())",
    "a generator that swallows": "sum(lib.iterate_and_swallow())",
    "an own handler around it": "while True:\n        try: lib.swallow()\n        except BaseException: pass",
    "equality": "lib.Equal() == 1",
    "equality in a C search": "[lib.Equal()].index(3)",
    "a sort's comparison": "sorted([lib.Equal(), lib.Equal()])",
    "a sort's key": "sorted([1, 2], key=lambda v: lib.spin())",
    "map": "list(map(lambda v: lib.spin(), [1]))",
    "a substitution": "import re\n    re.sub('a', lambda m: lib.spin(), 'aaa')",
    "reduce": "import functools, itertools\n    functools.reduce(lambda a, b: lib.spin(), itertools.count())",
    "a context manager": "with lib.Manager(): lib.spin()",
    "a destructor": "x = lib.Late()\n    del x\n    while True: pass",
    "json's default": "import json\n    json.dumps(object(), default=lambda o: lib.spin())",
    "json in Python": (
        "import json\n    class Endless(dict):\n"
        "        def items(self): return zip(map(str, lib.iterate()), lib.iterate())\n"
        "    json.JSONEncoder(indent=1).encode(Endless(a=1))"
    ),
    "statistics": "import statistics\n    statistics.mean(iter(int, 1))",
    "heapq": "import heapq\n    sum(heapq.merge(lib.iterate(), lib.iterate()))",
    "ast.walk": (
        "import ast\n    tree = ast.parse('x')\n    tree.body[0].value.ctx = tree\n"
        "    try: list(ast.walk(tree))\n    except BaseException: list(ast.walk(tree))"
    ),
    "difflib": "import difflib\n    a = [str(i % 7) for i in range(9000)]\n    list(difflib.ndiff(a, a[1:] + a))",
    "a value's text": "host.log(lib.Equal())",
    "a value that is compared": "host.expect('x', lib.Equal(), lib.Equal())",
    "a number": "host.spawn('tnt', (lib.Equal(), 1, 2))",
    "a place": "host.block(lib.Equal())",
    "a filter": "host.entities(filter=lambda es: lib.spin())",
}


# What library code catches in a loop, it catches each time: only its lines being watched ends that.
SWALLOWING = {"a loop that swallows", "a generator that swallows", "an own handler around it", "a context manager"}
WATCHED_LINES = sys.version_info >= (3, 12)


@pytest.mark.parametrize("name", SPINNING)
def test_library_code_without_end_is_unwound_and_the_others_go_on(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in SWALLOWING and not WATCHED_LINES:
        pytest.skip("there is no way to end it before Python 3.12")
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    game.start(HEAD + f"def on_tick(host):\n    {SPINNING[name]}\n", "bad", hard_ms=30)
    game.start(INNOCENT, "good", budget_ms=10)
    with laddered(game) as ladder:
        game.tick(3)
    status = game.status("bad")
    assert (status["state"], status["reason"]) == ("ended", "budget"), status
    assert status["budget"]["line"] >= 2
    assert ladder.set >= 1
    assert game.status("good")["state"] == "running"
    game.ask("stop", "good")
    assert [row["value"] for row in game.outputs("good")[0].records()] == [1, 2, 3]


@pytest.mark.skipif(not WATCHED_LINES, reason="there is no way to end it before Python 3.12")
def test_functions_that_swallow_in_turns_are_unwound_by_watching_their_lines(game: Game) -> None:
    game.start(HEAD + "def on_tick(host):\n    lib.swallow_in_turns()\n", "bad", hard_ms=30)
    game.start(INNOCENT, "good", budget_ms=10)
    with laddered(game):
        game.tick(3)
    assert game.status("bad")["reason"] == "budget"
    assert game.status("bad")["budget"]["line"] == 3
    game.ask("stop", "good")
    assert len(game.outputs("good")[0].records()) == 3
    assert not any(sys.monitoring.get_tool(tool) == "ticklane" and sys.monitoring.get_events(tool) for tool in (3, 4))
