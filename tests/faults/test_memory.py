"""Scripts that take memory: without end, in one piece, for ever, and by depth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import JVM_FLAGS, innocent, played
from .played_game import PlayedGame

pytestmark = pytest.mark.jvm

LIMIT_MIB = 200


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedGame]:
    """A game whose scripts may take 200 MiB."""
    folder = tmp_path_factory.mktemp("faults") / "game"
    with played(folder, script_memory_mib=LIMIT_MIB, jvm_flags=JVM_FLAGS) as play:
        yield play


ENDLESS = {
    "a list in a loop": "kept = []\n    while True:\n        kept.append('x' * 1000)",
    "comprehension": "kept = [bytes(1000) for _ in iter(int, 1)]",
    "recursion": "def f(kept):\n        kept.append(bytes(100_000))\n        f(kept) if len(kept) % 500 else f2(kept)\n"
    "    def f2(kept):\n        while True:\n            kept.append(bytes(100_000))\n    f([])",
    "doubling": "kept = [0]\n    while True:\n        kept = kept * 2",
    "arrays": "import numpy as np\n    kept = []\n    while True:\n        kept.append(np.ones(100_000))",
    "swallowed": "kept = []\n    while True:\n        try:\n            kept += [bytes(10_000) for _ in iter(int, 1)]\n"
    "        except BaseException:\n            kept.append(bytes(1_000_000))",
    "a dict": "kept = {}\n    while True:\n        kept[len(kept)] = str(len(kept))",
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_step_that_allocates_without_end_ends_its_script_and_gives_the_memory_back(
    limited: PlayedGame, kind: str
) -> None:
    with innocent(limited, growth_mib=LIMIT_MIB):
        status = limited.run(f"def run(host):\n    yield\n    {ENDLESS[kind]}\n", hard_ms=20_000)
        assert status["state"] == "ended"
        assert status["reason"] == "memory", status


def test_a_script_that_keeps_more_each_tick_ends_too(limited: PlayedGame) -> None:
    with innocent(limited, growth_mib=LIMIT_MIB):
        limited.start("kept = []\n\ndef on_tick(host):\n    kept.append(bytearray(1 << 20) + b'x')\n", budget_ms=30)
        limited.time("rate", rate=200)
        status = limited.ended()
        limited.time("rate", rate=20)
        assert status["reason"] == "memory", status


def test_a_script_within_the_limit_is_left_alone_again_and_again(limited: PlayedGame) -> None:
    source = """
def run(host):
    for _ in range(5):
        kept = bytearray(50 << 20)
        yield
    return len(kept)
"""
    with innocent(limited, growth_mib=LIMIT_MIB):
        for _ in range(5):
            status = limited.run(source, budget_ms=30)
            assert (status["reason"], status["result"]) == ("finished", 50 << 20), status


DEEP = {
    "recursion": "def f(n): return f(n + 1)\nf(0)",
    "repr": "a = []\nfor _ in range(100_000): a = [a]\nrepr(a)",
    "equality": "a, b = [], []\nfor _ in range(100_000): a, b = [a], [b]\na == b",
    "comparison": "a, b = (), ()\nfor _ in range(100_000): a, b = (a,), (b,)\na < b",
    "hash": "a = ()\nfor _ in range(100_000): a = (a,)\nhash(a)",
    "json": "import json\na = []\nfor _ in range(100_000): a = [a]\njson.dumps(a)",
    "json text": "import json\njson.loads('[' * 100_000 + ']' * 100_000)",
    "deepcopy": "import copy\na = []\nfor _ in range(100_000): a = [a]\ncopy.deepcopy(a)",
    "pickle": "import pickle\na = []\nfor _ in range(100_000): a = [a]\npickle.dumps(a)",
    "map": "m = iter([1])\nfor _ in range(100_000): m = map(abs, m)\nnext(m)",
    "chain": "import itertools\nm = iter([1])\nfor _ in range(100_000): m = itertools.chain(m, [])\nlist(m)",
    "getattr": "class C:\n    def __getattr__(self, name): return getattr(self, name + 'x')\nC().a",
    "eval": "eval('(' * 5000 + ')' * 5000)",
    "compile": "compile('-' * 100_000 + '1', 'x', 'eval')",
    "regular expression": "import re\nre.compile('(' * 10_000 + ')' * 10_000)",
    "exceptions": "e = None\nfor _ in range(100_000):\n    n = ValueError()\n    n.__context__ = e\n    e = n\nraise e",
    "deep result": "a = []\nfor _ in range(100_000): a = [a]\nhost.result(a)",
    "deep record": "a = {}\nfor _ in range(100_000): a = {'a': a}\nhost.record('k', a)",
    "deep log": "a = []\nfor _ in range(100_000): a = [a]\nhost.log(a)",
    "garbage": "for _ in range(20):\n    a = []\n    for _ in range(100_000): a = [a]",
    "recursion in str": "class C:\n    def __str__(self): return str(self)\nstr(C())",
    "recursion in eq": "class C:\n    def __eq__(self, o): return self == o\n    __hash__ = None\nC() == C()",
    "recursion limit": "import sys\nvars(sys)['setrecursion' + 'limit'](10**9)\ndef f(n): return f(n + 1)\nf(0)",
}


@pytest.mark.parametrize("kind", DEEP)
def test_depth_never_ends_the_game(limited: PlayedGame, kind: str) -> None:
    body = "\n".join("    " + line for line in DEEP[kind].splitlines())
    with innocent(limited, growth_mib=LIMIT_MIB):
        status: dict[str, Any] = limited.run(f"def run(host):\n    yield\n{body}\n    return 'done'\n", hard_ms=5000)
        assert status["reason"] in ("finished", "failed", "budget", "memory"), status
        if status["reason"] == "failed":
            assert status["error"]["type"]
            assert len(status["error"]["message"]) < 5000
