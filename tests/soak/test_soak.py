"""The two-minute cut of the soak: every fate many times over in one game that may not grow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.figures import grown
from tests.soak.playing import Soak, game_config
from tests.soak.scripts import SCENARIOS
from ticklane_cli.launch import launch

pytestmark = [pytest.mark.jvm, pytest.mark.slow]

_SECONDS = 80.0


def test_scripts_of_every_fate_leave_nothing_behind(tmp_path: Path) -> None:
    with launch(game_config(tmp_path / "game")) as game, game.client() as client:
        outcome = Soak(client, seconds=_SECONDS, say=print).play()
    assert not outcome.wrong
    assert set(outcome.runs) == {scenario.name for scenario in SCENARIOS}
    assert outcome.ticks > 5_000
    figures = grown(outcome.samples)
    assert not [f"{name}: {was:,.0f} -> {now:,.0f}" for name, (was, now, more) in figures.items() if more]
