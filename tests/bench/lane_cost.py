"""What a lane costs a tick: one trivial script, and twenty."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch

__all__ = ["measure"]

_TRIVIAL = "def on_tick(host):\n    pass\n"
_SECONDS = 4.0


def measure(folder: Path) -> list[Row]:
    """Median time the tick thread spends in the lane, in a void world at full speed."""
    idle, one, twenty = (_step_us(folder / f"lane-{n}", n) for n in (0, 1, 20))
    return [
        at_most("lane, 1 trivial script", one, "µs/tick", 10, baseline=idle, baseline_name="lane with no script"),
        at_most("lane, 20 trivial scripts", twenty, "µs/tick", 200, baseline=one, baseline_name="lane with 1 script"),
    ]


def _step_us(game_dir: Path, scripts: int) -> float:
    config = LaunchConfig(game_dir=game_dir, world="void", frozen=True)
    with launch(config) as game, game.client() as client:
        for n in range(scripts):
            start(client, _TRIVIAL, id=f"trivial-{n}", budget_ms=1)
        client.request("time", action="sprint", ticks=-1)
        time.sleep(_SECONDS)  # the length of the measurement, not a synchronisation
        lane = client.request("list")["lanes"]["server"]
    return float(lane["step_us"]["p50"])
