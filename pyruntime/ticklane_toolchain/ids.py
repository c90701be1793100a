"""A script's id: the rule it follows, and how one is made from the script itself."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["ID_RULE", "id_from_docstring", "id_from_file_name", "is_id"]

ID_RULE: Final = "1 to 64 of A-Z a-z 0-9 . _ -, and not . or .."
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST_MADE = 40


def is_id(text: str) -> bool:
    """Whether `text` may name a script: it becomes part of file names."""
    return _ID.fullmatch(text) is not None and text not in {".", ".."}


def id_from_docstring(docstring: str) -> str:
    """The first clause, cut at a word: "Fall of 500 blocks. …" gives "fall-of-500-blocks"; "" when nothing is left."""
    clause = re.split(r"[.:;,!?]\s|[.:;,!?]?\n|[.:;,!?]$", docstring.strip(), maxsplit=1)[0]
    words = re.findall(r"[a-z0-9]+", _ascii(clause).lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word
        if len(longer) > _LONGEST_MADE:
            break
        slug = longer
    return slug or "".join(words[:1])[:_LONGEST_MADE]


def id_from_file_name(stem: str) -> str:
    """A file name without its ending, other characters as "-"; "" when nothing is left."""
    made = re.sub(r"[^A-Za-z0-9._-]+", "-", _ascii(stem)).strip("-")[:64]
    return made if is_id(made) else ""


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
