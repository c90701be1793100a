from __future__ import annotations

import json
from pathlib import Path

import pytest

from ticklane_cli._exit import UsageError
from ticklane_cli._run_folder import RunFolder
from ticklane_control.messages import Module, StartRequest


def request_for(id: str = "fall", *, filename: str = "fall.py") -> StartRequest:
    return StartRequest(
        id=id,
        lane="server",
        mode="run",
        modules=[
            Module(name="__main__", filename=filename, source="x = 'Δ'\r\n", code=b""),
            Module(name="pkg", filename="pkg/__init__.py", source="", code=b"", is_package=True),
        ],
        magic="00",
        params={"n": 3},
        seed=-1,
        ticks=10,
        budget_ms=2.0,
        hard_ms=250.0,
        caps=[],
        events=[],
        dimension="minecraft:overworld",
        source_hash="abc",
        operation_id="",
        run_dir="",
        header={},
        docstring="",
    )


def test_folders_are_numbered_and_never_reused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [RunFolder.make("fall", None).path for _ in range(3)]
    assert names == [tmp_path / "runs" / f"fall-{n}" for n in (1, 2, 3)]


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    assert RunFolder.make("fall", tmp_path / "new").path == tmp_path / "new"
    (tmp_path / "new" / "manifest.json").touch()
    with pytest.raises(UsageError, match="isn't empty"):
        RunFolder.make("fall", tmp_path / "new")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="--out"):
        RunFolder.make("fall", tmp_path / "file")


def test_a_run_that_was_cut_off_says_running_and_is_readable(tmp_path: Path) -> None:
    folder = RunFolder.make("fall", tmp_path / "run")
    folder.begin(request_for(), options={"world": "flat"})
    manifest = json.loads((folder.path / "manifest.json").read_text())
    assert (manifest["state"], manifest["seed"], manifest["params"], manifest["world"]) == (
        "running",
        -1,
        {"n": 3},
        "flat",
    )
    assert (folder.path / "bundle" / "fall.py").read_bytes() == "x = 'Δ'\r\n".encode()
    assert (folder.path / "bundle" / "pkg" / "__init__.py").exists()
    assert folder.records.read_bytes() == b""
    assert set(manifest["files"]) == {"fall.py", "pkg/__init__.py"}


def test_a_finished_run_has_everything_that_is_needed_to_repeat_it(tmp_path: Path) -> None:
    folder = RunFolder.make("fall", tmp_path / "run")
    folder.begin(request_for(), options={"world": "flat"})
    folder.game_is_up(host="minestom", minecraft="26.1.2", versions={"minestom": "x"}, pid=7)
    status = {
        "id": "fall",
        "state": "ended",
        "reason": "finished",
        "elapsed": 10,
        "result": {"n": 1},
        "reproducible": True,
    }
    folder.finish(status, exit_code=0)
    manifest = json.loads((folder.path / "manifest.json").read_text())
    assert manifest["versions"].keys() >= {"ticklane", "python", "jep", "numpy", "minecraft", "minestom"}
    expected = {
        "state": "ended",
        "reason": "finished",
        "ticks": 10,
        "exit": 0,
        "reproducible": True,
        "host": "minestom",
    }
    assert expected.items() <= manifest.items()
    assert manifest["started"] <= manifest["ended"]
    assert json.loads((folder.path / "result.json").read_text()) == {"n": 1}


def test_a_module_cannot_be_written_outside_the_folder(tmp_path: Path) -> None:
    folder = RunFolder.make("fall", tmp_path / "run")
    with pytest.raises(UsageError, match="beside the script"):
        folder.begin(request_for(filename="../../out.py"), options={})
    assert not (tmp_path / "out.py").exists()
