"""A script's own code is ended at its limit whatever it does against that; the others go on."""

from __future__ import annotations

import sys

import pytest

from tests.runtime.conftest import Game
from tests.runtime.ladder import laddered

pytestmark = [pytest.mark.usefixtures("no_collections"), pytest.mark.timeout(120)]

INNOCENT = "def on_tick(host): host.record('t', host.tick())\n"

ENDLESS = {
    "a bare except": "while True:\n        try:\n            while True: pass\n        except: pass",
    "a loop in finally": "try:\n        while True: pass\n    finally:\n        while True: pass",
    "finally that returns": "while True:\n        try: again()\n        finally: continue",
    "nested handlers": (
        "while True:\n        try:\n            try:\n                while True: pass\n"
        "            except BaseException:\n                try:\n                    while True: pass\n"
        "                except BaseException: pass\n        except BaseException: pass"
    ),
    "mutual recursion": "f()",
    "handlers of groups": "while True:\n        try:\n            while True: pass\n        except* Exception: pass",
    "suppress": "with suppress(BaseException):\n        while True: pass",
    "suppress in a loop": "while True:\n        with suppress(BaseException):\n            while True: pass",
    "an exit stack": (
        "with ExitStack() as stack:\n        stack.enter_context(suppress(BaseException))\n        while True: pass"
    ),
    "a decorator that suppresses": "while True: guarded()",
    "an exit that loops": "with Loops(): pass",
    "an exit that swallows and loops": "with Loops():\n        while True: pass",
    "equality": "Loops() == 1",
    "a hash": "{Loops(): 1}",
    "a property": "Loops().p",
    "an attribute that isn't there": "Loops().missing",
    "a descriptor's set": "Loops().d = 1",
    "a destructor": "x = Late()\n    del x\n    while True: pass",
    "destructors in a loop": "while True: Late()",
    "a sort's key": "sorted(range(9), key=lambda v: again())",
    "a sort's comparison": "sorted(range(9), key=cmp_to_key(lambda a, b: again()))",
    "map": "list(map(lambda v: again(), [1]))",
    "map without an end": "sum(map(lambda v: v, iter(int, 1)))",
    "filter": "list(filter(lambda v: False, iter(int, 1)))",
    "a substitution": "re.sub('a', lambda m: again(), 'aaa')",
    "reduce": "reduce(lambda a, b: b, iter(int, 1))",
    "iter with a sentinel": "for _ in iter(lambda: 1, 2): pass",
    "a generator": "for _ in endless(): pass",
    "a generator in C": "sum(endless())",
    "a generator that won't close": "g = stubborn()\n    next(g)\n    while True:\n        try: g.close()\n"
    "        except RuntimeError: pass",
    "a generator thrown into": "g = stubborn()\n    next(g)\n    while True: g.throw(ValueError)",
    "an async generator": "drive(astubborn())",
    "an async for": "drive(aloop())",
    "an async with": "drive(awith())",
    "an async comprehension": "drive(acomp())",
    "a comprehension": "[0 for _ in iter(int, 1)]",
    "a comprehension of conditions": "[0 for _ in iter(int, 1) if _ if not _]",
    "nested comprehensions": "{(a, b) for a in iter(int, 1) for b in ()}",
    "a match": "while True:\n        match again:\n            case _:\n                while True: pass",
    "a walrus": "while (n := 1): pass",
    "a class body": "class C:\n        while True: pass",
    "a default": "def g(x=[0 for _ in iter(int, 1)]): pass",
    "a decorator": "@again\n    def g(): pass",
    "a metaclass": "class M(type):\n        def __call__(cls): again()\n    class C(metaclass=M): pass\n    C()",
    "an f-string": "f'{Loops()}'",
    "unpacking": "a, *b = endless()",
    "exec": "exec('while True: pass')",
    "compile and eval": "eval(compile('[0 for _ in iter(int, 1)]', 'x', 'eval'))",
    "a module beside it": "import beside",
    "a function beside it": "import beside_too\n    beside_too.spin()",
    "a script's own text": "host.log(Loops())",
    "an own mapping as a value": "host.record('x', Endless())",
    "an own number": "host.spawn('tnt', (Loops(), 1, 2))",
    "an own sequence": "host.block(Loops())",
    "an own array": "host.modify(host.spawn('tnt', (0, 70, 0)), vel=Loops())",
    "a filter of entities": "host.entities(filter=lambda es: again())",
    "an own key": "host.record(Key('k'), 1)",
    "the exception's own text": "raise Told()",
}

