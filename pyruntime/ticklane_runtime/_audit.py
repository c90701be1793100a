"""One audit hook for the process: judges what the running script has led to, by the script's capabilities.

An event outside of a step costs one comparison, one that no rule is about a look-up more. What a library does for
itself (its import, its own data, Python's code files) needs no capability; what it does for the script does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any, Final

from ticklane_runtime._inside import Asked, asked, thread
from ticklane_runtime._own_files import is_of_library, is_own, is_time_zone, opened, would_wait
from ticklane_runtime._refusing import harms, needs, waits

__all__ = ["install"]

Judge = Callable[[str, tuple[Any, ...]], None]

_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FOREIGN: Final = "it isn't a file this script has opened: the game's own files and sockets have numbers too"


def _open(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or found.importing or found.reads_source:
        return
    path, mode, flags = args
    writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITES)
    if isinstance(path, int):
        if not is_own(path) and not _of_subprocess(found):
            harms(found, f"open({path})", _FOREIGN)
        return
    path = os.fsdecode(path)
    if not writes and (is_of_library(path) if found.library else is_time_zone(path)):
        return
    if "files" not in found.caps and not (found.library.startswith("subprocess.") and path == os.devnull):
        needs(found, "files", f"open({_short(path)})")
    if found.on_tick_lane and would_wait(path):
        waits(found, f"open({_short(path)})")
    opened(path)


def _file(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or found.importing or found.reads_source or "files" in found.caps:
        return
    path = next((one for one in args if isinstance(one, str | bytes)), "")
    if event in _LOOKS and found.library and is_of_library(os.fsdecode(path)):
        return
    needs(found, "files", f"{event}({_short(os.fsdecode(path))})")


def _database(event: str, args: tuple[Any, ...]) -> None:
    name = args[0] if args else ""
    if name not in (":memory:", b":memory:", "", b""):
        _file(event, (name,))


def _mapped(event: str, args: tuple[Any, ...]) -> None:
    if args and args[0] != -1:
        _file(event, ())


def _socket(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is not None and not found.importing and "network" not in found.caps:
        needs(found, "network", "socket.socket(…)")


def _connect(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or not found.on_tick_lane:
        return
    sock = args[0]
    if sock.gettimeout() != 0 and sock.type & 15 != 2:  # a datagram's address is only noted
        waits(found, event)


def _resolve(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or found.importing:
        return
    if found.on_tick_lane and not _is_known(args[0] if args else ""):
        waits(found, event)
    if "network" not in found.caps:
        by_others = tuple(one for one in found.libraries if one != event)  # itself would wait with another name
        needs(found._replace(libraries=by_others), "network", f"{event}(…)")


def _is_known(name: object) -> bool:
    """Whether nobody has to be asked for this host's address."""
    if name in (None, "", "localhost", b"localhost"):
        return True
    try:
        ip_address(name.decode() if isinstance(name, bytes) else str(name))
    except ValueError:
        return False
    return True


