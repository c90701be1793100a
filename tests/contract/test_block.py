"""A Block compares as a script means it."""

from __future__ import annotations

import copy
import pickle

import pytest

from ticklane import Block

EAST = Block("oak_stairs[half=bottom,facing=east]")
WEST = Block("minecraft:oak_stairs[facing=west,half=bottom]")


def test_text_is_full_and_ordered() -> None:
    assert str(EAST) == "minecraft:oak_stairs[facing=east,half=bottom]"
    assert EAST.id == "minecraft:oak_stairs" and EAST.props == {"facing": "east", "half": "bottom"}
    assert str(Block("stone")) == "minecraft:stone" and Block("stone").props == {}
    assert Block("mod:stone").id == "mod:stone"


def test_a_name_compares_ids_and_the_properties_it_gives() -> None:
    assert EAST == "oak_stairs" and EAST == "minecraft:oak_stairs" and EAST == "oak_stairs"
    assert EAST == "oak_stairs[facing=east]" and EAST != "oak_stairs[facing=west]"
    assert EAST == "oak_stairs[ half = bottom , facing = east ]"
    assert EAST != "oak_stairs[waterlogged=true]"
    assert EAST != "oak_slab" and EAST != "mod:oak_stairs" and EAST != "oak_stairs[facing" and EAST != 3
    assert EAST in ("stone", "oak_stairs") and EAST.id == "oak_stairs"


def test_two_states_are_equal_when_all_properties_are() -> None:
    assert Block("oak_stairs[facing=east,half=bottom]") == EAST and EAST != WEST


def test_equal_blocks_and_ids_share_a_hash() -> None:
    assert hash(EAST) == hash(WEST) == hash(EAST.id) == hash(Block("oak_stairs"))
    assert len({EAST: 1, WEST: 2}) == 2
    assert EAST in {"oak_stairs"} and EAST.id in {"oak_stairs", "stone"}


def test_copies_are_the_same_state() -> None:
    for again in (copy.deepcopy(EAST), pickle.loads(pickle.dumps(EAST)), Block(EAST)):
        assert again == EAST and again.props == EAST.props


def test_not_known_is_empty() -> None:
    assert Block("") == "" and Block("").id == "" and not Block("")


@pytest.mark.parametrize("text", ["a[b", "a[b=]", "a[=c]", "a]", "[a=b]", "a[b=c]d"])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a block state"):
        Block(text)


def test_properties_are_read_only() -> None:
    with pytest.raises(TypeError):
        EAST.props["facing"] = "west"  # type: ignore[index]
