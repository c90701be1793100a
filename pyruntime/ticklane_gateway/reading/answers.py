"""What the tool `docs` answers: a topic in parts, or what was found, each in bounds and with what else there is."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from ticklane_gateway.reading.library import (
    doc_pages,
    docs_page,
    example_summary,
    example_text,
    examples,
    part_of,
    root,
    skill_names,
    skill_text,
)
from ticklane_gateway.reading.search import search
from ticklane_gateway.reading.sections import Section, sections

__all__ = ["contents", "found_for", "topic_names", "topic_or_found", "topic_text"]

_SHOWN_CHARS: Final = 9_000
_SECTION_CHARS: Final = 3_500
_MOST_SHOWN: Final = 4
_MOST_NAMED: Final = 20


def contents() -> str:
    """What there is: llms.txt, and the names that can be asked for."""
    text = (root() / "llms.txt").read_text(encoding="utf-8")
    return (
        f"{text}\nAsk docs(topic=...) for a page (writing-a-script), a section (physics#in-the-air), a call or class "
        "(host.spawn, Entities, GoneError), an example (examples/tnt_push) or a skill (game-traps); docs(query=...) "
        "finds words, names and messages.\n"
    )


def topic_text(topic: str, part: int) -> str:
    """One part of a page, section, call, example or skill; raises `LookupError` naming the nearest."""
    wanted = (
        topic.strip().removesuffix(".md").removeprefix("ticklane://").removeprefix("docs/").removeprefix("skill://")
    )
    text = _text_of(wanted)
    if text is None:
        raise LookupError(f"there is no topic {topic!r}{_nearest(wanted)}")
    return part_of(text, part, f"docs(topic={topic!r}, part={{part}})")


def topic_or_found(topic: str, part: int) -> str:
    """`topic_text`, or where there is no such topic what a search for it finds; raises `LookupError` for nothing."""
    try:
        return topic_text(topic, part)
    except LookupError:
        if part > 1 or not search(topic):
            raise
    return f"No topic is named {topic!r}; this is what a search for it finds.\n\n{found_for(topic)}"


def found_for(query: str) -> str:
    """The best sections that match, whole or their beginning, and the names of more."""
    found = search(query)
    if not found:
        return f"Nothing matches {query!r}. Other words, or docs() for what there is.\n"
    shown: list[str] = []
    room = _SHOWN_CHARS
    for section in found[:_MOST_SHOWN]:
        text = _entry(section, min(_SECTION_CHARS, room))
        if shown and len(text) > room:
            break
        shown.append(text)
        room -= len(text)
    more = [f"- {it.name}: {it.title}" for it in found[len(shown) : len(shown) + _MOST_NAMED]]
    others = len(found) - len(shown) - len(more)
    if more:
        left = f" (and {others} more: ask more exactly)" if others else ""
        shown.append(f"More, each by docs(topic=...){left}:\n" + "\n".join(more) + "\n")
    return "\n".join(shown)


@cache
def topic_names() -> tuple[str, ...]:
    """Everything that can be asked for by name."""
    pages = dict.fromkeys([*doc_pages(), *(f"skills/{name}" for name in skill_names())])
    return tuple(dict.fromkeys([*pages, *(section.name for section in sections())]))


def _text_of(topic: str) -> str | None:
    page = topic.removeprefix("skills/").removesuffix("/SKILL")
    if page in skill_names():
        return skill_text(page)
    if topic in doc_pages():
        return docs_page(topic)
    name = topic.removeprefix("examples/").removesuffix(".py")
    if name in examples():
        return f"{example_summary(name)}\n\n```python\n{example_text(name)}```\n"
    wanted = re.sub(r"^host\.", "ScriptHost.", topic).removesuffix("()").lower()
    wanted = {"host": "scripthost"}.get(wanted, wanted)
    found = [section for section in sections() if section.name.lower() == wanted]
    if not found and "." not in wanted and "#" not in wanted:
        found = [section for section in sections() if wanted in (word.lower() for word in section.words)]
    if not found:
        return None
    return "\n".join(_entry(section, len(section.text)) for section in (*found, *_members(found)))


def _members(found: list[Section]) -> Iterator[Section]:
    """The calls and attributes of a class that was asked for whole."""
    if len(found) == 1 and "." not in found[0].name and found[0].words == (found[0].name,):
        for section in sections():
            if section.name.startswith((f"{found[0].name}.", f"{found[0].name}: ")):
                yield section


def _entry(section: Section, most: int) -> str:
    text = section.text
    if len(text) > most:
        text = text[:most].rsplit("\n", 1)[0]
        text += "\n```" if text.count("```") % 2 else ""
        text += f"\n… whole: docs(topic={section.name!r})"
    return f"# {section.name}\n{section.title}\n\n{text}\n"


def _nearest(topic: str) -> str:
    names = {name.lower(): name for name in topic_names()}
    near = [names[name] for name in difflib.get_close_matches(topic.lower(), names, n=3, cutoff=0.5)]
    near += [section.name for section in search(topic)[:3] if section.name not in near]
    return f"; nearest: {' '.join(near)}" if near else "; docs() says what there is"
