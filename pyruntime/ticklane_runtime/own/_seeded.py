"""Stands for a class of random numbers: made without a seed, one gets the script's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["seeded"]


class _Seeded(type):
    """Calls make objects of the real class, so they pickle and compare as such; subclasses are classes as ever."""

    real: type
    entropy: Callable[[], Any]

    def __call__(cls, *args: Any, **more: Any) -> Any:
        if "real" not in cls.__dict__:
            return super().__call__(*args, **more)  # a subclass that a script has made
        if not more and (not args or args == (None,)):
            args = (cls.entropy(),)
        return cls.real(*args, **more)

    def __instancecheck__(cls, instance: object) -> bool:
        real = cls.__dict__.get("real")
        return isinstance(instance, real) if real is not None else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        real = cls.__dict__.get("real")
        return issubclass(subclass, real) if real is not None else super().__subclasscheck__(subclass)


def seeded(real: type, entropy: Callable[[], Any]) -> type:
    """`real` as a script sees it; `entropy` gives the seed of one that is made without."""
    space = {"real": real, "entropy": staticmethod(entropy), "__module__": real.__module__, "__doc__": real.__doc__}
    return _Seeded(real.__name__, (real,), space)
