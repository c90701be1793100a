"""What a script is told of how the user allows what it asks for."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from ticklane_control.capabilities import how_to_allow


def test_message_says_how_the_user_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_args, **_more: str(tmp_path))
    options = "--allow files --allow network"
    file = tmp_path / "ticklane.toml"
    expected = f'the user allows it with {options}, or in {file} with [allow] caps = ["files", "network"]'
    assert how_to_allow(["network", "files"]) == expected
