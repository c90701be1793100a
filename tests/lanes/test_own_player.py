"""The client's player as an instrument: how it moves over and through blocks, and what its hands do, on both lanes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from .conftest import Played

pytestmark = pytest.mark.jvm

CLIENT = '# /// script\n# [tool.ticklane]\n# vantage = "client"\n# ///\n'

# Moves the player, and waits until its client stands there; waits so many of the client's own ticks.
PUT = """
def lasting(host, n):
    age = host.self().age
    while host.self().age < age + n:
        yield

def put(server, uuid, pos):
    (me,) = [player for player in server.players() if player.uuid == uuid]
    server.modify(me, pos=pos, vel=(0, 0, 0))

def placed(host, pos):
    me = host.self()
    me.move()
    yield host.on_lane("server", put, me.uuid, pos)
    while abs(me.x - pos[0]) + abs(me.z - pos[2]) > 1:  # it may slide on a little
        yield
"""


@pytest.fixture(scope="module")
def ground(played: Played) -> Played:
    # Ticks are what is counted, not time: five times as many a second.
    played.client.request("time", action="rate", rate=100)
    played.run(
        """
def run(host):
    host.fill((-40, 60, -40), (70, 62, 40), "stone")
    host.fill((-40, 64, -40), (70, 90, 40), "air")
    for i, block in enumerate(("stone", "soul_sand", "ice", "honey_block", "slime_block")):
        host.fill((8 * i, 63, -40), (8 * i + 6, 63, 40), block)
"""
    )
    return played


def walked(played: Played, keys: str, x: float) -> tuple[float, float]:
    """Blocks per tick that keys come to, southward over what lies at x: of the client, and as the server has it."""
    client, server = played.run(
        CLIENT
        + PUT
        + f"""
seen = []

def watch(server, uuid):
    server.every(1, lambda: seen.extend(p.z for p in server.players() if p.uuid == uuid))

def watched(server):
    return seen

def run(host):
    me = host.self()
    me.look(0, 0)
    yield from placed(host, ({x}, 64.5, -30.5))
    yield from lasting(host, 12)
    yield host.on_lane("server", watch, me.uuid)
    me.move({keys})
    yield from lasting(host, 60)
    last = me.z
    yield 1
    moved = me.z - last
    yield 3
    got = yield host.on_lane("server", watched)
    return [moved, got]
""",
        "walker",
    )
    steps = [b - a for a, b in itertools.pairwise(server)]
    # A tick without news of the client is none of its motion.
    return client, min(steps, key=lambda step: abs(step - client))


@pytest.mark.parametrize(
    ("keys", "x", "speed"),
    [
        ("forward=1", 3.5, 0.098 / (1 - 0.546)),
        ("forward=1, sprint=True", 3.5, 0.1274 / (1 - 0.546)),
        ("forward=1, sneak=True", 3.5, 0.0294 / (1 - 0.546)),
        ("forward=1", 11.5, 0.098 / (1 - 0.546 * 0.4)),
        ("forward=1", 19.5, 0.098 * 0.216 / 0.98**3 / (1 - 0.98 * 0.91)),
        ("forward=1", 27.5, 0.098 / (1 - 0.546 * 0.4)),
    ],
    ids=["walk", "sprint", "sneak", "soul sand", "ice", "honey"],
)
def test_its_speeds_are_the_same_on_both_lanes(ground: Played, keys: str, x: float, speed: float) -> None:
    client, server = walked(ground, keys, x)
    # On ice the last thousandths take longer than is waited for.
    assert client == pytest.approx(speed, rel=2e-3)
    # That very tick's step may have come to the server together with another: then a neighbour's counts.
    assert server == pytest.approx(client, abs=1e-4)


def test_it_slides_on_ice_and_jumps_half_as_fast_from_honey(ground: Played) -> None:
    slid, jumped = ground.run(
        CLIENT
        + PUT
        + """
