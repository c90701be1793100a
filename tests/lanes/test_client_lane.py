"""The client lane: what a client of the embedded server sees and does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ticklane_toolchain.refusal import Refusal

from .conftest import Played

pytestmark = pytest.mark.jvm

ROOT = Path(__file__).resolve().parents[2]

CLIENT = '# /// script\n# [tool.ticklane]\n# vantage = "client"\n# ///\n'

# Height above the ground after each tick of a jump, in blocks.
JUMP = [0.42, 0.7532, 1.0013, 1.1661, 1.2492, 1.2522, 1.1768, 1.0244, 0.7967, 0.4952, 0.1213, 0.0]

# Its velocity after each, the last while it rests.
SPEEDS = [0.3332, 0.2481, 0.1648, 0.0831, 0.0030, -0.0754, -0.1523, -0.2277, -0.3015, -0.3739, -0.4448, -0.0784]


def test_it_is_there_when_a_script_asks_for_it_and_says_whose_eyes_it_has(played: Played) -> None:
    assert {"server", "client", "render"} <= set(played.client.hello.lanes)
    told = played.run(
        CLIENT
        + """
def run(host):
    me = host.self()
    yield 5
    return [str(host.vantage), host.vantage.authoritative, me.name, me.game_mode, me.pos.tolist(), me.on_ground,
            me.health, len(host.entities(type="player")), host.block((0, 63, 0)), "impulse_events" in host.game.has]
"""
    )
    assert told == [
        "client",
        False,
        "Ticklane",
        "survival",
        [0, 64, 0],
        True,
        20,
        1,
        "minecraft:grass_block[snowy=false]",
        False,
    ]
    lane = played.lanes()["client"]
    assert lane["thread"] == "Client thread"
    assert lane["tick"] > 0


def test_a_jump_is_the_games_own_on_both_lanes(played: Played) -> None:
    watcher = """
def on_tick(host):
    players = host.entities(type="player")
    if len(players):
        host.record("y", [float(players.y[0] - 64), float(players.vy[0])])
"""
    played.start(watcher, "watcher")
    heights = played.run(
        CLIENT
        + """
def run(host):
    me = host.self()
    yield 20
    me.jump()
    seen = []
    while len(seen) < 14:
        last = me.age
        yield
        seen.append([me.age - last, me.y - 64, me.vy])
    yield 3
    return seen
"""
    )
    # One client tick a step, however many of the server's it took.
    assert [row[0] for row in heights] == [1] * 14
    assert [row[1] for row in heights[: len(JUMP)]] == pytest.approx(JUMP, abs=5e-5)
    assert heights[0][2] == pytest.approx(0.3332, abs=1e-6)
    assert heights[-1][2] == pytest.approx(-0.0784, abs=1e-6)
    played.client.request("stop", script="watcher", wait_s=5)
    page = played.client.request("output", script="watcher", limit=10_000)
    seen = [row["value"] for row in page["rows"]]
    # The server is told each place a tick or more later, and none but these.
    told = [y for y, _ in seen if y > 0]
    assert {round(y, 4) for y in told} <= set(JUMP)
    resting = [vy for y, vy in seen[-2:]]
    assert resting == pytest.approx([-0.0784, -0.0784], abs=1e-6)


def test_it_sees_what_the_server_sends_under_the_same_uuids(played: Played) -> None:
    made = played.run(
        """
def run(host):
    host.command("kill @e[type=!player]")
    tnt = host.spawn("tnt", (3.5, 90, 3.5), vel=(0.1, 0.2, 0), fuse=60)
    sand = host.spawn("falling_block", (5.5, 200, 5.5), block="sand")
    stand = host.spawn("armor_stand", (2.5, 64, 6.5))
    item = host.spawn("item", (6.5, 64, 2.5), item="diamond", count=3)
    host.set_block((4, 64, 4), "oak_stairs[facing=east]")
    host.fill((-3, 64, 5), (-1, 66, 7), "stone")
    return {e.type: [e.uuid, e.pos.tolist()] for e in (tnt, sand, stand, item)}
