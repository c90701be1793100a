"""Lone surrogates: characters Python strings can hold and UTF-8, so JSON and Java, can't."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["find_surrogate", "utf8"]


def utf8(text: str) -> str:
    """The text with lone surrogates spelt out, so that it can be UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def find_surrogate(plain: Any) -> tuple[list[str], str] | None:
    """Where in plain JSON data (str, dict, list and scalars) the first lone surrogate is: key path, and what it is.

    None when there is none.
    """
    if isinstance(plain, str):
        told = _told(plain)
        return None if told is None else ([], told)
    for step, key, item in _items(plain):
        told = None if key is None else _told(key)
        if told is not None:
            return [step], told
        found = find_surrogate(item)
        if found is not None:
            return [step, *found[0]], found[1]
    return None


def _items(plain: Any) -> Iterator[tuple[str, str | None, Any]]:
    if isinstance(plain, dict):
        for key, item in plain.items():
            yield f".{key}" if key.isidentifier() else f"[{key[:80]!r}]", key, item
    elif isinstance(plain, list):
        for i, item in enumerate(plain):
            yield f"[{i}]", None, item


def _told(text: str) -> str | None:
    try:
        text.encode()
    except UnicodeEncodeError as e:
        return f"a lone surrogate (U+{ord(text[e.start]):04X}) at {e.start}, which UTF-8 can't hold"
    return None
