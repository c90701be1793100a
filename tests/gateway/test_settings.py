"""Argument over environment over file; the token file."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from ticklane_gateway.settings import SETTINGS, Settings, SettingsError, load_settings
from ticklane_gateway.token import TokenError, load_token


def load(tmp_path: Path, **given: Any) -> Settings:
    for folder in ("config", "game"):
        (tmp_path / folder).mkdir(exist_ok=True)
    return load_settings(tmp_path / "game", config_dir=tmp_path / "config", **{"environment": {}, **given})


def write(tmp_path: Path, folder: str, text: str) -> Path:
    (tmp_path / folder).mkdir(exist_ok=True)
    file = tmp_path / folder / "ticklane.toml"
    file.write_text(text)
    return file


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert (settings.mcp, settings.mcp_port, settings.world, settings.seed, settings.allow) == (
        True,
        None,
        "flat",
        0,
        (),
    )
    assert settings.mcp_token_file == tmp_path / "config" / "mcp-token"


def test_argument_over_environment_over_game_folder_over_user_configuration(tmp_path: Path) -> None:
    write(tmp_path, "config", "[game]\nseed = 1\n")
    assert load(tmp_path).seed == 1
    write(tmp_path, "game", "[game]\nseed = 2\n")
    assert load(tmp_path).seed == 2
    assert load(tmp_path, environment={"TICKLANE_SEED": "3"}).seed == 3
    assert load(tmp_path, environment={"TICKLANE_SEED": "3"}, arguments={"seed": 4}).seed == 4


def test_what_a_script_may_make_the_process_grow_by_lies_within_bounds(tmp_path: Path) -> None:
    assert load(tmp_path).script_memory_mib == 1024
    assert load(tmp_path, environment={"TICKLANE_SCRIPT_MEMORY_MIB": "16"}).script_memory_mib == 16
    write(tmp_path, "game", "[game]\nscript_memory_mib = 2_048\n")
    assert load(tmp_path).script_memory_mib == 2048
    with pytest.raises(SettingsError, match=r"--script-memory-mib: .* from 16 to 1048576, not 15"):
        load(tmp_path, arguments={"script_memory_mib": 15})


def test_blank_counts_as_unset(tmp_path: Path) -> None:
    write(tmp_path, "game", '[game]\nworld = ""\n')
    settings = load(tmp_path, environment={"TICKLANE_SEED": "  ", "TICKLANE_MCP_PORT": ""}, arguments={"mcp_port": " "})
    assert (settings.world, settings.seed, settings.mcp_port) == ("flat", 0, None)


def test_capabilities_add_up_over_all_places(tmp_path: Path) -> None:
    write(tmp_path, "config", '[allow]\ncaps = ["files"]\n')
    write(tmp_path, "game", '[allow]\ncaps = ["network"]\n')
    settings = load(tmp_path, environment={"TICKLANE_ALLOW": "files, internals"})
    assert settings.allow == ("files", "network", "internals")


def test_a_file_in_the_current_folder_allows_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "scripts", '[allow]\ncaps = ["files"]\n')
    monkeypatch.chdir(tmp_path / "scripts")
    assert load(tmp_path).allow == ()


def test_a_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "game", "").write_bytes(b"[allow]\n\xff")
    with pytest.raises(SettingsError, match=r"ticklane.toml can't be read: .*position 8"):
        load(tmp_path)


def test_a_file_nested_without_end_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "game", f"x = {'[' * 100_000}")
    with pytest.raises(SettingsError, match=r"ticklane.toml"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[allow]\n\ncaps = 3\n", r"line 3: allow.caps must be a list of files"),
        ('[allow]\ncap = ["files"]\n', r"line 2: there is no setting allow.cap; did you mean allow.caps\?"),
        ("allow = 3\n", r"line 1: there is no setting allow; did you mean allow.caps\?"),
        ("[mcp]\nport = 70000", r"ticklane.toml, line 2: mcp.port must be a whole number from 1 to 65535, not 70000"),
        ("[game]\nfrozen = 'maybe'", r"line 2: game.frozen must be true or false"),
        ("mcp.port = true", r"line 1: mcp.port must be a whole number"),
        ("[mcp]\ntoken_file = 'here'", r"line 2: mcp.token_file must be an absolute path"),
        ("[allow]\ncaps = ['all']", r"line 2: allow.caps must be any of files, network"),
        ("\n[nonsense]\nx = 1", r"line 3: there is no setting nonsense.x"),
        ("[game\n", r"ticklane.toml, line 1"),
        ("[game]\nseed = 1\nseed = 2", r"ticklane.toml, line 3"),
    ],
)
def test_a_wrong_file_is_an_error_naming_file_and_line(tmp_path: Path, text: str, expected: str) -> None:
    file = write(tmp_path, "game", text)
    with pytest.raises(SettingsError, match=expected):
        load(tmp_path)
    assert file.read_text() == text


def test_the_token_file_is_no_argument(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="environment or file"):
        load(tmp_path, arguments={"mcp_token_file": "/x"})
    assert load(tmp_path, environment={"TICKLANE_MCP_TOKEN_FILE": "/x/y"}).mcp_token_file == Path("/x/y")


def test_the_settings_page_shows_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
    for row in SETTINGS:
        assert f"`{row.key}`" in page
        assert f"`{row.variable}`" in page


def test_the_token_is_made_once_and_private(tmp_path: Path) -> None:
    file = tmp_path / "new" / "mcp-token"
    old = os.umask(0)
    try:
        token = load_token(file)
    finally:
        os.umask(old)
    assert len(token) >= 43
    assert file.stat().st_mode & 0o777 == 0o600
    assert load_token(file) == token
    assert [entry.name for entry in file.parent.iterdir()] == ["mcp-token"]


def test_many_at_once_make_one_token(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(load_token(tmp_path / "mcp-token"))) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert len(set(found)) == 1


@pytest.mark.parametrize("text", ["", "short", "with a blank in the middle of the token of forty", "é" * 40])
def test_a_file_that_holds_no_token_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mcp-token"
    file.touch(mode=0o600)
    file.write_text(text)
    with pytest.raises(TokenError, match="must hold one line"):
        load_token(file)


def test_a_token_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mcp-token"
    file.write_text("x" * 40)
    file.chmod(0o644)
    with pytest.raises(TokenError, match="chmod 600"):
        load_token(file)
