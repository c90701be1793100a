"""Draw docs/pictures/vantages.png from a run of examples/three_vantages.py.

ticklane run examples/three_vantages.py --out vantages
python docs/picture_vantages.py vantages
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

PICTURE = Path(__file__).parent / "pictures" / "vantages.png"
SERVER, CLIENT, PUSH = "#1b6ca8", "#d1495b", "#8a8a8a"
WIDTH_IN, HEIGHT_IN, DPI = 10.0, 3.3, 110

Paths = dict[str, dict[str, dict[str, Any]]]  # by UUID, then by lane


def draw(run: Path, picture: Path) -> None:
    """Three views of what a client makes of what happens on the server."""
    rows = [json.loads(line) for line in (run / "records.jsonl").read_text("utf-8").splitlines()]
    paths: Paths = {}
    for value in [row["value"] for row in rows if row["key"] == "path"]:
        paths.setdefault(value["uuid"], {})[value["lane"]] = value
    both = {uuid: lanes for uuid, lanes in paths.items() if {"server", "client"} <= lanes.keys()}
    pushes = [row["value"] for row in rows if row["key"] == "impulse"]
    plt.rcParams.update({"font.size": 8.5, "axes.spines.top": False, "axes.spines.right": False})
    figure, (jump, push, fall) = plt.subplots(1, 3, figsize=(WIDTH_IN, HEIGHT_IN), layout="constrained")
    _jump(jump, _only(both, "player")[0])
    pushed = max(_only(both, "zombie"), key=lambda lanes: np.ptp(np.asarray(lanes["server"]["pos"])[:, 0]))
    _way(push, pushed, pushes, "A zombie, pushed by blasts")
    _error(fall, both, pushes)
    figure.savefig(picture, dpi=DPI)
    plt.close(figure)


def _only(paths: Paths, kind: str) -> list[dict[str, dict[str, Any]]]:
    return [lanes for lanes in paths.values() if lanes["server"]["type"] == kind]


def _jump(axes: Axes, lanes: dict[str, dict[str, Any]]) -> None:
    mine = lanes["client"]
    start = next(tick for tick, vy in zip(mine["ticks"], mine["vy"], strict=True) if vy > 0.3)
    for lane, colour, mark in (("server", SERVER, "o"), ("client", CLIENT, "s")):
        path = lanes[lane]
        ticks = np.asarray(path["ticks"]) - start
        near = (ticks >= -4) & (ticks <= 15)
        axes.plot(ticks[near], np.asarray(path["vy"])[near], mark + "-", color=colour, ms=3.5, lw=1, label=lane)
    axes.axhline(0, color="0.85", lw=0.8, zorder=0)
    axes.set(title="The client's own player jumps", xlabel="ticks since it left the ground")
    axes.set_ylabel("vertical velocity (blocks per tick)")
    axes.annotate("0.3332", (0, 0.3332), (3.5, 0.335), color=CLIENT, arrowprops={"arrowstyle": "-", "color": CLIENT})
    axes.annotate("−0.0784", (0, -0.0784), (-4, -0.25), color=SERVER, arrowprops={"arrowstyle": "-", "color": SERVER})
    axes.legend(frameon=False, loc="lower left")


def _way(axes: Axes, lanes: dict[str, dict[str, Any]], pushes: list[dict[str, Any]], title: str) -> None:
    given = sorted({push["at"] for push in pushes if push["uuid"] == lanes["server"]["uuid"]})
    first = given[0]
    for at in given:
        axes.axvline(at - first, color=PUSH, lw=0.8, ls=":", label="push" if at == first else None)
    for lane, colour, mark in (("server", SERVER, "o"), ("client", CLIENT, "s")):
        path = lanes[lane]
        ticks = np.asarray(path["ticks"]) - first
        near = (ticks >= -4) & (ticks <= 28)
        way = np.asarray(path["pos"])[near, 0]
        axes.plot(ticks[near], way, mark + "-", color=colour, ms=3, lw=1, label=lane)
    axes.set(title=title, xlabel="ticks since the first push", ylabel="x (blocks)")
    axes.legend(frameon=False)


def _error(axes: Axes, paths: Paths, pushes: list[dict[str, Any]]) -> None:
    first = min(push["at"] for push in pushes)
    for kind, colour in (("tnt", "#edae49"), ("falling_block", "#66a182"), ("zombie", CLIENT), ("arrow", SERVER)):
        away: dict[int, float] = {}
        for lanes in _only(paths, kind):
            there = dict(zip(lanes["server"]["ticks"], lanes["server"]["pos"], strict=True))
            for tick, pos in zip(lanes["client"]["ticks"], lanes["client"]["pos"], strict=True):
                if tick in there:
                    off = float(np.linalg.norm(np.subtract(pos, there[tick])))
                    away[tick - first] = max(off, away.get(tick - first, 0))
        ticks = sorted(tick for tick in away if -30 <= tick <= 30)
        axes.plot(ticks, [away[tick] for tick in ticks], color=colour, lw=1.2, label=kind.replace("_", " "))
    for at in sorted({push["at"] for push in pushes}):
        axes.axvline(at - first, color=PUSH, lw=0.8, ls=":")
    axes.set(title="How far off the client is, tick by tick", xlabel="ticks since the first blast")
    axes.set(ylabel="largest distance from the server's (blocks)", ylim=(-0.05, 1.75))
    axes.legend(frameon=False, loc="upper left", ncols=2)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("run", type=Path, help="the run's folder")
    asked.add_argument("--picture", type=Path, default=PICTURE)
    given = asked.parse_args()
    draw(given.run, given.picture)
