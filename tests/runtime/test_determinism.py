"""The same script, parameters and seed give the same rows, whatever else runs beside it."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.runtime.conftest import Game

SOURCE = """
import numpy as np
def run(host):
    for i in range(40):
        x, z = host.random.normal(0, 3, 2)
        host.spawn("tnt", (x, 90, z), fuse=int(host.random.integers(5, 25)))
    host.on("entity_remove", lambda e: host.record("gone", {"id": e.id - first, "at": e.pos, "cause": e.cause}))
    first = int(host.entities().id[0])
    yield 30
    host.record("tags", {"set": {"b", "a", "c"}, "n": len(host.entities())})
"""


def rows(game: Game) -> bytes:
    game.tick(4)
    game.start(SOURCE, seed=-1)
    game.tick(40)
    return b"".join(game.outputs()[-1].rows)


def test_two_runs_give_the_same_bytes() -> None:
    first = rows(Game(sprint=True))
    assert first.count(b"\n") == 41
    assert first == rows(Game(sprint=True))


def test_another_script_beside_it_changes_nothing() -> None:
    alone = rows(Game(sprint=True))
    game = Game(sprint=True)
    game.start("def on_start(host): host.on('entity_spawn', print)\ndef on_tick(host): host.random.normal()\n", "other")
    assert rows(game) == alone


def test_string_hashing_changes_nothing() -> None:
    code = (
        "from tests.runtime.conftest import Game\nfrom tests.runtime.test_determinism import rows\n"
        "import hashlib\nprint(hashlib.sha256(rows(Game(sprint=True))).hexdigest())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
