"""What a run may use: allowed by argument, environment or the user's file, never by a file beside the script."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from ticklane_cli._exit import UsageError
from ticklane_cli._preparation import prepare_script
from ticklane_toolchain import Refusal

SOURCE = '# /// script\n# [tool.ticklane]\n# caps = ["files"]\n# ///\nopen("x")\n'


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    config = tmp_path / "config"
    config.mkdir()
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_args, **_more: str(config))
    monkeypatch.delenv("TICKLANE_ALLOW", raising=False)
    file = tmp_path / "scripts" / "reads.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    monkeypatch.chdir(file.parent)
    return file


def test_capability_is_allowed_by_argument_environment_or_file(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prepare_script(script, allow=["files"]).caps == ["files"]
    with monkeypatch.context() as once:
        once.setenv("TICKLANE_ALLOW", "network,files")
        assert prepare_script(script).caps == ["files"]
    (tmp_path / "config" / "ticklane.toml").write_text('[allow]\ncaps = ["files"]\n')
    assert prepare_script(script).caps == ["files"]


def test_file_beside_the_script_allows_nothing(script: Path) -> None:
    (script.parent / "ticklane.toml").write_text('[allow]\ncaps = ["files"]\n')
    with pytest.raises(Refusal, match="files not allowed"):
        prepare_script(script)


def test_unknown_capability_and_broken_file_are_usage_errors(script: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--allow: allow.caps must be any of files"):
        prepare_script(script, allow=["everything"])
    (tmp_path / "config" / "ticklane.toml").write_text("[allow\n")
    with pytest.raises(UsageError, match=r"ticklane.toml, line 1"):
        prepare_script(script)
