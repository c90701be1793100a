"""Dictionaries whose keys are names of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ticklane._name import Name
from ticklane.block import Block

__all__ = ["ByName", "NameCounts"]

V = TypeVar("V")


class ByName(dict[str, V]):
    """A value per name. `found["tnt"]` and `found["minecraft:tnt"]` are the same."""

    __slots__ = ()

    def __missing__(self, name: object) -> V:
        key = _key(name)
        if key is not name and key in self.keys():
            return self[key]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(_key(name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dict):
            return NotImplemented
        return len(self) == len(other) and all(self.get(name) == value for name, value in other.items())

    def __ne__(self, other: object) -> bool:
        return not self == other

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(_key(name), default)


class NameCounts(ByName[int]):
    """How many per name, most first (then by name)."""

    __slots__ = ()

    def __init__(self, pairs: Iterable[tuple[str, int]]) -> None:
        super().__init__(sorted(pairs, key=lambda pair: (-pair[1], str(pair[0]))))


def _key(name: Any) -> Any:
    """A plain string hashes as its text, the keys hash by their short names: make it one of their kind."""
    if type(name) is not str:
        return name
    return Block(name) if "[" in name else Name(name)
