"""Starts a game: the JVM with the embedded host, found ready and ended cleanly.

with launch(LaunchConfig(game_dir=tmp_path, world="void", frozen=True)) as game:
    with game.client() as client:
        client.request("ping")
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Literal

import msgspec

from ticklane_cli import _game_logs
from ticklane_cli._games import LOCK_NAME, is_answering
from ticklane_cli._pieces import Pieces, find_pieces
from ticklane_cli._setup.file_lock import FileLock
from ticklane_cli._setup.release import version
from ticklane_control.client import ControlClient, connect

__all__ = ["Game", "GameRunningError", "LaunchConfig", "LaunchError", "launch", "start_game"]

_READY: Final = "ticklane-ready"
_KEPT_LINES: Final = 60


class LaunchError(Exception):
    """The game did not come up; the message holds its last words."""


class GameRunningError(LaunchError):
    """The folder has a running game."""


@dataclass(frozen=True)
class LaunchConfig:
    """How to start a game.

    `seed` is any 64-bit integer. `frozen` starts with the world standing still at tick 0. `mc_port` is where
    players can join on loopback: 0 takes a free port, -1 listens nowhere. `script_memory_mib` is by how much a script
    may make the process grow, `client_wait_s` how long scripts may wait for a client that has lost its world.
    `environment` and `jvm_flags` are added to the JVM's.
    """

    game_dir: Path
    world: Literal["flat", "void"] = "flat"
    seed: int = 0
    pace: Literal["realtime", "sprint"] = "realtime"
    frozen: bool = False
    gateway: bool = False
    mc_port: int = -1
    lane_budget_ms: int = 40
    client_wait_s: int = 300
    script_memory_mib: int = 1024
    environment: Mapping[str, str] = field(default_factory=dict)
    jvm_flags: Sequence[str] = ()
    ready_timeout_s: float = 90.0
    aot: bool = True
    logs: bool = True
    """Whether the game's lines go to our log; its last ones are kept in any case."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the launch file, for hosts' own settings."""


class Game:
    """A running JVM; made by `launch` or `start_game`. `ready` is what the game said of itself when it came up."""

    def __init__(self, config: LaunchConfig, process: subprocess.Popen[str], lock: FileLock) -> None:
        self.config = config
        self.game_dir = config.game_dir
        self.process = process
        self.ready: dict[str, Any] = {}
        self._lock = lock
        self._last = deque[str](maxlen=_KEPT_LINES)
        self._is_up = threading.Event()
        self._readers = [
            threading.Thread(target=self._read_stdout, name="game-stdout", daemon=True),
            threading.Thread(target=self._read_stderr, name="game-stderr", daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """The JVM's process id."""
        return self.process.pid

    @property
    def last_lines(self) -> list[str]:
        """What the game wrote last, oldest first: readable log lines."""
        return list(self._last)

    def is_alive(self) -> bool:
        """Whether the JVM runs."""
        return self.process.poll() is None

    def wait_ready(self) -> None:
        """Wait until tick 0 is done and the control server listens; raises `LaunchError` when that doesn't happen."""
        deadline = time.monotonic() + self.config.ready_timeout_s
        while not self._is_up.wait(0.02):
            if not self.is_alive():
                self._settle()
                raise LaunchError(f"the game ended with code {self.process.returncode} while starting{self._words()}")
            if time.monotonic() > deadline:
                self.kill()
                raise LaunchError(f"the game wasn't ready in {self.config.ready_timeout_s:g} s{self._words()}")

    def client(self) -> ControlClient:
        """A new control connection, handshake done; close it, or use it in `with`."""
        return connect(self.game_dir, client=f"cli {version()}")

    def stop(self, timeout_s: float = 5.0) -> int:
        """End the game cleanly: its stdin closes, it ends its scripts and flushes. Killed when it takes longer.

        Returns its exit code. Calling it again is harmless.
        """
        if self.process.stdin:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        try:
            self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
        self._settle()
        return int(self.process.returncode)

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        self.process.kill()
        self.process.wait()
        self._settle()

    def _settle(self) -> None:
        for reader in self._readers:
            reader.join(2)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        self._lock.release()

    def _words(self) -> str:
        lines = [line for line in self._last if line.strip()]
        return ":\n  " + "\n  ".join(lines[-12:]) if lines else " without a word"

    def _read_stdout(self) -> None:
        for line in _lines(self.process.stdout):
            if line.startswith(_READY):
                with contextlib.suppress(msgspec.DecodeError):
                    self.ready = msgspec.json.decode(line[len(_READY) :].strip() or "{}")
                self._is_up.set()
            else:
                self._last.append(line)
                if self.config.logs:
                    _game_logs.emit_plain(line, level="info")

    def _read_stderr(self) -> None:
        for line in _lines(self.process.stderr):
            self._last.append(_game_logs.emit(line) if self.config.logs else line)


