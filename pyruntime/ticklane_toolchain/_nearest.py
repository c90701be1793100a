"""Names that look like the one that was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["did_you_mean", "nearest"]


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, "" when none is alike."""
    names = list(known)
    lowered = {candidate.lower(): candidate for candidate in reversed(names)}
    close = difflib.get_close_matches(name.lower(), lowered, n=1, cutoff=0.6)
    if close:
        return lowered[close[0]]
    # "velocity" is no near miss of "vel" by letters, but it is by sense.
    starts = [candidate for candidate in names if len(candidate) >= 3 and name.lower().startswith(candidate.lower())]
    starts += [candidate for candidate in names if len(name) >= 3 and candidate.lower().startswith(name.lower())]
    return starts[0] if starts else ""


def did_you_mean(name: str, known: Iterable[str], what: str = "known") -> str:
    """Either ", did you mean vel?" or, when nothing is alike, "; known: pos vel yaw"; "" when nothing is known."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return f", did you mean {close}?"
    return f"; {what}: {' '.join(names)}" if names else ""
