"""The folder of one run: what was run, with what, and what came of it."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from ticklane_cli._disk_reserve import DiskReserve
from ticklane_cli._exit import UsageError
from ticklane_cli._setup.places import JEP_VERSION
from ticklane_cli._setup.release import version
from ticklane_control.messages import StartRequest

__all__ = ["RunFolder"]

_PACKAGES: Final = ("numpy", "msgspec", "structlog")
_SCHEMA: Final = 1


class _Row(msgspec.Struct):
    key: str


_ROW: Final = msgspec.json.Decoder(_Row)


class RunFolder:
    """`bundle/`, `manifest.json`, `records.jsonl`, `lines.jsonl`, `result.json`, `log.jsonl`.

    The manifest is there from the start, with state "running": a run that was cut off says so by not having changed it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._manifest: dict[str, Any] = {}
        self._reserve = DiskReserve(path)

    @classmethod
    def make(cls, id: str, out: Path | None) -> RunFolder:
        """The folder `out`, which may exist only if empty, else the next free runs/<id>-<n> here."""
        if out is not None:
            try:
                out.mkdir(parents=True, exist_ok=True)
                if any(out.iterdir()):
                    raise UsageError(f"--out {out}: the folder isn't empty, and runs are never overwritten")
            except OSError as error:
                raise UsageError(f"--out {out}: {error.strerror}") from error
            return cls(out.absolute())
        base = Path("runs").absolute()
        number = 1
        while True:
            folder = base / f"{id}-{number}"
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                number += 1
                continue
            except OSError as error:
                raise UsageError(f"can't make {folder}: {error.strerror}; name another folder with --out") from error
            return cls(folder)

    @property
    def log(self) -> Path:
        return self.path / "log.jsonl"

    @property
    def records(self) -> Path:
        return self.path / "records.jsonl"

    def begin(self, request: StartRequest, *, options: dict[str, Any]) -> None:
        """Write the bundle and the first manifest; raises `UsageError` when the folder can't be written."""
        try:
            self._begin(request, options)
        except OSError as error:
            raise UsageError(f"the run folder {self.path} can't be written: {error.strerror or error}") from error

    def _begin(self, request: StartRequest, options: dict[str, Any]) -> None:
        self._reserve.take()
        files = {}
        for module in request.modules:
            target = self.path / "bundle" / module.filename
            if not target.resolve().is_relative_to((self.path / "bundle").resolve()):
                raise UsageError(f"{module.filename}: a module's file must lie beside the script")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(module.source, encoding="utf-8", newline="")
            files[module.filename] = hashlib.sha256(module.source.encode()).hexdigest()
        self.records.touch()
        self._manifest = {
            "schema": _SCHEMA,
            "id": request.id,
            "state": "running",
            "reason": None,
            "source_hash": request.source_hash,
            "files": files,
            "script": request.modules[0].filename,
            "params": request.params,
            "seed": request.seed,
            "ticks_asked": request.ticks,
            "lane": request.lane,
            "budget_ms": request.budget_ms,
            "hard_ms": request.hard_ms,
            "caps": request.caps,
            "header": request.header,
            **options,
            "started": _now(),
            "versions": {
                "ticklane": version(),
                "python": platform.python_version(),
                "jep": JEP_VERSION,
                **{name: importlib.metadata.version(name) for name in _PACKAGES},
            },
            "machine": {
                "system": platform.platform(),
                "processor": platform.machine(),
                "implementation": sys.implementation.name,
            },
        }
        self._write()

    def game_is_up(self, *, host: str, minecraft: str, versions: dict[str, Any], pid: int) -> None:
        """Note which game it runs in."""
        self._manifest["host"] = host
        self._manifest["game_pid"] = pid
        self._manifest["versions"] |= {"minecraft": minecraft, **{str(key): value for key, value in versions.items()}}
        self._write()

    def finish(self, status: dict[str, Any], *, exit_code: int) -> None:
        """Write the result and the last manifest; `status` is the script's last Status. Raises OSError."""
        self._reserve.give_back()
        self.path.mkdir(parents=True, exist_ok=True)  # somebody may have removed it
        result = status.get("result")
        (self.path / "result.json").write_bytes(msgspec.json.format(msgspec.json.encode(result)) + b"\n")
        self._manifest |= {
            "state": status.get("state", "ended"),
            "reason": status.get("reason"),
            "ticks": status.get("elapsed", 0),
            "ended": _now(),
            "records": status.get("records", {}),
            "lost": status.get("lost", 0),
            "lost_why": status.get("lost_why"),
            "error": status.get("error"),
            "budget": status.get("budget"),
            "verdicts": status.get("verdicts"),
            "step_ms": status.get("step_ms"),
            # A game that died can't say whether a wall clock decided anything.
            "reproducible": bool(status.get("reproducible", False)),
            "exit": exit_code,
        }
        self._write()

    def count_records(self) -> Counter[str]:
        """The rows that are in records.jsonl, by key; half a line at its end, as a kill leaves it, is cut off."""
        counts = Counter[str]()
        try:
            with self.records.open("r+b") as file:
                whole = 0
                for line in file:
                    if not line.endswith(b"\n"):
                        file.truncate(whole)
                        break
                    whole += len(line)
                    counts[_ROW.decode(line).key] += 1
        except (OSError, msgspec.MsgspecError):
            pass  # what can't be read isn't there
        return counts

    def _write(self) -> None:
        fresh = self.path / "manifest.json.new"
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(self._manifest)) + b"\n")
        fresh.replace(self.path / "manifest.json")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
