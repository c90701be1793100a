"""The file by which controllers find a running game: `<gameDir>/mc-agent/endpoint.json`."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Final

import msgspec

from ticklane_control.errors import NoGameError
from ticklane_control.messages import PROTOCOL
from ticklane_control.private_file import NotPrivateError, read_private

__all__ = ["Endpoint", "endpoint_path", "is_process_alive", "read_endpoint"]

_MAX_BYTES: Final = 64 << 10
_START_ONE: Final = "Start one: ticklane serve --game-dir {}"


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game listens and what it is.

    `port` and `token` are those of the control protocol, on 127.0.0.1. `started` is epoch milliseconds. `mcp_url` and
    `mcp_token` are empty until the game's gateway has announced them.
    """

    protocol: int
    port: int
    token: str
    pid: int
    started: int = 0
    ticklane: str = ""
    minecraft: str = ""
    host: str = ""
    mcp_url: str = ""
    mcp_token: str = ""


def endpoint_path(game_dir: Path) -> Path:
    """Where a game in that folder writes its endpoint file."""
    return game_dir / "mc-agent" / "endpoint.json"


def read_endpoint(game_dir: Path) -> Endpoint:
    """The endpoint of the game in `game_dir`.

    Raises `NoGameError` when there is none, when the file is of a game that has ended, when others may read its token,
    or when it is of another protocol. That the port answers, and answers to the token, only a connection can tell.
    """
    path = endpoint_path(game_dir)
    try:
        data = read_private(path, _MAX_BYTES + 1)
    except FileNotFoundError:
        raise NoGameError(
            f"No game is running in {game_dir}: there is no {path}. {_START_ONE.format(game_dir)}"
        ) from None
    except NotPrivateError as error:
        raise NoGameError(str(error)) from error
    except OSError as error:
        raise NoGameError(f"{path} can't be read: {error.strerror or error}.") from error
    if len(data) > _MAX_BYTES:
        raise NoGameError(f"{path} has more than {_MAX_BYTES} bytes: it is no endpoint file.")
    try:
        endpoint = msgspec.json.decode(data, type=Endpoint)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NoGameError(
            f"{path} is damaged ({error}). Stop the game if it runs, delete the file, start it again."
        ) from error
    if endpoint.protocol != PROTOCOL:
        raise NoGameError(
            f"The game in {game_dir} speaks control protocol {endpoint.protocol} (Ticklane {endpoint.ticklane}), "
            f"this is protocol {PROTOCOL}. Use the same Ticklane version for both."
        )
    if not is_process_alive(endpoint.pid):
        raise NoGameError(
            f"No game is running in {game_dir}: the one that wrote {path} (process {endpoint.pid}) has ended. "
            f"{_START_ONE.format(game_dir)}"
        )
    return endpoint


def is_process_alive(pid: int) -> bool:
    """Whether a process of that id exists (it need not be ours)."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _is_windows_process_alive(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError as error:
        return error.errno == errno.EPERM
    except OverflowError:
        return False
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether the process has ended and only its parent doesn't know yet."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[:1] in (["Z"], ["X"])


if sys.platform == "win32":

    def _is_windows_process_alive(pid: int) -> bool:
        # os.kill(pid, 0) would end the process on Windows.
        query_limited_information, still_active = 0x1000, 259
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.GetExitCodeProcess.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_ulong))
        kernel.CloseHandle.argtypes = (ctypes.c_void_p,)
        handle = kernel.OpenProcess(query_limited_information, False, pid)
        if not handle:
            access_denied = 5
            return ctypes.get_last_error() == access_denied
        try:
            code = ctypes.c_ulong()
            return bool(kernel.GetExitCodeProcess(handle, ctypes.byref(code))) and code.value == still_active
        finally:
            kernel.CloseHandle(handle)
