"""Finding sections by names of the API, by words, by a pasted error message: BM25 over a few hundred sections."""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from functools import cache
from typing import Final, NamedTuple

from ticklane_gateway.reading.sections import Section, sections

__all__ = ["search"]

_WORD: Final = re.compile(r"[A-Za-zÀ-ɏ_]+")
_NAME: Final = re.compile(r"[A-Za-z_][\w.]*")
_SATURATION: Final = 1.2
_LENGTH_SHARE: Final = 0.6
_TITLE_WEIGHT: Final = 4
_NAME_BONUS: Final = 6.0
_FOR_BUILDERS: Final = ("architecture", "control-protocol", "dependencies", "java-python", "performance", "reliability")
_BUILDERS_SHARE: Final = 0.4  # an agent asks how to write scripts, not how this is built
_OFTEN: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "can",
        "do",
        "does",
        "for",
        "from",
        "has",
        "have",
        "host",
        "how",
        "i",
        "if",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "no",
        "not",
        "of",
        "on",
        "or",
        "that",
        "the",
        "this",
        "to",
        "was",
        "what",
        "when",
        "where",
        "which",
        "why",
        "will",
        "with",
        "you",
        "your",
    ]
)
_SAME: Final = {  # what people say, and what is written
    "velocity": "vel",
    "speed": "vel",
    "position": "pos",
    "location": "pos",
    "coordinate": "place",
    "timeout": "wait",
    "sleep": "wait",
    "delay": "wait",
    "second": "tick",
    "slow": "budget",
    "lag": "budget",
    "detonate": "explode",
    "blast": "explosion",
    "knockback": "push",
    "mob": "living",
    "undo": "restore",
    "reset": "restore",
    "random": "seed",
    "install": "dependencies",
    "pip": "dependencies",
    "package": "dependencies",
    "permission": "capability",
    "percentile": "summary",
    "average": "summary",
    "statistic": "summary",
    "graph": "plot",
    "chart": "plot",
    "picture": "plot",
    "teleport": "modify",
    "apply": "modify",
    "accelerate": "modify",
    "boost": "modify",
    "delete": "remove",
    "create": "spawn",
    "launch": "spawn",
    "shoot": "spawn",
    "throw": "spawn",
    "drop": "spawn",
    "put": "set_block",
    "place": "set_block",
    "kill": "remove",
    "compare": "expect",
    "tolerance": "expect",
    "verify": "expect",
    "communicate": "send",
    "reload": "replaces",
    "nearest": "radius",
    "distance": "radius",
    "terminal": "fall",
    "detect": "on_event",
    "notify": "on_event",
}
_SAME_SHARE: Final = 0.75
_ATTRIBUTES_SHARE: Final = 0.45  # a line each: short texts weigh much, and say little to who doesn't name them


class _Index(NamedTuple):
    counts: list[Counter[str]]
    lengths: list[int]
    mean: float
    rarity: dict[str, float]
    names: dict[str, set[int]]
    same: dict[str, list[str]]


def search(query: str) -> list[Section]:
    """Sections that match, the best first; a section that has none of the query's words is left out."""
    index = _index()
    all_sections = sections()
    words = [_known(word, index) for word in dict.fromkeys(_words(query))]
    weights = dict.fromkeys(words, 1.0)
    for word in words:
        for also in index.same.get(word, ()):
            weights.setdefault(also, _SAME_SHARE)
    points = [0.0] * len(all_sections)
    matched = [0.0] * len(all_sections)
    for word, weight in weights.items():
        rarity = weight * index.rarity.get(word, 0.0)
        if not rarity:
            continue
        for number, counts in enumerate(index.counts):
            if count := counts[word]:
                share = 1 - _LENGTH_SHARE + _LENGTH_SHARE * index.lengths[number] / index.mean
                points[number] += rarity * count * (_SATURATION + 1) / (count + _SATURATION * share)
                matched[number] += weight
    for number, section in enumerate(all_sections):
        points[number] *= 0.5 + 0.5 * min(1.0, matched[number] / max(len(words), 1))
        if section.text.startswith(f"`{section.name}`"):
            points[number] *= _ATTRIBUTES_SHARE
        if section.name.partition("#")[0] in _FOR_BUILDERS:
            points[number] *= _BUILDERS_SHARE
    for name in set(_NAME.findall(query)):
        looks_like_one = "." in name or "_" in name or name != name.lower()
        if not looks_like_one and len(words) > 2:
            continue  # "block" among other words is a word
        for number in index.names.get(name.removeprefix("host.").rstrip(".").lower(), ()):
            points[number] += _NAME_BONUS * (1 + looks_like_one)
    found = sorted((-score, number) for number, score in enumerate(points) if score > 0)
    least = -found[0][0] / 5 if found else 0.0
    return [all_sections[number] for score, number in found if -score >= least]


def _known(word: str, index: _Index) -> str:
    """The word, or where nothing has it the one that is written nearest."""
    if word in index.rarity or len(word) < 5:
        return word
    return next(iter(difflib.get_close_matches(word, index.rarity, n=1, cutoff=0.8)), word)


@cache
def _index() -> _Index:
    counts: list[Counter[str]] = []
    names: dict[str, set[int]] = {}
    for number, section in enumerate(sections()):
        title = _words(f"{section.title} {section.name} {' '.join(section.words)}")
        counts.append(Counter(_words(section.text)) + Counter(title * _TITLE_WEIGHT))
        for word in section.words:
            names.setdefault(word.lower(), set()).add(number)
    lengths = [counted.total() for counted in counts]
    seen = Counter(word for counted in counts for word in counted)
    rarity = {word: math.log(1 + (len(counts) - many + 0.5) / (many + 0.5)) for word, many in seen.items()}
    same = {_stem(said): _words(written) for said, written in _SAME.items()}
    return _Index(counts, lengths, sum(lengths) / len(lengths), rarity, names, same)


def _words(text: str) -> list[str]:
    """Words in their plain form, those of snake_case and CamelCase names apart too."""
    found: list[str] = []
    for name in _WORD.findall(text):
        parts = re.findall(r"[A-ZÀ-Þ]?[a-zà-ɏ]+|[A-ZÀ-Þ]+(?![a-z])", name)
        found += [_stem(part.lower()) for part in parts]
        if len(parts) > 1:
            found.append(name.strip("_").lower())
    return [word for word in found if len(word) > 1 and word not in _OFTEN]


def _stem(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            stem = word.removesuffix(ending) + instead
            if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                stem = stem[:-1]
            return stem.removesuffix("e") if len(stem) > 4 else stem
    return word.removesuffix("e") if len(word) > 4 else word
