"""The three ways around the guardrail that the page about capabilities shows: they are true, and the example works."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from .conftest import Game

pytestmark = pytest.mark.timeout(60)

PAGE = Path(__file__).parents[2] / "docs" / "capabilities.md"
HEADER = "# /// script\n# [tool.ticklane.params]\n{}# ///\n"


def _blocks(section: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8").partition(section)[2]
    return [
        textwrap.dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    ]


def _run(game: Game, source: str, params: dict[str, Any]) -> dict[str, Any]:
    declared = "".join(f'# {name} = ""\n' for name in params)
    answer = game.start(HEADER.format(declared) + source, params=params)
    assert answer["ok"], answer
    game.tick(2)
    return game.status()


def test_the_page_shows_three_ways_that_work(sprinting: Game, tmp_path: Path) -> None:
    by_import, by_real, by_switch = _blocks("## Three ways around it")
    written = tmp_path / "written"
    assert _run(sprinting, by_import, {"path": str(written)}).get("result") == "written"
    assert written.read_text() == "no capability was asked for"
    assert _run(sprinting, by_real, {}).get("result") == "as nice as before"
    assert _run(sprinting, by_switch, {}).get("result") is True


def test_the_pages_example_of_a_process_works(sprinting: Game) -> None:
    example = _blocks("A capability doesn't make waiting possible")[0].replace(
        '"git", "rev-parse", "HEAD"', '"echo", "abc"'
    )
    assert sprinting.start(example, allowed=["subprocess"])["ok"]
    for _ in range(100_000):
        sprinting.tick()
        if sprinting.status()["state"] == "ended":
            break
    assert sprinting.status().get("result") == "abc", sprinting.status()