def _talks(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or found.importing:
        return
    if found.on_tick_lane:
        waits(found, event)
    if "network" not in found.caps:
        needs(found, "network", f"{event}(…)")


def _child(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is not None and "subprocess" not in found.caps:
        needs(found, "subprocess", f"{event}({_short(str(args[0] if args else ''))})")


def _waits(event: str, args: tuple[Any, ...]) -> None:
    found = asked(leave_runtime=False)
    if found is not None and found.on_tick_lane:
        waits(found, _CALLED.get(event, event))


def _locks_file(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or not found.on_tick_lane:
        return
    import fcntl  # only where it exists, and it is loaded then

    operation = args[1]
    if event == "os.lockf":
        waiting = operation == os.F_LOCK
    elif event == "fcntl.fcntl":
        waiting = operation in (fcntl.F_SETLKW, getattr(fcntl, "F_OFD_SETLKW", -1))
    else:
        waiting = not operation & (fcntl.LOCK_NB | fcntl.LOCK_UN)
    if waiting:
        waits(found, event)


def _harms(event: str, args: tuple[Any, ...]) -> None:
    found = asked(leave_runtime=False)
    if found is not None:
        harms(found, _CALLED.get(event, event))


def _kills(event: str, args: tuple[Any, ...]) -> None:
    found = asked(leave_runtime=False)
    if found is not None and not _of_subprocess(found):
        harms(found, event)


def _environment(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is not None and not found.importing:
        harms(found, event, "would change the whole game's process, other scripts included")


def _traces(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is not None:
        harms(found, event)


def _native(event: str, args: tuple[Any, ...]) -> None:
    found = asked()
    if found is None or found.importing or "internals" in found.caps:
        return
    if not found.library or found.library.startswith(("ctypes.", "_ctypes.", "gc.", "sqlite3.")):
        needs(found, "internals", event)


def _of_subprocess(found: Asked) -> bool:
    return found.library.startswith("subprocess.") and "subprocess" in found.caps


def _short(path: str) -> str:
    return repr(path if len(path) <= 80 else path[:79] + "…")


_LOOKS: Final = frozenset({"os.listdir", "os.scandir", "os.walk", "os.fwalk", "glob.glob", "glob.glob/2"})
_CALLED: Final = {
    "builtins.input": "input",
    "builtins.breakpoint": "breakpoint",
    "_thread.start_new_thread": "threading.Thread.start",
    "_thread.start_joinable_thread": "threading.Thread.start",
    "os.exec": "os.execv",
    "os.spawn": "os.spawnv",
    "cpython.PyInterpreterState_New": "_interpreters.create",
    "signal.pthread_kill": "signal.pthread_kill",
}


def _judges() -> Mapping[str, Judge]:
    groups: tuple[tuple[Judge, str], ...] = (
        (_open, "open"),
        (_file, "os.remove os.rename os.mkdir os.rmdir os.link os.symlink os.truncate os.chmod os.chown os.chflags"),
        (_file, "os.utime os.setxattr os.removexattr os.listdir os.scandir os.walk os.fwalk glob.glob glob.glob/2"),
        (_file, "shutil.copyfile shutil.copymode shutil.copystat shutil.copytree shutil.move shutil.rmtree"),
        (_file, "shutil.chown shutil.make_archive shutil.unpack_archive tempfile.mkstemp tempfile.mkdtemp"),
        (_database, "sqlite3.connect"),
        (_mapped, "mmap.__new__"),
        (_socket, "socket.__new__ socket.bind socket.sendto socket.sendmsg"),
        (_connect, "socket.connect"),
        (_resolve, "socket.getaddrinfo socket.gethostbyname socket.gethostbyaddr"),
        (_talks, "http.client.connect ftplib.connect smtplib.connect poplib.connect imaplib.open nntplib.connect"),
        (_talks, "telnetlib.Telnet.open webbrowser.open"),
        (_child, "subprocess.Popen os.posix_spawn os.startfile"),
        (_waits, "builtins.input builtins.breakpoint time.sleep os.system pty.spawn"),
        (_waits, "_thread.start_new_thread _thread.start_joinable_thread"),
        (_locks_file, "fcntl.flock fcntl.lockf fcntl.fcntl os.lockf"),
        (_harms, "os.fork os.forkpty os.exec os.spawn signal.pthread_kill resource.setrlimit resource.prlimit"),
        (_harms, "sys.addaudithook socket.sethostname cpython.PyInterpreterState_New"),
        (_kills, "os.kill os.killpg"),
        (_environment, "os.chdir os.putenv os.unsetenv"),
        (_traces, "sys.settrace sys.setprofile"),
        (_native, "ctypes.dlopen ctypes.dlsym ctypes.dlsym/handle ctypes.addressof ctypes.cdata ctypes.cdata/buffer"),
        (
            _native,
            "ctypes.string_at ctypes.wstring_at ctypes.PyObj_FromPtr ctypes.call_function sqlite3.load_extension",
        ),
    )
    return {event: judge for judge, events in groups for event in events.split()}


_JUDGES: Final = _judges()


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if thread[0]:
        judge = _JUDGES.get(event)
        if judge is not None:
            judge(event, args)


def install() -> None:
    """Once a process: a hook can't be taken away."""
    sys.addaudithook(_hook)
