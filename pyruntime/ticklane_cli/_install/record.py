"""What was done to a game, kept beside it, so that it can be undone to the byte."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Final, cast

import msgspec

from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.keepers import Keeper, Kind

__all__ = ["RECORD", "Change", "Record", "read_record", "undone"]

RECORD: Final = "mc-agent/install.json"


class Change(msgspec.Struct, kw_only=True):
    """One file of another program: what it held before (None: it wasn't there), and a digest of what we made of it."""

    kind: str
    path: str
    key: str
    arguments: list[str]
    before: str | None
    after: str

    @classmethod
    def of(cls, keeper: Keeper, arguments: list[str], before: bytes | None, after: bytes) -> Change:
        return cls(
            kind=keeper.kind,
            path=str(keeper.path),
            key=keeper.key,
            arguments=arguments,
            before=None if before is None else base64.b64encode(before).decode(),
            after=digest_of(after),
        )

    @property
    def keeper(self) -> Keeper:
        return Keeper(cast("Kind", self.kind), Path(self.path), self.key)

    def bytes_before(self) -> bytes | None:
        return None if self.before is None else base64.b64decode(self.before)


class Record(msgspec.Struct, kw_only=True):
    """`made` are the files and folders that are ours alone, relative to the game's folder; `launcher` the programs that
    hold the changed files in memory.
    """

    ticklane: str
    launcher: list[str] = []
    made: list[str] = []
    changed: list[Change] = []


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def read_record(game_dir: Path) -> Record | None:
    """What was done there; None when nothing was. Raises `InstallError` for a record that can't be read."""
    path = game_dir / RECORD
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise InstallError(
            f"{path} can't be read ({error}): take Ticklane's arguments out of the launcher by hand, then delete it"
        ) from error


def undone(change: Change, now: bytes | None) -> bytes | None:
    """What the file holds without us: its old bytes when nobody has edited it since, else only ours taken out.

    None: there is to be no file.
    """
    before = change.bytes_before()
    if now is None:
        return None  # the user has taken it away
    if now == before or digest_of(now) == change.after:
        return before
    text = now.decode("utf-8", "surrogateescape")
    old = (before or b"").decode("utf-8", "surrogateescape")
    if not any(word in text for word in change.arguments):
        return now
    return change.keeper.take(text, change.arguments, old).encode("utf-8", "surrogateescape")
