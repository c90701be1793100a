"""Java arguments as launchers keep them: words between blanks, some of them quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ticklane_cli._install.errors import InstallError

__all__ = ["AGENT_JAR", "HOME", "added", "ours_for", "spans", "taken_out", "words"]

HOME: Final = "mc-agent/home"
"""Relative to the game's folder, which is every launcher's working folder: no blanks, and it survives a rename."""

AGENT_JAR: Final = "ticklane-agent.jar"
_NATIVE_ACCESS_SINCE: Final = 17
_PLAIN: Final = re.compile(r"[\w:=./-]+")


def ours_for(java_major: int, *, agent: bool) -> list[str]:
    """What the game is started with. The stack: Python on a Java thread recurses in C, 1 MB ends in a segfault."""
    ours = [f"-javaagent:{HOME}/{AGENT_JAR}={HOME}"] if agent else []
    ours.append("-Xss8m")
    if java_major >= _NATIVE_ACCESS_SINCE:
        ours.append("--enable-native-access=ALL-UNNAMED")
    return ours


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each word; a quoted blank doesn't end one, a backslash keeps a quote from being one.

    Raises `InstallError` when a quote isn't closed: what follows it is no word of its own.
    """
    begin, quote, escaped = -1, "", False
    for at, char in enumerate(text):
        if escaped:
            escaped = False
        elif quote:
            if char == quote:
                quote = ""
            elif char == "\\" and quote == '"':
                escaped = True
        elif char.isspace():
            if begin >= 0:
                yield begin, at
            begin = -1
            continue
        elif char in "\"'":
            quote = char
        elif char == "\\":
            escaped = text[at + 1 : at + 2] in ('"', "'", "\\")
        if begin < 0:
            begin = at
    if quote:
        raise InstallError(f"a quote isn't closed in the Java arguments {text!r}: mend them first")
    if begin >= 0:
        yield begin, len(text)


def words(text: str) -> list[str]:
    """The words as they are written, quotes included."""
    return [text[begin:end] for begin, end in spans(text)]


def added(text: str, ours: Sequence[str]) -> str:
    """The arguments with ours behind them, so that ours hold; what stands there stays as it is to the byte."""
    if not all(_PLAIN.fullmatch(word) for word in ours):
        raise AssertionError("arguments of ours need no quotes")
    words(text)
    if text.endswith("\\"):
        raise InstallError(f"the Java arguments {text!r} end in a backslash: mend them first")
    return f"{text} {' '.join(ours)}" if text else " ".join(ours)


def taken_out(text: str, ours: Sequence[str]) -> str:
    """The arguments without ours, once each and from the end: an equal one of the user's own stands before it."""
    left = list(ours)
    found = []
    for begin, end in reversed(list(spans(text))):
        if text[begin:end] in left:
            left.remove(text[begin:end])
            found.append((begin, end))
    for begin, end in found:  # from the end: what is before keeps its place
        if begin > 0:
            begin -= 1  # the blank that was put before it
        elif text[end : end + 1] == " ":
            end += 1
        text = text[:begin] + text[end:]
    return text
