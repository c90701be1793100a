"""Running the tools set-up needs, with their output kept for when they fail."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["ToolError", "run_tool"]

# What Maven, pip and their transports say when the network, not the build, was at fault.
_NETWORK_SIGNS = (
    "could not transfer",
    "connection reset",
    "connection refused",
    "connection timed out",
    "read timed out",
    "connect timed out",
    "temporary failure in name resolution",
    "unknown host",
    "remote host terminated",
    "premature end",
    "503 service unavailable",
    "502 bad gateway",
    "max retries exceeded",
    "connectionerror",
    "readtimeouterror",
)


class ToolError(Exception):
    """A tool of set-up ended badly: its name, exit code and last lines."""

    def __init__(self, name: str, code: int, output: str, log: Path | None) -> None:
        lines = [line for line in output.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        # Tools name the cause in their first errors; what follows is how to go on.
        telling = errors[:3] or lines[-3:]
        where = f" (all of it: {log})" if log else ""
        super().__init__(f"{name} ended with exit code {code}: {' | '.join(line.strip() for line in telling)}{where}")
        self.output = output


def run_tool(
    name: str,
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
    tries: int = 3,
) -> str:
    """Run a tool and return its output (both streams); a failure that looks like the network's is tried again.

    Raises `ToolError`. `log` receives the whole output of the last try.
    """
    for attempt in range(1, tries + 1):
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        if log:
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_text(done.stdout, encoding="utf-8")
        if done.returncode == 0:
            return done.stdout
        lower = done.stdout.lower()
        if attempt == tries or not any(sign in lower for sign in _NETWORK_SIGNS):
            raise ToolError(name, done.returncode, done.stdout, log)
        time.sleep(2.0 * attempt)
    raise AssertionError("unreachable")
