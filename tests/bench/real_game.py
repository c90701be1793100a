"""The real game, by its stand-in: what the woven tick costs nobody who listens, and a step with 521 entities."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any

from tests.bench._rows import Row, at_most
from tests.realgame.stub import find_java, jar, make_home, make_stubs, start_server
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

__all__ = ["measure"]

_VERSION = "1.21.8"
_SPAWNED = 520  # and the player
_SECONDS = 6.0

_CROWD = f"""
def run(host):
    for i in range({_SPAWNED}):
        host.spawn("zombie", (i % 20, 70 + i // 400, i // 20 % 20), vel=(0, 0.01, 0))
"""
_LOOK = """
import numpy as np

def on_tick(host):
    host.entities().pos[:, 1].mean()
"""
_BUDGETS: Any = {"budget_ms": 30.0, "hard_ms": 5000.0}


def measure(folder: Path) -> list[Row]:
    """Nanoseconds of a tick that the hook takes; microseconds of a step that reads all entities with numpy."""
    stubs = make_stubs(folder / "stubs", _VERSION)
    plain, woven = (min(_tick_ns(stubs, agent=agent) for _ in range(3)) for agent in (False, True))
    idle, look = _steps_us(folder / "game", stubs / f"stub-{_VERSION}-intermediary.jar")
    return [
        at_most(
            "real game, hook without listener",
            woven - plain,
            "ns/tick",
            5,
            baseline=woven,
            baseline_name="tick with it",
        ),
        at_most(
            f"real game, step with {_SPAWNED + 1} entities",
            look,
            "µs/tick",
            60,
            baseline=idle,
            baseline_name="lane with no script",
        ),
    ]


def _tick_ns(stubs: Path, *, agent: bool) -> float:
    java = find_java(25)
    assert java is not None
    flags = [f"-javaagent:{jar('agent')}"] if agent else []
    game = str(stubs / f"stub-{_VERSION}-mojang.jar")
    command = [str(java.java), *flags, "-cp", str(jar("stub-game")), "ticklane.stub.TickCost", game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return float(done.stdout.split()[-1])


def _steps_us(game_dir: Path, stub: Path) -> tuple[float, float]:
    java = find_java(25)
    assert java is not None
    home = make_home(game_dir)
    server = start_server(java, stub, game_dir, [f"-javaagent:{home}/ticklane-agent.jar={home}", "-Dstub.tick_ms=1"])
    try:
        with server.client() as client:
            time.sleep(_SECONDS)  # the length of the measurement, not a synchronisation
            idle = float(client.request("list")["lanes"]["server"]["step_us"]["p50"])
            for id, source in (("crowd", _CROWD), ("look", _LOOK)):
                request = prepare(source=source, id=id, lanes=client.hello.lanes, **_BUDGETS)
                client.request("start", body=encode_start(request), script=id, wait_s=20 if id == "crowd" else 0)
            time.sleep(_SECONDS)
            look = float(client.request("list")["lanes"]["server"]["step_us"]["p50"])
    finally:
        server.close()
    return idle, look
