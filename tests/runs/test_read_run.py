"""What a script recorded comes back as it was, and what is missing or damaged is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ticklane
from ticklane import Blocks, Entities, Series, Window, read_run
from ticklane._record_columns import column
from ticklane.block import Block
from ticklane.testing import FakeHost

from .recorded import make_run, make_window, rows_of, same_arrays


def column_of(folder: Path, *values: Any) -> np.ndarray[Any, Any]:
    run = read_run(make_run(folder, *[(tick, "k", value) for tick, value in enumerate(values)]))
    assert run.problems == ()
    return run.tables["k"]["value"]


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([True, False], "bool"),
        ([1, -(2**63)], "int64"),
        ([np.uint64(5), np.int32(7)], "int64"),
        ([1.0, 2.0], "float64"),
        ([1, 2.5], "float64"),
        ([1.5, float("nan"), float("inf"), -float("inf")], "float64"),
        ([float("inf")] * 3, "float64"),
        ([None, 3], "float64"),
        ([None, None], "float64"),
        (["a", "bcd"], "<U3"),
        (["a", None], "object"),
        ([True, None], "object"),
        ([1, "a"], "object"),
        ([2**63, 5], "object"),
        ([None, 2**60 + 1], "object"),
        ([2**53 + 1, 0.5], "object"),
        ([True, 1], "object"),
        (["12345678901234567890", "x"], "<U20"),
    ],
)
def test_a_column_has_the_type_its_values_had(tmp_path: Path, values: list[Any], dtype: str) -> None:
    got = column_of(tmp_path, *values)
    assert got.dtype == np.dtype(dtype)
    for have, want in zip(got.tolist(), values, strict=True):
        if want is None and dtype == "float64":
            assert np.isnan(have)
        else:
            assert have == want or (want != want and have != have)


@pytest.mark.parametrize(
    ("arrays", "dtype", "shape"),
    [
        ([np.zeros(3), np.array([1, np.nan, np.inf])], "float64", (2, 3)),
        ([np.arange(3), np.arange(3)], "int64", (2, 3)),
        ([np.arange(2), np.ones(2)], "float64", (2, 2)),
        ([np.zeros((2, 2), np.float32)], "float64", (1, 2, 2)),
        ([np.array([True]), np.array([False])], "bool", (2, 1)),
        ([["a", "b"], ["c", "dd"]], "<U2", (2, 2)),
        ([np.arange(2), np.arange(3)], "object", (2,)),
        ([np.arange(2), None], "object", (2,)),
        ([[], []], "float64", (2, 0)),
        ([[2**60 + 1], [0.5]], "object", (2,)),
    ],
)
def test_arrays_of_one_shape_are_stacked(tmp_path: Path, arrays: list[Any], dtype: str, shape: tuple[int, ...]) -> None:
    got = column_of(tmp_path, *arrays)
    assert (got.dtype, got.shape) == (np.dtype(dtype), shape)
    for have, want in zip(got, arrays, strict=True):
        if want is None:
            assert have is None
        else:
            np.testing.assert_array_equal(have, want)


def test_fields_are_columns_and_nested_ones_are_dotted(tmp_path: Path) -> None:
    rows = [
        (5, "hit", {"dv": 1.5, "at": {"x": 1, "deep": {"y": "a"}}, "a.b": True}),
        (5, "other", 7),
        (9, "hit", {"dv": 2, "new": "late"}),
    ]
    run = read_run(make_run(tmp_path / "run", *rows, result={"n": 1}))
    hit = run.tables["hit"]
    assert list(hit) == ["dv", "at.x", "at.deep.y", "'a.b'", "new"]
    assert hit.tick.tolist() == [5, 9]
    assert hit["dv"].tolist() == [1.5, 2.0]
    assert hit["at.x"][0] == 1
    assert np.isnan(hit["at.x"][1])
    assert hit["at.deep.y"].tolist() == ["a", None]
    assert hit["new"].tolist() == [None, "late"]
    assert list(run.tables) == ["hit", "other"]
    assert (run.result, run.complete) == ({"n": 1}, True)
    with pytest.raises(KeyError, match=r"no column 'dw'; known: dv at.x"):
        hit["dw"]
    assert "dv" in repr(hit)
    assert "2 × hit" in repr(run)


def test_an_object_with_a_thousand_names_is_a_value_and_not_a_thousand_columns(tmp_path: Path) -> None:
    rows = [(t, "k", {"by": {f"n{i}": i for i in range(1_500)}}) for t in range(2)]
    assert read_run(make_run(tmp_path, *rows)).tables["k"]["by"][1]["n1499"] == 1_499
    wide = [(t, "k", {f"n{i}": i for i in range(1_500)}) for t in range(2)]
    assert list(read_run(make_run(tmp_path, *wide)).tables["k"]) == ["value"]


def test_a_window_comes_back_as_it_was(tmp_path: Path) -> None:
    given = [make_window(100, seed=1), make_window(200, entities=1, seed=2)]
    folder = make_run(tmp_path, *[(window.tick + 2, "w", window) for window in given], (300, "n", {"w": given[0]}))
    run = read_run(folder)
    for have, want in zip(run.windows["w"], given, strict=True):
        assert isinstance(have, Window)
        same_arrays(have, want)
        assert (have.type == "tnt").tolist() == (want.type == "tnt").tolist()
        assert (have.type == "arrow").tolist() == [False] * len(have.id)
        assert (have.tick, have.row, have.cut) == (want.tick, want.row, want.cut)
        assert type(have.event) is ticklane.ImpulseEvent
        assert (have.event.cause, have.event.type) == ("explosion", "tnt")
        np.testing.assert_array_equal(have.event.pos, want.event.pos)
    assert isinstance(run.tables["n"]["w"][0], Window)
    assert run.tables["w"].tick.tolist() == [102, 202]


def test_windows_are_one_long_table_without_the_rows_where_nobody_was(tmp_path: Path) -> None:
    window = make_window(100)
    table = read_run(make_run(tmp_path, (102, "w", window), (102, "w", window))).window_table("w")
    assert len(table) == 2 * int(window.present.sum())
    assert set(table["offset"].tolist()) == {-3, -2, -1, 0, 1, 2}
    assert (table["offset"] == table.tick - 100).all()
    assert not np.isnan(table["vel"]).any()
    assert set(table["event.cause"].tolist()) == {"explosion"}
    assert set(table["window"].tolist()) == {0, 1}


def test_a_track_is_kept_as_the_series_it_was(tmp_path: Path) -> None:
    host = FakeHost()
    host.spawn("tnt", (0, 80, 0), vel=(0.1, 0, 0))
    track = host.track(lambda entities: entities.type == "tnt", 5)
    host.advance(8)
    run = read_run(make_run(tmp_path, (1, "t", track)))
    (found,) = run.tables["t"]["value"]
    assert type(found) is Series
    same_arrays(found, track[:])
    assert np.abs(found.impulse[1:]).max() < 1e-12
    assert run.windows == {}


def test_a_table_of_entities_and_an_area_come_back_whole(tmp_path: Path) -> None:
    host = FakeHost()
    host.spawn("tnt", (1, 70, 2), fuse=40, tag="a")
    host.spawn("item", (1.5, 70, 2), item="diamond", count=3)
    host.spawn("falling_block", (4, 80, 2), block="sand", vel=(0, 0.5, 0))
    host.set_block((0, 70, 0), "stone")
    given, area = host.entities(), host.blocks((0, 69, 0), (3, 72, 2))
    run = read_run(
        make_run(
            tmp_path, (1, "es", given), (1, "some", given[given.fuse < 0]), (2, "some", given[:0]), (1, "area", area)
        )
    )
    table = run.tables["es"]["value"][0]
    assert isinstance(table, Entities)
    for name in ("id", "pos", "vel", "aabb_min", "aabb_max", "yaw", "width", "health", "age", "fuse", "count"):
        np.testing.assert_array_equal(getattr(table, name), getattr(given, name), name)
        assert getattr(table, name).dtype == getattr(given, name).dtype
    for name in ("type", "item", "block", "uuid", "tags"):
        assert list(getattr(table, name)) == list(getattr(given, name)), name
    assert table.on_ground.tolist() == given.on_ground.tolist()
    assert table[0].fuse == 40
    assert [entity.type for entity in table] == ["tnt", "item", "falling_block"]
    assert [len(some) for some in run.tables["some"]["value"]] == [2, 0]
    found = run.tables["area"]["value"][0]
    assert isinstance(found, Blocks)
    assert (found.codes == area.codes).all()
    assert (found.palette, found.origin.tolist()) == (area.palette, area.origin.tolist())
    assert found.at((0, 70, 0)) == Block("stone")


@pytest.mark.parametrize(
    "value",
    [
        {"$type": "Window"},
        {"$type": "Entities", "tick": 1, "n": 10**12, "columns": {}},
        {"$type": "Entities", "tick": 1, "n": -1, "columns": {}},
        {"$type": "Blocks", "origin": [0], "palette": ["???"], "codes": {}},
        {"$type": 5},
        {"$type": ["Window"]},
        {"$array": "<f8", "shape": [3], "data": "AAAA"},
        {"$array": "O", "shape": [1], "data": ""},
        {"$array": "<f8", "shape": [-1], "data": ""},
        {"$names": ["a"], "codes": {"$array": "<i4", "shape": [1], "data": "BQAAAA=="}},
    ],
)
def test_a_value_that_only_looks_packed_stays_what_it_is(tmp_path: Path, value: Any) -> None:
    # Under a list, where no field becomes a column.
    run = read_run(make_run(tmp_path, (1, "k", [value])))
    assert run.tables["k"]["value"][0] == [value]


def test_a_cut_off_last_line_is_left_out_and_told(tmp_path: Path) -> None:
    folder = make_run(tmp_path, *[(tick, "k", tick) for tick in range(100)])
    data = (folder / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(data[:-5])
    run = read_run(folder)
    assert run.tables["k"].tick.tolist() == list(range(99))
    assert run.problems == (
        "records.jsonl: the last line, 100, is cut off after 28 bytes and left out",
        "99 rows could be read, 100 were written",
    )
    assert not run.complete


@pytest.mark.parametrize(
    "damage", [b"\0\0\0", b"{not json", b'{"tick":"x","key":"k","value":1}', b"\xff\xfe", b"[" * 100_000, b""]
)
def test_damaged_lines_are_left_out_and_told(tmp_path: Path, damage: bytes) -> None:
    folder = make_run(tmp_path, (1, "k", 1), (2, "k", 2))
    good = rows_of((1, "k", 1)), rows_of((2, "k", 2))
    (folder / "records.jsonl").write_bytes(good[0] + damage + b"\n" + good[1])
    run = read_run(folder)
    assert run.tables["k"]["value"].tolist() == [1, 2]
    assert run.problems == ("records.jsonl: 1 damaged lines left out: line 2",)


def test_a_run_that_was_cut_off_says_so(tmp_path: Path) -> None:
    folder = make_run(tmp_path, (1, "k", 1), state="running", reason=None)
    (folder / "result.json").unlink()
    run = read_run(folder)
    assert len(run.tables["k"]) == 1
    assert len(run.problems) == 1
    assert "was cut off" in run.problems[0]
    assert not run.complete


def test_missing_and_damaged_documents_are_told(tmp_path: Path) -> None:
    folder = make_run(tmp_path, (1, "k", 1))
    (folder / "result.json").write_text("{")
    (folder / "lines.jsonl").unlink()
    run = read_run(folder)
    assert run.lines == []
    assert [problem.partition(":")[0] for problem in run.problems] == ["result.json is damaged"]
    (folder / "manifest.json").unlink()
    run = read_run(folder)
    assert run.manifest == {}
    assert run.problems == ("no manifest.json",)
    assert not run.complete


def test_an_empty_run_is_a_run_without_rows(tmp_path: Path) -> None:
    run = read_run(make_run(tmp_path))
    assert (run.tables, run.windows, run.problems) == ({}, {}, ())
    assert [line.text for line in run.lines] == ["hello"]
    assert run.lines[0].time == 1.5
    assert "no rows" in repr(run)


def test_rotated_files_are_read_oldest_first_and_what_went_is_told(tmp_path: Path) -> None:
    folder = make_run(tmp_path, rows={"written": 40, "rotated_away": 30}, lost=2, lost_why="the disk is full")
    for name, first in (("records.10.jsonl", 30), ("records.2.jsonl", 33), ("records.1.jsonl", 36)):
        (folder / name).write_bytes(rows_of(*[(tick, "k", tick) for tick in range(first, first + 3)]))
    (folder / "records.jsonl").write_bytes(rows_of((39, "k", 39)))
    (folder / "records.old.jsonl").write_bytes(b"not ours")
    run = read_run(folder)
    assert run.tables["k"].tick.tolist() == list(range(30, 40))
    assert run.problems == (
        "2 rows never came to disk: the disk is full",
        "the first 30 rows were rotated away, as the script's header asks",
    )


def test_one_file_of_rows_can_be_read_too(tmp_path: Path) -> None:
    path = tmp_path / "script-fall.jsonl"
    path.write_bytes(rows_of((1, "k", 1)))
    run = read_run(path)
    assert len(run.tables["k"]) == 1
    assert run.manifest == {}


def test_what_is_no_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no run at"):
        read_run(tmp_path / "absent")
    with pytest.raises(ValueError, match="is no run's folder"):
        read_run(tmp_path)


def test_rows_longer_than_a_block_of_the_reader_are_whole(tmp_path: Path) -> None:
    big = "x" * (5 << 20)
    run = read_run(make_run(tmp_path, (1, "k", "a"), (2, "k", big), (3, "k", "b")))
    assert run.problems == ()
    assert [len(text) for text in run.tables["k"]["value"]] == [1, 5 << 20, 1]
    assert run.tables["k"]["value"].dtype == object  # as numpy's text it would be 60 MB


Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["$type", "$array", "$names", "codes", "shape", "data", "a", "b.c", ""]), inner
        )
        | st.fixed_dictionaries(
            {"$type": st.sampled_from(["Window", "Series", "Entities", "Blocks"]), "n": inner, "columns": inner}
        )
        | st.fixed_dictionaries(
            {"$array": st.sampled_from(["<f8", "|b1", "O", 5]), "shape": inner, "data": st.just("AAAAAAAAAAA=")}
        )
    ),
    max_leaves=12,
)


@given(st.lists(Json, max_size=8))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rows_can_be_read_and_none_is_missing(tmp_path: Path, values: list[Any]) -> None:
    lines = [json.dumps({"tick": tick, "key": "k", "value": value}) + "\n" for tick, value in enumerate(values)]
    (tmp_path / "records.jsonl").write_text("".join(lines))
    run = read_run(tmp_path)
    if values:
        table = run.tables["k"]
        assert table.tick.tolist() == list(range(len(values)))
        assert {len(column) for column in table.columns.values()} <= {len(values)}
        repr(table)
        table.to_pandas()
        table.to_arrow()


@pytest.mark.parametrize("text", ["[" * 500 + "1" + "]" * 500, '{"a":' * 300 + "1" + "}" * 300, "[" * 90 + "]" * 90])
def test_values_nested_as_no_script_can_record_them_are_still_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "records.jsonl").write_text(
        f'{{"tick":1,"key":"k","value":{text}}}\n{{"tick":2,"key":"k","value":1}}\n'
    )
    assert read_run(tmp_path).tables["k"].tick.tolist()[-1] == 2


def test_texts_that_numpy_would_shorten_stay_whole() -> None:
    assert column(["a\0", "b"]).tolist() == ["a\0", "b"]


def test_a_run_is_read_in_one_go_and_its_manifest_is_the_whole_of_it(tmp_path: Path) -> None:
    folder = make_run(tmp_path, (1, "k", 1), params={"n": 3})
    assert read_run(str(folder)).manifest == json.loads((folder / "manifest.json").read_text())
