"""A copied area: masks, places, changed copies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ticklane import Block, Blocks, UnknownNameError

from .worlds import STATES, name_tables

TABLE = name_tables().blocks
PALETTE = tuple(map(Block, STATES))
CODES = hnp.arrays(
    np.uint16, hnp.array_shapes(min_dims=3, max_dims=3, max_side=4), elements=st.integers(0, len(STATES) - 1)
)
NAMES = st.sampled_from(["stone", "air", "oak_stairs", "oak_stairs[half=top]", *STATES])


def area(codes: np.ndarray[tuple[int, ...], np.dtype[np.uint16]], origin: tuple[int, int, int] = (-3, 60, 5)) -> Blocks:
    return Blocks(origin, codes, PALETTE, TABLE)


@given(CODES, NAMES)
def test_masks_places_and_counts_agree_with_every_single_cell(
    codes: np.ndarray[tuple[int, ...], np.dtype[np.uint16]], name: str
) -> None:
    blocks = area(codes)
    cells = {
        tuple(int(a) + b for a, b in zip(index, (-3, 60, 5), strict=True)): PALETTE[code]
        for index, code in np.ndenumerate(codes)
    }
    expected = [place for place, block in cells.items() if block == name]
    assert [tuple(place) for place in blocks.where(blocks == name).tolist()] == expected
    assert blocks.where(blocks == name).shape == (len(expected), 3)
    assert blocks.count(name) == len(expected)
    assert ((blocks != name) == ~(blocks == name)).all()
    assert all(blocks.at(place) == block for place, block in cells.items())
    counts = blocks.counts()
    assert sum(counts.values()) == codes.size and list(counts.values()) == sorted(counts.values(), reverse=True)
    assert all(n > 0 for n in counts.values())


@given(CODES, NAMES, st.data())
def test_put_changes_the_mask_in_a_copy(
    codes: np.ndarray[tuple[int, ...], np.dtype[np.uint16]], name: str, data: st.DataObject
) -> None:
    blocks = area(codes)
    mask = data.draw(hnp.arrays(np.bool_, codes.shape))
    before = codes.copy()
    changed = blocks.put(mask, name)
    assert (blocks.codes == before).all()
    assert (changed == name)[mask].all() and (changed.codes == blocks.codes)[~mask].all()
    assert changed.origin.tolist() == blocks.origin.tolist()
    assert len(set(map(str, changed.palette))) == len(changed.palette)


def test_put_adds_a_new_state_completed_by_the_game() -> None:
    blocks = Blocks((0, 0, 0), np.zeros((1, 1, 2), np.uint16), [Block("air")], TABLE)
    changed = blocks.put(np.array([[[True, False]]]), "oak_stairs[half=top]")
    assert [str(block) for block in changed.palette] == ["minecraft:air", "minecraft:oak_stairs[facing=east,half=top]"]
    assert changed.at((0.9, 0, 0.2)) == "oak_stairs" and changed.at((0, 0, 1)) == "air"


def test_unknown_blocks_are_refused() -> None:
    blocks = area(np.zeros((1, 1, 1), np.uint16))
    for act in (lambda: blocks == "stome", lambda: blocks.count("stome"), lambda: blocks.put(blocks == "air", "stome")):
        with pytest.raises(UnknownNameError, match=r"no block 'stome', did you mean stone\?"):
            act()


def test_places_outside_and_wrong_masks_are_errors() -> None:
    blocks = area(np.zeros((2, 1, 1), np.uint16))
    assert blocks.at((-1.5, 60, 5)) == "air"
    with pytest.raises(IndexError, match=r"outside this area, \[-3, 60, 5\] to \[-2, 60, 5\]"):
        blocks.at((-1, 60, 5))
    with pytest.raises(ValueError, match="three numbers"):
        blocks.at((1, 2))
    with pytest.raises(ValueError, match="mask"):
        blocks.where(np.array([True]))
    with pytest.raises(TypeError, match=r"a\.codes == b\.codes"):
        blocks == blocks  # noqa: B015


def test_an_area_does_not_change() -> None:
    blocks = area(np.zeros((1, 1, 1), np.uint16))
    with pytest.raises(ValueError, match="read-only"):
        blocks.codes[0, 0, 0] = 1
    with pytest.raises(AttributeError, match="put"):
        blocks.codes = blocks.codes


def test_repr_says_size_place_and_content() -> None:
    assert repr(area(np.zeros((2, 1, 3), np.uint16))) == "<Blocks 2×1×3 at (-3, 60, 5): 6 minecraft:air>"
