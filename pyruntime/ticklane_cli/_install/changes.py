"""Changes to files that are all made or none: what was done before one fails is put back."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

__all__ = ["Changes"]


class Changes:
    """In a `with` block: an exception that leaves it undoes what was done in it, last first."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []
        self._then: list[Callable[[], object]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        for act in reversed(self._undo) if kind else self._then:
            with contextlib.suppress(OSError):
                act()

    def make_folder(self, folder: Path) -> None:
        """The folder and those above it that are missing."""
        if folder.is_dir():
            return
        self.make_folder(folder.parent)
        folder.mkdir()
        _own_like(folder, folder.parent)
        self._undo.append(folder.rmdir)

    def write(self, path: Path, content: bytes, *, mode: int = 0o644) -> None:
        """The file with that content at one stroke; its mode and owner stay."""
        path = path.resolve()  # through a link: dotfiles are often kept elsewhere
        before = path.read_bytes() if path.exists() else None
        if before == content:
            return
        self._undo.append(lambda: _replace(path, before, mode) if before is not None else path.unlink(missing_ok=True))
        _replace(path, content, mode)

    def remove(self, path: Path) -> None:
        """The file goes."""
        if not path.is_file():
            return
        aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.old")
        path.rename(aside)
        self._undo.append(lambda: aside.rename(path))
        self._then.append(aside.unlink)

    def remove_tree(self, folder: Path) -> None:
        """The folder goes, with all that is in it."""
        if not folder.exists():
            return
        aside = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.old")
        folder.rename(aside)
        self._undo.append(lambda: aside.rename(folder))
        self._then.append(lambda: shutil.rmtree(aside, ignore_errors=True))

    def put_tree(self, fresh: Path, folder: Path) -> None:
        """A folder made beside it takes its place."""
        self.remove_tree(folder)
        _own_like(fresh, folder.parent)
        fresh.rename(folder)
        self._undo.append(lambda: shutil.rmtree(folder))


def _replace(path: Path, content: bytes, mode: int) -> None:
    there = path.stat() if path.exists() else None
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        draft.chmod(there.st_mode & 0o7777 if there else mode)
        _own_like(draft, path if there else path.parent)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _own_like(path: Path, other: Path) -> None:
    """A server's administrator may be root, and its game another user: what is made is that one's."""
    if os.name != "posix" or os.geteuid() != 0:
        return
    owner = other.stat()
    for entry in (path, *path.rglob("*")) if path.is_dir() else (path,):
        os.chown(entry, owner.st_uid, owner.st_gid)
