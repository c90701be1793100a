from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from .fake_game import FakeGame
from .running_gateway import RunningGateway, free_port


@dataclass(frozen=True)
class ServedGame:
    """A real game with its gateway: where MCP is and the token to it."""

    game_dir: Path
    mcp_url: str
    token: str


@pytest.fixture(scope="session", autouse=True)
def quiet() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


@pytest.fixture
def game(tmp_path: Path) -> Iterator[FakeGame]:
    fake = FakeGame(tmp_path / "game")
    yield fake
    fake.stop()


@pytest.fixture
def gateway(game: FakeGame) -> Iterator[RunningGateway]:
    running = RunningGateway(game.game_dir)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def served_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedGame]:
    from ticklane_cli.launch import LaunchConfig, launch
    from ticklane_control.endpoint import read_endpoint

    folder = tmp_path_factory.mktemp("served")
    environment = {"TICKLANE_MCP_TOKEN_FILE": str(folder / "mcp-token"), "TICKLANE_MCP_PORT": str(free_port())}
    config = LaunchConfig(game_dir=folder / "game", world="void", gateway=True, environment=environment)
    with launch(config):
        deadline = time.monotonic() + 60
        while not (endpoint := read_endpoint(config.game_dir)).mcp_url:
            assert time.monotonic() < deadline, "the gateway never announced itself"
            time.sleep(0.05)  # a file has no event to wait for
        yield ServedGame(config.game_dir, endpoint.mcp_url, endpoint.mcp_token)
