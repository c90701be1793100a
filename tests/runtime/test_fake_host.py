"""`ticklane.testing.FakeHost`: direct calls in a unit test, and whole scripts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ticklane import EntityRemoveEvent, GoneError, NotHereError, Run, ScriptHost
from ticklane.testing import FakeHost
from ticklane_toolchain import Refusal


def drop(host: ScriptHost) -> Run:
    landed: list[EntityRemoveEvent] = []
    host.on("entity_remove", landed.append)
    for x in range(host.params["n"]):
        host.spawn("falling_block", (x + 0.5, 80, 0.5), block="sand")
    while len(landed) < host.params["n"]:
        yield
    host.record("landed", {"ticks": landed[0].age})
    return {"landed": len(landed), "at": landed[0].pos}


def test_it_is_a_script_host_for_direct_calls() -> None:
    host: ScriptHost = FakeHost(params={"n": 3}, seed=7)
    assert host.params["n"] == 3
    assert host.seed == 7
    assert host.block((0, 63, 0)) == "grass_block"
    assert len(host.entities()) == 0


def test_time_passes_when_it_is_told_to() -> None:
    host = FakeHost()
    seen: list[int] = []
    host.after(3, lambda: seen.append(host.tick()))
    host.on("entity_remove", lambda e: seen.append(e.age))
    tnt = host.spawn("tnt", (0.5, 100, 0.5), fuse=5)
    host.advance(10)
    assert seen == [3, 5]
    assert not tnt.alive
    with pytest.raises(GoneError, match="exploded at tick 5"):
        _ = tnt.vel


def test_what_a_handler_raises_reaches_the_test() -> None:
    host = FakeHost()
    host.after(2, lambda: [][1])
    with pytest.raises(IndexError):
        host.advance(3)


def test_told_things_can_be_looked_at() -> None:
    host = FakeHost()
    host.log("hello")
    host.record("k", 1)
    host.result({"a": 1})
    host.expect("x", 1, 2)
    assert host.lines == ["hello"]
    assert host.records == [{"tick": 0, "key": "k", "value": 1}]
    assert host.answer == {"a": 1}
    assert host.verdicts["fail"] == 1


def test_players_and_chat() -> None:
    host = FakeHost()
    said: list[Any] = []
    host.on("chat", lambda e: said.append((e.name, e.text)))
    host.on("player_join", lambda e: said.append(e.name))
    id = host.join("Ada")
    host.say("Ada", "hi\nthere")
    host.advance()
    (player,) = host.players()
    assert (player.name, player.game_mode, player.id, player.type) == ("Ada", "survival", id, "minecraft:player")
    host.leave(id)
    assert host.players() == []
    assert said == ["Ada", ("Ada", "hi\nthere")]


def test_a_function_runs_as_a_script() -> None:
    outcome = FakeHost().run(drop, params={"n": 4})
    assert (outcome.state, outcome.reason, outcome.error) == ("ended", "finished", None)
    assert outcome.result["landed"] == 4
    assert outcome.records[0]["key"] == "landed"
    assert outcome.elapsed == outcome.records[0]["value"]["ticks"]


def test_a_failing_function_names_its_line() -> None:
    def broken(host: ScriptHost) -> Run:
        yield
        nothing: dict[str, int] = {}
        nothing["x"]

    outcome = FakeHost().run(broken)
    assert outcome.error is not None
    assert outcome.error["type"] == "KeyError"
    assert outcome.error["code"] == 'nothing["x"]'


def test_a_file_runs_with_its_header_and_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "speeds.py").write_text("def twice(x): return 2 * x\n")
    script = tmp_path / "it.py"
    script.write_text(
        "# /// script\n# [tool.ticklane]\n# ticks = 9\n# [tool.ticklane.params]\n# n = 5\n# ///\n"
        "from speeds import twice\n"
        "def on_tick(host): print(host.elapsed())\n"
        "def on_stop(host): host.result(twice(host.params['n']))\n"
    )
    outcome = FakeHost().run(script, params={"n": "21"})
    assert (outcome.result, outcome.elapsed, outcome.reason) == (42, 9, "finished")
    assert outcome.lines == [str(n) for n in range(1, 10)]
    assert "speeds" not in sys.modules


def test_a_refused_file_raises_with_every_finding(tmp_path: Path) -> None:
    script = tmp_path / "bad.py"
    script.write_text("host.blok((0, 0, 0))\nhost.spawn('tnt', 1, 2, 3)\n")
    with pytest.raises(Refusal) as caught:
        FakeHost().run(script)
    assert "2 problems" in str(caught.value)


def test_a_script_that_goes_on_is_running() -> None:
    outcome = FakeHost().run(drop, params={"n": 1}, ticks=2)
    assert (outcome.state, outcome.reason, outcome.result) == ("running", "", None)
    assert outcome.elapsed == 2


def test_printing_in_a_test_still_reaches_the_tests_own_stream(capsys: pytest.CaptureFixture[str]) -> None:
    FakeHost().run(lambda host: print("inside"))
    print("outside")
    assert capsys.readouterr().out == "outside\n"


@pytest.mark.parametrize(
    ("type", "vel", "ticks", "moved"),
    [
        ("tnt", (0, 0, 0), 80, (0, -81.467587, 0)),
        ("tnt", (0, 0.2, 0), 40, (0, -20.135644, 0)),
        ("arrow", (3, 0, 0), 20, (54.627924, -8.953469, 0)),
        ("snowball", (1.5, 0, 0), 20, (27.040822, -5.859177, 0)),
        ("armor_stand", (0, 0, 0), 20, (0, -13.251164, 0)),
        ("experience_orb", (0, 0, 0), 10, (0, -1.554851, 0)),
    ],
)
def test_free_fall_is_the_games(type: str, vel: tuple[float, ...], ticks: int, moved: tuple[float, ...]) -> None:
    host = FakeHost(world="void")
    entity = host.spawn(type, (0, 200, 0), vel=vel, **({"fuse": 500} if type == "tnt" else {}))  # type: ignore[arg-type]
    host.advance(ticks)
    assert entity.pos - (0, 200, 0) == pytest.approx(moved, abs=1e-5)


@pytest.mark.parametrize(
    "call",
    [
        lambda host: host.screenshot(),
        lambda host: host.draw.point((0, 0, 0)),
        lambda host: host.draw.clear(),
    ],
    ids=["screenshot", "draw", "clear"],
)
def test_pictures_are_refused_where_nothing_can_draw(call: Callable[[ScriptHost], object]) -> None:
    with pytest.raises(NotHereError, match="pictures need a game"):
        call(FakeHost())


def test_a_frame_is_refused_where_there_are_no_eyes() -> None:
    with pytest.raises(NotHereError, match='vantage = "render"'):
        FakeHost().frame()
