"""Room on a disk that a run may fill, kept until the run's last words are written."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

__all__ = ["DiskReserve"]

_BYTES: Final = 1 << 20  # a result has at most 64 KB, a manifest with an error and all its values not much more


class DiskReserve:
    """A file that only takes room. What is killed leaves it behind: it is small and says by its name what it is."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / ".reserve"

    def take(self) -> None:
        """Take the room; raises OSError when there is none."""
        with self._path.open("wb", buffering=0) as file:
            # Real zeros: not every system has fallocate, and a hole would keep nothing.
            for _ in range(_BYTES >> 16):
                file.write(bytes(1 << 16))
            os.fsync(file.fileno())

    def give_back(self) -> None:
        """Let go of it; harmless when done already."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
