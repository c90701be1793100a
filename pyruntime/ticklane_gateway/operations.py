"""What was done under which `operation_id`, so that a call a client repeats does nothing twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec
from fastmcp.exceptions import ToolError

__all__ = ["Operations", "repeated", "script_id_of"]

_REMEMBERED: Final = 1024


def repeated(answer: bytes) -> bytes:
    """A JSON object's text that says it is the answer to a repeated call."""
    fields: dict[str, Any] = msgspec.json.decode(answer)
    return msgspec.json.encode({"repeated": True, **fields})


def script_id_of(operation_id: str) -> str:
    """The script id of a one-off with that operation_id: the game finds it again after its gateway was restarted."""
    return f"op-{hashlib.sha256(operation_id.encode('utf-8', 'replace')).hexdigest()[:16]}"


class Operations:
    """First answers by `operation_id`, of this gateway's life."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, operation_id: str) -> asyncio.Lock:
        """Held while the operation is done, so that a repeat waits for its answer."""
        return self._locks.setdefault(operation_id, asyncio.Lock())

    async def once(self, operation_id: str, what: str, act: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer of `act`, or its first answer, marked `repeated`, when it was done before.

        `what` tells operations apart: the same id for something else is a `ToolError`. Without an id it always acts.
        """
        if not operation_id:
            return await act()
        async with self.lock(operation_id):
            known = self._answers.get(operation_id)
            if known is not None:
                if known[0] != what:
                    raise ToolError(f"operation_id {operation_id!r} was used for {known[0]}; use a new one for {what}")
                return repeated(known[1])
            answer = await act()
            self._answers[operation_id] = what, answer
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
            return answer
