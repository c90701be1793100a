"""What of the process is put in place so that scripts have their own: streams, warnings, sealed classes."""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from operator import is_
from typing import Any

from ticklane_runtime.own import _seal, _warnings

__all__ = ["for_a_while", "install", "put_back"]

_warn: Any = warnings
_kept: list[tuple[Any, ...]] = []


def install() -> None:
    """For good, once a process; its streams stand already."""
    _warnings.install()
    _seal.seal()
    _kept[:] = [_now()]


def _now() -> tuple[Any, ...]:
    return sys.stdout, sys.stderr, warnings.filters, _warn.showwarning, _warn._showwarnmsg_impl


def put_back() -> None:
    """Between ticks: what a library has set for a script and not taken back, as it was unwound or is still open."""
    if not _kept:
        return
    if gc.isenabled():
        gc.disable()
    if not all(map(is_, _now(), _kept[0])):
        sys.stdout, sys.stderr, _warn.filters, _warn.showwarning, _warn._showwarnmsg_impl = _kept[0]
        _warn._filters_mutated()
    _warnings.to_front()


@contextmanager
def for_a_while() -> Iterator[None]:
    """For a process that is somebody else's, a test's."""
    remove = _warnings.install()
    unseal = _seal.seal()
    try:
        yield
    finally:
        unseal()
        remove()
