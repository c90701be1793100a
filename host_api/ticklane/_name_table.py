"""The game's numbers for names, decoded once each and shared by every column that uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ticklane._name import Name, short_name
from ticklane._nearest import nearest, question
from ticklane.arrays import B1
from ticklane.block import Block
from ticklane.errors import UnknownNameError

__all__ = ["NameTable", "NameTables"]

_REMEMBERED: Final = 65_536  # more than there are block states; sets of tags have no end


class NameTable:
    """One kind of name: code -> name and name -> code, both remembered. Code -1 is "" (not known).

    Args:
        what: for messages, "entity type", "block", "item".
        fetch: the full name of a code >= 0. Asked once a code, unless very many are in use.
        find: the code of a name as a script wrote it (namespace, a block's properties may be missing); -1 unknown.
        suggest: names that resemble an unknown one, best first.
        make: what a decoded name becomes: Name (default), Block for block states, str where there is no namespace.
    """

    __slots__ = ("_codes", "_fetch", "_find", "_make", "_names", "_suggest", "what")

    def __init__(
        self,
        what: str,
        fetch: Callable[[int], str],
        find: Callable[[str], int],
        suggest: Callable[[str], Sequence[str]],
        make: Callable[[str], str] = Name,
    ) -> None:
        self.what = what
        self._fetch = fetch
        self._find = find
        self._suggest = suggest
        self._make = make
        self._names: dict[int, str] = {-1: make("")}
        self._codes: dict[str, int] = {"": -1}

    @classmethod
    def of(cls, what: str, names: Iterable[str], make: Callable[[str], str] = Name) -> NameTable:
        """A fixed table: code i is the i-th name. A block without all its properties finds the first that fits."""
        known = [make(name) for name in names]

        def find(name: str) -> int:
            return next((code for code, have in enumerate(known) if have == name), -1)

        return cls(what, known.__getitem__, find, lambda name: nearest(name, known), make)

    def name(self, code: int) -> str:
        """The full name (a Name or a Block) of a code; "" for -1."""
        name = self._names.get(code)
        if name is None:
            if len(self._names) > _REMEMBERED:
                self._names = {-1: self._make("")}
            name = self._names[code] = self._make(self._fetch(code))
        return name

    def code(self, name: str) -> int:
        """The code of a name; of a block without all properties, that of its default state.

        Raises UnknownNameError with the nearest names.
        """
        text = str(name)
        code = self._codes.get(text)
        if code is None:
            code = int(self._find(text))
            if code < 0:
                similar = [short_name(str(near)) for near in self._suggest(text)]
                message = f"no {self.what} {text!r}{question(similar)}"
                raise UnknownNameError(message, name=text, nearest=similar)
            if len(self._codes) > _REMEMBERED:
                self._codes = {"": -1}
            self._codes[text] = code
        return code

    def mask(self, codes: NDArray[np.integer[Any]], name: str) -> B1:
        """Which of the codes are that name: for blocks, all its states that have the properties given.

        Raises UnknownNameError.
        """
        code = self.code(name)
        if self._make is not Block or code < 0:
            return np.asarray(codes == code)
        states = [state for state in np.unique(codes).tolist() if state >= 0 and self.name(state) == name]
        if len(states) == 1:
            return np.asarray(codes == states[0])
        return np.isin(codes, states)


@dataclass(frozen=True)
class NameTables:
    """The tables a world's entity columns and events are decoded with."""

    types: NameTable
    blocks: NameTable
    items: NameTable
    causes: NameTable
    tags: NameTable  # of tag sets: the tags of an entity joined by spaces, code 0 for none
