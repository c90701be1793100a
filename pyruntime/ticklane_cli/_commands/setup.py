"""`ticklane setup`: every piece a game needs, made once."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from ticklane_cli._exit import FINISHED
from ticklane_cli._pieces import find_pieces
from ticklane_cli._setup.jars import prepare_libraries, prepare_our_jars
from ticklane_cli._setup.jdk import find_java
from ticklane_cli._setup.jep_build import prepare_jep
from ticklane_cli._setup.places import Places
from ticklane_cli._setup.report import Outcome, Report, Step
from ticklane_cli._setup.stamp import locked

__all__ = ["ConsoleReport", "prepare_everything", "setup"]


class ConsoleReport:
    """Shows the step under way and a line for each one done; with `quiet` only for those that made something."""

    def __init__(self, console: Console, *, quiet: bool = False) -> None:
        self.outcome = Outcome()
        self._console = console
        self._quiet = quiet

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        step = Step(name)
        started = time.monotonic()
        with self._console.status(f"{name} …"):
            yield step
        step.seconds = time.monotonic() - started
        self.outcome.steps.append(step)
        if step.fresh:
            self._console.print(f"[green]made[/]   {name}: {step.outcome} ({step.seconds:.1f} s)", highlight=False)
        elif not self._quiet:
            self._console.print(f"[dim]there[/]  {name}: {step.outcome}", highlight=False)

    def note(self, text: str) -> None:
        self._console.print(f"[dim]       {text}[/]", highlight=False)


def prepare_everything(places: Places, report: Report) -> None:
    """All pieces, in the order they need each other; raises `MissingPieceError` or `ToolError`."""
    with locked(places.data):
        with report.step("Java 25") as step:
            step.found(str(find_java()))
        prepare_jep(places, report)
        prepare_our_jars(places, report)
        prepare_libraries(places, report)
        pieces = find_pieces(places)
        if pieces.aot_cache.is_file():
            # Nothing of the toolchain or of the control protocol is imported when there is nothing to do.
            with report.step("AOT cache") as step:
                step.found(str(pieces.aot_cache))
        else:
            from ticklane_cli._setup.aot import prepare_aot_cache

            prepare_aot_cache(pieces, report)


def setup(*, quiet: bool, again: bool) -> int:
    """Make what is missing and say what was made; returns the exit code."""
    places = Places.find()
    console = Console(stderr=True, soft_wrap=True)
    if again:
        for folder in (places.jep, places.libraries, places.data / "aot"):
            shutil.rmtree(folder, ignore_errors=True)
        (places.data / "jvm-mod.stamp").unlink(missing_ok=True)
    report = ConsoleReport(console, quiet=quiet)
    prepare_everything(places, report)
    if not quiet:
        made = sum(step.fresh for step in report.outcome.steps)
        words = f"{made} made now" if made else "everything was there already"
        console.print(f"Ready: {words}. Try: ticklane run SCRIPT, or ticklane serve.", highlight=False)
    return FINISHED
