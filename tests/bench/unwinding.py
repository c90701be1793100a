"""How soon a step is over that would go on without end: every rung of the ladder and every kind of loop."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from tests.bench._play import median, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient

__all__ = ["measure"]

_LIMIT_MS: Final = 2.0
_PATIENCE_MS: Final = 50.0  # what a stop leaves a step to end by itself
_GOAL: Final = 2.5
_DEEP_GOAL: Final = 5.0  # a thousand frames, each with a handler
_TIMES: Final = 100
_WARM_UP: Final = 5
_STOPS: Final = 30
_RATE: Final = 1_000  # ticks a second: the wait for the next step is short

# The script's own code, which carries checks: the flag alone ends it.
_SWALLOWED: Final = """
    while True:
        try:
            while True:
                pass
        except:
            pass
"""
_IN_FINALLY: Final = """
    try:
        while True:
            pass
    finally:
        while True:
            pass
"""
_CHECKED: Final = {
    "while True: pass": "    while True:\n        pass\n",
    "for over an endless iterator": "    for _ in iter(int, 1):\n        pass\n",
    "bare except around a loop": _SWALLOWED,
    "a loop in finally": _IN_FINALLY,
    "recursion that swallows": "    recurse()\n",
    "list comprehension": "    [n for n in iter(int, 1)]\n",
    "generator in sum()": "    sum(n for n in iter(int, 1))\n",
    "key function of max()": "    max(iter(int, 1), key=lambda n: 0)\n",
    "a loop of host calls": "    while True:\n        host.block((0, 64, 0))\n",
}
_RECURSION: Final = """
def recurse():
    try:
        recurse()
    except BaseException:
        recurse()

"""

# Code without checks, as a library's is: text that the script compiles by itself.
_LIBRARY: Final = """
def spin():
    while True:
        pass

def iterate():
    while True:
        yield 1

def finally_spin():
    try:
        spin()
    finally:
        spin()

def swallow():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass

def swallow_in_turns():
    try:
        other()
    except BaseException:
        swallow_in_turns()

def other():
    try:
        swallow_in_turns()
    except BaseException:
        other()
"""
_UNCHECKED: Final = {
    "while True: pass": "    library['spin']()\n",
    "generator consumed in C": "    deque(library['iterate'](), maxlen=0)\n",
    "a loop in finally": "    library['finally_spin']()\n",
    "handlers that swallow": "    library['swallow']()\n",
    "recursion that swallows": "    library['swallow_in_turns']()\n",
}
_USES_LIBRARY: Final = f"""
from collections import deque

library = {{}}
exec(compile({_LIBRARY!r}, "<library>", "exec"), library)

"""


def measure(folder: Path) -> list[Row]:
    """How long the tick was held with `hard_ms = 2`, as the game reports it; and how long a stop takes."""
    rows: list[Row] = []
    with launch(LaunchConfig(game_dir=folder / "unwinding", world="void")) as game, game.client() as client:
        client.request("time", action="rate", rate=_RATE)
        for kind, body in _CHECKED.items():
            held = _held_ms(client, _RECURSION, body)
            rows += _rows(f"flag: {kind}", held, goal=_DEEP_GOAL if "recursion" in kind else _GOAL)
        for kind, body in _UNCHECKED.items():
            held = _held_ms(client, _USES_LIBRARY, body)
            rows += _rows(f"library: {kind}", held, goal=None)
        rows += _stops(client)
    return rows


def _held_ms(client: ControlClient, before: str, body: str) -> list[float]:
    """Of each of a hundred steps, sorted."""
    header = f"# /// script\n# [tool.ticklane]\n# hard_ms = {_LIMIT_MS}\n# budget_ms = 1\n# ///\n"
    source = f"{header}{before}def on_tick(host):\n{body}"
    held = []
    for _ in range(_TIMES + _WARM_UP):
        start(client, source, id="runaway")
        status = client.request("status", script="runaway", wait_s=20, until="ended")
        if status.get("reason") != "budget":
            raise RuntimeError(f"it was not unwound: {status}")
        held.append(float(status["budget"]["worst_ms"]))
    return sorted(held[_WARM_UP:])


def _rows(name: str, held: list[float], *, goal: float | None) -> list[Row]:
    figures = {"median": median(held), "p99": held[len(held) * 99 // 100 - 1], "max": held[-1]}
    return [
        at_most(
            f"{name}, {figure}",
            value,
            "ms",
            goal if figure == "median" else None,
            baseline=_LIMIT_MS,
            baseline_name="hard_ms",
        )
        for figure, value in figures.items()
    ]


def _stops(client: ControlClient) -> list[Row]:
    """From asking for a stop to its answer, while a step of that script runs on."""
    source = (
        "# /// script\n# [tool.ticklane]\n# hard_ms = 20000\n# ///\ndef on_tick(host):\n    while True:\n        pass\n"
    )
    took = []
    for _ in range(_STOPS):
        start(client, source, id="stopped")
        time.sleep(0.02)  # twenty ticks at that rate: its step is open, and nothing tells of that
        began = time.perf_counter()
        status = client.request("stop", script="stopped", wait_s=20)
        took.append((time.perf_counter() - began) * 1e3)
        if status.get("reason") != "stopped":
            raise RuntimeError(f"it was not stopped: {status}")
    took.sort()
    figures = {"median": median(took), "max": took[-1]}
    return [
        at_most(
            f"stop asked to ended, in a running step, {figure}",
            value,
            "ms",
            75 if figure == "median" else None,
            baseline=_PATIENCE_MS,
            baseline_name="time it is left to end by itself",
        )
        for figure, value in figures.items()
    ]
