"""Answers that come in a later step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ticklane import NotHereError

__all__ = ["PendingReply", "Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command said; on the server lane it is there at once."""

    ok: bool
    count: int
    text: str

    @property
    def done(self) -> bool:
        return True

    @property
    def value(self) -> Reply:
        return self


class PendingReply:
    """What a server will say of a player's command; looked for whenever somebody wants to know."""

    __slots__ = ("_got", "_line", "_look")

    def __init__(self, line: str, look: Callable[[], Any]) -> None:
        self._line = line
        self._look = look
        self._got: Reply | None = None

    @property
    def done(self) -> bool:
        if self._got is None:
            answer = self._look()
            if answer is not None:
                self._got = Reply(bool(answer.ok), int(answer.count), str(answer.text))
        return self._got is not None

    @property
    def value(self) -> Reply:
        if not self.done or self._got is None:
            raise NotHereError(f"the server has not answered /{self._line[:100]} yet: reply = yield host.command(…)")
        return self._got

    @property
    def ok(self) -> bool:
        return self.value.ok

    @property
    def count(self) -> int:
        return self.value.count

    @property
    def text(self) -> str:
        return self.value.text

    def __repr__(self) -> str:
        return repr(self._got) if self.done else f"<no answer to /{self._line[:100]} yet>"
