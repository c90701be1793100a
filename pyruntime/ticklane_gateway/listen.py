"""Listening sockets on both loopback addresses, the same port on each."""

from __future__ import annotations

import errno
import os
import socket
from typing import Final

__all__ = ["FIRST_PORT", "LAST_PORT", "ListenError", "listen"]

FIRST_PORT: Final = 25599
LAST_PORT: Final = 25608
_LOOPBACK: Final = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
_NO_SUCH_ADDRESS: Final = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, 10049, 10047}
_BACKLOG: Final = 128


class ListenError(Exception):
    """No port could be had; the message says what to do."""


def listen(pinned: int | None = None, *, before: int | None = None) -> tuple[int, list[socket.socket]]:
    """Listen on 127.0.0.1 and, where the machine has it, ::1: on `pinned`, or the first free port of 25599 to 25608.

    `before` is where this game's last gateway listened: that is tried first, as clients know it.
    Raises `ListenError` when that port, or all ten, are taken.
    """
    if pinned is not None:
        try:
            return pinned, _listen_on(pinned)
        except OSError as error:
            raise ListenError(
                f"the MCP port is pinned to {pinned} and can't be had: {error.strerror or error}. "
                "End what holds it, pin another (TICKLANE_MCP_PORT or mcp.port), or pin none."
            ) from error
    ports = range(FIRST_PORT, LAST_PORT + 1)
    for port in [before, *ports] if before in ports else ports:
        try:
            return port, _listen_on(port)
        except OSError:
            continue  # taken: the next one
    raise ListenError(
        f"no free port for the MCP endpoint: {FIRST_PORT} to {LAST_PORT} are all taken. "
        "End a game, or pin another port (TICKLANE_MCP_PORT or mcp.port)."
    )


def _listen_on(port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for family, address in _LOOPBACK:
            try:
                sock = _open(family, address, port)
            except OSError as error:
                if family == socket.AF_INET6 and error.errno in _NO_SUCH_ADDRESS:
                    continue  # no IPv6 on this machine
                raise
            sockets.append(sock)
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets


def _open(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # asyncio turns Nagle's algorithm off only where proto says TCP; with proto 0 every answer waits 44 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if os.name == "nt":
            sock.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE"), 1)  # noqa: B009
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((address, port))
        sock.listen(_BACKLOG)
    except BaseException:
        sock.close()
        raise
    return sock
