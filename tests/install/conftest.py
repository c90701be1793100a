from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from ticklane_cli._install import running
from ticklane_cli._install.home import Parts

from .folders import make_java


@pytest.fixture(autouse=True)
def nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No launcher runs, the user's home is empty, and the Java on the PATH is one of ours."""
    monkeypatch.setattr(running, "_programs", lambda: iter(()))
    home = tmp_path / "user"
    home.mkdir()
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    java = make_java(tmp_path / "path-java")
    monkeypatch.setenv("PATH", f"{java.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """Small files in place of what set-up makes."""
    folder = tmp_path / "parts"
    (folder / "jep" / "jep").mkdir(parents=True)
    (folder / "jep" / "jep" / "__init__.py").write_text("# jep\n")
    for name in ("agent", "core"):
        (folder / f"{name}.jar").write_bytes(name.encode())
    with zipfile.ZipFile(folder / "ticklane-loader-all-0.1.0.jar", "w") as archive:
        archive.writestr("ticklane/loader/Boot.class", b"")
    return Parts(
        folder / "agent.jar",
        folder / "ticklane-loader-all-0.1.0.jar",
        (folder / "core.jar",),
        folder / "jep",
        {"game_dir": "../..", "jep_dir": "jep-x", "python": "python", "python_path": [], "gateway": True},
    )
