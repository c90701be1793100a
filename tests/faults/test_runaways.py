"""Scripts that don't give the tick back, and do what they can to keep it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from .played_game import PlayedGame, assert_each_tick

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

HARD_MS = 60

# Each is the body of on_tick(host); `spin()` never returns. All is defined inside, so all is the script's own.
RUNAWAYS = dict(
    re.findall(
        r"^## (.*)\n((?:(?!##).*\n)+)",
        """
## loop
while True: pass
## for
for _ in iter(int, 1): pass
## comprehension
[0 for _ in iter(int, 1) if False]
## generator expression
any(x for x in iter(int, 1))
## recursion
def f(n): return f(n + 1) + f(n + 2) if n < 900 else 0
f(0)
## lambda
f = lambda g, n: g(g, n + 1) or g(g, n + 2) if n < 900 else 0
f(f, 0)
## generator
def g():
    while True:
        yield 1
for _ in g(): pass
## async
async def a():
    while True:
        pass
a().send(None)
## match
while True:
    match 1:
        case _: pass
## with
import contextlib
while True:
    with contextlib.nullcontext(): pass
## bare except
while True:
    try:
        spin()
    except: pass
## base exception
while True:
    try:
        spin()
    except BaseException as e: last = e
## finally
try:
    spin()
finally:
    while True: pass
## nested finally
try:
    try:
        spin()
    finally:
        spin()
finally:
    spin()
## except star
while True:
    try:
        spin()
    except* BaseException: pass
## handler in handler
try:
    spin()
except BaseException:
    try:
        spin()
    except BaseException:
        spin()
## exit that swallows
class C:
    def __enter__(self): return self
    def __exit__(self, *a): return True
while True:
    with C():
        spin()
## exit that spins
class C:
    def __enter__(self): return self
    def __exit__(self, *a): spin()
with C():
    spin()
## del
class C:
    def __del__(self): spin()
while True:
    C()
## eq
class C:
    def __eq__(self, other): spin()
    __hash__ = None
[C()].index(C())
## hash
class C:
    def __hash__(self): spin()
{C(): 1}
## sort key
sorted(range(10), key=lambda x: spin())
## map
list(map(lambda x: spin(), range(10)))
## swallowing key
def key(x):
    try:
        spin()
    except BaseException: return 0
while True:
    sorted(range(10), key=key)
## getattr hook
class C:
    def __getattr__(self, name): spin()
while True:
    hasattr(C(), 'x')
## bool
class C:
    def __bool__(self): spin()
while C(): pass
## repr in log
class C:
    def __repr__(self): spin()
host.log(C())
## str in record
class C(str):
    def __str__(self): spin()
    __repr__ = __len__ = __iter__ = __str__
host.record('k', [C('v')])
spin()
## filter
while True:
    host.entities(filter=lambda es: spin())
## generator closed late
def g():
    try:
        yield
    finally:
        spin()
x = g()
next(x)
del x
spin()
## weakref callback
import weakref
class C: pass
c = C()
kept.append(weakref.ref(c, lambda r: spin()))
del c
spin()
## trace
import sys
vars(sys)['sett' + 'race'](lambda *a: None)
spin()
## exec
exec('while True: pass')
## library loop
import json
while True:
    json.loads('[1]')
## functools
import functools
functools.reduce(lambda a, b: spin(), range(5))
## property
class C:
    @property
    def x(self): spin()
C().x
## metaclass
class M(type):
    def __call__(cls): spin()
class C(metaclass=M): pass
C()
## descriptor name
class D:
    def __set_name__(self, owner, name): spin()
class C:
    d = D()
## overwriting the flag
globals()['__ticklane_' + 'flag__'] = 0
while True: pass
## taking the check away
globals()['__ticklane_' + 'check__'] = lambda: None
while True: pass
## writing into the flag
flag = memoryview(globals()['__ticklane_' + 'flag__']).cast('B')
while True: flag[0] = 0
## raising the stop itself
import gc
while True:
    try:
        spin()
    except BaseException as e:
        e.__traceback__ = None
        try: raise e
        except BaseException: continue
""",
        re.MULTILINE,
    )
)

SCRIPT = """
# /// script
# [tool.ticklane]
# hard_ms = {hard_ms}
# ///
kept = []


def spin():
    while True:
        pass


def on_tick(host):
{body}
"""


def indented(body: str) -> str:
    return "\n".join("    " + line for line in body.splitlines())


@contextmanager
def another_witness(game: PlayedGame) -> Iterator[None]:
    """A script that comes after the runaway in every step, and has everything a late stop could hit."""
    game.start(
        """
import json

