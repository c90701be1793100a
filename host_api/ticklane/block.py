"""One block state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ticklane._name import Name, full_name

__all__ = ["Block"]


class Block(str):
    """A block state, "minecraft:oak_stairs[facing=east,half=bottom]": a string that compares as scripts mean it.

    `block == "oak_stairs"` compares ids, `block == "oak_stairs[facing=east]"` also the properties named there.
    Two Blocks are equal when id and all properties are. The namespace "minecraft:" may be left out everywhere.
    Hashable: states of one id share the hash of its short name, so `block.id in {"stone", "dirt"}` works.

    Raises ValueError when the text is not of the form `name` or `name[key=value,...]`.
    """

    __slots__ = ("_id", "_props")
    _id: Name
    _props: Mapping[str, str]

    def __new__(cls, state: str) -> Block:
        """Make one from text; an existing Block is given back as it is."""
        if type(state) is cls:
            return state
        parsed = _parse(str(state))
        if parsed is None:
            raise ValueError(f"not a block state: {str(state)!r}; write 'oak_stairs' or 'oak_stairs[facing=east]'")
        id, props = parsed
        listed = ",".join(f"{key}={value}" for key, value in props.items())
        self = super().__new__(cls, f"{id}[{listed}]" if listed else id)
        self._id = Name(id)
        self._props = props
        return self

    @property
    def id(self) -> str:
        """The block's id, "minecraft:oak_stairs"; equals "oak_stairs" too."""
        return self._id

    @property
    def props(self) -> Mapping[str, str]:
        """Its properties, {"facing": "east", ...}, keys in alphabetical order; read-only."""
        return self._props

    def __eq__(self, other: object) -> bool:
        """Compare as the class says."""
        if isinstance(other, Block):
            return str.__eq__(self, other)
        if not isinstance(other, str):
            return NotImplemented
        parsed = _parse(str(other))
        if parsed is None:
            return False
        id, props = parsed
        return str.__eq__(self._id, id) and props.items() <= self._props.items()

    def __ne__(self, other: object) -> bool:
        """The opposite of ==."""
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self) -> int:
        """Of the id, which all states that == can find equal share."""
        return hash(self._id)

    def __reduce__(self) -> tuple[type[Block], tuple[str]]:
        """Copy and pickle by text."""
        return Block, (str(self),)


@lru_cache(maxsize=4096)
def _parse(text: str) -> tuple[str, Mapping[str, str]] | None:
    """Full id and properties, sorted by key; None for what isn't a block state."""
    name, bracket, rest = text.strip().partition("[")
    id = full_name(name.strip())
    if not bracket:
        return (id, MappingProxyType({})) if "]" not in id else None
    if not rest.endswith("]") or not id:
        return None
    props: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in rest[:-1].split(","))):
        key, equals, value = pair.partition("=")
        if not equals or not key.strip() or not value.strip():
            return None
        props[key.strip()] = value.strip()
    return id, MappingProxyType(dict(sorted(props.items())))
