"""Seals classes that scripts share: assigning to an attribute of one is a TypeError, as with Python's built-in classes.

A script's view of a module keeps what it assigns there to itself; a class in it is everybody's. Python has a flag for
classes that may not change, and only C code can set it: it is set in the class's memory, where the class's own
`__flags__` says that this is the place. Reading, calling, subclassing and the classes' own objects are as before.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Final

__all__ = ["look_at", "seal"]

_IMMUTABLE: Final = 1 << 8  # Py_TPFLAGS_IMMUTABLETYPE
_HEAP: Final = 1 << 9
_FLAGS_AT: Final = 21 * ctypes.sizeof(ctypes.c_void_p)  # of tp_flags in a PyTypeObject
_PLAIN: Final = ctypes.sizeof(ctypes.c_void_p) == 8 and not hasattr(sys, "gettotalrefcount")

# Of these packages, which change none of their classes once they are imported.
_NAMES: Final = (
    "argparse base64 bisect calendar collections contextlib copy csv dataclasses datetime decimal difflib enum "
    "fractions functools graphlib heapq html io json linecache logging numbers operator pathlib pprint queue random re "
    "statistics string textwrap ticklane traceback types unittest uuid zoneinfo"
)
_PACKAGES: Final = frozenset(_NAMES.split())
_HOST: Final = "ticklane_runtime._host"

_words: Final[dict[type, ctypes.c_ulong]] = {}
_seen: Final[set[str]] = set()
_on: Final = [False]


def look_at(module: ModuleType) -> None:
    """A script sees this module for the first time: from now on its classes are among the sealed."""
    name = module.__name__
    if name in _seen:
        return
    _seen.add(name)
    if name.partition(".")[0] not in _PACKAGES and not name.startswith(_HOST):
        return
    top = name.partition(".")[0]
    for value in list(module.__dict__.values()):
        if isinstance(value, type) and value.__module__.partition(".")[0] in (top, f"_{top}", f"_py{top}"):
            _add(value)


def _add(cls: type) -> None:
    flags = cls.__flags__
    if cls in _words or not _PLAIN or flags & _IMMUTABLE or not flags & _HEAP:
        return
    word = ctypes.c_ulong.from_address(id(cls) + _FLAGS_AT)
    if word.value != flags:
        return  # not the memory this knows
    _words[cls] = word
    if _on[0]:
        word.value = flags | _IMMUTABLE


def seal() -> Callable[[], None]:
    """Seal what scripts share, and what they will be seen to share; gives what takes all seals away again."""
    for name, module in list(sys.modules.items()):
        if name == "ticklane" or name.startswith(("ticklane.", _HOST)):
            look_at(module)
    _on[0] = True
    for word in _words.values():
        word.value |= _IMMUTABLE
    return _unseal


def _unseal() -> None:
    _on[0] = False
    for word in _words.values():
        word.value &= ~_IMMUTABLE
