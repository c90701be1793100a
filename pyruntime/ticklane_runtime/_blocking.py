"""Functions that hold the thread they are called on and that Python has no audit event for."""

from __future__ import annotations

import _thread
import io
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final

from ticklane_runtime import _inside
from ticklane_runtime._inside import asked
from ticklane_runtime._patching import Functions, put_method
from ticklane_runtime._refusing import waits

__all__ = ["NoInput", "install"]


def _always(what: str) -> Callable[..., None]:
    def judge(*_: Any, **__: Any) -> None:
        found = asked(leave_runtime=False)
        if found is not None and found.on_tick_lane:
            waits(found, what)

    return judge


def _select(*args: Any) -> None:
    timeout = args[3] if len(args) > 3 else None
    if timeout != 0:
        _always("select.select")()


def _wait_for(what: str, options_at: int) -> Callable[..., None]:
    def judge(*args: Any) -> None:
        options = args[options_at] if len(args) > options_at else 0
        if not options & os.WNOHANG:
            _always(what)()

    return judge


def _pipe(what: str) -> Callable[..., None]:
    def judge(*_: Any, **__: Any) -> None:
        found = asked()
        if found is not None and found.on_tick_lane and not found.library.startswith("subprocess."):
            waits(found, what)

    return judge


def _read(descriptor: Any, *_: Any) -> None:
    """A read from a pipe, socket or terminal that has nothing to give would wait."""
    found = asked()
    if found is None or not found.on_tick_lane or found.library.startswith("subprocess."):
        return
    try:
        mode = os.fstat(descriptor).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)) or not os.get_blocking(descriptor):
            return
        if _poll_now(descriptor):
            return
    except (OSError, TypeError):
        return  # the call itself says what is wrong
    waits(found, "os.read")


def _poll_now(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


class _Polling:
    """Stands for a select object's call, whose time-out is argument `at`: with a time-out of 0 it only looks."""

    __slots__ = ("_at", "_real", "_what")

    def __init__(self, real: Any, what: str, at: int) -> None:
        self._real = real
        self._what = what
        self._at = at

    def __get__(self, poller: Any, owner: Any = None) -> Any:
        if poller is None or not _inside.thread[0]:
            return self._real.__get__(poller, owner)

        def poll(*args: Any, **more: Any) -> Any:
            timeout = args[self._at] if len(args) > self._at else more.get("timeout")
            if timeout != 0:
                _always(self._what)()
            return self._real(poller, *args, **more)

        return poll


_ON_SOCKETS: Final = "accept connect recv recv_into recvfrom recvfrom_into recvmsg recvmsg_into send sendall sendfile"


def _on_socket(name: str) -> Callable[..., Any]:
    """A socket's call: goes through when the socket is told not to wait."""
    real = getattr(socket.socket, name)
    receives = name.startswith(("recv", "accept"))

    @wraps(real)
    def call(self: Any, *args: Any, **more: Any) -> Any:
        # A datagram is sent, and its address noted, without a wait.
        if _inside.thread[0] and self.gettimeout() != 0 and (receives or self.type & 15 != socket.SOCK_DGRAM):
            _refuse_socket(name)
        return real(self, *args, **more)

    return call


def _refuse_socket(name: str) -> None:
    found = asked()
    if found is not None and found.on_tick_lane:
        waits(found, f"socket.{name}")


def _set_timeout(real: Callable[..., Any], name: str, waiting: Callable[[Any], bool]) -> Callable[..., Any]:
    @wraps(real)
    def call(self: Any, value: Any) -> None:
        if _inside.thread[0] and waiting(value) and self.gettimeout() == 0:
            _refuse_socket(name)
        real(self, value)

    return call


def _child_wait(name: str) -> Callable[..., Any]:
    """Popen's: goes through when the process has ended."""
    real = getattr(subprocess.Popen, name)

    @wraps(real)
    def call(self: Any, *args: Any, **more: Any) -> Any:
        if _inside.thread[0] and self.poll() is None:
            _always(f"subprocess.Popen.{name}")()
        return real(self, *args, **more)

    return call


def _start_child(real: Callable[..., None]) -> Callable[..., None]:
    """Popen's: the pipes of one that a script has started give what is there instead of waiting for more."""

    @wraps(real)
    def start(self: Any, *args: Any, **more: Any) -> None:
        real(self, *args, **more)
        if _inside.thread[0]:
            found = asked()
            if found is not None and found.on_tick_lane:
                for stream in (self.stdin, self.stdout, self.stderr):
                    if stream is not None:
                        _set_blocking(stream.fileno(), False)

    return start


_set_blocking = os.set_blocking  # before it is judged


class NoInput(io.TextIOBase):
    """Stands for sys.stdin: nobody can answer inside a step; outside it is what it was."""

    def __init__(self, real: Any) -> None:
        super().__init__()
        self._real = real

    def _ask(self, name: str) -> Any:
        if _inside.thread[0]:
            _always("sys.stdin")()
        if self._real is None:
            raise io.UnsupportedOperation(f"there is no input to {name}")
        return getattr(self._real, name)

    def read(self, size: int | None = -1) -> str:
        return str(self._ask("read")(-1 if size is None else size))

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return str(self._ask("readline")(size))

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self._ask("readline"), "")

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._ask("fileno")())

    @property
    def buffer(self) -> Any:
        return self._ask("buffer")

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    @classmethod
    def install(cls) -> None:
        """Once a process."""
        if not isinstance(sys.stdin, cls):
            sys.stdin = cls(sys.stdin)


def install(functions: Functions) -> None:
    """Once a process; the functions are put in place by the caller."""
    functions.judge(time, "sleep", _always("time.sleep"))
    functions.judge(select, "select", _select)
    for module, names in (
        (subprocess, "run call check_call check_output getoutput getstatusoutput"),
        (os, "wait wait3 popen"),
        (signal, "pause sigwait sigwaitinfo sigtimedwait"),
    ):
        for name in names.split():
            functions.judge(module, name, _always(f"{module.__name__}.{name}"))
    for name, at in (("waitpid", 1), ("wait4", 1), ("wait3", 0), ("waitid", 2)):
        functions.judge(os, name, _wait_for(f"os.{name}", at))
    for name in ("start_new_thread", "start_new", "start_joinable_thread"):  # no audit event on 3.11
        functions.judge(_thread, name, _always("threading.Thread.start"))
    for name in ("pipe", "pipe2", "mkfifo"):
        functions.judge(os, name, _pipe(f"os.{name}"))
    for name in ("read", "readv"):
        functions.judge(os, name, _read)
    pollers: tuple[tuple[type | None, str, int], ...] = (
        (type(select.poll()), "poll", 0),
        (getattr(select, "epoll", None), "poll", 0),
        (getattr(select, "kqueue", None), "control", 2),  # macOS
    )
    for kind, name, at in pollers:
        if kind is not None:
            put_method(kind, name, _Polling(kind.__dict__[name], f"select.{kind.__name__}.{name}", at))
    for name in _ON_SOCKETS.split():
        setattr(socket.socket, name, _on_socket(name))
    sock: Any = socket.socket
    sock.settimeout = _set_timeout(sock.settimeout, "settimeout", lambda value: value != 0)
    sock.setblocking = _set_timeout(sock.setblocking, "setblocking", bool)
    for name in ("wait", "communicate"):
        setattr(subprocess.Popen, name, _child_wait(name))
    popen: Any = subprocess.Popen
    popen.__init__ = _start_child(popen.__init__)
