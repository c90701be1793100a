"""Stamps: a digest of what a product was made from, kept beside it, so that nothing is made twice."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ticklane_cli._setup.file_lock import FileLock

__all__ = ["digest", "file_facts", "is_current", "locked", "tree_digest", "write_stamp"]


def digest(*parts: object) -> str:
    """A digest of the parts' text."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


def tree_digest(root: Path, patterns: Iterable[str]) -> str:
    """A digest of names and contents of the files under `root` that match any of the glob patterns."""
    found = sorted({path for pattern in patterns for path in root.glob(pattern) if path.is_file()})
    total = hashlib.sha256()
    for path in found:
        content = path.read_bytes()
        total.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:32]


def file_facts(paths: Iterable[Path]) -> str:
    """Name, size and time of each file: what the JVM itself compares before it takes an AOT cache."""
    stats = [(path, path.stat()) for path in paths]
    return ";".join(f"{path}:{stat.st_size}:{stat.st_mtime_ns}" for path, stat in stats)


def is_current(stamp: Path, made_from: str, products: Iterable[Path] = ()) -> bool:
    """Whether the stamp says `made_from` and every product is there."""
    try:
        noted = stamp.read_text(encoding="utf-8").strip()
    except OSError:
        return False
    return noted == made_from and all(path.exists() for path in products)


def write_stamp(stamp: Path, made_from: str) -> None:
    """Note what the products beside the stamp were made from; atomic."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    fresh = stamp.with_name(f"{stamp.name}.{os.getpid()}")
    fresh.write_text(made_from + "\n", encoding="utf-8")
    fresh.replace(stamp)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's set-up lock: a second set-up waits, then finds everything made."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock.take(folder / "setup.lock", wait=True)
    try:
        yield
    finally:
        if lock:
            lock.release()
