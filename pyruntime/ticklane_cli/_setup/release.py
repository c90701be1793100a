"""Which Ticklane this is."""

from __future__ import annotations

import importlib.metadata
import tomllib

from ticklane_cli._setup.places import checkout_of

__all__ = ["version"]


def version() -> str:
    """The release, "0.1.0": of the checkout when there is one (it may be newer than what pip noted)."""
    root = checkout_of()
    if root is None:
        return importlib.metadata.version("ticklane")
    with (root / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
