"""What the user allows scripts: `[allow] caps = [...]` of ticklane.toml, and `--allow`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import platformdirs

from ticklane._nearest import or_known
from ticklane_toolchain.settings import CAPS, shown

__all__ = ["AllowanceError", "allowance_files", "allowed_caps", "how_to_allow"]


class AllowanceError(Exception):
    """A ticklane.toml that can't be read or says what it can't; `path` and `line` (0: not known) tell where."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        self.path, self.line, self.problem = path, line, problem
        super().__init__(f"{path}{f', line {line}' if line else ''}: {problem}; nothing was changed in it")


def allowance_files(game_dir: Path | None = None) -> list[Path]:
    """Where the user may allow: ticklane.toml of the user's configuration folder, then of the game folder.

    Never the script's own folder nor the current directory: a script must not bring its own allowance.
    """
    files = [Path(platformdirs.user_config_dir("ticklane", appauthor=False)) / "ticklane.toml"]
    if game_dir is not None:
        files.append(game_dir / "ticklane.toml")
    return files


def allowed_caps(game_dir: Path | None = None, allow: Iterable[str] = ()) -> frozenset[str]:
    """What is allowed altogether: both files and `allow` (the command line's). Only reads.

    Raises AllowanceError for a file that can't be parsed, ValueError for an unknown name in `allow`.
    """
    caps = set()
    for name in allow:
        if name not in CAPS:
            raise ValueError(f"--allow {name}: no such capability{or_known(name, CAPS)}")
        caps.add(name)
    for path in allowance_files(game_dir):
        caps |= _read(path)
    return frozenset(caps)


def how_to_allow(missing: Iterable[str], game_dir: Path | None = None) -> str:
    """What the user does so that a script may have these: a sentence."""
    caps = sorted(missing)
    path = allowance_files(game_dir)[0]
    options = " ".join(f"--allow {cap}" for cap in caps)
    return f"the user allows it with {options}, or in {path} with [allow] caps = {shown(caps)}"


def _read(path: Path) -> set[str]:
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise AllowanceError(path, 0, f"can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise AllowanceError(path, 0, f"is not UTF-8 at byte {error.start}") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        end = text.count("\n") + 1
        raise AllowanceError(path, int(where[1]) if where else end, f"not TOML: {error}") from error
    except RecursionError as error:
        raise AllowanceError(path, 0, "is nested too deeply") from error
    return _caps_of(data.get("allow", {}), path, text)


def _caps_of(table: Any, path: Path, text: str) -> set[str]:
    line = _line_of(text, "caps") or _line_of(text, "allow") or _line_of(text, r"\[allow\]")
    if not isinstance(table, dict):
        raise AllowanceError(path, line, f"allow = {shown(table)}: is a table, written [allow]")
    for key in table:
        if key != "caps":
            raise AllowanceError(path, _line_of(text, re.escape(key)), f"[allow] {key}: no such key, known: caps")
    caps = table.get("caps", [])
    if not isinstance(caps, list) or not all(isinstance(cap, str) for cap in caps):
        raise AllowanceError(path, line, f'[allow] caps = {shown(caps)}: is a list such as ["files"]')
    for cap in caps:
        if cap not in CAPS:
            raise AllowanceError(path, line, f"[allow] caps: {shown(cap)}: no such capability{or_known(cap, CAPS)}")
    return set(caps)


def _line_of(text: str, pattern: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*{pattern}\b", line) or re.match(rf"\s*{pattern}\s*$", line):
            return number
    return 0
