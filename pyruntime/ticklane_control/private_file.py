"""Files that hold a token: read only when nobody else can have read or written them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

__all__ = ["NotPrivateError", "read_private"]


class NotPrivateError(Exception):
    """The file is another user's, or open to others; the message says what to do."""


def read_private(path: Path, most: int) -> bytes:
    """The first `most` bytes of the user's own file.

    Raises `NotPrivateError` (on POSIX; elsewhere the user's own folder is what keeps others out) and `OSError`.
    """
    with path.open("rb") as file:
        if os.name == "posix":
            info = os.fstat(file.fileno())
            if info.st_uid != os.geteuid():
                raise NotPrivateError(f"{path} belongs to another user (uid {info.st_uid}): it is not followed.")
            if info.st_mode & 0o077:
                mode = stat.S_IMODE(info.st_mode)
                raise NotPrivateError(
                    f"{path} holds a token and others may access it (mode {mode:04o}). Run: chmod 600 {path}"
                )
        return file.read(most)
