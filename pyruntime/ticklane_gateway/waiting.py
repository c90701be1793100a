"""Waiting for a script: in slices, so that the client hears of progress and a wait nobody needs any more ends soon."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Literal, TypeAlias

import msgspec
from fastmcp import Context

from ticklane_gateway.game import Game

__all__ = ["MAX_WAIT_S", "SLICE_S", "Until", "Wait", "wants_progress"]

MAX_WAIT_S: Final = 55.0  # clients give a call 60 s
SLICE_S: Final = 5.0
_LEAST_S: Final = 0.02
_MOMENT_S: Final = 0.001  # a wait, so that the answer says what ended it

Until: TypeAlias = Literal["ended", "line", "record"]


class _Lines(msgspec.Struct):
    next: int = -1
    new: list[str] = []
    skipped: int = 0


class _Seen(msgspec.Struct):
    """What of a Status decides whether the wait is over."""

    id: str = ""
    state: str = ""
    game: str = ""
    tick: int = 0
    waited: str = ""
    lines: _Lines = msgspec.field(default_factory=_Lines)


def wants_progress(ctx: Context) -> bool:
    """Whether the client asked to hear of this call's progress."""
    request = ctx.request_context
    meta = None if request is None else request._srctx.meta  # as `report_progress` finds out itself
    return meta is not None and meta.get("progress_token") is not None


def _hears_lines(ctx: Context) -> bool:
    """Whether a log message would reach the client: clients of the stateless era ask for them with each call."""
    levels = getattr(ctx.session, "_allowed_log_levels", None)  # as `send_log_message` finds out itself
    return levels is None or "info" in levels


class Wait:
    """One wait of at most `wait_s` seconds, begun now; `slice_s()` is what is left of it, in parts of five seconds."""

    def __init__(self, game: Game, ctx: Context, wait_s: float) -> None:
        self._game = game
        self._ctx = ctx
        self._clock = asyncio.get_running_loop().time
        self._begun = self._clock()
        self._wait_s = wait_s
        self._first_told = -1  # the first line that was told of

    def until(self, until: Until) -> Until:
        """What to ask the game to wait for: lines, which are told of as they come, where the end is what counts."""
        return "line" if until == "ended" and self._wait_s > 0 and _hears_lines(self._ctx) else until

    def slice_s(self) -> float:
        """How long the next request may wait, 0 when the time has run out."""
        left = self._wait_s - (self._clock() - self._begun)
        return round(min(left, SLICE_S), 3) if left > _LEAST_S else 0.0

    async def progress(self, message: str) -> None:
        """Tell the client that we are still waiting, if it asked to be told."""
        await self._ctx.report_progress(min(self._clock() - self._begun, self._wait_s), self._wait_s, message)

    async def follow(
        self, status: bytes, *, until: Until = "ended", since_line: int = -1, detail: str = "short"
    ) -> bytes:
        """The Status with which the wait is over, going on from the one we have."""
        while True:
            seen = msgspec.json.decode(status, type=_Seen)
            over = seen.state == "ended" or seen.waited == until or (until == "line" and bool(seen.lines.new))
            slice_s = self.slice_s()
            if over or not slice_s:
                return status if self._first_told < 0 else await self._with_all_lines(seen, until, detail)
            asked = self.until(until)
            if until == "ended":
                await self._tell(seen)
            if until == "ended" or since_line < 0:
                since_line = seen.lines.next  # a line between two slices is not missed
            if seen.waited != "line":
                await self.progress(
                    f"{seen.id}: {seen.state} at tick {seen.tick}{', game ' + seen.game if seen.game else ''}"
                )
            fields: dict[str, Any] = {"until": asked, "detail": detail}
            if asked == "line":
                fields["since_line"] = since_line
            status = await self._game.ask("status", script=seen.id, wait_s=slice_s, **fields)

    async def _tell(self, seen: _Seen) -> None:
        """Tell the client of a script's new lines."""
        lines = seen.lines
        if lines.new and self._first_told < 0:
            self._first_told = max(lines.next - len(lines.new) - lines.skipped, 0)
        for line in lines.new:
            await self._ctx.info(line, logger_name=seen.id)

    async def _with_all_lines(self, seen: _Seen, until: Until, detail: str) -> bytes:
        """The Status with the lines of the whole wait, told of before or not."""
        return await self._game.ask(
            "status", script=seen.id, wait_s=_MOMENT_S, until=until, since_line=self._first_told, detail=detail
        )
