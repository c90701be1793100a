"""The names that resemble a wrong one most: the second half of every "no such name" message."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["did_you_mean", "nearest", "or_known", "question"]

_NAMESPACE = "minecraft:"
_CUTOFF = 0.6


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Up to `limit` of the known names that `name` may have meant, best first; empty when none resembles it."""
    from difflib import SequenceMatcher  # only needed once something is wrong: keeps `import ticklane` fast

    wanted = _plain(name)
    if not wanted:
        return []
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    scored: list[tuple[float, str]] = []
    for candidate in dict.fromkeys(known):
        plain = _plain(candidate)
        if not plain:
            continue
        bonus = _overlap(wanted, plain)
        matcher.set_seq1(plain)
        if bonus + matcher.real_quick_ratio() < _CUTOFF or bonus + matcher.quick_ratio() < _CUTOFF:
            continue
        score = bonus + matcher.ratio()
        if score >= _CUTOFF:
            scored.append((-score, candidate))
    return [candidate for _, candidate in sorted(scored)[:limit]]


def did_you_mean(name: str, known: Iterable[str], limit: int = 3) -> str:
    """The same as the end of a sentence: ", did you mean a, b or c?", or "" when nothing resembles it."""
    return question(nearest(name, known, limit))


def or_known(name: str, known: Iterable[str]) -> str:
    """For short lists: ", did you mean a?" or, where nothing resembles it, "; known: a b c"; "" for an empty list."""
    names = list(known)
    return did_you_mean(name, names, 1) or (f"; known: {' '.join(names)}" if names else "")


def question(names: Iterable[str]) -> str:
    """The names as ", did you mean a, b or c?"; "" for no names."""
    found = list(names)
    if not found:
        return ""
    listed = found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}"
    return f", did you mean {listed}?"


def _plain(name: str) -> str:
    return name.strip().lower().removeprefix(_NAMESPACE).replace("-", "_").replace(" ", "_")


def _overlap(wanted: str, candidate: str) -> float:
    """What a shared beginning or a contained name adds: "velocity" for "vel", "wool" for "white_wool"."""
    shorter, longer = sorted((wanted, candidate), key=len)
    if len(shorter) < 3:
        return 0.0
    if longer.startswith(shorter):
        return 0.3
    return 0.2 if shorter in longer else 0.0
