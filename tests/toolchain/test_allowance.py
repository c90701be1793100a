"""What the user allows: ticklane.toml of the configuration and game folders, and the command line."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from ticklane_toolchain.capabilities import AllowanceError, allowed_caps, how_to_allow


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_args, **_more: str(folder))
    return folder / "ticklane.toml"


def test_nothing_is_allowed_by_default(config: Path, tmp_path: Path) -> None:
    assert allowed_caps() == allowed_caps(tmp_path) == frozenset()


def test_files_and_command_line_add_up(config: Path, tmp_path: Path) -> None:
    config.write_text('[mcp]\nport = 1\n[allow]\ncaps = ["files"]\n')
    (tmp_path / "ticklane.toml").write_text('[allow]\ncaps = ["network"]\n')
    assert allowed_caps(tmp_path, ["internals"]) == {"files", "network", "internals"}
    assert allowed_caps() == {"files"}


def test_folder_of_the_script_and_current_folder_allow_nothing(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "scripts"
    here.mkdir()
    (here / "ticklane.toml").write_text('[allow]\ncaps = ["files"]\n')
    monkeypatch.chdir(here)
    assert allowed_caps(tmp_path) == frozenset()


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("[mcp]\nx = 1\n[allow\n", 3, "not TOML"),
        ("[allow]\ncaps = [", 2, "not TOML"),
        ('[allow]\n\ncaps = "files"\n', 3, 'caps = "files": is a list such as ["files"]'),
        ('[allow]\ncaps = ["fils"]\n', 2, '"fils": no such capability, did you mean files?'),
        ('[allow]\ncap = ["files"]\n', 2, "[allow] cap: no such key, known: caps"),
        ("allow = 3\n", 1, "allow = 3: is a table"),
    ],
)
def test_file_that_is_wrong_is_an_error_naming_its_line_and_stays_as_it_is(
    config: Path, text: str, line: int, problem: str
) -> None:
    config.write_text(text)
    with pytest.raises(AllowanceError) as caught:
        allowed_caps()
    assert (caught.value.path, caught.value.line) == (config, line)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{config}, line {line}: ")
    assert config.read_text() == text


def test_file_that_is_no_text_is_an_error(config: Path) -> None:
    config.write_bytes(b"[allow]\n\xff")
    with pytest.raises(AllowanceError, match="is not UTF-8 at byte 8"):
        allowed_caps()


def test_unknown_name_on_the_command_line_is_an_error(config: Path) -> None:
    with pytest.raises(ValueError, match="--allow netwrk: no such capability, did you mean network"):
        allowed_caps(allow=["netwrk"])


def test_message_says_how_the_user_allows(config: Path) -> None:
    options = "--allow files --allow network"
    expected = f'the user allows it with {options}, or in {config} with [allow] caps = ["files", "network"]'
    assert how_to_allow(["network", "files"]) == expected
