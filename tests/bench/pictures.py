"""Pictures and the lanes that make them: what one costs, and what they cost the server."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench._play import median, play, start
from tests.bench._rows import Row, at_most
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.pictures import decode_picture

__all__ = ["measure"]

_TRIVIAL = "def on_tick(host):\n    pass\n"
_IDLE_SECONDS = 10.0
_BUSY_SECONDS = 30.0
_PICTURES = 150


def _on(lane: str, body: str) -> str:
    return f'# /// script\n# [tool.ticklane]\n# vantage = "{lane}"\n# ///\n{body}'


_BUSY = """
from time import thread_time_ns
def on_tick(host):
    until = thread_time_ns() + 1_000_000
    while thread_time_ns() < until:
        pass
"""

_TOWN = """
def run(host):
    for x in range(-80, 80, 16):
        for z in range(-80, 80, 16):
            host.fill((x, 64, z), (x + 5, 66 + abs(x + 3 * z) % 13, z + 5), "bricks")
            host.fill((x + 7, 64, z), (x + 12, 64, z + 9), "stone_slab")
            host.spawn("zombie", (x + 8.5, 65, z + 12.5))
    yield 20
"""


def measure(folder: Path) -> list[Row]:
    """Pictures of a town of 100 houses and mobs; the server's steps beside idle and beside busy lanes."""
    return [*_pictures(folder / "pictures"), *_beside(folder)]


def _pictures(game_dir: Path) -> list[Row]:
    with launch(LaunchConfig(game_dir=game_dir, world="flat")) as game, game.client() as client:
        play(client, _TOWN, id="town", hard_ms=5000)
        view = {"camera": "eye", "x": -70, "y": 84, "z": -70, "yaw": -45, "pitch": 20}
        drawn, frame = _taken(client, view | {"width": 640, "height": 360})
        _, answer = _taken(client, {"camera": "orbit", "x": 0, "y": 66, "z": 0, "width": 768, "height": 432})
        nearly_nothing, _ = _taken(client, view | {"y": 300, "pitch": -80, "width": 640, "height": 360})
    sky = "the sky alone"
    return [
        at_most("a 640 × 360 frame, drawn", drawn, "ms", 25, baseline=nearly_nothing, baseline_name=sky),
        at_most("take_screenshot, control socket, p50", answer, "ms", 120, baseline=frame, baseline_name="640 × 360"),
    ]


def _taken(client: ControlClient, wanted: dict[str, object]) -> tuple[float, float]:
    """Milliseconds to draw one, and to have it; medians of the second half, when the code is compiled."""
    drawn, had = [], []
    for _ in range(_PICTURES):
        began = time.perf_counter()
        picture = decode_picture(client.request_bytes("picture", timeout_s=60, body=b"", **wanted))
        had.append((time.perf_counter() - began) * 1e3)
        drawn.append(float(picture.facts["draw_ms"]))
        assert picture.facts["chunks_drawn"] >= 32 or "pitch" not in wanted or wanted["pitch"] == -80
    return median(drawn[_PICTURES // 2 :]), median(had[_PICTURES // 2 :])


def _beside(folder: Path) -> list[Row]:
    alone, alone_p99 = _server(folder / "alone", lanes=False, busy=False)
    idle, _ = _server(folder / "idle", lanes=True, busy=False)
    _, busy_p99 = _server(folder / "busy", lanes=True, busy=True)
    return [
        at_most(
            "server lane's step beside idle client and render lanes, p50",
            idle,
            "µs",
            alone * 1.05,
            baseline=alone,
            baseline_name="no such lanes",
        ),
        at_most(
            "added step delay, p99, beside 1 ms on each of them",
            (busy_p99 - alone_p99) / 1e3,
            "ms",
            2,
            baseline=alone_p99 / 1e3,
            baseline_name="p99 of a step alone",
        ),
    ]


def _server(game_dir: Path, *, lanes: bool, busy: bool) -> tuple[float, float]:
    """p50 and p99 of the server lane's step in real time, in µs."""
    with launch(LaunchConfig(game_dir=game_dir, world="flat")) as game, game.client() as client:
        start(client, _TRIVIAL, id="trivial", budget_ms=1)
        if lanes:
            for lane in ("client", "render"):
                play(client, _on(lane, "def run(host):\n    yield 2\n"), id=f"opens-{lane}")
        if busy:
            for lane in ("client", "render"):
                start(client, _on(lane, _BUSY), id=f"busy-{lane}", budget_ms=20)
        else:
            client.request("time", action="rate", rate=60)  # more steps in less time
        time.sleep(_BUSY_SECONDS if busy else _IDLE_SECONDS)  # the length of the measurement
        lane_now = client.request("list")["lanes"]["server"]
    return float(lane_now["step_us"]["p50"]), float(lane_now["step_us"]["p99"])
