"""What a step cost, script by script: wall time, CPU time, the ledger that Java reads, the soft budget."""

from __future__ import annotations

from collections.abc import Iterable
from time import thread_time_ns
from typing import Final

from ticklane_runtime._ledger import Ledger
from ticklane_runtime._script import RUNNING, Script

__all__ = ["StepCosts"]

_WORTH_NS: Final = 100_000  # a step so short counts as CPU time: reading the clock costs a hundredth of this


class StepCosts:
    """Counts the step that is under way on a lane."""

    __slots__ = ("_cpu", "_ledger", "_wall_of_all", "_wall_of_ended")

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._cpu = 0  # the thread's CPU time when the step began
        self._wall_of_all = 0
        self._wall_of_ended = 0  # of scripts that have ended in this step

    def begin(self) -> None:
        """A step begins."""
        self._cpu = thread_time_ns()
        self._wall_of_all = self._wall_of_ended = 0

    def sum_up(self, scripts: Iterable[Script]) -> None:
        """All have been called: from now on `account` can tell one's CPU time from the others'."""
        total = self._wall_of_ended
        for script in scripts:
            total += script.wall_ns
        self._wall_of_all = total

    def account(self, script: Script, now: int, *, punish: bool) -> bool:
        """Close a script's step in the ledger; True when its soft budget is used up."""
        script.ran = False
        wall = cpu = script.wall_ns
        script.wall_ns = 0
        script.steps += 1
        budget = script.budget
        spent = False
        if wall > _WORTH_NS or wall > script.slow_ns:
            cpu = self._cpu_of(wall)
            if wall > script.slow_ns and now > script.start_tick:
                counts = cpu > script.slow_ns
                if counts:
                    spent = budget.over(now, wall, cpu, script.slow_line, punish=punish)
                _tell(script, wall, cpu, counts=counts)
        elapsed = now - script.start_tick
        self._ledger.step(script.slot, elapsed, wall, cpu, budget.total, now, RUNNING, script.steps)
        return spent

    def close_last(self, script: Script, now: int) -> None:
        """The step in which a script ends is one of its steps too; without a judgement, as it is over."""
        wall = cpu = script.wall_ns
        if wall:
            if wall > _WORTH_NS or wall > script.slow_ns:
                cpu = min(wall, self.cpu_so_far(script, script.lane.roster.everyone))
                if wall > script.slow_ns and now > script.start_tick:
                    _tell(script, wall, cpu, counts=cpu > script.slow_ns)
            script.wall_ns = 0
            self._wall_of_ended += wall
            script.steps += 1
            elapsed = now - script.start_tick
            self._ledger.step(script.slot, elapsed, wall, cpu, script.budget.total, now, RUNNING, script.steps)

    def cpu_so_far(self, script: Script, scripts: Iterable[Script]) -> int:
        """CPU time in ns of one of the lane's scripts while the step is under way, at least."""
        others = sum(other.wall_ns for other in scripts if other is not script)
        return max(0, thread_time_ns() - self._cpu - self._wall_of_ended - others)

    def _cpu_of(self, wall: int) -> int:
        """CPU time of one script in this step, at least: all of the step's, less what others can have used.

        The thread's clock costs more than a trivial step, so it is read once a step and once for a step that was long.
        """
        return min(wall, max(0, thread_time_ns() - self._cpu - max(0, self._wall_of_all - wall)))


def _tell(script: Script, wall: int, cpu: int, *, counts: bool) -> None:
    """A step went over the budget: Java knows what else of the process took its time, and shows it in the status."""
    script.lane.bridge.overrun(script.slot, wall, cpu, script.slow_line, counts)
    script.slow_line = 0
