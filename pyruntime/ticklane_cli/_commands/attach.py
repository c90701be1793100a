"""`ticklane attach`: Ticklane into a game that runs already."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Final

from ticklane_cli._attach import AttachError, attach
from ticklane_cli._commands.selfcheck import read_selfcheck
from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_error, print_json

__all__ = ["attach_to_game"]

_AGENTS: Final = ("ticklane-agent.jar", "ticklane-agent-*.jar")


def attach_to_game(pid: int, *, home: Path | None, wait_s: float, as_json: bool) -> int:
    """Load the agent of a home into a process; prints the game's self-check when its first tick has been."""
    home = (home or _home_of(pid)).expanduser().absolute()
    agent = next((jar for pattern in _AGENTS for jar in sorted(home.glob(pattern))), None)
    if agent is None:
        raise UsageError(f"there is no ticklane-agent.jar in {home}: name the game's mc-agent/home with --home")
    report = home.parent / "selfcheck.txt"
    before = _changed(report)
    try:
        attach(pid, agent, str(home))
    except AttachError as error:
        if as_json:
            print_json({"pid": pid, "attached": False, "error": {"type": "attach", "message": str(error)}})
        print_error(str(error))
        return ENDED_OTHERWISE
    deadline = time.monotonic() + wait_s
    while _changed(report) == before and time.monotonic() < deadline:
        time.sleep(0.05)
    text = read_selfcheck(report) if _changed(report) != before else ""
    if as_json:
        print_json({"pid": pid, "attached": True, "home": str(home), "selfcheck": text})
    else:
        later = f"ticklane selfcheck --game-dir {home.parent.parent}"
        print(text or f"attached; the game's first tick has yet to come: {later}")
    return FINISHED


def _home_of(pid: int) -> Path:
    """Where the game's own folder has it."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) / "mc-agent" / "home"
    raise UsageError(f"the folder of process {pid} can't be read: name the game's mc-agent/home with --home")


def _changed(report: Path) -> int:
    try:
        return report.stat().st_mtime_ns
    except OSError:
        return 0
