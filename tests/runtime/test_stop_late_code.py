"""What a script leaves to be destroyed runs when nobody's step is open: it is ended too, and costs nobody anything."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator

import pytest

from tests.runtime.conftest import Game
from tests.runtime.ladder import laddered

pytestmark = pytest.mark.timeout(120)

HEAD = "from tests.runtime.runaways import libraries as lib\n"
OWN = "class Late:\n    def __del__(self):\n        while True: pass\n"
INNOCENT = "def on_tick(host): host.record('t', host.tick())\n"

# What is destroyed once the script has ended: by the names of what holds it.
LEFT = {
    "a global": OWN + "x = Late()\ndef on_tick(host): host.stop()\n",
    "a global of library code": HEAD + "x = lib.Late()\ndef on_tick(host): host.stop()\n",
    "a cycle": OWN + "x = Late(); x.me = x\ndef on_tick(host): host.stop()\n",
    "a local of the function that failed": OWN + "def on_tick(host):\n    x = Late()\n    raise ValueError\n",
    "a library's in a frame that failed": HEAD + "def on_tick(host):\n    x = lib.Late()\n    raise ValueError\n",
    "the exception itself": "class Mine(Exception):\n    def __del__(self):\n        while True: pass\n"
    "def on_tick(host):\n    raise Mine()\n",
    "what the exception holds": HEAD
    + "def on_tick(host):\n    e = ValueError()\n    e.held = lib.Late()\n    raise e\n",
    "a timer's action": OWN + "def on_tick(host):\n    host.after(9, lambda x=Late(): x)\n    host.stop()\n",
    "a handler": HEAD + "def on_tick(host):\n    host.on('chat', lambda e, x=lib.Late(): x)\n    host.stop()\n",
    "a condition": HEAD + "def on_tick(host):\n    host.on(lambda x=lib.Late(): False, print)\n    host.stop()\n",
    "a generator's end": "def g():\n    try: yield\n    finally:\n        while True: pass\n"
    "x = g(); next(x)\ndef on_tick(host): host.stop()\n",
    "a generator that refuses to close": HEAD
    + "x = lib.iterate_and_swallow(); next(x)\ndef on_tick(host): host.stop()\n",
    "run's own generator that refuses": "def run(host):\n    while True:\n        try: yield\n"
    "        except GeneratorExit: host.stop()\n",
    "an async generator": "async def g():\n    try: yield\n    finally:\n        while True: pass\n"
    "x = g()\ntry: x.__anext__().send(None)\nexcept StopIteration: pass\ndef on_tick(host): host.stop()\n",
    "a weak reference's callback": HEAD
    + "import weakref\nclass C: pass\nx = C()\nr = weakref.ref(x, lambda r: lib.spin())\n"
    "def on_tick(host): host.stop()\n",
    "the result's own class": OWN + "class R(dict):\n    __del__ = Late.__del__\ndef run(host): return R(a=1)\n",
}


@pytest.fixture
def collecting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in the game: collections between ticks, here in each of them."""
    from ticklane_runtime._remains import Remains

    monkeypatch.setattr(Remains, "_YOUNG", 0)
    monkeypatch.setattr(Remains, "_MIDDLE_EVERY", 1)
    monkeypatch.setattr(Remains, "_FULL_EVERY", 1)
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("collecting")
@pytest.mark.parametrize("name", LEFT)
def test_code_that_runs_when_a_script_is_destroyed_is_ended_and_nobody_pays_for_it(game: Game, name: str) -> None:
    if name == "a generator that refuses to close" and sys.version_info < (3, 12):
        pytest.skip("there is no way to end it before Python 3.12")
    game.start(INNOCENT, "good", hard_ms=100, budget_ms=5)
    with laddered(game):
        game.start(LEFT[name], "bad", hard_ms=100)
        if name == "run's own generator that refuses":
            game.tick()
            game.ask("stop", "bad")
        began = time.monotonic()
        game.tick(4)
        took = time.monotonic() - began
    assert game.status("bad")["state"] == "ended"
    assert game.status("bad")["reason"] in ("finished", "failed", "stopped", "budget")
    assert game.status("good")["state"] == "running"
    game.ask("stop", "good")
    rows = [row["value"] for row in game.outputs("good")[0].records()]
    assert rows == list(range(1, len(rows) + 1))
    assert len(rows) >= 4
    assert took < 60, "the game has stood still"


@pytest.mark.usefixtures("collecting")
def test_what_an_ended_script_has_held_is_gone_after_the_tick(game: Game) -> None:
    game.start("x = bytearray(1 << 20)\ndef on_tick(host):\n    y = x\n    raise ValueError\n")
    game.tick(2)
    assert not [o for o in gc.get_objects() if isinstance(o, dict) and isinstance(o.get("x"), bytearray)]
