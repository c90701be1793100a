"""A column that is made when it is first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Never, TypeVar, overload

import numpy as np

__all__ = ["Column"]

T = TypeVar("T")
S = TypeVar("S")


class Column(Generic[T]):
    """Decorates a method that makes a column of a whole table; the value lands in the instance's own dict.

    Not a data descriptor, so every later read is a plain attribute look-up. A selection (a table with a `_root`)
    takes its `_rows` of the root's column instead of calling the method.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    if TYPE_CHECKING:
        # A type checker then refuses an assignment, as the table does; at run time it would cost every read.
        def __set__(self, table: Any, value: Never) -> None: ...

    @overload
    def __get__(self, table: None, owner: type) -> Column[T]: ...
    @overload
    def __get__(self, table: object, owner: type) -> T: ...
    def __get__(self, table: Any, owner: type) -> Any:
        if table is None:
            return self
        root = table._root
        value: Any
        if root is None:
            value = self._make(table)  # over a read-only buffer
        else:
            value = getattr(root, self._name)[table._rows]
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        table.__dict__[self._name] = value
        return value