def run(host):
    me = host.self()
    yield from placed(host, (19.5, 64.5, -30.5))
    me.move(forward=1)
    yield from lasting(host, 30)
    me.move()
    slid = []
    for _ in range(10):
        last, age = me.z, me.age
        yield
        if me.age - age == 1:
            slid.append(me.z - last)
    yield from placed(host, (27.5, 64.5, -30.5))
    yield from lasting(host, 12)
    start = me.y
    me.jump()
    yield
    return [slid, me.y - start]
"""
    )
    # 0.98 · 0.91 a tick, by the game's floats.
    assert slid[5] / slid[4] == pytest.approx(0.891800045967102, abs=1e-6)
    assert jumped == pytest.approx(0.21, abs=1e-6)


@pytest.mark.parametrize(
    ("x", "build", "height"),
    [
        (3, 'fill((0, 63, 0), (6, 68, 6), "glass"); server.fill((1, 64, 1), (5, 68, 5), "water")', 71),
        (3, 'fill((0, 63, 0), (6, 66, 6), "glass"); server.fill((1, 64, 1), (5, 66, 5), "lava")', 69),
        (3, 'fill((1, 65, 1), (5, 66, 5), "cobweb")', 69),
        (35, 'fill((32, 63, 0), (38, 63, 6), "slime_block")', 70),
    ],
    ids=["water", "lava", "cobweb", "slime"],
)
def test_through_blocks_it_moves_as_all_that_lives_on_the_server(
    ground: Played, x: int, build: str, height: float
) -> None:
    mine, twins = ground.run(
        CLIENT
        + PUT
        + f"""
kept = {{}}

def build(server):
    server.fill(({x} - 3, 64, 0), ({x} + 3, 75, 6), "air")
    server.{build}

def twin(server, pos, vel):
    body = server.spawn("zombie", pos, vel=vel)
    kept["track"] = server.track(server.entities(type="zombie", center=pos, radius=1), 60)
    server.after(50, lambda: server.remove(body))

def tracked(server):
    return kept["track"].pos[:46, 0, 1].tolist()

def cleared(server):
    server.fill(({x} - 3, 63, 0), ({x} + 3, 75, 6), "air")
    server.fill(({x} - 3, 63, 0), ({x} + 3, 63, 6), "stone" if {x} < 8 else "slime_block")

def run(host):
    me = host.self()
    yield from placed(host, ({x} + 0.5, {height}, 33.5))
    yield host.on_lane("server", build)
    yield from placed(host, ({x} + 0.5, {height}, 3.5))
    mine = []
    first = None
    while len(mine) < 46:
        if first is None:
            first = [me.pos.tolist(), me.vel.tolist()]
        mine.append([me.age, me.y])
        yield
    yield host.on_lane("server", twin, *first)
    yield 52
    twins = yield host.on_lane("server", tracked)
    yield host.on_lane("server", cleared)
    return [mine, twins]
""",
        "twin",
    )
    ages = [age - mine[0][0] for age, _ in mine]
    assert ages == list(range(len(mine)))
    assert len(twins) == len(mine)
    assert [y for _, y in mine] == pytest.approx(twins, abs=1e-9)
    assert min(twins) < height - 2


def test_in_water_its_keys_swim_up_down_and_along(ground: Played) -> None:
    up, down, along = ground.run(
        CLIENT
        + PUT
        + """
def pool(server):
    server.fill((0, 63, 8), (6, 73, 30), "glass")
    server.fill((1, 64, 9), (5, 73, 29), "water")

def drained(server):
    server.fill((0, 64, 8), (6, 73, 30), "air")
    server.fill((0, 63, 8), (6, 63, 30), "stone")

def moved(host, ticks):
    me = host.self()
    for _ in range(ticks):
        last = me.pos
        yield
    return (me.pos - last).tolist()

def run(host):
    me = host.self()
    me.look(0, 0)
    yield host.on_lane("server", pool)
    yield from placed(host, (3.5, 65, 10.5))
    me.jump()
    for _ in range(25):
        me.jump()
        last = me.y
        yield
    up = me.y - last
    me.move(sneak=True)
    down = yield from moved(host, 20)
    me.move(forward=1)
    along = yield from moved(host, 40)
    me.move()
    yield host.on_lane("server", drained)
    return [up, down[1], along[2]]
