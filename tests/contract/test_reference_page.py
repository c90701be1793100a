"""The generated reference page is the docstrings' own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def test_reference_page_is_current() -> None:
    command = [sys.executable, str(REPOSITORY / "docs" / "generate_reference.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
