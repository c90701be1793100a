from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BOOTSTRAP = Path(__file__).parents[2] / "scripts" / "bootstrap.sh"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the bootstrap is for POSIX shells")


def fake_python(folder: Path, name: str, verdict: str) -> Path:
    """An interpreter whose answer to the probe is `verdict`."""
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / name
    python.write_text(f"#!/bin/sh\necho '{verdict}'\n")
    python.chmod(0o755)
    return python


def pick(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path), "PYENV_ROOT": str(tmp_path / "pyenv")}
    return subprocess.run([BOOTSTRAP, "--pick"], env=env, capture_output=True, text=True, timeout=60, check=False)


def test_the_newest_that_can_be_embedded_is_taken(tmp_path: Path) -> None:
    fake_python(tmp_path / "bin", "python3.12", "ok 3.12 /somewhere/python3.12")
    fake_python(tmp_path / "pyenv" / "versions" / "3.13.0" / "bin", "python3.13", "ok 3.13 /old/python3.13")
    fake_python(tmp_path / "pyenv" / "versions" / "3.13.11" / "bin", "python3.13", "ok 3.13 /new/python3.13")
    assert pick(tmp_path).stdout == "3.13 /new/python3.13\n"


def test_one_without_shared_library_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    static = fake_python(tmp_path / "bin", "python3.13", "no no shared libpython (it must be built so)")
    fake_python(tmp_path / "bin", "python3.12", "ok 3.12 /somewhere/python3.12")
    done = pick(tmp_path)
    assert done.stdout == "3.12 /somewhere/python3.12\n"
    assert f"skipped {static}: no shared libpython" in done.stderr


def test_a_broken_interpreter_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "bin" / "python3.13"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    fake_python(tmp_path / "bin", "python3.12", "ok 3.12 /somewhere/python3.12")
    assert pick(tmp_path).stdout == "3.12 /somewhere/python3.12\n"
