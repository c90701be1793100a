"""Every script that skills and docs show as runnable runs on the real host, to the outcome that is stated."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_gateway.instructions import INSTRUCTIONS
from ticklane_toolchain.prepare import prepare

from .runnable import Shown, differences, evals, fenced

pytestmark = pytest.mark.jvm

FIRST = textwrap.dedent("\n".join(line for line in INSTRUCTIONS.splitlines() if line.startswith("    ")))
ALL = [
    *fenced(),
    *evals(),
    Shown("instructions", FIRST, {"reason": "finished", "verdicts": {"pass": 1, "fail": 0}, "records": {"fall": 40}}),
]


@pytest.fixture(scope="module")
def sprinting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ControlClient]:
    """A game that runs as fast as it goes: overruns are only counted there."""
    config = LaunchConfig(game_dir=tmp_path_factory.mktemp("shown") / "game", world="flat", pace="sprint")
    with launch(config) as game, game.client() as client:
        yield client


def played(client: ControlClient, shown: Shown) -> dict[str, Any]:
    request = prepare(source=shown.source, id="shown", lanes=["server"])
    status: dict[str, Any] = client.request("start", body=encode_start(request), wait_s=50, until="ended")
    return status


@pytest.mark.parametrize("shown", ALL, ids=[shown.name for shown in ALL])
def test_it_runs_to_the_stated_outcome(sprinting: ControlClient, shown: Shown) -> None:
    for _ in range(shown.runs):
        status = played(sprinting, shown)
        assert list(differences(shown.outcome, status)) == [], status


def test_there_are_scripts_to_run() -> None:
    names = [shown.name for shown in ALL]
    for skill in ("tick-scripts", "game-traps", "reading-results"):
        assert sum(name.startswith(f"skills/{skill}/SKILL.md") for name in names) >= 2
        assert sum(name.startswith(f"skills/{skill}/evals/") for name in names) >= 2
    assert sum(name.startswith("docs/") for name in names) >= 3
