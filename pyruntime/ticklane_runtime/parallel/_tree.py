"""The processes below a keeper: found in /proc, measured, stopped and killed. Linux only."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import Final, NamedTuple

__all__ = ["Tree", "Use"]

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_TICK_NS: Final = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_FAR: Final = 4_096  # so many new process numbers are looked through one by one
_CALM_ROUNDS: Final = 100


class Use(NamedTuple):
    """What they take: bytes in memory, CPU time with that of those that have ended, processes and threads."""

    resident: int
    cpu_ns: int
    processes: int
    tasks: int


class _Stat(NamedTuple):
    parent: int
    cpu_ns: int
    threads: int
    zombie: bool


def _stat(pid: int) -> _Stat | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    if len(fields) < 18:
        return None
    cpu = sum(map(int, fields[11:15]))  # its own and that of children it has waited for
    return _Stat(int(fields[1]), cpu * _TICK_NS, int(fields[17]), fields[0] in (b"Z", b"X"))


def _all() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


class Tree:
    """All that descends from this process: as its subreaper it is what orphans are handed to.

    New processes are looked for among the numbers given out since the last look, so a look costs some 100 µs.
    """

    def __init__(self) -> None:
        self.root = os.getpid()
        self._known: set[int] = set()
        self._last = 0

    def look(self) -> Use:
        """Find the new ones and sum up what all take."""
        self._find()
        resident = cpu = tasks = 0
        for pid in list(self._known):
            found = _stat(pid)
            if found is None or found.zombie:
                self._known.discard(pid)
                continue
            cpu += found.cpu_ns
            tasks += found.threads
            with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
                resident += int(file.read().split()[1]) * _PAGE
        ended = os.times()
        cpu += int((ended.children_user + ended.children_system) * 1e9)
        return Use(resident, cpu, len(self._known), tasks)

    def held(self) -> int:
        """Bytes in memory, those that several share counted once: what `look` says is quicker, and more."""
        return sum(map(_share, self._known)) + _share(self.root)

    def _find(self) -> None:
        with open("/proc/loadavg", "rb") as file:
            last = int(file.read().split()[-1])
        if last == self._last:
            return
        first = self._last + 1
        self._last = last
        if 0 <= last - first < _FAR and first > 1:
            self._add(range(first, last + 1))
        else:
            self._add(sorted(_all()))

    def _add(self, candidates: range | list[int]) -> None:
        known = self._known
        added = True
        while added:
            added = False
            for pid in candidates:
                if pid in known or pid == self.root:
                    continue
                found = _stat(pid)
                if found is not None and (found.parent == self.root or found.parent in known) and _leads(pid):
                    known.add(pid)
                    added = True

    def signal(self, number: int) -> int:
        """Send it to all there are; how many that was."""
        self._known = {pid for pid in self._known if _stat(pid) is not None}
        self._add(sorted(_all()))
        sent = 0
        for pid in self._known:
            with suppress(OSError):
                os.kill(pid, number)
                sent += 1
        return sent

    def kill(self) -> None:
        """End all: first nobody may start another, then nobody is left."""
        before = -1
        for _ in range(_CALM_ROUNDS):
            now = self.signal(signal.SIGSTOP)
            if now == before:
                break
            before = now
        while True:
            sent = self.signal(signal.SIGKILL)
            self.reap()
            if not sent and not self._left():
                return
            time.sleep(0.001)

    def _left(self) -> bool:
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        return True

    @staticmethod
    def reap() -> dict[int, int]:
        """Wait for those that have ended; their numbers and wait statuses."""
        ended: dict[int, int] = {}
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return ended
            if pid == 0:
                return ended
            ended[pid] = status


def _share(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return 0


def _leads(pid: int) -> bool:
    """Whether the number is a process's, not one of its further threads'."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            for line in file:
                if line.startswith(b"Tgid:"):
                    return int(line.split()[1]) == pid
    except (OSError, ValueError):
        pass
    return False
