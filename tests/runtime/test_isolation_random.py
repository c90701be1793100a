"""Random numbers: each script's own, of its seed."""

from __future__ import annotations

import random

import numpy as np

from tests.runtime.conftest import Game

DRAW = (
    "import random, numpy as np\n"
    "from random import choice\n"
    "def draw():\n"
    "    return [random.random(), choice(range(10**9)), random.Random().random(),\n"
    "            np.random.random(), np.random.rand(),\n"
    "            np.random.randint(10**9), np.random.default_rng().random(), np.random.RandomState().rand(),\n"
    "            np.random.Generator(np.random.PCG64()).random(),\n"
    "            np.random.default_rng(np.random.SeedSequence()).random()]\n"
    "def run(host):\n"
    "    out = draw()\n"
    "    yield\n"
    "    return out + draw() + [host.random.random()]\n"
)


def drawn(game: Game, id: str, seed: int, source: str = DRAW) -> list[float]:
    game.start(source, id, seed=seed)
    game.tick(3)
    result: list[float] = game.status(id)["result"]
    return result


def test_all_numbers_of_a_run_follow_from_its_seed_and_none_repeats(sprinting: Game) -> None:
    first = drawn(sprinting, "a", 1)
    assert drawn(sprinting, "b", 1) == first
    assert not set(drawn(sprinting, "c", 2)) & set(first)
    assert len(set(first)) == 21


def test_another_script_that_draws_and_seeds_changes_nothing(sprinting: Game) -> None:
    alone = drawn(sprinting, "alone", 1)
    outside = random.getstate(), np.random.get_state()[1].tolist()
    sprinting.start(
        "import random, numpy as np\n"
        "def on_tick(host):\n    random.seed(0)\n    np.random.seed(0)\n    random.random()\n    np.random.rand(7)\n"
        "    np.random.set_state(np.random.RandomState(3).get_state())\n"
        "    random.setstate(random.Random(4).getstate())\n",
        "noisy",
    )
    assert drawn(sprinting, "a", 1) == alone
    assert outside == (random.getstate(), np.random.get_state()[1].tolist())
    assert sprinting.status("noisy")["state"] == "running"


def test_host_random_is_independent_of_the_modules(sprinting: Game) -> None:
    ask = "def run(host):\n    return [host.random.random() for _ in range(3)]\n"
    plain = drawn(sprinting, "a", 5, ask)
    assert drawn(sprinting, "b", 5, DRAW.partition("def run")[0] + "draw()\n" + ask) == plain


def test_seeding_gives_what_it_gives_everywhere(sprinting: Game) -> None:
    source = (
        "import random, numpy as np\n"
        "def run(host):\n"
        "    random.seed(42)\n    np.random.seed(42)\n    state = np.random.get_state()\n"
        "    a = [random.random(), random.Random(7).random(), np.random.rand(), np.random.normal(),\n"
        "         np.random.default_rng(7).random(), np.random.RandomState(7).rand()]\n"
        "    yield\n"
        "    np.random.set_state(state)\n"
        "    return [*a, np.random.rand()]\n"
    )
    random.seed(42)
    ours, legacy = random.random(), np.random.RandomState(42)
    numbers = [legacy.rand(), legacy.normal()]
    assert drawn(sprinting, "a", 1, source) == [
        ours,
        random.Random(7).random(),
        *numbers,
        np.random.default_rng(7).random(),
        np.random.RandomState(7).rand(),
        numbers[0],
    ]


def test_seeding_with_nothing_still_follows_from_the_scripts_seed(sprinting: Game) -> None:
    source = (
        "import random, numpy as np\nrandom.seed()\nnp.random.seed()\n"  # with nothing
        "host.result([random.random(), np.random.rand()])\n"
    )
    assert drawn(sprinting, "a", 3, source) == drawn(sprinting, "b", 3, source)


def test_the_classes_are_still_classes(sprinting: Game) -> None:
    sprinting.start(
        "import random, numpy as np\n"
        "class Mine(random.Random):\n    def random(self): return 0.5\n"
        "host.result([isinstance(random.Random(), random.Random), isinstance(Mine(), random.Random), Mine().random(),\n"
        "    isinstance(np.random.default_rng().bit_generator, np.random.PCG64),"
        "    type(np.random.PCG64()).__name__,\n"
        "    issubclass(Mine, random.Random), isinstance(host.random, np.random.Generator)])\n"
    )
    assert sprinting.status()["result"] == [True, True, 0.5, True, "PCG64", True, True]