def _lines(stream: IO[str] | None) -> Iterator[str]:
    if stream is None:
        return
    try:
        for line in stream:
            yield line.rstrip("\n")
    except ValueError:
        return  # closed under us: the game has ended


def start_game(config: LaunchConfig, *, pieces: Pieces | None = None) -> Game:
    """Start the JVM and return at once; `wait_ready` waits for it. The caller ends it with `stop`.

    Raises `MissingPieceError` when set-up hasn't been done, `GameRunningError` when the folder has a running game,
    `LaunchError` when it can't be written.
    """
    pieces = pieces or find_pieces()
    try:
        return _start_game(config, pieces)
    except OSError as error:
        raise LaunchError(
            f"the game folder {config.game_dir} can't be used: {error.strerror or error}; name another --game-dir"
        ) from error


def _start_game(config: LaunchConfig, pieces: Pieces) -> Game:
    config.game_dir.mkdir(parents=True, exist_ok=True)
    lock = FileLock.take(config.game_dir / LOCK_NAME)
    if lock is None or is_answering(config.game_dir):
        if lock:
            lock.release()
        raise GameRunningError(f"a game is already running in {config.game_dir}: stop it, or name another --game-dir")
    try:
        launch_file = _write_launch_file(config, pieces)
        command = pieces.command([launch_file], flags=config.jvm_flags, aot=config.aot)
        python_path = [str(pieces.places.jep), *map(str, pieces.places.python_path)]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(python_path), **config.environment}
        env["PYTHONHASHSEED"] = "0"  # the order of a script's sets is part of a run that can be repeated
        # What others set for their own JVMs prints lines into our streams and can undo our flags.
        for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "PYTHONHOME"):
            env.pop(name, None)
        process = subprocess.Popen(
            command,
            cwd=config.game_dir,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            # Ctrl-C is ours to handle: a terminal sends it to the whole group.
            start_new_session=os.name == "posix",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    except BaseException:
        lock.release()
        raise
    return Game(config, process, lock)


@contextmanager
def launch(config: LaunchConfig, *, pieces: Pieces | None = None) -> Iterator[Game]:
    """A game that is ready, ended when the block is left."""
    game = start_game(config, pieces=pieces)
    try:
        game.wait_ready()
        yield game
    finally:
        game.stop()


def signed_seed(seed: int) -> int:
    """A 64-bit integer, signed or not, as Java's long."""
    return (seed + (1 << 63)) % (1 << 64) - (1 << 63)


def _write_launch_file(config: LaunchConfig, pieces: Pieces) -> Path:
    # Strings and numbers only: the file is read once by the host's Main.
    content = {
        "game_dir": str(config.game_dir.absolute()),
        "python": sys.executable,
        "jep_dir": str(pieces.places.jep),
        "python_path": [str(pieces.places.jep), *map(str, pieces.places.python_path)],
        "world": config.world,
        "seed": signed_seed(config.seed),
        "pace": config.pace,
        "frozen": config.frozen,
        "gateway": config.gateway,
        "mc_port": config.mc_port,
        "lane_budget_ms": config.lane_budget_ms,
        "client_wait_s": config.client_wait_s,
        "script_memory_mib": config.script_memory_mib,
        "log": "json",
        **config.extra,
    }
    path = config.game_dir.absolute() / "launch.json"
    fresh = path.with_name("launch.json.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(content)))
    fresh.replace(path)
    return path
