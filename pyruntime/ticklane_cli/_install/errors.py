"""What keeps Ticklane out of a game."""

from __future__ import annotations

from pathlib import Path

__all__ = ["InstallError", "not_written"]


class InstallError(Exception):
    """One line on what is off and what to do; nothing was changed, or what was is undone. Exit code 3."""


def not_written(error: OSError, folder: Path) -> InstallError:
    """What is said when a file can't be written, after what was done before it has been undone."""
    if error.errno is None and error.args and isinstance(error.args[0], list) and error.args[0]:
        path, _, why = error.args[0][0]  # a copied tree's errors come as a list
        return InstallError(f"{path} can't be copied ({why}); all is as it was")
    return InstallError(f"{error.filename or folder} can't be written ({error.strerror or error}); all is as it was")