""",
        "maker",
    )
    seen: dict[str, Any] = played.run(
        CLIENT
        + """
def run(host):
    yield 3
    es = host.entities()
    wall = host.blocks((-3, 64, 5), (-1, 66, 7))
    return {
        "seen": {str(t): [u, p] for t, u, p in zip(es.type, es.uuid, es.pos.tolist())},
        "fuse": int(es[es.type == "tnt"].fuse[0]), "block": es[es.type == "falling_block"].block[0],
        "item": es[es.type == "item"].item[0], "count": int(es[es.type == "item"].count[0]),
        "stairs": host.block((4, 64, 4)), "wall": wall.count("stone"),
    }
""",
        "looker",
    )
    for kind, (uuid, at) in made.items():
        assert seen["seen"][kind][0] == uuid
        assert seen["seen"][kind][1][::2] == pytest.approx(at[::2], abs=6)
    assert 0 < seen["fuse"] < 60
    assert (seen["block"], seen["item"], seen["count"]) == ("minecraft:sand", "minecraft:diamond", 3)
    assert seen["stairs"].startswith("minecraft:oak_stairs[facing=east")
    assert seen["wall"] == 27


def test_what_goes_out_of_its_sight_is_gone_for_a_reason_it_is_not_told(played: Played) -> None:
    played.run('def run(host):\n    host.spawn("armor_stand", (2.5, 64, 9.5), tag="mine")\n', "maker")
    played.start(
        CLIENT
        + """
def run(host):
    yield 3
    stands = host.entities(type="armor_stand")
    one = stands[int(np.argmin(np.abs(stands.z - 9.5)))]
    seen = []
    host.on("entity_remove", lambda e: seen.append([e.type, e.cause, e.id == one.id]))
    while one.alive:
        yield
    try:
        one.pos
    except GoneError as e:
        return [seen, str(e)]
""".replace("def run", "import numpy as np\nfrom ticklane import GoneError\ndef run", 1),
        "looker",
    )
    played.run('def run(host):\n    yield 10\n    host.remove(host.entities(tag="mine"))\n', "remover")
    seen, told = played.ended("looker")["result"]
    assert seen == [["minecraft:armor_stand", "unknown", True]]
    assert "unknown" in told


def test_a_command_goes_out_as_the_player_and_its_answer_comes_later(played: Played) -> None:
    told = played.run(
        CLIENT
        + """
def run(host):
    reply = host.command("/tick query")
    early = reply.done
    got = yield reply
    refused = yield host.command("kill @e")
    return [early, got.ok, got.text, refused.ok, refused.text]
"""
    )
    assert told[:2] == [False, True]
    assert "The game is running" in told[2]
    assert told[3] is False
    assert told[4]


@pytest.mark.parametrize(
    "call",
    ['host.spawn("tnt", (0, 80, 0))', 'host.set_block((0, 80, 0), "stone")', "host.snapshot((0, 64, 0), (1, 65, 1))"],
)
def test_what_a_client_can_not_do_is_refused_before_anything_starts(played: Played, call: str) -> None:
    with pytest.raises(Refusal, match=r"client|server"):
        played.start(CLIENT + f"def run(host):\n    {call}\n", "refused")


def test_walking_sprinting_sneaking_and_looking_are_the_players_own(played: Played) -> None:
    played.run('def run(host):\n    host.fill((-3, 64, -20), (8, 70, 20), "air")\n', "clearer")
    walked, sprinted, edge, looked = played.run(
        CLIENT
        + """
def lift(server, uuid):
    server.fill((20, 69, 20), (20, 69, 20), "stone")
    (me,) = [player for player in server.players() if player.uuid == uuid]
    server.modify(me, pos=(20.5, 70, 20.5))

