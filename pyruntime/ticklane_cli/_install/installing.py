"""Ticklane into a game's folder: files first, then a trial of the game's Java, then the arguments."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

import msgspec

from ticklane_cli._install import checks
from ticklane_cli._install.arguments import HOME, ours_for
from ticklane_cli._install.changes import Changes
from ticklane_cli._install.errors import InstallError, not_written
from ticklane_cli._install.find import find_instance
from ticklane_cli._install.home import Parts, find_parts, make_home, same_home
from ticklane_cli._install.instance import Instance
from ticklane_cli._install.java import GameJava, trial
from ticklane_cli._install.keepers import Keeper
from ticklane_cli._install.outcome import Outcome, Step
from ticklane_cli._install.record import RECORD, Change, Record, read_record, undone
from ticklane_cli._setup.release import version

__all__ = ["install"]


def install(
    folder: Path, *, profile: str = "", java: Path | None = None, dry_run: bool = False, parts: Parts | None = None
) -> Outcome:
    """Find the game in that folder and put Ticklane into it; twice is once.

    Raises `InstallError` or `MissingPieceError`, with the folder as it was.
    """
    folder = folder.expanduser().absolute()
    instance = find_instance(folder, profile=profile)
    notes = checks.check_version(instance)
    game_java = checks.check_java(instance, java)
    notes += checks.check_fit(instance, game_java)
    parts = parts or find_parts()
    if not dry_run:
        checks.check_nothing_runs(instance.game_dir, instance.launcher)
    checks.check_writable(instance)
    record = read_record(instance.game_dir) or Record(ticklane="")
    mod = _mod_target(instance, record, parts)
    outcome = Outcome(instance.game_dir, dry_run, instance, game_java, notes=[*notes, *instance.notes])
    outcome.paste = "" if instance.keepers else instance.paste
    if not game_java.takes_agents:
        outcome.notes.append(
            f"{game_java.program} has no module java.instrument: no -javaagent, the {instance.loader} loader starts "
            "Ticklane, by the server's ticks alone"
        )
    work = _Work(instance, game_java, parts, record, mod, outcome)
    try:
        work.look() if dry_run else work.do()
    except OSError as error:
        raise not_written(error, instance.game_dir) from error
    return outcome


def _mod_target(instance: Instance, record: Record, parts: Parts) -> Path | None:
    """Where our jar goes; None when there is no loader, or the user has put this very jar there already."""
    folder = instance.mod_folder
    if folder is None:
        return None
    ours = {instance.game_dir / path for path in record.made}
    strange = [jar for jar in checks.our_copies(folder) if jar not in ours]
    if len(strange) == 1 and strange[0].read_bytes() == parts.mod.read_bytes():
        return None
    if strange:
        raise InstallError(
            f"{strange[0]} is another copy of Ticklane, and a loader takes one: take it away, then repeat"
        )
    return folder / parts.mod.name


class _Work:
    def __init__(
        self, instance: Instance, java: GameJava, parts: Parts, record: Record, mod: Path | None, outcome: Outcome
    ) -> None:
        self._instance = instance
        self._java = java
        self._parts = parts
        self._record = record
        self._mod = mod
        self._outcome = outcome
        self._home = instance.game_dir / HOME

    def look(self) -> None:
        self._step("there" if self._home.is_dir() else "made", self._home, "agent, jars, jep, launch file")
        if self._mod:
            self._step("there" if self._mod.is_file() else "made", self._mod, "the jar the loader finds")
        arguments = ours_for(self._java.major, agent=self._java.takes_agents)
        self._outcome.arguments = arguments
        for keeper, base, now in self._kept():
            self._keep(keeper, now, self._with_ours(keeper, base, arguments))

    def do(self) -> None:
        with Changes() as changes:
            changes.make_folder(self._home.parent)
            self._copy_home(changes)
            self._copy_mod(changes)
            arguments = self._tried()
            self._outcome.arguments = arguments
            planned = []
            for keeper, base, now in self._kept():
                after = self._with_ours(keeper, base, arguments)
                planned.append((keeper, now, after, Change.of(keeper, arguments, base, after)))
            # The record comes first: whatever stops us then, uninstall knows what may have been written.
            self._write_record(changes, [change for *_, change in planned])
            for keeper, now, after, _ in planned:
                changes.write(keeper.path, after)
                self._keep(keeper, now, after)

    def _copy_home(self, changes: Changes) -> None:
        fresh = self._home.with_name(f"home.{secrets.token_hex(4)}.new")
        try:
            make_home(self._parts, fresh)
            if same_home(fresh, self._home):
                self._step("there", self._home, "agent, jars, jep, launch file")
                return
            state = "changed" if self._home.exists() else "made"
            changes.put_tree(fresh, self._home)
            self._step(state, self._home, "agent, jars, jep, launch file")
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def _copy_mod(self, changes: Changes) -> None:
        for old in self._old_mods():
            changes.remove(old)
        if self._mod is None:
            return
        changes.make_folder(self._mod.parent)
        there = self._mod.read_bytes() if self._mod.is_file() else None
        changes.write(self._mod, self._parts.mod.read_bytes())
        state = "made" if there is None else "there" if there == self._mod.read_bytes() else "changed"
        self._step(state, self._mod, "the jar the loader finds")

    def _old_mods(self) -> list[Path]:
        """The jar of an earlier release, by another name."""
        made = [self._instance.game_dir / path for path in self._record.made if path.endswith(".jar")]
        return [jar for jar in made if jar != self._mod]

    def _tried(self) -> list[str]:
        """The arguments with which the game's Java is seen to start; raises when there are none."""
        arguments = ours_for(self._java.major, agent=self._java.takes_agents)
        problem = trial(self._java, arguments, self._instance.game_dir)
        if problem and self._java.takes_agents and self._instance.loader != "none":
            self._outcome.notes.append(
                f"no -javaagent, as {self._java.program} doesn't start with it ({problem}): the "
                f"{self._instance.loader} loader starts Ticklane, by the server's ticks alone"
            )
            arguments = ours_for(self._java.major, agent=False)
            problem = trial(self._java, arguments, self._instance.game_dir)
        if problem:
            raise InstallError(
                f"{self._java.program} doesn't start with {' '.join(arguments)} ({problem}); all is as it was"
            )
        return arguments

    def _kept(self) -> list[tuple[Keeper, bytes | None, bytes | None]]:
        """Each file that keeps arguments: what it holds without us, and what it holds now."""
        found = []
        for keeper in self._instance.keepers:
            now = keeper.path.read_bytes() if keeper.path.is_file() else None
            change = self._change_of(keeper)
            found.append((keeper, undone(change, now) if change else now, now))
        return found

    def _change_of(self, keeper: Keeper) -> Change | None:
        same = (change for change in self._record.changed if _names_the_same(change, keeper))
        return next(same, None)

    @staticmethod
    def _with_ours(keeper: Keeper, base: bytes | None, arguments: list[str]) -> bytes:
        text = (base or b"").decode("utf-8", "surrogateescape")
        return keeper.put(text, arguments).encode("utf-8", "surrogateescape")

    def _write_record(self, changes: Changes, fresh: list[Change]) -> None:
        keepers = self._instance.keepers
        kept = [
            change for change in self._record.changed if not any(_names_the_same(change, keeper) for keeper in keepers)
        ]
        made = [HOME, *([self._mod.relative_to(self._instance.game_dir).as_posix()] if self._mod else [])]
        record = Record(ticklane=version(), launcher=list(self._instance.launcher), made=made, changed=[*kept, *fresh])
        content = msgspec.json.format(msgspec.json.encode(record)) + b"\n"
        # For the user alone: a launcher's file may hold more than the user wants others to read.
        changes.write(self._instance.game_dir / RECORD, content, mode=0o600)

    def _keep(self, keeper: Keeper, now: bytes | None, after: bytes) -> None:
        state = "there" if now == after else "made" if now is None else "changed"
        self._step(state, keeper.path, "the Java arguments")

    def _step(self, state: str, path: Path, what: str) -> None:
        self._outcome.steps.append(Step(state, path, what))  # type: ignore[arg-type]


def _names_the_same(change: Change, keeper: Keeper) -> bool:
    """A profile is named by its key; the other kinds' keys only say what surrounds the file."""
    return change.path == str(keeper.path) and (keeper.kind != "profile" or change.key == keeper.key)
