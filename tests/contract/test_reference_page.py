"""What is generated for reading is current: the reference page, and llms.txt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("generator", ["generate_reference.py", "generate_llms.py"])
def test_what_is_generated_is_current(generator: str) -> None:
    command = [sys.executable, str(REPOSITORY / "docs" / generator), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
