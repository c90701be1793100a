"""Fifteen experiments as their authors wrote them: none is refused where its lane offers the whole contract."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ticklane_toolchain import Refusal, prepare

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


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("sweep", ["host.snapshot", "host.restore"]),
    ],
)
def test_what_the_server_lane_does_not_offer_is_refused_before_the_start(
    folder: Path, name: str, calls: list[str]
) -> None:
    with pytest.raises(Refusal) as caught:
        prepare(folder / f"{name}.py")
    named = [finding.text.partition(":")[0] for finding in caught.value.findings]
    assert list(dict.fromkeys(named)) == calls


def test_the_client_lane_offers_what_the_server_lane_does_not(folder: Path) -> None:
    assert prepare(folder / "jump_two_lanes.py").lane == "client"
    assert prepare(folder / "sweep.py", vantage="client").lane == "client"
