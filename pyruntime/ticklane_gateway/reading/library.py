"""Docs, examples, skills and llms.txt, shipped for reading: in a wheel in this package, in a checkout at its root."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

from ticklane_gateway.replies import MAX_REPLY_BYTES

__all__ = [
    "doc_pages",
    "docs_page",
    "example_summary",
    "example_text",
    "examples",
    "part_of",
    "root",
    "skill_names",
    "skill_text",
]

_SHIPPED: Final = Path(__file__).parents[1] / "_library"
_PART_BYTES: Final = MAX_REPLY_BYTES - 1_000


@cache
def root() -> Path:
    """The folder that holds docs/, examples/, skills/ and llms.txt."""
    return _SHIPPED if _SHIPPED.is_dir() else Path(__file__).resolve().parents[3]


@cache
def doc_pages() -> tuple[str, ...]:
    """Names of the documentation's pages, without `.md`."""
    return tuple(sorted(path.stem for path in (root() / "docs").glob("*.md")))


def docs_page(name: str) -> str:
    """A page's Markdown; raises `LookupError` when there is none of that name."""
    if name not in doc_pages():
        raise LookupError(f"there is no page {name!r}; there are: {' '.join(doc_pages())}")
    return (root() / "docs" / f"{name}.md").read_text(encoding="utf-8")


@cache
def examples() -> tuple[str, ...]:
    """Names of the example scripts, without `.py`."""
    return tuple(sorted(path.stem for path in (root() / "examples").glob("*.py")))


def example_text(name: str) -> str:
    """An example's source; raises `LookupError` when there is none of that name."""
    if name not in examples():
        raise LookupError(f"there is no example {name!r}; there are: {' '.join(examples())}")
    return (root() / "examples" / f"{name}.py").read_text(encoding="utf-8")


@cache
def example_summary(name: str) -> str:
    """The first paragraph of an example's docstring, on one line."""
    said = ast.get_docstring(ast.parse(example_text(name))) or name
    return " ".join(said.split("\n\n")[0].split())


@cache
def skill_names() -> tuple[str, ...]:
    """Names of the skills."""
    return tuple(sorted(path.parent.name for path in (root() / "skills").glob("*/SKILL.md")))


def skill_text(name: str) -> str:
    """A skill's SKILL.md without its front matter; raises `LookupError` when there is none of that name."""
    if name not in skill_names():
        raise LookupError(f"there is no skill {name!r}; there are: {' '.join(skill_names())}")
    text = (root() / "skills" / name / "SKILL.md").read_text(encoding="utf-8")
    return text.split("\n---\n", 1)[1].lstrip("\n")


def part_of(text: str, part: int, more: str) -> str:
    """The `part`-th (from 1) piece of a text, at most 29,000 bytes, cut at line ends.

    `more` is how to ask for the next one; `{part}` in it stands for its number. Raises `LookupError` when there is no
    such part.
    """
    parts = _parts(text)
    if not 1 <= part <= len(parts):
        raise LookupError(f"there is no part {part}: there are {len(parts)}")
    if part == len(parts):
        return parts[part - 1]
    return f"{parts[part - 1]}\n[part {part} of {len(parts)}; the next: {more.format(part=part + 1)}]\n"


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    kept: list[str] = []
    size = 0
    for line in text.splitlines(keepends=True):
        for piece in _short_enough(line):
            length = len(piece.encode("utf-8"))
            if kept and size + length > _PART_BYTES:
                parts.append("".join(kept))
                kept, size = [], 0
            kept.append(piece)
            size += length
    return [*parts, "".join(kept)]


def _short_enough(line: str) -> list[str]:
    most = _PART_BYTES // 4  # a character has at most four bytes
    return (
        [line]
        if len(line.encode("utf-8")) <= _PART_BYTES
        else [line[at : at + most] for at in range(0, len(line), most)]
    )
