"""Runs scripts of every fate in one sprinting game and watches its memory and threads; exits 1 when something grew."""

from __future__ import annotations

import itertools
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from ticklane_cli import _logging
from ticklane_cli.launch import Game, LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

USUAL_MINUTES: Final = 10.0
MAX_GROWTH: Final = 1.05
MAX_MORE_THREADS: Final = 2

_SCRIPTS: Final = {
    "finished": """
import numpy as np

def run(host):
    blocks = [host.spawn("falling_block", (i % 8, 90, i // 8), block="sand") for i in range(64)]
    for _ in range(30):
        yield
        host.record("motion", {"vel": host.entities().vel})
    host.remove(host.entities(type="falling_block"))
    host.fill((0, 64, 0), (8, 70, 8), "air")
    return {"mean": np.arange(1000.0).mean()}
""",
    "failed": """
def on_tick(host):
    host.log("about to fail", "x" * 500)
    raise ValueError("as planned")
""",
    "stopped": """
def on_start(host):
    host.every(2, lambda: host.record("n", host.tick()))
    host.on("entity_remove", lambda event: host.log(event.type))

def on_tick(host):
    pass
""",
}


def main(minutes: float) -> int:
    """Soak for so long; prints a line a minute."""
    _logging.configure()
    with tempfile.TemporaryDirectory(prefix="ticklane-soak-") as folder:
        config = LaunchConfig(game_dir=Path(folder) / "game", pace="sprint")
        with launch(config) as game, game.client() as client:
            return _soak(game, client, minutes)


def _soak(game: Game, client: ControlClient, minutes: float) -> int:
    requests = {reason: _request(client, reason) for reason in _SCRIPTS}
    began = time.monotonic()
    samples: list[tuple[int, int]] = []
    runs = wrong = 0
    next_sample = began
    for round_ in itertools.count():
        if time.monotonic() - began > minutes * 60:
            break
        for reason, request in requests.items():
            client.request("start", body=request, wait_s=0)
            if reason == "stopped":
                client.request("start", body=request, wait_s=0)  # a hot replace
                status = client.request("stop", script=reason, wait_s=10)
            else:
                status = client.request("status", script=reason, wait_s=30, until="ended")
            runs += 1
            if status.get("reason") != reason:
                wrong += 1
                print(f"round {round_}: {reason!r} ended as {status}", flush=True)
        if time.monotonic() >= next_sample:
            next_sample += max(1.0, minutes)
            samples.append(_size(game.pid))
            mib, threads = samples[-1]
            print(
                f"{(time.monotonic() - began) / 60:5.1f} min  {runs:7,} runs  {mib:5} MiB  {threads} threads",
                flush=True,
            )
    return _verdict(samples, runs, wrong)


def _request(client: ControlClient, id: str) -> bytes:
    request: Any = prepare(source=_SCRIPTS[id], id=id, lanes=client.hello.lanes)
    return encode_start(request)


def _size(pid: int) -> tuple[int, int]:
    """Resident MiB and threads of the game."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")

    def number(name: str) -> int:
        found = re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)
        if found is None:
            raise RuntimeError(f"no {name} in /proc/{pid}/status")
        return int(found[1])

    return number("VmRSS") // 1024, number("Threads")


def _verdict(samples: list[tuple[int, int]], runs: int, wrong: int) -> int:
    """The first third is warm-up; the last third may not be larger than the middle one."""
    third = len(samples) // 3
    if third < 2:
        print("too short for a verdict: at least a minute")
        return 2
    middle, last = samples[third : 2 * third], samples[2 * third :]
    growth = statistics.median(s[0] for s in last) / statistics.median(s[0] for s in middle)
    more_threads = max(s[1] for s in last) - max(s[1] for s in middle)
    good = wrong == 0 and growth <= MAX_GROWTH and more_threads <= MAX_MORE_THREADS
    word = "ok" if good else "FAILED"
    print(f"{runs:,} runs, {wrong} ended otherwise, memory × {growth:.3f}, {more_threads:+d} threads: {word}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else USUAL_MINUTES))
