"""Every 64-bit seed is a seed: none means "not given", and the same one gives the same run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Play
from .played_game import PlayedGame

pytestmark = pytest.mark.jvm

SEEDS = [0, 1, -1, 2**63 - 1, -(2**63), 2**64 - 1]

CHANCE = """
import random
import numpy as np

def run(host):
    host.spawn("tnt", (0.5, 65, 0.5), fuse=2)
    blocks = [host.spawn("falling_block", (i % 7, 70 + i, i // 7), block="sand") for i in range(50)]
    yield 5
    es = host.entities(type="falling_block")
    return {
        "seed": host.seed,
        "own": [float(x) for x in host.random.random(3)],
        "modules": [random.random(), float(np.random.rand())],
        "world": np.round(es.vel, 12).tolist()[:10],
        "hash": hash("text") % 1000,
        "set": list({"a", "b", "c", "d"}),
    }
"""


def without_seed(result: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in result.items() if key not in ("seed", "hash", "set")})


@pytest.mark.usefixtures("witness")
def test_each_seed_is_taken_as_it_is_and_each_gives_its_own_chance(game: PlayedGame) -> None:
    drawn = {}
    for seed in SEEDS:
        source = "def run(host):\n    return [host.seed, host.random.integers(2**62, size=3).tolist()]\n"
        first, second = (game.run(source, seed=seed)["result"] for _ in range(2))
        assert first == second
        assert int(first[0]) % 2**64 == seed % 2**64  # JSON has no integers that large: then it is text
        drawn[seed % 2**64] = json.dumps(first[1])
    assert len(set(drawn.values())) == len({seed % 2**64 for seed in SEEDS})
    absent = game.run("def run(host):\n    return host.seed\n")
    assert absent["result"] == 0
    from_header = game.run(
        "# /// script\n# [tool.ticklane]\n# seed = -1\n# ///\ndef run(host):\n    return host.seed\n"
    )
    assert int(from_header["result"]) % 2**64 == 2**64 - 1
    overridden = game.run(
        "# /// script\n# [tool.ticklane]\n# seed = 5\n# ///\ndef run(host):\n    return host.seed\n", seed=0
    )
    assert overridden["result"] == 0


@pytest.mark.parametrize("seed", [0, -1, 2**63 - 1])
def test_the_same_seed_gives_the_same_run_in_another_game_bit_for_bit(play: Play, seed: int, tmp_path: Path) -> None:
    results = []
    for n in range(2):
        game = play(frozen=True, pace="sprint", seed=seed, world="flat", folder=tmp_path / f"game-{seed}-{n}")
        game.start(CHANCE, seed=seed, budget_ms=30)
        game.time("unfreeze")
        results.append(game.ended()["result"])
        game.game.stop()
    assert results[0] == results[1]


def test_another_seed_gives_another_run(play: Play) -> None:
    results = set()
    for seed in (0, 1):
        game = play(frozen=True, pace="sprint", seed=seed, world="flat")
        game.start(CHANCE, seed=seed, budget_ms=30)
        game.time("unfreeze")
        results.add(without_seed(game.ended()["result"]))
    assert len(results) == 2


def test_each_seed_given_to_restore_starts_the_worlds_chance_anew(game: PlayedGame) -> None:
    source = f"""
SEEDS = {SEEDS!r}

def run(host):
    host.fill((-4, 64, -4), (4, 66, 4), "sand")
    before = host.snapshot((-6, 60, -6), (6, 70, 6))
    drawn = {{}}
    for seed in SEEDS + SEEDS:
        host.restore(before, seed=seed)
        host.spawn("tnt", (0.5, 67.0, 0.5), fuse=1)
        yield
        left = host.blocks((-4, 64, -4), (4, 66, 4)) == "sand"
        drawn.setdefault(str(seed), []).append([left.tobytes().hex(), host.random.integers(2**62).item()])
        host.remove(host.entities())
    host.fill((-4, 64, -4), (4, 66, 4), "air")
    return {{seed: [first == second, hash(str(first))] for seed, (first, second) in drawn.items()}}
"""
    status = game.run(source)
    assert status["reason"] == "finished", status
    told = status["result"]
    assert all(same for same, _ in told.values()), told
    # Two of the six are one and the same 64 bits.
    assert len({what for _, what in told.values()}) == len({seed % 2**64 for seed in SEEDS})
