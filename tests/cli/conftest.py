from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .commands import Commands


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    """`ticklane` in a folder of its own."""
    made = Commands(tmp_path)
    yield made
    made.clean_up()
