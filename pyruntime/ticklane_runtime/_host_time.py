"""Time and life: ticks, schedules, watches, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ticklane import Handle, NotHereError
from ticklane_runtime import _args
from ticklane_runtime._host_base import HostBase
from ticklane_runtime._triggers import kind_number, parts_of

__all__ = ["HostTime"]


class HostTime(HostBase):
    __slots__ = ()

    def tick(self) -> int:
        return self._lane.now

    def elapsed(self) -> int:
        return self._lane.now - self._script.start_tick

    def schedule(self, tick: int, action: Callable[[], object]) -> Handle:
        due = _args.ticks(tick, "host.schedule(tick, action)")
        now = self._lane.now
        if due <= now:
            raise ValueError(
                f"host.schedule({due}, …): tick {due} is not ahead, it is tick {now} now. "
                "host.after(n, action) counts from now"
            )
        return self._keep(self._script.timer, due, 0, _args.action(action, "host.schedule(tick, action)"))

    def after(self, n: int, action: Callable[[], object]) -> Handle:
        n = self._count(n, "host.after(n, action)")
        return self._keep(self._script.timer, self._lane.now + n, 0, _args.action(action, "host.after(n, action)"))

    def every(self, n: int, action: Callable[[], object]) -> Handle:
        n = self._count(n, "host.every(n, action)")
        return self._keep(self._script.timer, self._lane.now + n, n, _args.action(action, "host.every(n, action)"))

    @staticmethod
    def _count(n: Any, call: str) -> int:
        count = _args.ticks(n, call)
        if count < 1:
            raise ValueError(f"{call}: n is {count}, but the next step that can come is 1 tick from now")
        return count

    def on(self, trigger: Any, handler: Callable[[Any], object], *, quiet: int = 0) -> Handle:
        call = "host.on(trigger, handler)"
        handler = _args.action(handler, call)
        quiet = _args.ticks(quiet, "host.on(quiet=…)")
        if quiet < 0:
            raise ValueError(f"host.on(quiet={quiet}): a number of ticks, 0 or more")
        if isinstance(trigger, str):
            return self._keep(self._script.watch_event, kind_number(trigger, call), handler, quiet)
        parts = parts_of(trigger, self._lane, call)
        if parts.condition is not None:
            return self._keep(self._script.watch_condition, parts.condition, handler, quiet)
        return self._keep(self._script.watch_entities, parts, handler, quiet)

    def stop(self) -> None:
        self._script.stopping = True

    def reason(self) -> str:
        try:
            return self._script.reason
        except NotHereError:
            return "ended"
