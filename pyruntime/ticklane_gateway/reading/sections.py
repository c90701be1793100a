"""Everything there is to read, cut into sections that each have a name: what search finds and what can be asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from ticklane_gateway.reading.library import (
    doc_pages,
    docs_page,
    example_summary,
    example_text,
    examples,
    skill_names,
    skill_text,
)

__all__ = ["Section", "sections"]

_REFERENCE: Final = "script-host"
_HEADING: Final = re.compile(r"(#{1,6}) (.+)")
_CALL: Final = re.compile(r"([a-z_]\w*)[(\[]")
_ATTRIBUTE: Final = re.compile(r"\| `(\w+)` \| `([^|]+)` \| (.+) \|")


@dataclass(frozen=True)
class Section:
    """A piece of text by name: "measuring#triggers", "ScriptHost.spawn", "examples/tnt_push", "skills/game-traps#time".

    `words` are the names of the API it defines, for those who search for them.
    """

    name: str
    title: str
    text: str
    words: tuple[str, ...] = ()


@cache
def sections() -> tuple[Section, ...]:
    """All of them, in reading order."""
    found: list[Section] = []
    for page in doc_pages():
        found += _reference() if page == _REFERENCE else _of_page(page, docs_page(page))
    for skill in skill_names():
        found += _of_page(f"skills/{skill}", skill_text(skill))
    for name in examples():
        source = example_text(name)
        found.append(
            Section(f"examples/{name}", f"Example: {example_summary(name)}", f"```python\n{source}```", (name,))
        )
    return tuple(found)


def _of_page(page: str, text: str) -> Iterator[Section]:
    title, under, lines = page, "", list[str]()
    names: set[str] = set()
    for line, heading in _with_headings(text):
        if heading is None:
            lines.append(line)
            continue
        if any(map(str.strip, lines)):
            yield _section(page, title, under, lines, names)
        level, said = heading
        lines = []
        if level == 1:
            title = said
        else:
            under = said
    if any(map(str.strip, lines)):
        yield _section(page, title, under, lines, names)


def _section(page: str, title: str, under: str, lines: list[str], names: set[str]) -> Section:
    name = f"{page}#{_anchor(under)}" if under else page
    while name in names:
        name += "-2"
    names.add(name)
    return Section(name, f"{title}: {under}" if under else title, "\n".join(lines).strip())


def _with_headings(text: str) -> Iterator[tuple[str, tuple[int, str] | None]]:
    """Lines, those that are headings (outside code) with level and text."""
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        found = None if fenced else _HEADING.fullmatch(line)
        yield line, (len(found[1]), found[2]) if found else None


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) or "section"


def _reference() -> Iterator[Section]:
    """An entry for each class, function, call and attribute of the reference page."""
    owner, group, lines = "", "", list[str]()
    chapter = ""
    for line, heading in _with_headings(docs_page(_REFERENCE)):
        if heading is None:
            lines.append(line)
            continue
        level, said = heading
        yield from _entries(chapter, owner, group, lines)
        lines = []
        if level <= 2:
            chapter, owner, group = (said, "", "") if level == 2 else ("", "", "")
        elif level == 3:
            owner, group = said, ""
        else:
            group = said.partition(": ")[2]
    yield from _entries(chapter, owner, group, lines)


def _entries(chapter: str, owner: str, group: str, lines: list[str]) -> Iterator[Section]:
    if not owner:
        if text := "\n".join(lines).strip():
            named = _anchor(chapter) if chapter else ""
            yield Section(f"{_REFERENCE}#{named}" if named else _REFERENCE, chapter or "Script reference", text)
        return
    about, calls = _split_at_calls(lines)
    attributes = [found for line in about if (found := _ATTRIBUTE.fullmatch(line))]
    kept = "\n".join(line for line in about if not _ATTRIBUTE.fullmatch(line) and not line.startswith("|")).strip()
    if kept:
        name = f"{owner}: {group}" if group else owner
        own = [call for call, _ in calls]
        more = f"\n\nCalls: {' '.join(own)}" if own and not group else ""
        yield Section(name, f"{chapter}: {name}", kept + more, (owner,))
    for found in attributes:
        name, kind, said = found.groups()
        title = f"{owner}, {group}" if group else owner
        yield Section(f"{owner}.{name}", title, f"`{owner}.{name}`: `{kind}`. {said}", (name, f"{owner}.{name}"))
    for call, body in calls:
        text = "\n".join(body).strip()
        if call == owner:  # a function of the module
            yield Section(owner, f"{chapter}: {owner}", f"{kept}\n\n{text}".strip(), (owner,))
            continue
        yield Section(f"{owner}.{call}", f"{owner}, {group}" if group else owner, text, (call, f"{owner}.{call}"))


def _split_at_calls(lines: list[str]) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """What comes before the first signature, and each signature with what is said of it."""
    about: list[str] = []
    calls: list[tuple[str, list[str]]] = []
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        found = _CALL.match(following) if line == "```python" else None
        if found and _is_signature(lines[number + 1 :]):
            calls.append((found[1], []))
        (calls[-1][1] if calls else about).append(line)
    return about, calls


def _is_signature(lines: list[str]) -> bool:
    """Whether a fence's content, from here, is one signature: examples call on something or go on."""
    content = lines[: lines.index("```")] if "```" in lines else lines
    text = " ".join(line.strip() for line in content)
    return "->" in text or (len(content) == 1 and text.endswith("]") and text.count("[") == 1) or " == " in text
