"""Games to break, and the innocent script that has to live through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from ticklane_cli.launch import LaunchConfig, launch

from .played_game import PlayedGame, Size, assert_each_tick, eventually, first_tick_of

# A heap that is all there from the start: what grows then is Python, or a leak.
JVM_FLAGS: Final = ("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch")
GROWTH_MIB: Final = 64

# Ticks a second in a file's game: most tests wait for ticks, and nothing in them asks how long one is.
RATE: Final = 60

WITNESS: Final = """
def on_start(host):
    host.every(1, lambda: host.record("timer", host.tick()))


def on_tick(host):
    host.record("tick", host.tick())
"""

# Tells all at its end: for tests that take the disk away.
REMEMBERING_WITNESS: Final = """
ticks = []


def on_tick(host):
    ticks.append(host.tick())


def on_stop(host):
    host.result({"first": ticks[0], "last": ticks[-1], "ticks": len(set(ticks)), "calls": len(ticks)})
"""

Play = Callable[..., PlayedGame]


@contextmanager
def played(folder: Path, *, gateway: bool = False, **settings: Any) -> Iterator[PlayedGame]:
    """A game in `folder`, with a configuration of its own; ended when the block is left, dead or alive."""
    environment = {"TICKLANE_MCP_TOKEN_FILE": str(folder.parent / "mcp-token"), "XDG_CONFIG_HOME": str(folder.parent)}
    usual: dict[str, Any] = {"world": "void", "environment": environment, "jvm_flags": JVM_FLAGS}
    config = LaunchConfig(game_dir=folder, gateway=gateway, **usual | settings)
    with launch(config) as game:
        play = PlayedGame(game, environment)
        try:
            yield play
        finally:
            play.client.close()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Starts games of a test's own: `play(gateway=True, pace="sprint")`."""
    with ExitStack() as games:
        count = 0

        def start(**settings: Any) -> PlayedGame:
            nonlocal count
            count += 1
            return games.enter_context(played(settings.pop("folder", tmp_path / f"game-{count}"), **settings))

        yield start


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedGame]:
    """One game for a whole file."""
    with played(tmp_path_factory.mktemp("faults") / "game") as play:
        play.time("rate", rate=RATE)
        yield play


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedGame]:
    """One game with its MCP gateway for a whole file."""
    with played(tmp_path_factory.mktemp("faults") / "game", gateway=True) as play:
        play.endpoint()
        play.time("rate", rate=RATE)
        yield play


@pytest.fixture
def witness(request: pytest.FixtureRequest) -> Iterator[None]:
    """An innocent script lives through the test in the file's game: no tick of it is lost, and nothing has grown."""
    play: PlayedGame = request.getfixturevalue("served" if "served" in request.fixturenames else "game")
    with innocent(play):
        yield


@contextmanager
def innocent(play: PlayedGame, *, growth_mib: int = GROWTH_MIB) -> Iterator[None]:
    """Run the witness beside the block; it must have been called in every tick, and threads and memory must be flat."""
    started = play.start(WITNESS, "witness", budget_ms=5, hard_ms=5000)
    play.let_pass(2)
    before = play.size()
    yield
    play.let_pass(2)
    status = play.stop("witness")
    assert (status["state"], status["reason"], status["generation"]) == ("ended", "stopped", started["generation"])
    for key in ("tick", "timer"):
        assert_each_tick([row["value"] for row in play.rows("witness", key)], status, key)
    assert "lost" not in status
    _assert_flat(play, before, growth_mib)


@contextmanager
def remembering(play: PlayedGame) -> Iterator[None]:
    """As `innocent`, with a witness that needs no disk."""
    started = play.start(REMEMBERING_WITNESS, "witness", budget_ms=5, hard_ms=5000)
    play.let_pass(2)
    yield
    play.let_pass(2)
    status = play.stop("witness")
    assert (status["state"], status["reason"], status["generation"]) == ("ended", "stopped", started["generation"])
    seen = status["result"]
    assert seen["ticks"] == seen["calls"] == seen["last"] - seen["first"] + 1
    assert seen["first"] == first_tick_of(status)
    assert status["tick"] - seen["last"] in (0, 1)  # a stop is acted on before the step of its tick


def _assert_flat(play: PlayedGame, before: Size, growth_mib: int) -> None:
    def more() -> Any:
        return play.size().threads - before.threads

    try:
        eventually("threads to end", lambda: not more(), 5)
    except AssertionError:
        raise AssertionError(f"threads left behind: {more()}") from None
    now = play.size()
    assert now.rss_mib <= before.rss_mib + growth_mib, f"{before.rss_mib} MiB before, {now.rss_mib} MiB now"
    assert now.handles <= before.handles + 4, f"{before.handles} file handles before, {now.handles} now"
