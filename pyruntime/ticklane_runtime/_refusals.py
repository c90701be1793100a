"""Puts everything in place that refuses: once a process, before the first script."""

from __future__ import annotations

from ticklane_runtime import _audit, _blocking, _harm, _locks

__all__ = ["install"]

_installed = False


def install() -> None:
    """Outside of a lane nothing that this puts in place acts."""
    global _installed
    if _installed:
        return
    _installed = True
    _locks.install()
    _blocking.install()
    _harm.install()
    _audit.install()
