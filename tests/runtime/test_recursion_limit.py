"""A host call near the recursion limit raises RecursionError before anything is done, or is done."""

from __future__ import annotations

import pytest

from tests.runtime.conftest import Game
from tests.runtime.consistency import check, check_halves

pytestmark = [pytest.mark.usefixtures("no_collections")]

# Makes each kind of call at each of the last depths, and goes on after the RecursionError.
DEEP = """
import sys
state = {"n": 0}
def count(): state["n"] += 1
def on_start(host): host.every(1, count)
def call(host, n, kind):
    if kind == 0: return host.spawn("tnt", (n % 16, 100, 3), tag="v")
    if kind == 1: return host.record("r", n)
    if kind == 2: return host.after(3, count)
    if kind == 3:
        t = host.after(9, count)
        t.cancel()
    if kind == 4: return host.on("chat", print)
    if kind == 5: state.setdefault("w", []).append(host.on("chat", print))
    if kind == 6: return host.expect("n", n, 0)
    if kind == 7: return print(f"p {n}\\n", end="")
    if kind == 8: return host.remove(host.entities())
    if kind == 9: return host.set_block((0, 70, n % 8), "stone")
    if kind == 10 and state.get("w"): state["w"].pop().cancel()
    if kind == 11: return host.on(lambda: False, print)
def dig(depth, host, n, kind):
    if depth > 0:
        return dig(depth - 1, host, n, kind)
    return call(host, n, kind)
def room(n=0):
    try: return room(n + 1)
    except RecursionError: return n
def on_tick(host):
    n = host.tick()
    most = room()
    for back in range(40):
        for kind in range(12):
            try: dig(most - back, host, n, kind)
            except RecursionError: state["hits"] = state.get("hits", 0) + 1
    host.result(state["hits"])
"""


def test_a_call_near_the_recursion_limit_is_done_or_not_done(faultless: Game) -> None:
    game = faultless
    game.start(DEEP, budget_ms=1, hard_ms=10_000)
    script = game.lane.roster.get("it")
    assert script is not None
    for _ in range(4):
        game.tick()
        assert game.status()["state"] == "running", game.status()
        check(game)
        check_halves(game, script)
        script.verdicts.failures = 0
        script.verdicts.failed.clear()
        for id in list(game.world.entities):
            game.world.remove(id, "script")
    game.ask("stop", "it")
    assert game.status()["result"] > 100, "no call has met the limit"
