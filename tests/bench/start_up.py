"""How soon a game ticks."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import median
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]


def measure(folder: Path) -> list[Row]:
    """From starting the JVM to the first tick done and the control server listening."""
    with_cache, without = ([_start_s(folder / f"start-{aot}-{n}", aot) for n in range(5)] for aot in (True, False))
    return [
        at_most(
            "JVM start to first tick",
            median(with_cache),
            "s",
            1.2,
            baseline=median(without),
            baseline_name="without the AOT cache",
        ),
    ]


def _start_s(game_dir: Path, aot: bool) -> float:
    began = time.perf_counter()
    with launch(LaunchConfig(game_dir=game_dir, frozen=True, aot=aot)):
        return time.perf_counter() - began
