"""Loads an agent into a JVM that runs: HotSpot's attach protocol, on Linux and macOS.

The JVM needs the module java.instrument; jdk.attach, which many games' runtimes lack, it doesn't.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

__all__ = ["AttachError", "attach", "is_jvm"]

_LISTENS_S: Final = 5.0
_LOADS_S: Final = 60.0


class AttachError(Exception):
    """The agent isn't in that process; the message says why."""


def is_jvm(pid: int) -> bool:
    """Whether a process is a JVM: one that isn't ends by the signal that makes a JVM listen."""
    if sys.platform == "darwin":
        return any(Path(tempfile.gettempdir()).glob(f"hsperfdata_*/{pid}"))
    try:
        return "libjvm." in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def attach(pid: int, agent: Path, argument: str) -> None:
    """Have the JVM load the agent and wait until it has started; raises `AttachError`."""
    if os.name != "posix":
        raise AttachError("attaching works on Linux and macOS; here, start the game with -javaagent")
    if not Path(f"/proc/{pid}").exists() and sys.platform != "darwin":
        raise AttachError(f"there is no process {pid}")
    if not is_jvm(pid):
        raise AttachError(f"process {pid} is no JVM, or another user's")
    path = _socket_of(pid)
    if not path.exists():
        _make_it_listen(pid, path)
    try:
        answer = _send(path, ("load", "instrument", "false", f"{agent}={argument}"))
    except OSError as error:
        raise AttachError(f"process {pid} doesn't answer: {error.strerror or error}") from error
    # First the protocol's own code, then what loading came to.
    codes = [answer.partition("\n")[0].strip(), *re.findall(r"return code: (\d+)", answer)]
    if any(code not in {"", "0"} for code in codes) or not answer:
        raise AttachError(f"process {pid} doesn't load {agent}: {' '.join(answer.split()) or 'no answer'}")


def _socket_of(pid: int) -> Path:
    if sys.platform == "darwin":
        return Path(tempfile.gettempdir()) / f".java_pid{pid}"
    # A process in a container has a number, and a /tmp, of its own.
    return Path(f"/proc/{pid}/root/tmp/.java_pid{_inner(pid)}")


def _inner(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("NSpid:"):
            return int(line.split()[-1])
    return pid


def _make_it_listen(pid: int, path: Path) -> None:
    trigger = path.with_name(path.name.replace(".java_pid", ".attach_pid"))
    try:
        trigger.touch(mode=0o600)
        try:
            os.kill(pid, signal.SIGQUIT)
            deadline = time.monotonic() + _LISTENS_S
            while not path.exists():
                if time.monotonic() > deadline:
                    raise AttachError(f"process {pid} doesn't let anybody attach (-XX:+DisableAttachMechanism?)")
                time.sleep(0.01)
        finally:
            with contextlib.suppress(OSError):
                trigger.unlink()
    except OSError as error:
        raise AttachError(f"process {pid} can't be asked: {error.strerror or error}") from error


def _send(path: Path, words: tuple[str, ...]) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_LOADS_S)
        connection.connect(str(path))
        connection.sendall(b"".join(word.encode() + b"\0" for word in ("1", *words)))
        parts = []
        while part := connection.recv(4096):
            parts.append(part)
    return b"".join(parts).decode(errors="replace")
