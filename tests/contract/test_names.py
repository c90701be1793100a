"""Columns of names compare as lists of names would."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ticklane import Block, Names, UnknownNameError

from .worlds import ITEMS, STATES, name_tables

TABLES = name_tables()
CODES = st.lists(st.integers(-1, len(STATES) - 1), max_size=30)


def column(codes: list[int]) -> Names:
    return Names(np.array(codes, np.int32), TABLES.blocks)


def short(names: list[str]) -> Names:
    return Names(np.array([TABLES.types.code(name) for name in names], np.int32), TABLES.types)


@given(
    CODES,
    st.sampled_from([*STATES, "stone", "oak_stairs", "oak_stairs[half=top]", "oak_stairs[half=top,facing=east]", ""]),
)
def test_a_mask_is_what_comparing_row_by_row_gives(codes: list[int], name: str) -> None:
    names = column(codes)
    rows = [Block(STATES[code]) if code >= 0 else Block("") for code in codes]
    assert (names == name).tolist() == [row == name for row in rows]
    assert (names != name).tolist() == [row != name for row in rows]
    assert (names == name).dtype == np.bool_


@given(CODES, st.lists(st.sampled_from([*STATES, "sand", "oak_stairs"]), max_size=4))
def test_isin_is_any_of_the_masks(codes: list[int], wanted: list[str]) -> None:
    names = column(codes)
    assert names.isin(wanted).tolist() == [any(row == name for name in wanted) for row in names]


@given(CODES)
def test_counts_add_up_most_first(codes: list[int]) -> None:
    counts = column(codes).counts()
    assert sum(counts.values()) == len(codes)
    assert list(counts.values()) == sorted(counts.values(), reverse=True)
    assert all(n == codes.count(TABLES.blocks.code(name)) for name, n in counts.items())


def test_counts_are_found_by_short_and_full_names() -> None:
    counts = short(["tnt", "item", "tnt"]).counts()
    assert counts == {"minecraft:tnt": 2, "minecraft:item": 1}
    assert counts["tnt"] == counts["minecraft:tnt"] == counts.get("minecraft:tnt") == 2
    assert "minecraft:item" in counts and "item" in counts
    assert counts.get("zombie", 0) == counts.get("minecraft:zombie", 0) == 0
    with pytest.raises(KeyError):
        counts["minecraft:zombie"]
    states = column([3, 3, 4]).counts()
    assert states["minecraft:oak_stairs[facing=east,half=bottom]"] == states["oak_stairs[half=bottom,facing=east]"] == 2


def test_an_unknown_name_is_an_error_that_names_the_nearest() -> None:
    names = short(["tnt"])
    with pytest.raises(
        UnknownNameError, match=r"no entity type 'falling_blok', did you mean falling_block\?"
    ) as caught:
        names == "falling_blok"  # noqa: B015
    assert caught.value.name == "falling_blok" and caught.value.nearest == ("falling_block",)
    with pytest.raises(UnknownNameError):
        names.isin(["tnt", "tmt"])
    with pytest.raises(TypeError, match="isin"):
        names == ["tnt"]  # noqa: B015


def test_rows_are_full_ids_that_equal_short_ones() -> None:
    names = short(["tnt", "item"])
    assert list(names) == ["minecraft:tnt", "minecraft:item"] == ["tnt", "item"] or list(names) == ["tnt", "item"]
    assert names[0] == "tnt" and names[-1] == "minecraft:item" and len(names) == 2
    assert list(names[np.array([False, True])]) == ["item"]
    assert "tnt" in names and "zombie" not in names
    assert names[0] in {"tnt", "arrow"} and {"tnt": 1}[names[0]] == 1
    assert str(names[0]) == "minecraft:tnt" and f"{names[0]}" == "minecraft:tnt"
    with pytest.raises(IndexError):
        names[2]


def test_columns_compare_row_by_row() -> None:
    assert (short(["tnt", "item"]) == short(["tnt", "tnt"])).tolist() == [True, False]


def test_what_is_not_known_is_empty() -> None:
    items = Names(np.array([-1, 0], np.int32), TABLES.items)
    assert list(items) == ["", ITEMS[0]]
    assert (items == "").tolist() == [True, False]
    assert (items != "").tolist() == [False, True]
    assert (items == "diamond").tolist() == [False, True]
