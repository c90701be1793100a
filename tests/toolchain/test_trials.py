"""Fifteen experiments as their authors wrote them: none is refused where its lane offers the whole contract."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path

import pytest

from ticklane.testing import FakeHost, Outcome
from ticklane_toolchain import prepare
from ticklane_toolchain.refusal import Refusal

DATA = Path(__file__).parent / "data"
TRIALS = sorted(path.stem for path in DATA.glob("*.txt") if path.stem != "stats_helper")
MODES = {
    "items": "tick",
    "heatmap": "tick",
    "events": "on_event",
    "observer": "once",
    "oneline": "once",
    "recorder": "once",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in DATA.glob("*.txt"):
        shutil.copy(path, tmp_path / f"{path.stem}.py")
    return tmp_path


def test_there_are_fifteen() -> None:
    assert len(TRIALS) == 15


@pytest.mark.parametrize("name", TRIALS)
def test_trial_passes_the_check(folder: Path, name: str) -> None:
    request = prepare(folder / f"{name}.py", unavailable={})
    assert (request.id, request.mode) == (name, MODES.get(name, "run"))
    expected = ["__main__", "stats_helper"] if name == "helper" else ["__main__"]
    assert [module.name for module in request.modules] == expected


def test_the_sweep_puts_the_world_back_between_its_trials(folder: Path) -> None:
    outcome = played(folder, "sweep")
    assert outcome.reason == "finished", outcome.error
    assert len(outcome.result) == 12 and all(row["broken"] > 20 for row in outcome.result)


def test_the_client_lane_offers_what_the_server_lane_does_not_and_the_other_way_round(folder: Path) -> None:
    assert prepare(folder / "jump_two_lanes.py").lane == "client"
    with pytest.raises(Refusal, match=r"host\.restore: only the server has the whole world"):
        prepare(folder / "sweep.py", vantage="client")


def played(folder: Path, name: str, *, has: tuple[str, ...] = (), ticks: int = 700) -> Outcome:
    host = FakeHost(has=has)
    for x in range(4):
        host.spawn("falling_block", (2.0 * x + 1, 120, 0.5), block="sand")
    host.spawn("tnt", (0, 120, 0.5), fuse=20)
    return host.run(folder / f"{name}.py", ticks=ticks)


def test_the_founding_sentence_as_it_was_written(folder: Path) -> None:
    outcome = played(folder, "founding")
    assert outcome.reason == "finished", outcome.error
    pushes = [1 - math.hypot(2 * x + 1, 0.06125) / 8 for x in range(4)]
    assert (outcome.result["impulses"], outcome.result["dropped"]) == (4, 0)
    assert outcome.result["dv_blocks_per_tick"]["max"] == pytest.approx(pushes[0])
    assert outcome.result["dv_blocks_per_tick"]["min"] == pytest.approx(pushes[3])
    assert outcome.result["largest_at_tick"] == 20 and outcome.elapsed == 600
    assert len(json.dumps(outcome.result)) < 2048 and all(row["value"]["cut"] == "" for row in outcome.records)


def test_the_founding_sentence_where_landings_are_told_too(folder: Path) -> None:
    outcome = played(folder, "founding", has=("impulse_events",))
    assert (outcome.result["impulses"], outcome.result["dv_blocks_per_tick"]["n"]) == (8, 4)


@pytest.mark.parametrize(
    ("name", "ticks"), [("cannon", 100), ("tnt_push", 100), ("arrows", 100), ("falling_spread", 2100)]
)
def test_a_trial_that_measures_finishes(folder: Path, name: str, ticks: int) -> None:
    outcome = played(folder, name, ticks=ticks)
    assert outcome.reason == "finished", outcome.error
    assert outcome.verdicts.get("fail", 0) == 0, outcome.verdicts


def test_the_observer_runs_on(folder: Path) -> None:
    assert played(folder, "observer", ticks=50).state == "running"
