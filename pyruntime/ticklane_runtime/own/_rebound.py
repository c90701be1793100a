"""A function of a module as a script's view has it: the same code, looking up its globals in the view."""

from __future__ import annotations

from types import FunctionType
from typing import Any

__all__ = ["rebound"]


def rebound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__doc__ = function.__doc__
    made.__module__ = function.__module__
    return made
