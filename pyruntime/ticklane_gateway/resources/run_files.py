"""Resources of the files that the game's scripts have written: their recorded rows, in parts by byte offset.

Only files named `script-….jsonl` directly in the game's `mc-agent` folder are read, and only regular ones: the folder
also holds the control token.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import anyio.to_thread
import msgspec
from fastmcp import FastMCP

from ticklane_gateway.replies import MAX_REPLY_BYTES
from ticklane_gateway.resources.reading import told, whole

__all__ = ["add_run_files", "run_file_names"]

_NAME: Final = re.compile(r"script-[^/\\\x00]{1,200}\.jsonl")
_PART_BYTES: Final = MAX_REPLY_BYTES - 1_000
_LISTED: Final = 200


class _File(NamedTuple):
    name: str
    size: int
    changed: int


def add_run_files(mcp: FastMCP[Any], game_dir: Path) -> None:
    """Register the list of files and the template of one."""
    folder = game_dir / "mc-agent"

    @mcp.resource("ticklane://runs", name="run files", title="Files of recorded rows", mime_type="application/json")
    async def run_files() -> str:
        """The files with the rows that scripts recorded: name, bytes, when changed; the newest first."""
        found = await anyio.to_thread.run_sync(_files, folder)
        shown = [file._asdict() for file in found[:_LISTED]]
        answer = {"folder": str(folder), "files": shown, "left_out": len(found) - len(shown)}
        return msgspec.json.encode(answer).decode()

    @mcp.resource(
        "ticklane://runs/{file}{?offset}", name="run file", title="Recorded rows", mime_type="application/jsonl"
    )
    @told
    async def run_file(file: str, offset: str = "0") -> str:
        """Rows of a file, one JSON object a line, at most 29 KB from a byte offset; a last line {"more": URI} says how
        to go on. Keeps what script_output no longer shows: earlier generations and ended games.
        """
        start = whole("offset", offset, 0)
        return await anyio.to_thread.run_sync(_part, folder, file, start)


def run_file_names(game_dir: Path) -> list[str]:
    """Names of the files, the newest first."""
    return [file.name for file in _files(game_dir / "mc-agent")]


def _files(folder: Path) -> list[_File]:
    return sorted(_found(folder), key=lambda file: (-file.changed, file.name))


def _found(folder: Path) -> Iterator[_File]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return  # no game has run here yet
    for entry in entries:
        if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            status = entry.stat(follow_symlinks=False)
            yield _File(entry.name, status.st_size, int(status.st_mtime))


def _part(folder: Path, name: str, start: int) -> str:
    if not _NAME.fullmatch(name):
        raise LookupError(f"there is no run file {name!r}; ticklane://runs lists them")
    try:
        with open(
            os.open(folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb"
        ) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise LookupError(f"there is no run file {name!r}; ticklane://runs lists them")
            file.seek(start)
            data = file.read(_PART_BYTES)
            end = start + len(data)
            if end < status.st_size:
                kept = data.rfind(b"\n") + 1
                if not kept:  # a row that is larger than a part
                    length = len(data) + len(file.readline())
                    kept, data = length, msgspec.json.encode({"cut_bytes": length, "offset": start}) + b"\n"
                else:
                    data = data[:kept]
                end = start + kept
    except OSError:
        raise LookupError(f"there is no run file {name!r}; ticklane://runs lists them") from None
    if end < status.st_size:
        data += msgspec.json.encode({"more": f"ticklane://runs/{name}?offset={end}", "bytes": status.st_size}) + b"\n"
    return data.decode("utf-8", "replace")
