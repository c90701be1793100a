"""A name of the game as a string that doesn't insist on its namespace."""

from __future__ import annotations

__all__ = ["NAMESPACE", "Name", "full_name", "short_name"]

NAMESPACE = "minecraft:"


def full_name(name: str) -> str:
    """With its namespace: "tnt" becomes "minecraft:tnt"; "" (not known) stays ""."""
    return name if not name or ":" in name else NAMESPACE + name


def short_name(name: str) -> str:
    """Without the game's own namespace: "minecraft:tnt" becomes "tnt"."""
    return name.removeprefix(NAMESPACE)


class Name(str):
    """A full id, "minecraft:tnt", that equals "tnt" too.

    No hash can agree with both spellings of a plain string; it agrees with the short one, so that
    `event.type in {"tnt", "arrow"}` works as it reads.
    """

    __slots__ = ()

    def __new__(cls, name: str) -> Name:
        return super().__new__(cls, full_name(name))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        return str.__eq__(self, other) or str.__eq__(self, full_name(str(other)))

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self) -> int:
        return hash(short_name(str(self)))
