"""A numpy script started and ended hundreds of times in one game: nothing may grow."""

from __future__ import annotations

import pytest

from .conftest import JVM_FLAGS, Play

pytestmark = pytest.mark.jvm

ROUNDS = 500

SCRIPT = """
import dataclasses
import numpy as np
import helper

class Row:
    def __init__(self, n):
        self.n = n
        self.me = self  # a cycle: only a collection takes it

def on_start(host):
    host.every(1, lambda: None)
    host.on("entity_spawn", lambda event: None)

def run(host):
    grid = np.random.default_rng(host.seed).random((64, 64))
    rows = [Row(n) for n in range(100)]
    host.record("mean", {"value": grid.mean(), "rows": len(rows), "grid": grid[0]})
    yield
    host.stop()
    return helper.total(grid)
"""
HELPER = "import numpy as np\n\ncache = []\n\ndef total(grid):\n    cache.append(grid)\n    return float(grid.sum())\n"


def test_five_hundred_lives_of_a_numpy_script_leave_threads_handles_and_memory_as_they_were(play: Play) -> None:
    game = play(pace="sprint", jvm_flags=JVM_FLAGS)
    files = {"helper.py": HELPER}
    results = set()
    before = None
    for n in range(ROUNDS):
        if n == 150:  # what numpy, the JIT and allocators need once is there by now
            before = game.size()
        status = game.start(SCRIPT, files=files, seed=3, wait_s=20)
        if n % 5 == 4:
            game.start(SCRIPT.replace("host.stop()", "raise ValueError(rows)"), "fails", files=files, wait_s=20)
        assert status["reason"] == "finished", status
        results.add(status["result"])
    after = game.size()
    assert len(results) == 1
    assert before is not None
    assert status["generation"] == ROUNDS
    assert not after.threads - before.threads
    assert after.handles <= before.handles + 2
    assert after.rss_mib <= before.rss_mib * 1.05, (before.rss_mib, after.rss_mib)
