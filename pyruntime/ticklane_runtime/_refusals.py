"""Puts everything in place that refuses: once a process, before the first script."""

from __future__ import annotations

from threading import get_ident

from ticklane_runtime import _audit, _blocking, _harm, _locks
from ticklane_runtime._inside import lane_threads
from ticklane_runtime._patching import Functions

__all__ = ["install"]

_installed = False


def install() -> None:
    """On the thread of each lane; outside of a lane nothing that this puts in place acts."""
    global _installed
    lane_threads.add(get_ident())
    if _installed:
        return
    _installed = True
    functions = Functions()
    _blocking.install(functions)
    _harm.install(functions)
    functions.put()
    _locks.install()
    _audit.install()
