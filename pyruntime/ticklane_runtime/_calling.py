"""Calling a script: the one way its code runs, and what follows from how the call has come back."""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final

from ticklane import _current
from ticklane_runtime import _ending, _half_imports, _stepping
from ticklane_runtime._budget import HARD_ONCE_MS
from ticklane_runtime._errors import BudgetExceeded
from ticklane_runtime._guard import DEADLINE, FIRED, SERIAL, SLOT, STARTED, WHY, Guard
from ticklane_runtime._memory import Growth
from ticklane_runtime._output import current
from ticklane_runtime._roster import Roster
from ticklane_runtime._script import RUNNING, Script
from ticklane_runtime._short_values import is_a

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["ONCE_NS", "Calling"]

ONCE_NS: Final = int(HARD_ONCE_MS * 1e6)


class Calling:
    """The part of a lane that calls its scripts."""

    guard: Guard
    memory: Growth
    roster: Roster
    sprinting: bool

    def call_in_step(self, script: Script, function: Any, *args: Any) -> None:
        """Call with the limit of an ordinary step."""
        limit = ONCE_NS if self.sprinting and script.hard_ns < ONCE_NS else script.hard_ns
        self.call(script, limit, function, *args)

    def call(self, script: Script, limit_ns: int, function: Any, *args: Any) -> bool:
        """One call into a script, its step open on the watch. False when it has ended the script."""
        guard = self.guard
        current[0] = script.lines
        _current.host = script.host
        is_near = self.memory.is_near
        if is_near:
            self.memory.before_call()
        began = perf_counter_ns()
        guard.run(script, script.slot, max(limit_ns - script.wall_ns, 1_000), script.enter, (function, *args))
        took = perf_counter_ns() - began
        if is_near:
            self.memory.after_call(script)
        script.wall_ns += took
        script.ran = True
        current[0] = None
        _current.host = None
        if guard.error is None and not guard.fired and took <= script.slow_ns:
            return True
        return self._come_back(script, took, limit_ns, function, args)

    def run_tickers(self, tick: int) -> None:
        """on_tick of all that have one and started before `tick`.

        It is `call` written out, because idle scripts are the most of what runs.
        """
        if self.memory.is_near:
            for script in self.roster.tickers:
                if script.state == RUNNING and script.start_tick < tick:
                    self.call_in_step(script, script.on_tick, script.host)
            return
        guard, watch = self.guard, self.guard.watch
        offset = guard.offset_ns
        sprinting = self.sprinting
        now = perf_counter_ns()
        for script in self.roster.tickers:
            if script.state != RUNNING or script.start_tick >= tick:
                continue
            limit = script.hard_ns
            if sprinting and limit < ONCE_NS:
                limit = ONCE_NS
            current[0] = script.lines
            host = _current.host = script.host
            error: BaseException | None = None
            fired = False
            try:
                try:
                    guard.owner = script
                    guard.limit_ns = limit
                    java = now + offset
                    watch[SLOT] = script.slot
                    watch[STARTED] = java
                    watch[DEADLINE] = java + limit - script.wall_ns
                    guard.serial = serial = guard.serial + 1
                    watch[SERIAL] = serial
                    script.enter(script.on_tick, host)
                except BaseException as e:  # noqa: BLE001 - nothing of a script may reach Java
                    watch[SERIAL] = 0
                    error = e
                watch[SERIAL] = 0
                if watch[FIRED] == guard.serial:
                    fired = True
                    guard.settle()
            except BudgetExceeded:
                fired = True
                guard.settle()
            ended = perf_counter_ns()
            took = ended - now
            now = ended
            script.wall_ns += took
            script.ran = True
            if error is not None or fired or took > script.slow_ns:
                guard.error, guard.fired = error, fired
                self._come_back(script, took, limit, script.on_tick, ())
                now = perf_counter_ns()
        guard.owner = guard.foreign = None
        current[0] = None
        _current.host = None

    def _come_back(self, script: Script, took: int, limit_ns: int, function: Any, args: tuple[Any, ...]) -> bool:
        """What follows a call that was slow, was unwound or has failed. False when that has ended the script."""
        lane: Lane = self  # type: ignore[assignment] # every Calling is one
        guard = self.guard
        error, fired = guard.error, guard.fired
        guard.error = None
        if error is not None:
            lane.remains.keep(error)  # whatever is destroyed with it is destroyed there
        file, line = "", 0
        if fired:
            file, line = _place(script, guard)
            _half_imports.complete()
        if took > script.slow_ns or fired:
            script.slow_line = _stepping.line_of(script, function, args)
        if fired or (error is not None and is_a(error, BudgetExceeded)):
            why = guard.watch[WHY] if fired else 0
            _ending.unwound(lane, script, error, why, limit_ns, file, line)
            return False
        if error is not None:
            _ending.failed(lane, script, error)
            return False
        return True


def _place(script: Script, guard: Guard) -> tuple[str, int]:
    """File and line of the script where the watchdog saw the step stand; line 0 when it saw nothing."""
    line, file = guard.place()
    files = list(script.program.sources)
    return (files[file], line) if line and 0 <= file < len(files) else ("", 0)
