"""A lock that the operating system drops when the process that holds it ends, however it ends."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

__all__ = ["FileLock"]


class FileLock:
    """Held from `take` to `release`, or to the end of the process."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    @classmethod
    def take(cls, path: Path, *, wait: bool = False) -> FileLock | None:
        """The lock of that file, made when absent; None when another holds it and `wait` is false."""
        file = path.open("a+", encoding="utf-8")
        try:
            if sys.platform == "win32":
                import msvcrt

                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
        return cls(file)

    def release(self) -> None:
        """Let go; harmless when done already."""
        self._file.close()
