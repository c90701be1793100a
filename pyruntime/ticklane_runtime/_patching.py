"""Puts something in a function's place for the whole process, whoever holds it, and in a method's, also of C types."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ticklane_runtime._inside import thread

__all__ = ["Functions", "Judged", "put_method"]


class Judged:
    """A function that is looked at before it is called from inside a lane.

    `judge` gets the call's arguments and raises, or returns to let it be. Like the built-in it stands for, it is no
    method when it is kept in a class.
    """

    def __init__(self, real: Callable[..., Any], judge: Callable[..., None]) -> None:
        self.__wrapped__ = real
        self._judge = judge
        self.__name__ = self.__qualname__ = real.__name__
        self.__module__ = real.__module__
        self.__doc__ = real.__doc__

    def __call__(self, *args: Any, **more: Any) -> Any:
        if thread[0]:
            self._judge(*args, **more)
        return self.__wrapped__(*args, **more)

    def __repr__(self) -> str:
        return repr(self.__wrapped__)

    def __reduce__(self) -> str:
        return self.__name__


class Functions:
    """Functions to be judged, gathered so that the loaded modules are looked through only once."""

    def __init__(self) -> None:
        self._judged: dict[int, Judged] = {}  # by the id of the real one, which its Judged keeps alive

    def judge(self, module: ModuleType, name: str, judge: Callable[..., None]) -> None:
        """Have `judge` asked before `module.name` is called; nothing if there is none."""
        real = getattr(module, name, None)
        if real is not None and not isinstance(real, Judged):
            self._judged.setdefault(id(real), Judged(real, judge))

    def put(self) -> None:
        """Put them in place, by whatever name a loaded module has them."""
        judged = self._judged
        for loaded_name, loaded in list(sys.modules.items()):
            if loaded_name.startswith("ticklane_runtime."):
                continue  # what the runtime has taken for itself stays as it is
            space = getattr(loaded, "__dict__", {})  # anything may stand there
            for name, value in list(space.items()):
                if id(value) in judged:
                    space[name] = judged[id(value)]


def put_method(owner: type, name: str, value: Any) -> None:
    """Set a class's attribute, also that of a C type that Python refuses to change."""
    try:
        setattr(owner, name, value)
    except TypeError:
        (space,) = gc.get_referents(owner.__dict__)  # the dict behind the read-only view
        space[name] = value
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(owner))