HEAD = """
import re, sys
from contextlib import ContextDecorator, ExitStack, suppress
from collections.abc import Mapping
from functools import cmp_to_key, reduce

def again(*_):
    while True:
        try:
            while True: pass
        except BaseException: pass
def f():
    try: g()
    except BaseException: f()
def g():
    try: f()
    except BaseException: g()
class Swallow(ContextDecorator):
    def __enter__(self): return self
    def __exit__(self, *_): return True
@Swallow()
def guarded(): again()
class Loops:
    def __enter__(self): return self
    def __exit__(self, *_): again()
    __eq__ = __hash__ = __str__ = __repr__ = __format__ = __float__ = __index__ = __array__ = __getattr__ = again
    p = property(again)
    class _D:
        __set__ = again
    d = _D()
class Late:
    def __del__(self): again()
class Endless(Mapping):
    def __iter__(self):
        n = 0
        while n := n + 1: yield n
    def __len__(self): return 3
    def __getitem__(self, key): return 1
class Key(str):
    __hash__ = again
class Told(Exception):
    __str__ = again
def endless():
    while True: yield 1
def stubborn():
    while True:
        try: yield 1
        except BaseException: pass
async def astubborn_():
    while True:
        try: yield 1
        except BaseException: pass
async def astubborn():
    async for _ in astubborn_(): pass
class A:
    def __aiter__(self): return self
    async def __anext__(self): return 1
    async def __aenter__(self): return self
    async def __aexit__(self, *_): return True
async def aloop():
    async for _ in A(): pass
async def awith():
    async with A(): again()
    await awith()
async def acomp(): return [x async for x in A()]
def drive(coroutine):
    try: coroutine.send(None)
    except StopIteration: pass
    while True: pass
"""
BESIDE = {"beside.py": "while True: pass\n", "beside_too.py": "def spin():\n    while True: pass\n"}


def run_both(game: Game, body: str, head: str = HEAD) -> dict[str, object]:
    game.start(head + f"def on_tick(host):\n    {body}\n", "bad", hard_ms=30, files=BESIDE)
    assert game.status("bad")["state"] == "running", game.status("bad")
    game.start(INNOCENT, "good", budget_ms=10)
    with laddered(game):
        game.tick(3)
    assert game.status("good")["state"] == "running"
    game.ask("stop", "good")
    assert [row["value"] for row in game.outputs("good")[0].records()] == [1, 2, 3]
    return game.status("bad")


@pytest.mark.parametrize("name", ENDLESS)
def test_code_without_end_is_ended_whatever_it_catches(game: Game, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    status = run_both(game, ENDLESS[name])
    assert status["state"] == "ended"
    wanted = {"an own key": "failed", "the exception's own text": "failed"}.get(name, "budget")
    if status["reason"] != wanted:
        pytest.fail(str(status))


FLAG = {
    "overwritten": "globals()['__ticklane_' + 'flag__'] = 0",
    "taken away for good": "globals()['__ticklane_' + 'check__'] = lambda: None",
    "written": "flag = globals()['__ticklane_' + 'flag__']\n    m = memoryview(flag).cast('B')\n"
    "    while True:\n        m[0] = 0",
    "set by name": "flag = globals()['__ticklane_' + 'flag__']\n    while True:\n        try: flag.value = 0\n"
    "        except AttributeError: pass",
}


@pytest.mark.parametrize("name", FLAG)
def test_a_script_that_reaches_for_the_flag_is_ended_by_the_next_rung(game: Game, name: str) -> None:
    status = run_both(game, FLAG[name] + "\n    while True: pass")
    assert status["reason"] == "budget", status


@pytest.mark.parametrize(
    "attempt",
    [
        "get(sys, 'settrace')(lambda *a: None)",
        "get(sys, 'setprofile')(lambda *a: None)",
        "get(threading, 'settrace')(lambda *a: None)",
        "get(sys, 'monitoring').use_tool_id(5, 'mine')",
        "get(sys, 'monitoring').set_events(4, 0)",
        "get(threading.sys, 'settrace')(lambda *a: None)",
        "__import__('b' + 'db').Bdb().set_trace()",
        "cProfile.Profile().enable()",
        "sys.set_asyncgen_hooks(lambda g: None)",
        "sys._current_frames()",
        "sys._getframe().f_back.f_back.f_globals",
        "sys._getframe().f_back.f_trace",
    ],
)
def test_no_tracing_outlives_the_step_that_tried(game: Game, attempt: str) -> None:
    if "monitoring" in attempt and sys.version_info < (3, 12):
        pytest.skip("there is no sys.monitoring")
    game.start(
        "import cProfile, sys, threading\nget = getattr\ndef on_tick(host):\n"
        f"    try: {attempt}\n    finally:\n        while True: pass\n",
        "bad",
        hard_ms=30,
    )
    game.start(INNOCENT, "good", budget_ms=10)
    before = sys.gettrace(), sys.getprofile()
    with laddered(game):
        game.tick(3)
    assert (sys.gettrace(), sys.getprofile()) == before
    assert game.status("bad")["state"] == "ended"
    game.ask("stop", "good")
    assert len(game.outputs("good")[0].records()) == 3
