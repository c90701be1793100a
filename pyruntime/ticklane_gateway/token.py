"""The MCP token: made once per user configuration, so that configured clients survive restarts of the game."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from ticklane_control.private_file import NotPrivateError, read_private

__all__ = ["TokenError", "load_token"]

_MIN_CHARACTERS: Final = 32
_FORM: Final = re.compile(r"[A-Za-z0-9._~+/=-]+")  # what an Authorization header carries unescaped
_MAX_BYTES: Final = 4096


class TokenError(Exception):
    """The token file can't be used; the message says what to do."""


def load_token(path: Path) -> str:
    """The token in `path`, made (0600, 256 random bits) when there is no such file.

    Raises `TokenError` when others may read the file, or it holds no token.
    """
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise TokenError(f"the MCP token file {path} can't be read: {error.strerror or error}") from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _create(path, secrets.token_urlsafe(32))
        return _read(path)
    except OSError as error:
        raise TokenError(f"the MCP token file {path} can't be made: {error.strerror or error}") from error


def _create(path: Path, token: str) -> None:
    """Put the whole token there at once; of two processes that try, one wins and both then read the winner's."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(token + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()


def _read(path: Path) -> str:
    try:
        data = read_private(path, _MAX_BYTES)
    except NotPrivateError as error:
        raise TokenError(f"the MCP token file {error}") from error
    token = data.decode("utf-8", "replace").strip()
    if len(token) < _MIN_CHARACTERS or not _FORM.fullmatch(token):
        raise TokenError(
            f"the MCP token file {path} must hold one line: {_MIN_CHARACTERS} or more letters, digits or . _ ~ + / = -."
            " Delete it to have a new one made."
        )
    return token
