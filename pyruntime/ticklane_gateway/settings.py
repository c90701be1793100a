"""Settings of the gateway and the game: argument over environment over `ticklane.toml`.

Of the two files the one in the game folder counts before the one in the user configuration. Never one in the script's
own folder or the current directory: a script must not bring its own allowance.
Blank counts as unset everywhere. A file that can't be read as it stands (syntax, unknown key, wrong kind of value)
stops whoever asks, naming file and line: nothing is guessed and nothing overwritten. The table `SETTINGS` is the only
place that knows the names; docs/settings.md shows it.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ticklane_control.configuration import CAPS, FILE_NAME, user_config_dir

__all__ = ["SETTINGS", "Setting", "Settings", "SettingsError", "load_settings"]


class SettingsError(Exception):
    """A setting that can't be used; the message names where it was set and what would be right."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What was settled. Ports: None for "climb from 25599" (`mcp_port`), 0 any and -1 none (`mc_port`)."""

    game_dir: Path
    mcp: bool
    mcp_port: int | None
    mcp_token_file: Path
    allow: tuple[str, ...]
    world: str
    seed: int
    pace: str
    frozen: bool
    mc_port: int
    lane_budget_ms: int
    client_wait_s: int
    script_memory_mib: int
    rotate_mib: int
    rotate_files: int
    queue_mib: int
    parallel_scripts: int
    parallel_memory_mib: int
    parallel_processes: int
    parallel_cpu_s: int
    log_level: str


@dataclass(frozen=True)
class Setting:
    """One row: attribute of `Settings`, key in the file, how text or a TOML value is read, default.

    `argument` is False for what may only come from environment or file, as arguments are seen by every process. With
    `adds_up` the places don't override each other: what each allows is allowed.
    """

    name: str
    key: str
    read: Callable[[Any], Any]
    default: Any
    argument: bool = True
    adds_up: bool = False

    @property
    def variable(self) -> str:
        """The environment variable."""
        return f"TICKLANE_{self.name.upper()}"


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        try:
            number = value if isinstance(value, int) and not isinstance(value, bool) else int(str(value))
        except ValueError:
            raise ValueError(f"a whole number from {low} to {high}") from None
        if not low <= number <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return number

    return read


def _switch(value: Any) -> bool:
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    known = words.get(str(value).strip().lower())
    if known is None:
        raise ValueError("true or false")
    return known


def _one_of(*words: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(" or ".join(f'"{word}"' for word in words))
        return str(value)

    return read


def _path(value: Any) -> Path:
    path = Path(str(value)).expanduser()
    if not isinstance(value, str | Path) or not path.is_absolute():
        raise ValueError("an absolute path")
    return path


def _capabilities(value: Any) -> tuple[str, ...]:
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list | tuple):
        raise ValueError(f"a list of {', '.join(CAPS)}")
    stripped = tuple(str(name).strip() for name in names if str(name).strip())
    if any(name not in CAPS for name in stripped):
        raise ValueError(f"any of {', '.join(CAPS)}")
    return tuple(dict.fromkeys(stripped))


SETTINGS: Final = (
    Setting("mcp", "mcp.enabled", _switch, True),
    Setting("mcp_port", "mcp.port", _whole(1, 65535), None),
    Setting("mcp_token_file", "mcp.token_file", _path, None, argument=False),
    Setting("allow", "allow.caps", _capabilities, (), adds_up=True),
    Setting("world", "game.world", _one_of("flat", "void"), "flat"),
    Setting("seed", "game.seed", _whole(-(2**63), 2**63 - 1), 0),
    Setting("pace", "game.pace", _one_of("realtime", "sprint"), "realtime"),
    Setting("frozen", "game.frozen", _switch, False),
    Setting("mc_port", "game.port", _whole(-1, 65535), 0),
    Setting("lane_budget_ms", "game.lane_budget_ms", _whole(1, 1000), 40),
    Setting("client_wait_s", "game.client_wait_s", _whole(1, 86_400), 300),
    Setting("script_memory_mib", "game.script_memory_mib", _whole(16, 1 << 20), 1024),
    Setting("rotate_mib", "records.rotate_mib", _whole(1, 1 << 20), 64),
    Setting("rotate_files", "records.rotate_files", _whole(2, 1000), 4),
    Setting("queue_mib", "records.queue_mib", _whole(1, 1 << 14), 32),
    Setting("parallel_scripts", "parallel.scripts", _whole(0, 256), 8),
    Setting("parallel_memory_mib", "parallel.memory_mib", _whole(64, 1 << 20), 2048),
    Setting("parallel_processes", "parallel.processes", _whole(1, 10_000), 64),
    Setting("parallel_cpu_s", "parallel.cpu_s", _whole(0, 1 << 30), 0),
    Setting("log_level", "log.level", _one_of("debug", "info", "warning", "error"), "info"),
)


def load_settings(
    game_dir: Path,
    *,
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    config_dir: Path | None = None,
) -> Settings:
    """Settle every setting for the game in `game_dir`.

    `arguments` holds what was given on the command line by attribute name (None and blank count as not given).
    Raises `SettingsError` naming the argument, variable or file and line at fault.
    """
    given = dict(arguments or {})
    variables = os.environ if environment is None else environment
    config_dir = user_config_dir() if config_dir is None else config_dir
    files = [_File.read(folder / FILE_NAME) for folder in dict.fromkeys((config_dir, game_dir))]
    for name in given:
        row = next((row for row in SETTINGS if row.name == name), None)
        if row is None or not row.argument:
            raise SettingsError(f"{name} is not an argument: set it by environment or file")
    values: dict[str, Any] = {}
    for row in SETTINGS:
        places = [(file.values.get(row.key), file.place(row.key)) for file in files]
        places.append((variables.get(row.variable, "").strip(), f"environment variable {row.variable}"))
        places.append((given.get(row.name), f"argument --{row.name.replace('_', '-')}"))
        found = [_read(row, value, place) for value, place in places if not _is_blank(value)]
        if row.adds_up:
            values[row.name] = tuple(dict.fromkeys(item for items in found for item in items))
        else:
            values[row.name] = found[-1] if found else row.default
    values["mcp_token_file"] = values["mcp_token_file"] or config_dir / "mcp-token"
    return Settings(game_dir=game_dir, **values)


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _read(row: Setting, value: Any, place: str) -> Any:
    try:
        return row.read(value)
    except ValueError as error:
        raise SettingsError(f"{place}: {row.key} must be {error}, not {value!r}") from None


@dataclass(frozen=True)
class _File:
    path: Path
    text: str
    values: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> _File:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return cls(path, "", {})
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path} can't be read: {error}") from error
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            line = int(at[1]) if at else text.count("\n") + 1
            raise SettingsError(f"{path}, line {line}: {error}") from error
        except RecursionError:
            raise SettingsError(f"{path} is nested too deep to be settings") from None
        file = cls(path, text, dict(_flattened(tables)))
        known = [row.key for row in SETTINGS]
        for key in file.values:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
                raise SettingsError(f"{file.place(key)}: there is no setting {key}; {hint}")
        return file

    def place(self, key: str) -> str:
        """The file and line in which `table.name` is set."""
        table, _, name = key.rpartition(".")
        current = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
                current = header[1]
                continue
            wanted = name if current == table else key
            if re.match(rf"\s*\"?{re.escape(wanted)}\"?\s*=", line):
                return f"{self.path}, line {number}"
        return str(self.path)


def _flattened(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for name, value in tables.items():
        if isinstance(value, dict):
            rows += _flattened(value, f"{prefix}{name}.")
        else:
            rows.append((f"{prefix}{name}", value))
    return rows
