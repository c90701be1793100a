"""A table of entities goes to numpy, Arrow and pandas and keeps its types."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from ticklane import Entities

from .worlds import Row, World


@pytest.fixture
def table() -> Entities:
    rows = [
        Row(7, "tnt", pos=(1, 2, 3), vel=(0.1, 0.2, 0.3), fuse=80, tags="volley red", uuid=(1, 2)),
        Row(9, "item", pos=(4, 5, 6), item="diamond", count=3, on_ground=True, aabb_min=(4, 5, 6), aabb_max=(5, 6, 7)),
        Row(11, "falling_block", block="oak_stairs[facing=east,half=top]"),
    ]
    return World().show(5, rows)


def test_columns_are_flat_and_aligned(table: Entities) -> None:
    columns = table.columns()
    assert {len(column) for column in columns.values()} == {3}
    assert columns["tick"].tolist() == [5, 5, 5] and columns["z"].tolist() == [3, 6, 0]
    assert columns["type"].tolist() == ["minecraft:tnt", "minecraft:item", "minecraft:falling_block"]
    assert {type(value) for value in columns["type"]} == {str}
    assert columns["item"].tolist() == ["", "minecraft:diamond", ""] and columns["tags"].tolist() == [
        "red volley",
        "",
        "",
    ]
    assert columns["min_y"][1] == 5 and columns["max_x"][1] == 5 and np.isnan(columns["min_x"][0])


def test_pandas_gets_numbers_as_numbers_and_names_as_categories(table: Entities) -> None:
    frame = table.to_pandas()
    assert frame["id"].dtype == np.int64 and frame["vy"].tolist() == [0.2, 0, 0] and frame["on_ground"].dtype == bool
    assert frame["type"].dtype == "category" and frame.groupby("type", observed=True).size()["minecraft:tnt"] == 1
    assert pd.DataFrame(table.columns()).shape == frame.shape


def test_arrow_keeps_dictionaries_lists_and_missing_numbers(table: Entities) -> None:
    arrow = table.to_arrow()
    assert pa.types.is_dictionary(arrow.schema.field("block").type)
    assert arrow.column("tags").to_pylist() == [["red", "volley"], [], []]
    assert arrow.column("fuse").to_pylist() == [80, -1, -1] and arrow.schema.field("x").type == pa.float64()
    assert arrow.column("uuid").to_pylist()[0] == "00000000-0000-0001-0000-000000000002"
    through_c = pa.table(table)
    assert through_c.schema == arrow.schema and repr(through_c.to_pydict()) == repr(arrow.to_pydict())  # NaN and all


def test_a_part_and_an_empty_table_go_too(table: Entities) -> None:
    part = table[table.type == "item"]
    assert part.to_pandas()["count"].tolist() == [3] and part.to_arrow().num_rows == 1
    empty = World().show(0, [])
    assert empty.to_arrow().num_rows == 0 and empty.to_pandas().empty
    assert empty.to_arrow().schema.field("x").type == pa.float64()


def test_a_missing_library_is_named(table: Entities, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        table.to_arrow()