def on_tick(host):
    try:
        rows = [json.dumps({"n": n}) for n in range(20)]
        host.record("after", [host.tick(), len(rows)])
    except BaseException as error:
        host.record("hit", repr(error))
        raise
    finally:
        host.record("finally", host.tick())
""",
        "after",
        budget_ms=10,
    )
    yield
    game.let_pass(2)
    status = game.stop("after")
    assert status["reason"] == "stopped", status
    assert_each_tick([row["value"][0] for row in game.rows("after", "after")], status)
    assert_each_tick([row["value"] for row in game.rows("after", "finally")], status)
    assert game.rows("after", "hit") == []


@pytest.mark.parametrize("kind", RUNAWAYS)
def test_nothing_keeps_the_tick_and_nobody_else_is_hit(game: PlayedGame, kind: str) -> None:
    source = SCRIPT.format(hard_ms=HARD_MS, body=indented(RUNAWAYS[kind]))
    game.start(source)
    with another_witness(game):
        status = game.ended(within_s=20)
    assert status["reason"] in ("budget", "failed"), status
    if status["reason"] == "failed":  # refused at the place: nothing was kept
        assert kind in ("trace", "exec"), status
        return
    assert status["budget"]["hard"] is True
    assert status["budget"]["limit_ms"] == HARD_MS
    assert 1 <= status["budget"]["line"] <= len(source.splitlines())
    assert "stuck" not in status


def test_two_endless_loops_in_one_tick_end_in_that_tick(game: PlayedGame) -> None:
    source = """
def on_start(host):
    host.schedule(host.params["at"], spin)

def spin():
    while True:
        pass
"""
    header = "# /// script\n# [tool.ticklane]\n# hard_ms = 60\n# [tool.ticklane.params]\n# at = 0\n# ///\n"
    at = game.tick() + 120
    for id in ("one", "two"):
        game.start(header + source, id, params={"at": at})
    with another_witness(game):
        ended = [game.ended(id) for id in ("one", "two")]
    assert [status["reason"] for status in ended] == ["budget", "budget"]
    assert [status["tick"] for status in ended] == [at, at]


@pytest.mark.parametrize("where", ["body", "on_start", "run", "on_event", "timer", "condition", "on_stop"])
def test_a_loop_without_end_is_ended_wherever_a_script_can_have_one(game: PlayedGame, where: str) -> None:
    header = '# /// script\n# [tool.ticklane]\n# hard_ms = 60\n# events = ["entity_spawn"]\n# ///\n'
    plain = header.replace('# events = ["entity_spawn"]\n', "")
    spin = "def spin(*a):\n    while True:\n        pass\n\n"
    source = {
        "body": plain + spin + "spin()\n",
        "on_start": plain + spin + "def on_start(host):\n    spin()\n",
        "run": plain + spin + "def run(host):\n    yield\n    spin()\n",
        "on_event": header + spin + "def on_event(host, event):\n    spin()\n\ndef on_start(host):\n"
        "    host.remove(host.spawn('armor_stand', (0, 90, 0)))\n",
        "timer": plain + spin + "def on_start(host):\n    host.every(1, spin)\n",
        "condition": plain + spin + "def on_start(host):\n    host.on(lambda: spin(), print)\n",
        "on_stop": plain + spin + "def on_tick(host):\n    host.stop()\n\ndef on_stop(host):\n    spin()\n",
    }[where]
    game.start(source)
    with another_witness(game):
        status = game.ended(within_s=20)
    if where == "on_stop":
        assert status["reason"] == "finished"
        assert any("cut off" in event.get("text", "") for event in game.events())
        return
    assert status["reason"] == "budget", status
    assert source.splitlines()[status["budget"]["line"] - 1].strip() in ("while True:", "pass")


def test_a_stop_that_is_asked_for_ends_a_step_that_is_under_way(game: PlayedGame) -> None:
    header = "# /// script\n# [tool.ticklane]\n# hard_ms = 60000\n# ///\n"
    for _ in range(5):
        game.start(header + "def on_tick(host):\n    while True:\n        pass\n")
        with game.game.client() as second:
            status = second.request("stop", script="fault", wait_s=20)
        assert (status["state"], status["reason"]) == ("ended", "stopped"), status


def test_a_hundred_runaways_in_a_row_leave_the_tick_to_the_others(game: PlayedGame) -> None:
    """Late stops would hit the witnesses; each has the shortest limit there is."""
    source = """
# /// script
# [tool.ticklane]
# budget_ms = 1
# hard_ms = 2
# ///
def on_tick(host):
    while True:
        try:
            sum([n for n in range(50)])
        except BaseException:
            pass
"""
    with another_witness(game):
        for n in range(100):
            game.start(source, f"fault-{n % 10}")
        for n in range(10):
            status = game.ended(f"fault-{n}")
            assert status["reason"] in ("budget", "replaced"), status
