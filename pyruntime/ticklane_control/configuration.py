"""The user's configuration: where it lies, and the capabilities it can allow to scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import platformdirs

__all__ = ["CAPS", "FILE_NAME", "user_config_dir"]

FILE_NAME: Final = "ticklane.toml"
CAPS: Final = ("files", "network", "subprocess", "internals")


def user_config_dir() -> Path:
    """The folder of the user's `ticklane.toml` and MCP token."""
    return Path(platformdirs.user_config_dir("ticklane", appauthor=False))
