"""How soon an endless loop is unwound."""

from __future__ import annotations

from pathlib import Path

from tests.bench._play import median, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_SPIN = "def on_tick(host):\n    while True:\n        pass\n"
_LIMIT_MS = 2.0
_TIMES = 40


def measure(folder: Path) -> list[Row]:
    """Median time a `while True: pass` held the tick with `hard_ms = 2`, as the game reports it."""
    took = []
    with launch(LaunchConfig(game_dir=folder / "runaway", world="void")) as game, game.client() as client:
        for n in range(_TIMES):
            source = f"# /// script\n# [tool.ticklane]\n# hard_ms = {_LIMIT_MS}\n# budget_ms = 1\n# ///\n{_SPIN}"
            start(client, source, id=f"spin-{n}")
            status = client.request("status", script=f"spin-{n}", wait_s=20, until="ended")
            took.append(float(status["budget"]["worst_ms"]))
    return [
        at_most(
            "while True: pass, unwound, median", median(took), "ms", 2.5, baseline=_LIMIT_MS, baseline_name="hard_ms"
        ),
    ]
