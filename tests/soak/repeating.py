"""The whole standing experiment without any compiler and in real time: too long for the suite."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.determinism.standing import standing

__all__ = ["unlike"]

_SEED: Final = -1
_WAYS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "sprinted again": ("sprint", {}),
    "without a compiler": ("sprint", {"jvm_flags": ("-Xint",)}),
    "with another collector": ("sprint", {"jvm_flags": ("-XX:+UseSerialGC",), "aot": False}),
    "in real time": ("unfreeze", {}),
}


def unlike(folder: Path) -> list[str]:
    """The ways in which it went otherwise than sprinted; records are kept in the folder for `ticklane diff`."""
    first = _played(folder, "sprinted", "sprint", {})
    return [way for way, (action, settings) in _WAYS.items() if _played(folder, way, action, settings) != first]


def _played(folder: Path, way: str, action: str, settings: dict[str, Any]) -> bytes:
    name = way.replace(" ", "-")
    with standing(folder / f"game-{name}", seed=_SEED, **settings) as play:
        play.time(action)
        records = play.records()
    (folder / f"{name}.jsonl").write_bytes(records)
    return records
