"""Suggestions for a wrong name."""

from __future__ import annotations

import pytest

from ticklane._nearest import did_you_mean, nearest, or_known

BLOCKS = ["minecraft:stone", "minecraft:cobblestone", "minecraft:white_wool", "minecraft:red_wool", "minecraft:tnt"]


@pytest.mark.parametrize(
    ("wrong", "known", "best"),
    [
        ("velocity", ["pos", "vel", "yaw", "pitch"], "vel"),
        ("stnoe", BLOCKS, "minecraft:stone"),
        ("minecraft:cobble", BLOCKS, "minecraft:cobblestone"),
        ("White Wool", BLOCKS, "minecraft:white_wool"),
        ("explosions", ["explosion", "chat"], "explosion"),
        ("TNT", BLOCKS, "minecraft:tnt"),
    ],
)
def test_the_best_is_first(wrong: str, known: list[str], best: str) -> None:
    assert nearest(wrong, known)[0] == best


def test_nothing_is_suggested_for_nothing_alike() -> None:
    assert nearest("qqqq", BLOCKS) == [] and nearest("", BLOCKS) == [] and did_you_mean("qqqq", BLOCKS) == ""


def test_at_most_a_few_are_listed_once_each() -> None:
    assert did_you_mean("wool", BLOCKS) == ", did you mean minecraft:red_wool or minecraft:white_wool?"
    assert len(nearest("stone", [f"stone_{i}" for i in range(9)], limit=3)) == 3
    assert nearest("tnt", ["tnt", "tnt"]) == ["tnt"]


def test_a_short_list_is_shown_whole_when_nothing_is_alike() -> None:
    assert or_known("velocity", ["pos", "vel", "velo"]) == ", did you mean velo?"
    assert or_known("qqqq", ["pos", "vel"]) == "; known: pos vel"
    assert or_known("qqqq", []) == ""
