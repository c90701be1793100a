"""The examples show what they say, in the fake world."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from ticklane.testing import FakeHost, Outcome

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name: str, params: dict[str, Any] | None = None, ticks: int = 700, has: tuple[str, ...] = ()) -> Outcome:
    return FakeHost(has=has).run(EXAMPLES / f"{name}.py", ticks=ticks, params=params)


@pytest.mark.parametrize("has", [(), ("impulse_events",)], ids=["residuals", "events"])
def test_impulse_windows_catches_every_push_and_every_landing_a_host_tells(has: tuple[str, ...]) -> None:
    outcome = run("impulse_windows", {"blocks": 64, "ticks": 120}, has=has)
    assert (outcome.reason, outcome.result["dropped"]) == ("finished", 0)
    # Pushed by (1 - d / 8), d to the charge's centre 0.06125 above its feet.
    places = [(1.5 * (i % 8 - 3.5), 1.5 * (i // 8 - 3.5)) for i in range(64)]
    pushes = sorted(push for x, z in places if (push := 1 - math.hypot(x, z, 0.06125) / 8) >= 0.1)
    told = [row["value"] for row in outcome.records]
    cause = "explosion" if has else "residual"
    pushed = [row for row in told if row["cause"] == cause]
    assert sorted(row["dv"] for row in pushed) == pytest.approx(pushes, abs=1e-9)
    # A block moves before the charge explodes in its tick, as it is older: its row has the whole push.
    assert {row["at"] for row in pushed} == {20}
    assert outcome.result["largest_at_tick"] == max(told, key=lambda row: float(row["dv"]))["at"]
    assert outcome.result["impulses"] == {cause: len(pushes)} | ({"collision": 64} if has else {})
    for row in told:
        assert row["cut"] == "" and len(row["pos"]) == 11
        assert row["width"][:5] == row["height"][:5] == [pytest.approx(0.98)] * 5
    landed = [row for row in told if row["cause"] == "collision"]
    assert all(row["width"][5:] == [None] * 6 and 1 < row["dv"] < 1.96 for row in landed)


def test_the_cannons_shot_leaves_when_the_charge_explodes() -> None:
    outcome = run("tnt_cannon")
    assert outcome.reason == "finished", outcome.error
    assert outcome.result["alive"] is outcome.result["charge_gone"] is True
    assert outcome.result["at"] == 15 and 0.7 < outcome.result["fastest"] < 0.8
    (shot,) = (row["value"] for row in outcome.records)
    assert shot["ticks"] == list(range(41)) and len(shot["pos"]) == len(shot["vel"]) == 41
    assert shot["pos"][14] == shot["pos"][5] and shot["pos"][40][0] > shot["pos"][15][0] + 1


def test_falling_blocks_all_land_with_a_window_around_each_landing() -> None:
    outcome = run("falling_blocks", {"blocks": 40, "ticks": 160})
    assert (outcome.reason, outcome.elapsed) == ("finished", 160)
    assert outcome.result["landed"] == 40 and outcome.result["removed"] == {"landed": 40}
    assert outcome.result["dv_blocks_per_tick"]["max"] == outcome.result["largest_impulse"]["dv"] < 1.96
    assert len(outcome.records) == 40
    for record in outcome.records:
        row = record["value"]
        assert record["tick"] == row["at"] + 5
        assert row["pos"][5][1] == 64 and row["vy"][4] == -row["dv"]
        assert row["width"][4] == pytest.approx(0.98) and row["height"][4] == pytest.approx(0.98)
        assert row["vy"][5:] == row["height"][5:] == [None] * 6
    deepest = max(outcome.records, key=lambda record: record["value"]["dv"])["value"]
    assert outcome.result["largest_impulse"]["tick"] == deepest["at"]
    assert all(value is not None for value in deepest["vy"][:5])


def test_tnt_push_passes_all_its_checks() -> None:
    assert run("tnt_push").verdicts == {"pass": 15, "fail": 0}


def test_arrows_fly_as_far_as_derived() -> None:
    outcome = run("arrow_spread")
    assert outcome.verdicts == {"pass": 1, "fail": 0} and outcome.result["arrows"] == 1000


def test_sand_lands_where_it_was_dropped() -> None:
    outcome = run("sand_spread", {"blocks": 100})
    assert outcome.result["landed"] == 100 and outcome.result["x"]["sd"] == pytest.approx(3, rel=0.3)
    again = run("sand_spread", {"blocks": 100})
    assert again.result == outcome.result


def test_the_crater_sweep_has_a_row_for_each_trial_and_the_seed_alone_decides() -> None:
    outcome = run("crater_sweep")
    assert outcome.reason == "finished", outcome.error
    assert outcome.verdicts == {"pass": 4, "fail": 0}
    assert [record["value"] for record in outcome.records] == outcome.result
    assert len(outcome.result) == 12


def test_a_repaired_wall_is_put_back() -> None:
    outcome = run("wall_repair")
    assert outcome.result["changed"] == outcome.result["undone"] > 0 and outcome.result["same"] is True


@pytest.mark.parametrize("name", ["count_entities", "speeds"])
def test_short_ones_finish(name: str) -> None:
    outcome = run(name)
    assert outcome.reason == "finished", outcome.error


@pytest.mark.parametrize("name", ["explosion_log", "item_watch", "item_life", "mob_heatmap", "world_recorder"])
def test_long_ones_go_on(name: str) -> None:
    outcome = run(name, ticks=60)
    assert outcome.state == "running", outcome.error
