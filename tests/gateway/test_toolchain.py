"""script_start with the real toolchain, against a fake game."""

from __future__ import annotations

import marshal
import textwrap
from types import CodeType

from ticklane_control.messages import StartRequest
from ticklane_gateway.instructions import INSTRUCTIONS

from .fake_game import FakeGame
from .running_gateway import RunningGateway

FALL = '''"""Fall of one block. Where it lands."""
# /// script
# [tool.ticklane]
# ticks = 60
# [tool.ticklane.params]
# height = 80.0
# ///
import helper


def run(host):
    block = host.spawn("falling_block", (0.5, host.params["height"], 0.5), block="sand")
    for _ in range(helper.TICKS):
        yield
    return {"y": block.y}
'''

WRONG = """def run(host):
    host.set_block(2, 64, 0, "tnt")
    host.entities(typ="tnt")
    yield
"""


def last_start(game: FakeGame) -> StartRequest:
    return game.started[-1]


def test_a_script_arrives_checked_and_compiled_with_its_modules(gateway: RunningGateway, game: FakeGame) -> None:
    status = gateway.call(
        "auto", "script_start", source=FALL, files={"helper.py": "TICKS = 20\n"}, params={"height": 100.5}, seed=9
    )
    request = last_start(game)
    assert status["id"] == request.id == "fall-of-one-block"
    assert (request.lane, request.seed, request.ticks, request.params) == ("server", 9, 60, {"height": 100.5})
    assert [module.name for module in request.modules] == ["__main__", "helper"]
    assert all(isinstance(marshal.loads(module.code), CodeType) for module in request.modules)


def test_seed_zero_is_a_seed(gateway: RunningGateway, game: FakeGame) -> None:
    source = FALL.replace("# [tool.ticklane]", "# [tool.ticklane]\n# seed = 7", 1)
    helper = {"helper.py": "TICKS = 20\n"}
    cases: list[tuple[dict[str, int], int]] = [({}, 7), ({"seed": 0}, 0), ({"seed": -1}, -1)]
    for given, meant in cases:
        gateway.call("auto", "script_start", source=source, files=helper, **given)
        assert last_start(game).seed == meant


def test_a_path_brings_the_modules_in_its_folder(gateway: RunningGateway, game: FakeGame) -> None:
    folder = game.game_dir / "scripts"
    folder.mkdir()
    (folder / "fall.py").write_text(FALL)
    (folder / "helper.py").write_text("TICKS = 20\n")
    (folder / "unrelated.py").write_text("this is no Python")
    gateway.call("auto", "script_start", path="scripts/fall.py")
    request = last_start(game)
    assert request.id == "fall"
    assert [module.name for module in request.modules] == ["__main__", "helper"]


def test_every_mistake_comes_back_in_one_refusal(gateway: RunningGateway, game: FakeGame) -> None:
    text = gateway.error("auto", "script_start", source=WRONG, id="cannon", vantage="render")
    assert 'problems in "cannon"' in text.splitlines()[0]
    assert text.startswith("not started: ")
    assert "line 2" in text
    assert "line 3" in text
    assert "type" in text
    assert "render" in text
    assert game.started == []


def test_a_syntax_error_is_a_refusal_with_its_line(gateway: RunningGateway, game: FakeGame) -> None:
    text = gateway.error("auto", "script_start", source="def run(host):\n    yield (\n", id="open")
    assert text.startswith("not started: 1 problem")
    assert "line 2" in text


def test_a_capability_is_asked_for_but_only_the_user_allows_it(gateway: RunningGateway, game: FakeGame) -> None:
    source = "import socket\n\ndef run(host):\n    return socket.gethostname()\n"
    assert "network" in gateway.error("auto", "script_start", source=source, caps=["network"])
    assert game.started == []
    gateway.stop()
    (game.game_dir / "ticklane.toml").write_text('[allow]\ncaps = ["network"]\n')
    allowing = RunningGateway(game.game_dir)
    try:
        assert allowing.call("auto", "script_start", source=source, caps=["network"])["state"] == "running"
    finally:
        allowing.stop()
    assert last_start(game).caps == ["network"]


def test_the_script_in_the_instructions_is_one_that_may_start(gateway: RunningGateway, game: FakeGame) -> None:
    source = textwrap.dedent(INSTRUCTIONS[INSTRUCTIONS.index("    def run") : INSTRUCTIONS.index("\nUnits:")])
    assert gateway.call("auto", "script_start", source=source, id="shown")["state"] == "running"
