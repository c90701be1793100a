"""What the README shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ticklane.testing import FakeHost

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_first_script_gives_the_result_that_is_shown(tmp_path: Path) -> None:
    found = re.search(r"```python\n# fall\.py\n(.*?)```", README, re.DOTALL)
    assert found is not None
    script = tmp_path / "fall.py"
    script.write_text(found[1], encoding="utf-8")
    outcome = FakeHost().run(script)
    assert outcome.reason == "finished", outcome.error
    shown = {name: float(value) for name, value in re.findall(r"(fallen|vy) +(-?[\d.]+)\n", README)}
    assert outcome.result == pytest.approx(shown, rel=1e-5)
    for name, value in outcome.result.items():
        assert f'"{name}":{value}' in README, "the MCP answer shows the same number in full"


def test_every_page_it_links_to_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert len(links) > 10
    assert [link for link in links if not (Path(__file__).parents[2] / link).exists()] == []
