"""Explosions in a real game of the embedded host, as a script sees them: sources, what is left, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane.testing import Outcome

from .conftest import Runner
from .host_cases import FLOOR, finished

pytestmark = pytest.mark.jvm


def listed(outcome: Outcome) -> list[Any]:
    """The result of a case that gives a list."""
    result = finished(outcome)
    assert isinstance(result, list)
    return result


def test_everything_that_explodes_does_it_with_its_power(real_runner: Runner) -> None:
    out = real_runner(
        FLOOR
        + """
def run(host):
    floor(host)
    powers = {}
    host.on("explosion", lambda e: powers.setdefault(name_of[e.source], round(e.power, 3)))
    name_of = {}
    def add(name, entity): name_of[entity.id] = name
    add("creeper", host.spawn("creeper", (0.5, 64, 0.5), nbt="{ignited:1b,Fuse:2s}"))
    yield 4
    add("charged", host.spawn("creeper", (0.5, 64, 0.5), nbt="{ignited:1b,powered:1b,Fuse:2s}"))
    yield 4
    crystal = host.spawn("end_crystal", (0.5, 70, 0.5))
    add("crystal", crystal)
    assert not host.command(f"damage {crystal.uuid} 1 fall").ok
    assert host.command(f"damage {crystal.uuid} 1").text.startswith("Applied 1.0 damage to")
    yield 2
    add("wind", host.spawn("wind_charge", (0.5, 66, 0.5), vel=(0, -1, 0)))
    yield 4
    add("cart", host.spawn("tnt_minecart", (0.5, 64, 0.5), nbt="{fuse:3}"))
    yield 5
    return powers
"""
    )
    assert finished(out) == {"creeper": 3.0, "charged": 6.0, "crystal": 6.0, "wind": 1.2, "cart": 4.0}


def test_tnt_leaves_an_item_of_each_block_and_a_creeper_a_third(real_runner: Runner) -> None:
    out = real_runner(
        FLOOR
        + """
def run(host):
    floor(host)
    got = {}
    for name, spawn in {
        "tnt": lambda: host.spawn("tnt", (0.5, 70, 0.5), fuse=1, nbt="{NoGravity:1b}"),
        "creeper": lambda: host.spawn("creeper", (0.5, 70, 0.5), nbt="{ignited:1b,Fuse:1s,NoGravity:1b}"),
    }.items():
        broken = left = 0
        for _ in range(6):
            host.fill((-8, 64, -8), (8, 76, 8), "dirt")
            seen = []
            heard = host.on("explosion", seen.append)
            spawn()
            yield
            heard.cancel()
            items = host.entities(type="item")
            broken += seen[0].broken
            left += int(items.count.sum())
            assert list(items.item.counts()) == ["minecraft:dirt"] and max(items.count) <= 16, list(items.item)
            host.command("kill @e[type=!player]")
        got[name] = left / broken
    host.fill((-8, 64, -8), (8, 76, 8), "air")
    return got
"""
    )
    shares = finished(out)
    assert isinstance(shares, dict)
    assert shares["tnt"] == 1.0
    assert 0.25 < shares["creeper"] < 0.42


def test_tnt_primes_tnt_that_primes_tnt(real_runner: Runner) -> None:
    out = real_runner(
        FLOOR
        + """
def run(host):
    floor(host)
    host.fill((-6, 64, 0), (6, 64, 0), "tnt")
    born, exploded = {}, {}
    host.on("entity_spawn", lambda e: e.type == "tnt" and born.setdefault(e.id, e.tick))
    host.on("explosion", lambda e: exploded.setdefault(e.source, e.tick))
    lit = host.ignite((-6, 64, 0), fuse=20)
    yield 200
    fuses = [exploded[id] - tick for id, tick in born.items() if id != lit.id]
    left = host.blocks((-6, 64, 0), (6, 64, 0)).count("tnt")
    return [len(exploded), exploded[lit.id] - born[lit.id], min(fuses), max(fuses), left]
