"""The two pipes to the game: frames as in the control protocol, written whole by whoever comes, read by one thread."""

from __future__ import annotations

import json
import os
from threading import Lock, get_ident
from typing import Any

from ticklane_control.frames import encode_frame, read_frame

__all__ = ["Wire", "WireClosedError"]


class WireClosedError(EOFError):
    """The game has gone."""


class Wire:
    """`busy_thread` is the thread that is writing, 0 when none is: it may not be torn out of it."""

    def __init__(self, reads: int, writes: int) -> None:
        self._reads = reads
        self._writes = writes
        self._lock = Lock()
        self.busy_thread = 0

    def send(self, kind: str, body: bytes = b"", /, **fields: Any) -> None:
        """Write one frame; waits while the game is slow to read."""
        frame = memoryview(encode_frame(json.dumps({"k": kind, **fields}).encode(), body))
        with self._lock:
            self.busy_thread = get_ident()
            try:
                while frame:
                    frame = frame[os.write(self._writes, frame) :]
            finally:
                self.busy_thread = 0

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """The next frame; raises WireClosedError."""
        header, body = read_frame(self._exactly)
        return json.loads(header), body

    def _exactly(self, n: int) -> bytes:
        parts = []
        while n:
            part = os.read(self._reads, min(n, 1 << 20))
            if not part:
                raise WireClosedError("the game has closed its end")
            parts.append(part)
            n -= len(part)
        return b"".join(parts)

    @property
    def reads(self) -> int:
        """The descriptor that `receive` reads from."""
        return self._reads

    def forget(self) -> None:
        """A copy of this process has no game."""
        self._lock = Lock()
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self._writes)
        os.dup2(nothing, self._reads)
        os.close(nothing)