def run(host):
    me = host.self()
    me.look(0, 0)
    yield 5
    speeds = []
    for sprint in (False, True):
        me.move(forward=1, sprint=sprint)
        yield 20
        before = me.z
        yield 1
        speeds.append(me.z - before)
        me.move()
        yield 20
    yield host.on_lane("server", lift, me.uuid)
    while me.y < 69:
        yield
    yield 5
    me.move(forward=1, sneak=True)
    yield 60
    edge = [me.y, me.z]
    me.move()
    me.look(90, 30)
    yield 3
    return [*speeds, edge, [me.yaw, me.pitch]]
"""
    )
    # 4.317 and 5.612 m/s: what walking and sprinting come to.
    assert walked * 20 == pytest.approx(4.317, abs=0.01)
    assert sprinted * 20 == pytest.approx(5.612, abs=0.01)
    # The block ends at z = 21; who sneaks stays on it with the last of a box 0.6 wide.
    assert edge[0] == 70
    assert 21 < edge[1] < 21.3
    assert looked == [90, 30]


def test_an_id_names_one_script_whatever_its_lane(played: Played) -> None:
    played.start("def on_tick(host):\n    pass\n", "same")
    with pytest.raises(Exception, match="runs on the server lane; stop it first"):
        played.start(CLIENT + "def on_tick(host):\n    pass\n", "same")
    played.client.request("stop", script="same", wait_s=5)


def test_a_client_that_is_kicked_ends_its_scripts_with_the_world_and_comes_back(played: Played) -> None:
    played.start(CLIENT + "def on_tick(host):\n    pass\n", "bystander")
    kick = """
# /// script
# [tool.ticklane]
# caps = ["internals"]
# ///
def run(host):
    for player in list(host.internals.getPlayers()):
        player.kick("enough")
"""
    played.run(kick, "kicker", allowed=["internals"])
    assert played.ended("bystander")["reason"] == "world_unloaded"
    again = played.run(CLIENT + "def run(host):\n    yield 2\n    return host.self().name\n", "again")
    assert again == "Ticklane"


def test_the_same_jump_is_a_tick_apart_on_the_two_lanes(tmp_path: Path) -> None:
    """The example as `ticklane run` plays it. How many of its ticks each lane has steps in is the machine's doing."""
    script = ROOT / "examples" / "jump_two_lanes.py"
    command = [sys.executable, "-m", "ticklane_cli", "run", str(script), "--json", "--out", str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    document = json.loads(done.stdout)
    assert document["reason"] == "finished", document
    pairs = document["result"]["pairs"]
    assert len(pairs) == len({pair["tick"] for pair in pairs}) > 0
    assert all(any(pair["client"] == pytest.approx(vy, abs=1e-4) for vy in SPEEDS) for pair in pairs)
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["pace"] == "realtime"


def test_one_script_on_two_lanes_says_how_far_the_client_is_from_the_server(played: Played, tmp_path: Path) -> None:
    example = ROOT / "examples" / "three_vantages.py"
    result = played.run(example.read_text("utf-8"), "vantages", params={"ticks": 70})["client"]
    # The client has its own jump first, and of pushed things it is told afterwards.
    assert result["jump"]["here"] == pytest.approx(0.3332, abs=1e-4)
    assert result["jump"]["server"] < 0
    assert result["player"]["delay_ticks"] <= -1
    assert result["zombie"]["same_tick_max"] > result["zombie"]["rms"] > 0
    assert result["falling_block"]["entities"] == 10
    # Two charges burst in one tick: who misses one of the two impulses has missed it on each of the four.
    assert result["impulses"]["given"] >= 14
    assert result["impulses"]["missed"] >= 4
    rows = played.client.request("output", script="vantages", limit=10_000, max_bytes=12 << 20)["rows"]
    (tmp_path / "records.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    pytest.importorskip("matplotlib")
    drawn = [sys.executable, str(ROOT / "docs" / "picture_vantages.py"), str(tmp_path), "--picture"]
    subprocess.run([*drawn, str(tmp_path / "picture.png")], check=True, timeout=120)
    with Image.open(tmp_path / "picture.png") as picture:
        assert picture.size == (1100, 363)
