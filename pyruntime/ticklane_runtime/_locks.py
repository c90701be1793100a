"""Locks on a lane's thread: taking a free one is as ever, a wait for one is refused.

All of Python's waiting (conditions, events, semaphores, queues, barriers, futures) is built on the two lock types, so
this is where they are all met. No other thread runs while a script does, and none that it could wait for: such a wait
would hold the game for ever.

The types' own methods are exchanged. For `with lock:` the interpreter asks a descriptor for the method and calls that
itself, so when a step is unwound there is no moment more than before between taking a lock and having it to release.
"""

from __future__ import annotations

import _queue
import _thread
from collections.abc import Callable
from typing import Any

from ticklane_runtime._inside import asked, lane_threads, thread
from ticklane_runtime._patching import put_method
from ticklane_runtime._refusing import waits

__all__ = ["install"]


class _Taking:
    """Stands for the method of a lock type that takes it. `is_held` says whether taking a lock now would wait."""

    __slots__ = ("_get", "_is_held", "_real", "_what")

    def __init__(self, real: Any, is_held: Callable[[Any], bool], what: str) -> None:
        self._real = real
        self._get = real.__get__
        self._is_held = is_held
        self._what = what

    def _refuse(self) -> None:
        found = asked()
        if found is not None and not found.importing and found.on_tick_lane:
            waits(found, found.library or self._what)

    def _checked(self, lock: Any) -> Callable[..., Any]:
        def acquire(blocking: Any = True, timeout: Any = -1) -> Any:
            if blocking and timeout != 0 and self._is_held(lock):
                self._refuse()
            return self._real(lock, blocking, timeout)

        return acquire

    def __get__(self, lock: Any, owner: Any = None) -> Any:
        if lock is None:
            return lambda lock, *args, **more: self._checked(lock)(*args, **more)
        return self._checked(lock) if thread[0] else self._get(lock, owner)


class _Entering(_Taking):
    """The same for `with`, where nothing of ours may lie between taking the lock and the body."""

    __slots__ = ()

    def __get__(self, lock: Any, owner: Any = None) -> Any:
        if lock is None:
            return lambda lock: self.__get__(lock)()
        if thread[0] and self._is_held(lock):
            self._refuse()
        return self._get(lock, owner)


def _is_held_elsewhere(
    lock: Any, take: Any = _thread.RLock.__dict__["acquire"], release: Any = _thread.RLock.__dict__["release"]
) -> bool:
    """Whether another thread has this reentrant lock; its own thread can always take it.

    Only another lane's script could have left it taken: with one lane there is nothing to look at.
    """
    if len(lane_threads) < 2:
        return False
    if take(lock, False):
        release(lock)
        return False
    return True


class _Getting:
    """Stands for SimpleQueue.get: nobody else can put anything into it while a script runs."""

    __slots__ = ("_real",)

    def __init__(self, real: Any) -> None:
        self._real = real

    def __get__(self, queue: Any, owner: Any = None) -> Any:
        if queue is None or not thread[0]:
            return self._real.__get__(queue, owner)

        def get(block: Any = True, timeout: Any = None) -> Any:
            if block and timeout != 0 and queue.empty():
                found = asked()
                if found is not None and found.on_tick_lane:
                    waits(found, "SimpleQueue.get")
            return self._real(queue, block, timeout)

        return get


class _Joining:
    """Stands for a thread handle's join: a thread that lives can't end while a script runs."""

    __slots__ = ("_real",)

    def __init__(self, real: Any) -> None:
        self._real = real

    def __get__(self, handle: Any, owner: Any = None) -> Any:
        if handle is None or not thread[0]:
            return self._real.__get__(handle, owner)

        def join(timeout: Any = None) -> Any:
            if timeout != 0 and not handle.is_done():
                found = asked()
                if found is not None and found.on_tick_lane:
                    waits(found, "threading.Thread.join")
            return self._real(handle, timeout)

        return join


def install() -> None:
    """Once a process."""
    lock, rlock = _thread.LockType, _thread.RLock
    for name, kind in (("acquire", _Taking), ("acquire_lock", _Taking), ("__enter__", _Entering)):
        put_method(lock, name, kind(lock.__dict__[name], lock.locked, "lock.acquire"))
    for name, kind in (("acquire", _Taking), ("__enter__", _Entering)):
        put_method(rlock, name, kind(rlock.__dict__[name], _is_held_elsewhere, "lock.acquire"))
    queue = _queue.SimpleQueue
    put_method(queue, "get", _Getting(queue.__dict__["get"]))
    handle = getattr(_thread, "_ThreadHandle", None)
    if handle is not None:  # 3.13
        put_method(handle, "join", _Joining(handle.__dict__["join"]))