"""
    )
    exploded, lit, least, most, left = listed(out)
    assert (exploded, lit, left) == (13, 20, 0)
    assert 10 <= least <= most <= 29


REFUSED = """
import numpy as np
from ticklane import *
NAN, INF = float("nan"), float("inf")
def run(host):
    host.command("kill @e[type=!player]")
    bystander = host.spawn("armor_stand", (40.5, 90, 40.5), nbt="{NoGravity:1b}")
    calls = {
        "nan pos": lambda: host.spawn("tnt", (NAN, 80, 0)),
        "inf vel": lambda: host.spawn("tnt", (0, 80, 0), vel=(0, INF, 0)),
        "nan vel": lambda: host.modify(bystander, vel=(NAN, 0, 0)),
        "beyond": lambda: host.spawn("tnt", (1e9, 80, 0)),
        "far up": lambda: host.spawn("tnt", (0, 1e300, 0)),
        "fuse": lambda: host.spawn("tnt", (0, 80, 0), fuse=-1),
        "fuse nbt": lambda: host.spawn("tnt", (0, 80, 0), nbt="{fuse:-1s}"),
        "fuse ignite": lambda: host.ignite((0, 80, 0), fuse=-80),
        "power": lambda: host.spawn("tnt", (0, 80, 0), nbt="{explosion_power:1000000f}"),
        "power nan": lambda: host.spawn("tnt", (0, 80, 0), nbt="{explosion_power:NaNf}"),
        "power less": lambda: host.spawn("fireball", (0, 80, 0), nbt="{ExplosionPower:-1b}"),
        "radius": lambda: host.spawn("creeper", (0, 80, 0), nbt="{ExplosionRadius:1000000,ignited:1b}"),
        "unloaded": lambda: host.spawn("tnt", (5000, 80, 0)),
        "unloaded move": lambda: host.modify(bystander, pos=(5000, 80, 0)),
    }
    told = {}
    for name, call in calls.items():
        try:
            call()
            told[name] = "nothing"
        except Exception as error:
            told[name] = type(error).__name__
    command = host.command("summon tnt 0 80 0 {explosion_power:1000000f}")
    yield
    return [told, command.ok, len(host.entities()), bystander.pos.tolist(), bystander.vel.tolist()]
"""


def test_what_cannot_be_is_refused_and_changes_nothing(real_runner: Runner) -> None:
    told, ok, entities, pos, vel = listed(real_runner(REFUSED))
    assert {name for name, error in told.items() if error == "UnloadedError"} == {"unloaded", "unloaded move"}
    assert {error for name, error in told.items() if not name.startswith("unloaded")} == {"ValueError"}, told
    assert ok is False
    assert (entities, pos, vel) == (1, [40.5, 90, 40.5], [0, 0, 0])


@pytest.mark.parametrize("speed", [1e8, 1e200, 1.7e308])
def test_what_is_too_fast_leaves_the_world_and_nothing_else_does(real_runner: Runner, speed: float) -> None:
    out = real_runner(
        """
# /// script
# [tool.ticklane.params]
# speed = 1.0
# ///
import numpy as np
def run(host):
    host.command("kill @e[type=!player]")
    stays = host.spawn("pig", (0.5, 90, 0.5), nbt="{NoGravity:1b}")
    gone = {}
    host.on("entity_remove", lambda e: gone.__setitem__(e.id, e.cause))
    speed, fast = host.params["speed"], []
    for kind in ("tnt", "falling_block", "arrow", "snowball", "fireball", "zombie", "minecart", "experience_orb"):
        for direction in ((1, 0, 0), (0, 1, 0), (0, 0, -1), (-1, 1, 1)):
            fast.append(host.spawn(kind, (0.5, 100, 0.5), vel=tuple(speed * d for d in direction)))
    yield 3
    left = [e.type for e in fast if e.alive and e.type != "minecart"]
    finite = bool(np.isfinite(host.entities().pos).all() and np.isfinite(host.entities().vel).all())
    host.command("kill @e[type=!player]")
    return [left, finite, stays.id in gone and gone[stays.id] or "", sorted(set(gone.values()) - {"command"})]
""",
        params={"speed": speed},
    )
    assert finished(out) == [[], True, "", ["unloaded"]]


def test_the_greatest_explosion_is_over_in_its_tick(real_runner: Runner) -> None:
    out = real_runner(
        """
def run(host):
    host.command("kill @e[type=!player]")
    host.fill((-40, 0, -40), (40, 63, 40), "stone")
    pig = host.spawn("pig", (150.5, 100, 0.5), nbt="{NoGravity:1b,Health:500f}")
    seen, hurt = [], []
    host.on("explosion", seen.append)
    host.on("damage", lambda e: e.id == pig.id and hurt.append(e.amount))
    host.spawn("tnt", (0.5, 64, 0.5), fuse=1, nbt="{explosion_power:128f}")
    yield 2
    left = int(host.entities(type="item").count.sum())
    host.command("kill @e[type=!player]")
    host.fill((-40, 0, -40), (40, 63, 40), "air")
    return [len(seen), seen[0].broken > 3_000, left == seen[0].broken, len(hurt)]
"""
    )
    assert finished(out) == [1, True, True, 1]
