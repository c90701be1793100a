"""What the user can do so that a script may have what it asks for."""

from __future__ import annotations

from collections.abc import Iterable

from ticklane_control.configuration import FILE_NAME, user_config_dir
from ticklane_toolchain.settings import shown

__all__ = ["how_to_allow"]


def how_to_allow(missing: Iterable[str]) -> str:
    """What the user does so that a script may have these capabilities: a sentence."""
    caps = sorted(missing)
    options = " ".join(f"--allow {cap}" for cap in caps)
    return f"the user allows it with {options}, or in {user_config_dir() / FILE_NAME} with [allow] caps = {shown(caps)}"
