"""Puts our entry into a client's own configuration file, leaving everything else in it as it is."""

from __future__ import annotations

import json
import os
import re
import secrets
import tomllib
from pathlib import Path
from typing import Any, Final

from ticklane_cli._client_configs import ClientEntry, Server
from ticklane_cli._exit import UsageError

__all__ = ["write_entry"]

_OURS: Final = re.compile(r"^\[mcp_servers\.ticklane\]\n(?:(?!\[).*\n?)*", re.MULTILINE)


def write_entry(client: ClientEntry, server: Server) -> Path:
    """Write the entry into the client's file, made when absent; an entry of ours is replaced. Returns the file.

    Raises `UsageError`, with nothing written, when the client has no one file or the file can't be read as it stands.
    """
    if client.path is None:
        raise UsageError("there is no one file to write to: name a client, or enter what is printed by hand")
    path = client.path().resolve()  # through a link: dotfiles are often kept elsewhere
    try:
        before = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        before = ""
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {error}") from error
    text = (
        _in_toml(path, before, client.text(server)) if client.form == "toml" else _in_json(path, before, client, server)
    )
    if text != before:
        _replace(path, text)
    return path


def _in_json(path: Path, before: str, client: ClientEntry, server: Server) -> str:
    by_hand = f"Enter it by hand:\n{client.text(server)}"
    try:
        content = json.loads(before) if before.strip() else {}
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no plain JSON ({error}), nothing was written. {by_hand}") from error
    for key, ours in client.content(server).items():
        if not isinstance(content, dict) or not isinstance(content.setdefault(key, type(ours)()), type(ours)):
            raise UsageError(f"{path} has another form than expected, nothing was written. {by_hand}")
        content[key] = _merged(content[key], ours)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _merged(there: Any, ours: Any) -> Any:
    if isinstance(ours, dict):
        return {**there, **ours}
    ids = {item["id"] for item in ours}
    return [*(item for item in there if not isinstance(item, dict) or item.get("id") not in ids), *ours]


def _in_toml(path: Path, before: str, entry: str) -> str:
    try:
        tables = tomllib.loads(before)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is no TOML ({error}), nothing was written. Enter it by hand:\n{entry}") from error
    there = "ticklane" in tables.get("mcp_servers", {})
    if there and len(_OURS.findall(before)) != 1:
        raise UsageError(f"{path} has an entry of another form, nothing was written. Replace it by hand:\n{entry}")
    if there:
        return _OURS.sub(lambda found: entry + ("\n\n" if found.end() < len(before) else "\n"), before)
    return f"{before.rstrip()}\n\n{entry}\n".lstrip()


def _replace(path: Path, text: str) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from error
