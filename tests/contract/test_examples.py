"""The examples pass every check a script goes through before it is started."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ticklane_toolchain.prepare import prepare

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_it_says_what_it_should_show(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert text
    assert (
        path.stem == "count_entities"
        or "module beside" in text.splitlines()[0]
        or "What to expect:" in text.replace("\n", " ")
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_it_can_be_started(path: Path) -> None:
    assert prepare(path, lanes=["server", "client", "render"]).magic


def test_the_first_example_uses_only_what_is_there_now() -> None:
    request = prepare(EXAMPLES / "falling_blocks.py", lanes=["server"])
    assert request.params == {"blocks": 500, "lowest": 2.0, "highest": 190.0, "ground": 64, "ticks": 600}
