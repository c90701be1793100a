"""Scripts that are shown to readers: those fenced as runnable in Markdown, and the evals of skills."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
SKILLS = REPOSITORY / "skills"

_FENCE = re.compile(r"^```python runs\n(.*?)^```\n(?:\n```json outcome\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    """A script, how often it is run, and what of its Status is stated."""

    name: str
    source: str
    outcome: dict[str, Any]
    runs: int = 1


def fenced() -> Iterator[Shown]:
    """Every fence that says it runs; without a stated outcome it must finish."""
    for page in sorted([*(REPOSITORY / "docs").glob("*.md"), *SKILLS.glob("*/*.md")]):
        text = page.read_text(encoding="utf-8")
        for found in _FENCE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            outcome = json.loads(found[2]) if found[2] else {"reason": "finished"}
            yield Shown(f"{page.relative_to(REPOSITORY)}:{line}", found[1], outcome)


def evals() -> Iterator[Shown]:
    """Every eval of every skill."""
    for path in sorted(SKILLS.glob("*/evals/evals.json")):
        for one in json.loads(path.read_text(encoding="utf-8"))["evals"]:
            (file,) = one["files"]
            script = path.parents[1] / file
            name = str(script.relative_to(REPOSITORY))
            yield Shown(name, script.read_text(encoding="utf-8"), one["outcome"], one.get("runs", 1))


def differences(stated: Any, got: Any, where: str = "") -> Iterator[str]:
    """What of the stated isn't so: objects may have more keys, numbers are as good as they are stated (1e-5)."""
    if isinstance(stated, dict) and isinstance(got, dict):
        for key, value in stated.items():
            yield from differences(value, got.get(key), f"{where}.{key}")
    elif isinstance(stated, list) and isinstance(got, list) and len(stated) == len(got):
        for number, (one, other) in enumerate(zip(stated, got, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif isinstance(stated, float) and isinstance(got, int | float):
        if abs(stated - got) > 1e-5 * max(1.0, abs(stated)):
            yield f"{where}: stated {stated}, got {got}"
    elif stated != got:
        yield f"{where}: stated {stated!r}, got {got!r}"
