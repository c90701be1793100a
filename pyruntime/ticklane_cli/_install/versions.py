"""Game versions: which are known, and how loaders' own versions name them."""

from __future__ import annotations

import re
from typing import Final

from ticklane_cli._install.errors import InstallError

__all__ = ["FIRST", "LAST", "java_of", "judge", "of_neoforge", "of_version_id"]

FIRST: Final = "1.18.2"
LAST: Final = "26.2"
_RELEASE: Final = re.compile(r"(?:1\.\d+(?:\.\d+)?|2\d\.\d+(?:\.\d+)?)")


def _key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def judge(version: str) -> str:
    """A note on a version that isn't one of those Ticklane was made for, "" on one that is.

    Raises `InstallError` for one that is too old.
    """
    if not version:
        return f"the game's version wasn't found: {FIRST} to {LAST} are known, `ticklane selfcheck` says what works"
    if not _RELEASE.fullmatch(version):
        return f"{version} is no release: {FIRST} to {LAST} are known, `ticklane selfcheck` says what works"
    if _key(version) < _key(FIRST):
        raise InstallError(f"game version {version} is too old: {FIRST} to {LAST} are known")
    if _key(version)[:2] > _key(LAST)[:2]:
        return f"{version} is newer than {LAST}, the last one known: `ticklane selfcheck` says what works"
    return ""


def java_of(version: str) -> int:
    """The oldest Java a game of that version runs on, 0 when the version isn't a known release."""
    if not _RELEASE.fullmatch(version):
        return 0
    return 25 if _key(version) >= (26,) else 21 if _key(version) >= (1, 20, 5) else 17


def of_neoforge(version: str) -> str:
    """The game's version in NeoForge's own: "21.1.77" is for 1.21.1, "26.1.2.4" for 26.1.2."""
    numbers = [part for part in re.split(r"[.-]", version) if part.isdigit()]
    if len(numbers) < 2:
        return ""
    if int(numbers[0]) < 26:
        return f"1.{numbers[0]}" if numbers[1] == "0" else f"1.{numbers[0]}.{numbers[1]}"
    third = numbers[2:3] if len(numbers) > 3 and numbers[2] != "0" else []
    return ".".join([*numbers[:2], *third])


def of_version_id(id: str) -> tuple[str, str, str]:
    """Loader, its version and the game's version in the name of an installed version."""
    patterns = (
        ("fabric", r"fabric-loader-(?P<loader>[\w.+]+)-(?P<game>.+)"),
        ("quilt", r"quilt-loader-(?P<loader>[\w.+-]+?)-(?P<game>[\d.]+)"),
        ("neoforge", r"neoforge-(?P<loader>[\w.-]+)"),
        ("forge", r"(?P<game>[\d.]+)-forge-(?P<loader>[\w.]+)"),
    )
    for loader, pattern in patterns:
        match = re.fullmatch(pattern, id)
        if match:
            version = match["loader"]
            return loader, version, of_neoforge(version) if loader == "neoforge" else match["game"]
    return "none", "", id if _RELEASE.fullmatch(id) else ""
