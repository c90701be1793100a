"""Runs `ticklane` as a user does: as a process of its own, with folders of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEADLINE_S = 60.0


@dataclass
class Commands:
    """`folder` is the current folder; configuration lies in it too, set-up's data is the checkout's."""

    folder: Path
    program: list[str] = field(default_factory=lambda: [sys.executable, "-m", "ticklane_cli"])
    environment: dict[str, str] = field(default_factory=dict)
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        """Start a command; what still runs at the end of the test is killed."""
        env = {**os.environ, "XDG_CONFIG_HOME": str(self.folder / "config"), **self.environment}
        env.pop("TICKLANE_GAME_DIR", None)
        process = subprocess.Popen(
            [*self.program, *map(str, words)],
            cwd=self.folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return finish(self.start(*words))

    def json(self, *words: str | Path) -> Any:
        """Run a command with --json and return its document."""
        return json.loads(self.run(*words, "--json").stdout)

    def script(self, text: str, name: str = "script.py") -> Path:
        """Write a script into the folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def clean_up(self) -> None:
        """Kill what is left and close its pipes."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()


def finish(process: subprocess.Popen[str], timeout_s: float = DEADLINE_S * 4) -> subprocess.CompletedProcess[str]:
    """Wait for its end."""
    out, err = process.communicate(timeout=timeout_s)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def interrupt(
    process: subprocess.Popen[str], number: signal.Signals = signal.SIGINT
) -> subprocess.CompletedProcess[str]:
    """Ctrl-C, or another signal."""
    process.send_signal(number)
    return finish(process)


def wait_for(condition: Callable[[], Any], what: str, alive: subprocess.Popen[str] | None = None) -> Any:
    """Poll until the condition gives something true, and return that."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        got = condition()
        if got:
            return got
        if alive is not None and alive.poll() is not None:
            raise AssertionError(f"ended with {alive.returncode} while waiting for {what}: {alive.communicate()}")
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


def records(folder: Path) -> list[dict[str, Any]]:
    """The rows a run has recorded so far; each line must be whole but the last while it is being written."""
    path = folder / "records.jsonl"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def manifest(folder: Path) -> dict[str, Any]:
    """The run's manifest, empty while it isn't there."""
    path = folder / "manifest.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
