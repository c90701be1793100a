"""Library code, without checks, that goes on without end or swallows whatever it is sent."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


def spin() -> None:
    while True:
        pass


def spin_in_finally() -> None:
    try:
        spin()
    finally:
        spin()


def swallow() -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - what is tested
            pass


def swallow_in_turns() -> None:
    """Two functions that call each other in their handlers, so that what is set from outside is always caught."""
    try:
        _other()
    except BaseException:  # noqa: BLE001
        swallow_in_turns()


def _other() -> None:
    try:
        swallow_in_turns()
    except BaseException:  # noqa: BLE001
        _other()


def iterate() -> Iterator[int]:
    while True:
        yield 1


def iterate_and_swallow() -> Iterator[int]:
    while True:
        with contextlib.suppress(BaseException):
            yield 1


class Equal:
    def __eq__(self, other: object) -> bool:
        spin()
        return True

    def __hash__(self) -> int:
        return 1

    def __lt__(self, other: object) -> bool:
        spin()
        return True

    def __str__(self) -> str:
        spin()
        return ""

    def __float__(self) -> float:
        spin()
        return 0.0

    def __iter__(self) -> Any:
        spin()


class Late:
    def __del__(self) -> None:
        spin()


class Manager:
    """Swallows, and spins at its own end."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> bool:
        swallow()
        return True


def trace(*_: object) -> Any:
    spin()
