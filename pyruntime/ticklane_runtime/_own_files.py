"""Which open files are a script's own: descriptors are numbers, and the game's own files and sockets have some too."""

from __future__ import annotations

import fcntl
import os
import stat
import sys
import sysconfig
import weakref
from typing import Any, Final

from ticklane import _current

__all__ = ["is_of_library", "is_own", "is_time_zone", "opened", "would_wait"]

_MOST: Final = 4_096
_opened: weakref.WeakKeyDictionary[Any, dict[str, None]] = weakref.WeakKeyDictionary()


def opened(path: str) -> None:
    """The running script has opened this file."""
    host = _current.host
    if host is None:
        return
    paths = _opened.setdefault(host, {})
    paths[os.path.realpath(path)] = None
    while len(paths) > _MOST:
        del paths[next(iter(paths))]


def is_own(descriptor: object) -> bool:
    """Whether a descriptor is of a file that the running script has opened; one that isn't open counts as its own."""
    if not isinstance(descriptor, int):
        return True  # a file object: closing it closes what it has opened itself
    try:
        os.fstat(descriptor)
    except OSError:
        return True
    host = _current.host
    return host is not None and _path_of(descriptor) in _opened.get(host, ())


def _path_of(descriptor: int) -> str:
    """The path that a descriptor was opened by, as far as the system tells."""
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}").removesuffix(" (deleted)")
    except OSError:
        pass
    ask = getattr(fcntl, "F_GETPATH", None)  # macOS
    return "" if ask is None else os.fsdecode(fcntl.fcntl(descriptor, ask, bytes(1024)).rstrip(b"\0"))


def would_wait(path: Any) -> bool:
    """Whether opening or reading it may wait for somebody: a pipe, a terminal, a socket."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError, TypeError):
        return False
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        return True
    return stat.S_ISCHR(mode) and not os.path.realpath(path).startswith(_ENDLESS)


_ENDLESS = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def is_of_library(path: str) -> bool:
    """Whether a library may read it for itself: its own folder, Python's, or what the system tells everybody."""
    return os.path.realpath(path).startswith(_LIBRARIES)


def is_time_zone(path: str) -> bool:
    """Whether it is of the system's time zones, which zoneinfo's C code opens in the script's own name."""
    return os.path.realpath(path).startswith(_ZONES)


def _folders(*folders: str) -> tuple[str, ...]:
    return tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)


def _libraries() -> tuple[str, ...]:
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    folders |= {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders |= {path for path in sys.path if path}
    folders |= {"/usr/share", "/usr/lib", "/etc", "/proc", "/sys"}
    return _folders(*folders)


_LIBRARIES = _libraries()
_ZONES = _folders(*filter(None, str(sysconfig.get_config_var("TZPATH") or "").split(os.pathsep)))
