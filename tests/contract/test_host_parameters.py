"""The host contract, on the fake host and in a real game. Parameters, seeds and what is fixed for a run."""

from __future__ import annotations

import pytest

from .host_cases import RunCase, finished


def test_params_have_defaults_and_are_read_only(run_case: RunCase) -> None:
    source = """
# /// script
# [tool.ticklane.params]
# n = 5
# name = "x"
# ///
try:
    host.params["n"] = 3
except TypeError:
    host.result([host.params["n"], host.params["name"], sorted(host.params), host.params.get("other", 7)])
"""
    assert finished(run_case(source)) == [5, "x", ["n", "name"], 7]
    assert finished(run_case(source, params={"n": 9})) == [9, "x", ["n", "name"], 7]


@pytest.mark.parametrize("seed", [0, 1, -1, 9223372036854775807])
def test_the_same_seed_gives_the_same_numbers(run_case: RunCase, seed: int) -> None:
    source = "host.result([host.seed, host.random.integers(0, 1 << 62, 4), host.random.normal(size=2)])"
    first = finished(run_case(source, seed=seed))
    assert first == finished(run_case(source, seed=seed))
    assert isinstance(first, list)
    assert first[0] == seed
    assert first[1:] != finished(run_case(source, seed=seed ^ 5))[1:]  # type: ignore[index]


def test_the_vantage_and_the_game_are_named(run_case: RunCase) -> None:
    out = run_case("host.result([host.vantage, host.vantage.authoritative, bool(host.game.host), host.game.minecraft])")
    result = finished(out)
    assert isinstance(result, list)
    assert result[:3] == ["server", True, True]