"""
    )
    # What comes in a tick over what stays of it: 0.04 of 0.8, less a sixteenth of gravity.
    assert up == pytest.approx((0.04 - 0.005) / 0.2, rel=0.01)
    assert down == pytest.approx((-0.04 - 0.005) / 0.2, rel=0.05)
    assert along == pytest.approx(0.0196 / 0.2, rel=0.01)


def test_it_climbs_ladders_and_vines_slides_down_and_holds_on(ground: Played) -> None:
    climbed = ground.run(
        CLIENT
        + PUT
        + """
def wall(server, block):
    server.fill((3, 64, 10), (3, 75, 10), "stone")
    server.fill((3, 64, 9), (3, 75, 9), block)

def fallen(server):
    server.fill((3, 64, 9), (3, 75, 10), "air")

def step(me, ticks):
    for _ in range(ticks):
        last = me.y
        yield
    return me.y - last

def run(host):
    me = host.self()
    told = []
    for block in ("ladder[facing=north]", "vine[south=true]"):
        yield host.on_lane("server", wall, block)
        me.look(0, 0)
        yield from placed(host, (3.5, 64, 9.3))
        me.move(forward=1)
        up = yield from step(me, 30)
        me.move(sneak=True)
        hold = yield from step(me, 6)
        me.move()
        down = yield from step(me, 6)
        told.append([up, hold, down])
        yield host.on_lane("server", fallen)
    return told
"""
    )
    for up, hold, down in climbed:
        assert up == pytest.approx((0.2 - 0.08) * 0.98, abs=1e-6)
        assert hold == 0
        assert down == pytest.approx(-0.15, abs=1e-6)


def test_what_its_hands_do_the_server_has_two_ticks_later(ground: Played) -> None:
    """Done in the client's next tick, half a tick after the server's of that number; taken in by the server's next."""
    ground.client.request("time", action="rate", rate=20)
    told: dict[str, Any] = ground.run(
        CLIENT
        + PUT
        + """
seen = []

def stage(server):
    server.command("kill @e[type=!player]")
    server.fill((3, 64, -13), (3, 64, -12), "air")
    server.spawn("end_crystal", (3.5, 64, 14.5))
    server.set_block((3, 64, -12), "tnt")
    server.command("give Ticklane flint_and_steel")
    server.command("give Ticklane cobblestone 3")
    server.on("explosion", lambda e: seen.append([e.tick, "explosion", ""]))
    server.on("entity_spawn", lambda e: seen.append([e.tick, "entity_spawn", e.type]))
    server.on("block_change", lambda e: e.new == "cobblestone" and seen.append([e.tick, "block_change", e.new]))

def told(server):
    return seen

def run(host):
    me = host.self()
    at = {}
    yield host.on_lane("server", stage)
    yield from placed(host, (3.5, 64, -9.5))
    me.look(180, 40)
    me.select(0)
    yield 10
    at["lit"] = host.tick()
    me.use()
    yield 10
    me.look(180, 60)
    me.select(1)
    yield 10
    at["built"] = host.tick()
    me.use()
    yield 10
    block = host.block((3, 64, -11))
    yield from placed(host, (3.5, 64, 11.9))
    me.look(0, 10)
    yield 10
    at["hit"] = host.tick()
    me.attack()
    yield 10
    events = yield host.on_lane("server", told)
    return {"at": at, "block": block, "events": events}
"""
    )
    events, at = told["events"], told["at"]
    lit = next(tick for tick, kind, what in events if kind == "entity_spawn" and what == "minecraft:tnt")
    built = next(tick for tick, kind, what in events if kind == "block_change" and what == "minecraft:cobblestone")
    hit = next(tick for tick, kind, _ in events if kind == "explosion")
    assert told["block"] == "minecraft:cobblestone"
    # A tick that the client has missed comes on top.
    assert 2 <= lit - at["lit"] <= 4
    assert 2 <= built - at["built"] <= 4
    assert 2 <= hit - at["hit"] <= 4
