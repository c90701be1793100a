"""Scripts that reach for what others use: modules, classes, streams, random numbers, number contexts, the process."""

from __future__ import annotations

from typing import Any

import pytest

from .played_game import PlayedGame

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

HEADER = "# /// script\n# [tool.ticklane]\n# budget_ms = 10\n# hard_ms = 1000\n# ///\n"

# What an unharmed script answers, after its own `yield 2`: all of it follows from its seed.
INNOCENT = """
import builtins, contextlib, decimal, io, json, locale, logging, math, os, random, sys, warnings
import numpy as np

def look():
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print("said")
    return {
        "modules": [math.sqrt(4), math.pi, np.pi, float(np.linalg.norm([3, 4])), os.path.join("a", "b"), len([1])],
        "classes": [json.dumps({"a": [1]}), hasattr(json.JSONEncoder, "mine"), host.elapsed() >= 0],
        "streams": [text.getvalue(), logging.getLogger().level, logging.getLogger().handlers == []],
        "numbers": [random.random(), float(np.random.rand()), float(np.random.default_rng().random())],
        "contexts": [decimal.getcontext().prec, np.geterr()["divide"], np.get_printoptions()["precision"]],
        "process": [sys.getrecursionlimit(), os.getcwd(), os.environ.get("MINE"), locale.setlocale(locale.LC_ALL),
                    "x" in sys.path, sys.getswitchinterval(), [str(f[2]) for f in warnings.filters][:3] == []],
    }

def run(host):
    yield 2
    return look()
"""

BAD = {
    "modules": """
import math, numpy as np, os
from unittest import mock
math.sqrt = math.pi = np.pi = np.linalg.norm = os.path.join = None
mock.patch("math.floor", None).start()
vars(math).clear()
def on_tick(host): pass
""",
    "builtins": """
import builtins
builtins.len = builtins.sum = builtins.print = lambda *a: 99
del builtins.open
def on_tick(host): pass
""",
    "a class": """
import json
json.JSONEncoder.mine = 1
""",
    "the host's class": """
def on_tick(host): type(host).elapsed = lambda self: -1
""",
    "streams": """
import sys, io, contextlib
sys.stderr = io.StringIO()
def run(host):
    with contextlib.redirect_stdout(io.StringIO()):
        while True:
            print("swallowed")
            yield
""",
    "closed streams": """
import sys
sys.stdout.close(); sys.stderr.close(); sys.__stdout__.close()
def on_tick(host): sys.stdout.close()
""",
    "random numbers": """
import random, numpy as np
def on_tick(host):
    random.seed(1); np.random.seed(1); random.random(); np.random.rand(3)
    np.random.mtrand._rand.seed(5); np.random.mtrand.seed(6)
""",
    "number contexts": """
import decimal, numpy as np
decimal.DefaultContext.prec = 3
def on_tick(host):
    decimal.getcontext().prec = 2
    np.seterr(all="raise"); np.set_printoptions(precision=1); np.seterrcall(print)
""",
    "open contexts": """
import decimal, numpy as np, warnings
def run(host):
    with np.errstate(all="raise"), decimal.localcontext() as c, np.printoptions(precision=1), warnings.catch_warnings():
        warnings.simplefilter("error")
        c.prec = 1
        yield 1000
""",
    "logging": """
import logging
logging.basicConfig(level=1); logging.disable(50); logging.getLogger().handlers.clear()
def on_tick(host): logging.getLogger().setLevel(50)
""",
    "the process": """
import gc, os, sys, locale, time
said = []
for reach in ("gc.disable()", "gc.enable()", "gc.freeze()", "os.chdir('/')", "os.environ.update(MINE='1')",
              "sys.path.append('x')", "sys.setrecursionlimit(10**6)", "sys.setswitchinterval(5)", "os.umask(0)",
              "locale.setlocale(locale.LC_ALL, 'C')", "time.tzset()", "sys.settrace(print)", "sys.modules.clear()",
              "sys.addaudithook(print)", "__import__('atexit').register(print)", "os.putenv('MINE', '1')"):
    try:
        exec(reach)
        said.append("went through: " + reach)
    except Exception as e:
        if type(e).__name__ != "NotHereError": said.append(reach + repr(e))
host.result(said)
def on_tick(host): pass
""",
    "leaving": """
import sys
def run(host):
    yield
    sys.exit(3)
""",
}


def answer(game: PlayedGame, id: str) -> Any:
    status = game.ended(id)
    assert status["reason"] == "finished", status
    return status["result"]


@pytest.mark.parametrize("what", BAD)
def test_what_one_script_reaches_for_another_finds_as_it_was(game: PlayedGame, what: str) -> None:
    expected = answer_alone(game)
    game.start(HEADER + INNOCENT, "before", seed=7)
    game.start(HEADER + BAD[what], "bad")
    beside = answer(game, "before")
    game.start(HEADER + INNOCENT, "after", seed=7)
    assert beside == expected
    assert answer(game, "after") == expected
    bad = game.status("bad")
    assert bad["state"] == ("ended" if "class" in what or what == "leaving" else "running"), bad
    if what == "the process":
        assert bad["result"] == []
    if bad["state"] == "running":
        game.stop("bad")
    assert answer_alone(game) == expected


def answer_alone(game: PlayedGame) -> Any:
    game.start(HEADER + INNOCENT, "alone", seed=7)
    return answer(game, "alone")
