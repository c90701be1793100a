"""Exported files hold what was recorded, each column with its type."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow
import pyarrow.ipc
import pyarrow.parquet
import pytest

from ticklane import read_run
from ticklane_cli._app import run_command_line

from .recorded import make_run, make_window

ROWS: list[tuple[int, str, Any]] = [
    (
        tick,
        "hit",
        {
            "id": 2**53 + 1 + tick,
            "dv": [0.1 + 0.2, float("nan"), float("inf")][tick % 3],
            "on": tick % 2 == 0,
            "cause": ["", 'a "quoted", text\nof two lines', "Δv"][tick % 3],
            "pos": np.array([1.5, tick, np.nan]),
            "path": np.arange(tick % 3, dtype=np.float64),
            "late": None if tick < 2 else "x",
            "mixed": [1, "a", {"b": [1, float("nan")]}][tick % 3],
            "tick": -tick,
            "m": np.eye(2, dtype=np.int64),
        },
    )
    for tick in range(6)
]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return make_run(tmp_path / "fall-1", *ROWS, (9, "n/../x", 1), params={"n": 3})


def exported(*words: object) -> None:
    assert run_command_line(["export", *map(str, words)]) == 0


def test_csv_keeps_every_digit_and_tells_text_from_numbers(run: Path) -> None:
    exported(run, "--to", "csv", "--key", "hit")
    path = run / "export" / "hit.csv"
    frame = pandas.read_csv(path, keep_default_na=False, na_values={"dv": ["nan"], "pos.2": ["nan"], "late": [""]})
    assert list(frame.columns) == [
        *("tick", "id", "dv", "on", "cause", "pos.0", "pos.1", "pos.2", "path", "late", "mixed", "value.tick"),
        *("m.0.0", "m.0.1", "m.1.0", "m.1.1"),
    ]
    kinds = {name: frame[name].dtype.kind for name in ("tick", "id", "dv", "on", "pos.0", "m.0.0")}
    assert kinds == {"tick": "i", "id": "i", "dv": "f", "on": "b", "pos.0": "f", "m.0.0": "i"}
    assert frame["id"].tolist() == [2**53 + 1 + tick for tick in range(6)]
    assert frame["dv"][0] == 0.1 + 0.2
    assert frame["dv"][2] == np.inf
    assert frame["cause"].tolist() == [row[2]["cause"] for row in ROWS]
    assert frame["late"].isna().tolist() == [True, True, False, False, False, False]
    assert frame["mixed"].tolist() == ["1", "a", '{"b":[1,null]}'] * 2
    assert [json.loads(text) for text in frame["path"]] == [[], [0.0], [0.0, 1.0]] * 2
    assert path.read_text().startswith('"tick",')


@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_arrow_and_parquet_come_back_with_the_same_types(run: Path, to: str) -> None:
    exported(run, "--to", to, "--key", "hit")
    path = run / "export" / f"hit.{to}"
    table = pyarrow.parquet.read_table(path) if to == "parquet" else pyarrow.ipc.open_file(path).read_all()
    types = {field.name: str(field.type) for field in table.schema}
    assert types["tick"] == types["id"] == "int64"
    assert types["dv"] == "double"
    assert types["on"] == "bool"
    assert types["cause"] == types["late"] == types["mixed"] == "string"
    assert types["pos"].startswith("fixed_size_list<")
    assert types["pos"].endswith("double>[3]")
    assert types["path"].startswith("list<")
    assert types["m"].endswith("[2]>[2]")
    there = read_run(run).tables["hit"]
    np.testing.assert_array_equal(table["dv"].to_numpy(), there["dv"])
    assert table["id"].to_pylist() == there["id"].tolist()
    assert table["late"].to_pylist() == there["late"].tolist()
    assert table["path"].to_pylist() == [value.tolist() for value in there["path"]]
    assert table["cause"].to_pylist() == there["cause"].tolist()
    np.testing.assert_array_equal(np.array(table["pos"].to_pylist()), there["pos"])
    assert table.schema.field("mixed").metadata[b"ticklane"] == b"json"
    told = json.loads(table.schema.metadata[b"ticklane.run"])
    assert (told["id"], told["params"]) == ("fall", {"n": 3})


def test_npz_needs_no_pickle(run: Path) -> None:
    exported(run, "--to", "npz")
    there = read_run(run).tables["hit"]
    with np.load(run / "export" / "fall.npz") as kept:
        for name in ("id", "dv", "on", "cause", "pos", "m"):
            assert kept[f"hit/{name}"].dtype == there[name].dtype
            np.testing.assert_array_equal(kept[f"hit/{name}"], there[name])
        offsets, values = kept["hit/path.offsets"], kept["hit/path.values"]
        for row, path in enumerate(there["path"]):
            np.testing.assert_array_equal(values[offsets[row] : offsets[row + 1]], path)
        assert [json.loads(text) for text in kept["hit/late.json"]] == there["late"].tolist()
        assert kept["hit/tick"].tolist() == list(range(6))
        assert kept["hit/value.tick"].tolist() == [-tick for tick in range(6)]
        assert kept["n/../x/value"].tolist() == [1]


def test_a_key_is_never_a_path(run: Path) -> None:
    exported(run, "--to", "csv")
    assert sorted(path.name for path in (run / "export").iterdir()) == ["hit.csv", "n%2f..%2fx.csv"]


def test_windows_are_exported_row_by_row(tmp_path: Path) -> None:
    run = make_run(tmp_path, (1, "w", make_window(100)), (2, "w", make_window(200)), (3, "w", "no window"))
    exported(run, "--to", "parquet", "--out", tmp_path / "files")
    table = pyarrow.parquet.read_table(tmp_path / "files" / "w.windows.parquet")
    assert table.num_rows == 22
    assert set(table["event.cause"].to_pylist()) == {"explosion"}
    assert str(table.schema.field("vel").type).endswith("[3]")
    assert pyarrow.parquet.read_table(tmp_path / "files" / "w.parquet")["value"].to_pylist() == ["no window"]


def test_what_can_not_be_exported_is_told(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*words: object) -> tuple[int, str]:
        code = run_command_line(["export", *map(str, words)])
        return code, capsys.readouterr().err

    assert told(run, "--to", "csv", "--key", "hot") == (2, "--key hot: no row has that key, did you mean hit?\n")
    code, text = told(make_run(tmp_path / "empty"), "--to", "csv")
    assert code == 2
    assert "recorded no rows" in text
    code, text = told(run, "--to", "csv", "--out", tmp_path / "one.csv")
    assert code == 2
    assert "2 tables: hit, n/../x" in text
    assert told(tmp_path / "absent", "--to", "csv")[0] == 2
    (tmp_path / "file").touch()
    assert told(run, "--to", "csv", "--out", tmp_path / "file")[0] == 2
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, text = told(run, "--to", "parquet")
    assert code == 3
    assert "-m pip install 'ticklane[arrow]'" in text
    assert told(run, "--to", "csv")[0] == 0


def test_a_damaged_run_is_exported_and_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (run / "records.jsonl").open("ab") as file:
        file.write(b'{"tick":9,"ke')
    exported(run, "--to", "csv", "--json")
    captured = capsys.readouterr()
    assert "cut off" in captured.err
    document = json.loads(captured.out)
    assert [file["rows"] for file in document["files"]] == [6, 1]
    assert len(document["problems"]) == 1


def test_frames_are_the_same_table(run: Path) -> None:
    table = read_run(run).tables["hit"]
    frame = table.to_pandas()
    assert frame["pos.1"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert frame["id"].dtype == np.int64
    assert table.to_arrow().num_rows == 6
