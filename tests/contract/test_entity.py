"""A live entity reads the present and says why it can't once it has gone."""

from __future__ import annotations

import pytest

from ticklane import Entity, GoneError, NotHereError, Player
from ticklane._live import Removal
from ticklane.entity import live_entity

from .worlds import Row, World


def test_it_reads_the_step_it_is_in_and_values_stay() -> None:
    world = World()
    world.show(1, [Row(4, pos=(0, 64, 0), vel=(0, 1, 0), fuse=80)])
    tnt = live_entity(world, 4, "tnt")
    before = tnt.pos
    world.show(2, [Row(1), Row(4, pos=(0, 65, 0), vel=(0, 0.9, 0), fuse=79)])
    assert before.tolist() == [0, 64, 0] and tnt.pos.tolist() == tnt.position.tolist() == [0, 65, 0]
    assert (tnt.x, tnt.y, tnt.z, tnt.vx, tnt.vy, tnt.vz) == (0, 65, 0, 0, 0.9, 0)
    assert tnt.fuse == 79 and tnt.count == -1 and tnt.item == "" and tnt.block == "" and tnt.health != tnt.health
    assert tnt.alive and not tnt.on_ground and tnt.type == "tnt" and tnt.tags == frozenset()
    assert {type(value) for value in (tnt.x, tnt.width, tnt.yaw)} == {float} and type(tnt.age) is int
    assert repr(tnt) == "<Entity minecraft:tnt #4 at (0.00, 65.00, 0.00)>"


def test_gone_says_when_why_and_where() -> None:
    world = World(removals={4: Removal("minecraft:tnt", 8802, "exploded", (14.24, 61, 0.5))})
    world.show(1, [Row(4, uuid=(1, 2))])
    tnt = world.table()[0]
    world.show(8803, [])
    with pytest.raises(
        GoneError, match=r"entity minecraft:tnt #4 exploded at tick 8802 at \(14\.2, 61\.0, 0\.5\)\. Test"
    ) as caught:
        _ = tnt.vel
    gone = caught.value
    assert (gone.id, gone.tick, gone.cause, gone.pos) == (4, 8802, "exploded", (14.24, 61, 0.5))
    assert gone.type == "tnt"
    assert not tnt.alive and tnt.id == 4 and tnt.type == "tnt" and tnt.uuid.endswith("02")
    assert repr(tnt) == "<Entity minecraft:tnt #4 gone>"


def test_one_that_was_never_there_is_gone_too() -> None:
    world = World()
    world.show(1, [])
    stranger = live_entity(world, 99, "tnt")
    assert not stranger.alive and stranger.uuid == ""
    with pytest.raises(GoneError, match="no entity tnt #99"):
        _ = stranger.pos


def test_equal_and_hashable_by_id_and_lane() -> None:
    server, client = World("server"), World("client")
    for world in (server, client):
        world.show(1, [Row(4), Row(5)])
    assert server.table()[0] == live_entity(server, 4, "tnt") != server.table()[1]
    assert server.table()[0] != client.table()[0] and server.table()[0] != 4
    assert len({*server.table(), *server.table(), *client.table()}) == 4


def test_it_is_changed_by_the_host_only() -> None:
    world = World()
    world.show(1, [Row(4)])
    with pytest.raises(AttributeError, match=r"host\.modify\(entity, vel=…\)"):
        world.table()[0].vel = (0, 1, 0)  # type: ignore[assignment, misc]


def test_a_player_has_a_name_and_controls_where_the_lane_has_them() -> None:
    world = World()
    world.show(1, [Row(4, "player")])
    player: Entity = world.table()[0]
    assert isinstance(player, Player) and player.name == "Notch" and player.game_mode == "creative"
    with pytest.raises(NotHereError):
        player.jump()
    world.controls = []
    player.move(1, sprint=True)
    player.look(90, 0)
    player.jump()
    player.attack()
    player.use()
    player.select(8)
    assert world.controls == [
        (4, "move", (1.0, 0.0, True, False)),
        (4, "look", (90.0, 0.0)),
        (4, "jump", ()),
        (4, "attack", ()),
        (4, "use", ()),
        (4, "select", (8,)),
    ]
    with pytest.raises(ValueError, match="0 to 8"):
        player.select(9)
