"""How set-up tells what it does: one call per step, so a terminal can show it and a build hook can print it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Outcome", "PlainReport", "Report", "Step"]


@dataclass
class Step:
    """A step under way; the code doing it says what came of it."""

    name: str
    outcome: str = ""
    fresh: bool = False
    seconds: float = 0.0

    def found(self, outcome: str) -> None:
        """It was there already."""
        self.outcome = outcome

    def made(self, outcome: str) -> None:
        """It was made now."""
        self.outcome, self.fresh = outcome, True


@dataclass
class Outcome:
    """All steps of one set-up, in order."""

    steps: list[Step] = field(default_factory=list)

    @property
    def fresh(self) -> bool:
        return any(step.fresh for step in self.steps)


class Report(Protocol):
    """Receives the steps. `step` is entered when one begins and left when it ends or fails."""

    outcome: Outcome

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        """Announce `name`; yields the step to note its outcome in."""
        yield Step(name)  # pragma: no cover

    def note(self, text: str) -> None:
        """One line worth telling that is no step of its own."""


class PlainReport:
    """Prints a line to stderr for each step that made something, nothing for what was there."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.outcome = Outcome()
        self._quiet = quiet

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        step = Step(name)
        started = time.monotonic()
        yield step
        step.seconds = time.monotonic() - started
        self.outcome.steps.append(step)
        if step.fresh:
            self.note(f"{name}: {step.outcome} ({step.seconds:.1f} s)")

    def note(self, text: str) -> None:
        if not self._quiet:
            print(text, file=sys.stderr, flush=True)
