"""What all resources share: numbers in a URI's query, and refusals that reach the reader word for word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from logging import DEBUG
from typing import ParamSpec

from fastmcp.exceptions import ResourceError, ToolError

__all__ = ["told", "whole"]

P = ParamSpec("P")


def told(read: Callable[P, Awaitable[str]]) -> Callable[P, Awaitable[str]]:
    """Refusals of the game and of the library as a resource's error; others are masked."""

    @wraps(read)
    async def reading(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await read(*args, **kwargs)
        except (ToolError, LookupError) as error:
            raise ResourceError(str(error.args[0] if error.args else error), log_level=DEBUG) from error

    return reading


def whole(name: str, text: str, low: int, high: int = 2**53) -> int:
    """The number a query gives; raises `LookupError` saying what it must be."""
    if text.isascii() and text.isdigit() and len(text) <= 16 and low <= int(text) <= high:
        return int(text)
    bound = f"from {low} to {high:,}" if high < 2**53 else f"of {low} or more"
    raise LookupError(f"{name} must be a whole number {bound}, not {text!r}")
