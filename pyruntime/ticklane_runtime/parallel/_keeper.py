"""The keeper of one script's process: it outlives all that the script starts, and ends it.

It watches the game's end of standard input, so a game that was killed leaves nothing; it is the subreaper of all that
the script starts, so nothing gets away by a session of its own; and it measures what they take together.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from typing import Any, Final

from ticklane_runtime.parallel._shared import KILL, PAUSE, Box
from ticklane_runtime.parallel._tree import Tree, Use

__all__ = ["DIE_WITH_PARENT", "keep", "prctl"]

DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG
_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER
_LOOK_MS: Final = 100
_GAME: Final = 0  # standard input: the game holds the other end
_MIB: Final = 1 << 20


def prctl(option: int, value: int) -> None:
    """Raises OSError when the system refuses."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}) was refused")


def keep(box_path: str, table_path: str) -> None:
    """Run the script's process below this one and see to its end; doesn't return."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)  # what wakes the poll below; the box says what is wanted
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.setsid()
    prctl(_SUBREAPER, 1)
    box = Box(box_path)
    from ticklane_runtime.parallel import _play  # what takes long, before the fork

    parent = os.getpid()
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        os.close(reader)
        os.close(writer)
        _play.play(parent, box, table_path)
        os._exit(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # the game reads the end of the script's output from this
    try:
        code = _watch(box, child, reader)
    except BaseException:
        Tree().kill()
        raise
    with suppress(OSError):
        os.unlink(box_path)
    if code == 0 and _game_is_gone():
        with suppress(OSError):
            os.unlink(table_path)
    sys.stderr.flush()
    os._exit(code)


def _game_is_gone() -> bool:
    poll = select.poll()
    poll.register(_GAME, 0)
    return bool(poll.poll(0))


def _watch(box: Box, child: int, reader: int) -> int:
    poll = select.poll()
    poll.register(_GAME, 0)  # nothing is read here; its end is told anyway
    poll.register(reader, select.POLLIN)
    tree = Tree()
    paused = False
    while True:
        ready = dict(poll.poll(_LOOK_MS))
        if reader in ready:
            os.read(reader, 4096)
        ended = Tree.reap()
        if child in ended:
            tree.kill()
            box.verdict(_told(ended[child]))
            return 0
        command = box.command
        if _GAME in ready or command == KILL:
            _end(tree, box, child, {"why": "killed" if command == KILL else "game"})
            return 0
        if (command == PAUSE) != paused:
            paused = not paused
            tree.signal(signal.SIGSTOP if paused else signal.SIGCONT)
            box.paused(paused)
        used = tree.look()
        box.used(used.resident, used.cpu_ns, used.tasks)
        over = _over(used, tree, box)
        if over is not None:
            _end(tree, box, child, over)
            return 0


def _over(used: Use, tree: Tree, box: Box) -> dict[str, Any] | None:
    memory, cpu, processes = box.limits()
    if cpu and used.cpu_ns > cpu:
        detail = f"it has used {used.cpu_ns / 1e9:,.1f} s of CPU time, the limit is {cpu / 1e9:,.1f} s (cpu_s)"
        return {"why": "cpu", "detail": detail}
    if processes and used.tasks > processes:
        detail = f"it had {used.tasks:,} processes and threads, the limit is {processes:,} (parallel_processes)"
        return {"why": "processes", "detail": detail}
    if memory and used.resident > memory and (held := tree.held()) > memory:
        among = f" with its {used.processes} processes" if used.processes > 1 else ""
        detail = f"it held {held // _MIB:,} MiB{among}, the limit is {memory // _MIB:,} MiB (memory_mib)"
        return {"why": "memory", "detail": detail}
    return None


def _end(tree: Tree, box: Box, child: int, verdict: dict[str, Any]) -> None:
    """Kill all; the script's own exit is told with why."""
    tree.kill()
    box.verdict({"exit": -1, "signal": int(signal.SIGKILL), **verdict})


def _told(status: int) -> dict[str, Any]:
    code = os.waitstatus_to_exitcode(status)
    return {"exit": code} if code >= 0 else {"signal": -code}
