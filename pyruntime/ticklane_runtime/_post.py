"""`host.send`: messages between scripts of this process, whatever their lanes, in the order they were sent.

Lanes step one at a time, so the boxes need no lock.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ticklane import LimitError, MessageEvent, UnknownNameError
from ticklane._nearest import nearest, or_known
from ticklane_runtime._events import KINDS
from ticklane_runtime._plain_values import from_plain

__all__ = ["MESSAGE_BIT", "Messages", "Post", "post"]

MESSAGE_BIT: Final = 1 << KINDS.index("message")
_MOST_WAITING: Final = 1_000
_ALWAYS_NEW: Final = 1 << 62  # above every number from which somebody listens
_NOWHERE: Final = np.full(3, np.nan)
_NOWHERE.setflags(write=False)


class Messages:
    """What has come for one script since its last step, as a batch of events."""

    __slots__ = ("_rows", "bits", "n", "order", "serial", "tick")

    def __init__(self, tick: int, rows: list[tuple[str, bytes]]) -> None:
        self.tick = tick
        self.n = len(rows)
        self.order = 0
        self.serial = _ALWAYS_NEW
        self.bits: NDArray[np.int64] = np.full(self.n, MESSAGE_BIT)
        self._rows = rows

    def event(self, row: int) -> MessageEvent:
        sender, raw = self._rows[row]
        return MessageEvent(self.tick, row, _NOWHERE, sender=sender, value=from_plain(raw))


class Post:
    """A box a live script."""

    def __init__(self) -> None:
        self._boxes: dict[str, deque[tuple[str, bytes]]] = {}

    def open(self, id: str) -> None:
        """The script lives from now on; what was sent to the one before it is gone."""
        self._boxes[id] = deque()

    def close(self, id: str) -> None:
        self._boxes.pop(id, None)

    def knows(self, id: str) -> bool:
        """Whether a script of that id lives in this process."""
        return id in self._boxes

    def waiting(self, id: str) -> bool:
        return bool(self._boxes.get(id))

    def put(self, id: str, sender: str, raw: bytes) -> None:
        """A message that another process has counted already."""
        box = self._boxes.get(id)
        if box is not None:
            box.append((sender, raw))

    def send(self, sender: str, id: str, raw: bytes) -> None:
        """Raises UnknownNameError when no such script lives, LimitError when 1,000 messages wait for it already."""
        box = self._boxes.get(id)
        if box is None:
            hint = or_known(id, self._boxes) or ": nobody lives"
            raise UnknownNameError(
                f"host.send({id!r}, value): no script lives by that id{hint}",
                name=id,
                nearest=nearest(id, self._boxes),
            )
        if len(box) >= _MOST_WAITING:
            raise LimitError(
                f"host.send({id!r}, value): {_MOST_WAITING:,} messages wait for it already. "
                'It takes them with host.on("message", handler), or events = ["message"] and on_event'
            )
        box.append((sender, raw))

    def take(self, id: str, tick: int) -> Messages | None:
        """What has come for it; None when nothing has."""
        box = self._boxes.get(id)
        if not box:
            return None
        rows = list(box)
        box.clear()
        return Messages(tick, rows)


post: Final = Post()
