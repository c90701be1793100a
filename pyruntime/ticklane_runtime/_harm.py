"""Functions that end, slow or change the whole process and that Python has no audit event for."""

from __future__ import annotations

import _posixsubprocess
import faulthandler
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from ticklane_control.script_rules import HARMFUL
from ticklane_runtime._inside import asked
from ticklane_runtime._own_files import is_own
from ticklane_runtime._patching import Functions
from ticklane_runtime._refusing import harms

__all__ = ["install"]

_SIGNALS: Final = (
    "signal alarm setitimer siginterrupt raise_signal set_wakeup_fd pthread_kill pthread_sigmask pidfd_send_signal"
)
_ON_DESCRIPTORS: Final = (
    "close write writev pwrite pwritev ftruncate sendfile set_blocking set_inheritable fchmod fchown posix_fallocate"
)
# These have audit events; Popen.kill and debuggers outside of steps go by the function itself.
_AUDITED: Final = frozenset({"os.kill", "os.killpg", "sys.settrace", "sys.setprofile", "sys.addaudithook"})
_FOREIGN: Final = "it isn't a file this script has opened: the game's own files and sockets have numbers too"


def _always(what: str, why: str = "") -> Callable[..., None]:
    def judge(*_: Any, **__: Any) -> None:
        found = asked(leave_runtime=False)
        if found is not None:
            harms(found, what, why)

    return judge


def _unless_own(what: str) -> Callable[..., None]:
    def judge(*args: Any, **_: Any) -> None:
        found = asked()
        if found is not None and not found.library and args and not is_own(args[0]):
            harms(found, f"{what}({args[0]})", _FOREIGN)

    return judge


def _take_over(real: Callable[..., None]) -> Callable[..., None]:
    """A socket's: made of a number, it would close what the number is of."""

    @wraps(real)
    def start(self: Any, family: int = -1, type: int = -1, proto: int = -1, fileno: int | None = None) -> None:
        if fileno is not None:
            _unless_own("socket.socket")(fileno)
        real(self, family, type, proto, fileno)

    return start


def _fork_exec(*_: Any) -> None:
    found = asked()
    if found is not None and not (found.library.startswith("subprocess.") and "subprocess" in found.caps):
        harms(found, "_posixsubprocess.fork_exec")


def install(functions: Functions) -> None:
    """Once a process; the functions are put in place by the caller."""
    for dotted in HARMFUL.calls:
        if dotted in _AUDITED:
            continue
        owner, _, name = dotted.rpartition(".")
        module = sys.modules.get(owner)
        if module is not None and callable(getattr(module, name, None)):
            functions.judge(module, name, _always(dotted))
    for module in (signal, sys.modules["_signal"]):
        for name in _SIGNALS.split():
            functions.judge(module, name, _always(f"signal.{name}"))
    for name, value in list(faulthandler.__dict__.items()):
        if callable(value):
            functions.judge(faulthandler, name, _always(f"faulthandler.{name}"))
    for name in _ON_DESCRIPTORS.split():
        functions.judge(os, name, _unless_own(f"os.{name}"))
    sock: Any = socket.socket
    sock.__init__ = _take_over(sock.__init__)
    functions.judge(socket, "close", _unless_own("socket.close"))
    functions.judge(_posixsubprocess, "fork_exec", _fork_exec)
