"""Containers of the process that a script may read and not change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any, NoReturn, TypeVar

from ticklane import NotHereError

__all__ = ["FixedList", "FixedMapping"]

K = TypeVar("K")
V = TypeVar("V")


def _refuse(what: str, instead: str) -> NoReturn:
    raise NotHereError(f"{what} belongs to the whole game's process, other scripts included: {instead}")


class FixedList(list[Any]):
    """A list as it was when it was looked at; changing it is refused."""

    __slots__ = ("_instead", "_what")

    def __init__(self, values: list[Any], what: str, instead: str) -> None:
        super().__init__(values)
        self._what = what
        self._instead = instead

    def _refused(self, *_: Any, **__: Any) -> NoReturn:
        _refuse(self._what, self._instead)

    append = extend = insert = remove = pop = clear = sort = reverse = _refused
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refused

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


class FixedMapping(MutableMapping[K, V]):
    """A mapping as it is now; changing it is refused."""

    __slots__ = ("_instead", "_values", "_what")

    def __init__(self, values: Mapping[K, V], what: str, instead: str) -> None:
        self._values = values
        self._what = what
        self._instead = instead

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __setitem__(self, key: K, value: V) -> None:
        _refuse(self._what, self._instead)

    def __delitem__(self, key: K) -> None:
        _refuse(self._what, self._instead)

    def copy(self) -> dict[K, V]:
        return dict(self)

    def __or__(self, other: Mapping[K, V]) -> dict[K, V]:
        return dict(self) | dict(other)

    def __ror__(self, other: Mapping[K, V]) -> dict[K, V]:
        return dict(other) | dict(self)

    def __ior__(self, other: Any) -> NoReturn:  # type: ignore[misc]
        _refuse(self._what, self._instead)

    def pop(self, *_: Any) -> NoReturn:
        _refuse(self._what, self._instead)

    def popitem(self) -> NoReturn:
        _refuse(self._what, self._instead)

    def clear(self) -> None:
        _refuse(self._what, self._instead)

    def setdefault(self, *_: Any) -> NoReturn:
        _refuse(self._what, self._instead)

    def update(self, *_: Any, **__: Any) -> None:
        _refuse(self._what, self._instead)

    def __repr__(self) -> str:
        return repr(dict(self))
