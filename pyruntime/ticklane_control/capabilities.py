"""What is said to somebody who lacks a capability."""

from __future__ import annotations

from collections.abc import Iterable

from ticklane_control.configuration import FILE_NAME, user_config_dir

__all__ = ["ask_in_header", "how_to_allow"]


def how_to_allow(missing: Iterable[str]) -> str:
    """What the user does so that a script may have these capabilities: a sentence."""
    caps = sorted(missing)
    options = " ".join(f"--allow {cap}" for cap in caps)
    return (
        f"the user allows it with {options}, or in {user_config_dir() / FILE_NAME} with [allow] caps = {_listed(caps)}"
    )


def ask_in_header(caps: Iterable[str]) -> str:
    """How a script asks for them: a sentence."""
    return f"ask for it in the header with caps = {_listed(caps)}"


def _listed(caps: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{cap}"' for cap in sorted(caps)) + "]"
