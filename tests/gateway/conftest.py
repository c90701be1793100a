from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .fake_game import FakeGame
from .running_gateway import RunningGateway


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
