"""The standing experiment: 500 falling blocks and 200 TNT, every bit of every tick recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ticklane_cli.launch import Game, LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain.prepare import prepare

__all__ = ["TICKS", "Standing", "first_rows", "standing"]

TICKS: Final = 1_000

_SOURCE: Final = '''
"""500 falling blocks and 200 TNT of all fuses; items and crates of blocks come of it."""
# /// script
# [tool.ticklane]
# budget_ms = 40
# hard_ms = 20000
# events = ["impulse", "explosion", "block_change", "entity_remove"]
# ///
import hashlib
import numpy as np

KINDS = ["falling_block", "tnt", "item"]
COLUMNS = ["id", "pos", "vel", "yaw", "age", "fuse", "count", "on_ground", "aabb_max"]
seen = []


def on_start(host):
    host.command("tp @a 180 64 180")  # who looks on from afar picks nothing up
    host.schedule(host.tick() + 1, lambda: spawn(host, 0))


def spawn(host, part):
    """A tenth of them: a step without a compiler is slow."""
    for i in range(50):
        at = host.random.uniform((-24, 70, -24), (24, 310, 24))
        host.spawn("falling_block", at, block=("sand", "gravel", "oak_planks")[i % 3])
    for i in range(20):
        host.spawn("tnt", host.random.uniform((-16, 66, -16), (16, 90, 16)), fuse=10 + 5 * (20 * part + i))
    if part < 9:
        host.after(1, lambda: spawn(host, part + 1))


def on_event(host, event):
    if event.kind == "impulse" and event.type not in KINDS:
        return
    if event.kind == "impulse":
        seen.append([1.0, event.id, *event.vel_before, *event.vel_after])
    elif event.kind == "explosion":
        seen.append([2.0, event.source, event.broken, *event.pos])
    elif event.kind == "entity_remove":
        seen.append([3.0, event.id, event.age, event.into, *event.pos])
    else:
        seen.append([4.0, hash(event.new) % 1000, *event.pos])


def on_tick(host):
    all = host.entities(type=KINDS)
    digest = hashlib.sha256()
    for name in COLUMNS:
        digest.update(getattr(all, name).tobytes())
    digest.update(" ".join(all.uuid).encode())
    for row in seen:
        digest.update(np.array(row).tobytes())
    host.record("tick", {"entities": len(all), "events": len(seen), "sha256": digest.hexdigest()})
    if host.elapsed() % 100 == 0:
        host.record("all", all)
    seen.clear()
'''


class Standing:
    """The experiment in one game, its script started at tick 0 in the frozen world."""

    def __init__(self, game: Game, client: ControlClient, seed: int, ticks: int) -> None:
        self.game = game
        self.client = client
        request = prepare(source=_SOURCE, id="standing", seed=seed, ticks=ticks, lanes=client.hello.lanes)
        self.status = client.request("start", body=encode_start(request), wait_s=0)

    def time(self, action: str, **fields: Any) -> dict[str, Any]:
        return dict(self.client.request("time", action=action, **fields))

    def records(self) -> bytes:
        """What was recorded, once the script has ended."""
        status: dict[str, Any] = {}
        for _ in range(20):
            status = self.client.request("status", script="standing", wait_s=50)
            if status["state"] == "ended":
                break
        assert (status["state"], status["reason"]) == ("ended", "finished"), status
        self.client.request("output", script="standing", limit=1)  # waits until all is written
        return (self.game.game_dir / "mc-agent" / "script-standing.jsonl").read_bytes()


@contextmanager
def standing(folder: Path, *, seed: int, ticks: int = TICKS, before: Any = None, **settings: Any) -> Iterator[Standing]:
    """A game with the experiment in it, frozen at tick 0; `before` is called with the game first."""
    config = LaunchConfig(game_dir=folder, world="flat", seed=seed, frozen=True, logs=False, **settings)
    with launch(config) as game, game.client() as client:
        if before is not None:
            before(game)
        yield Standing(game, client, seed, ticks)


def first_rows(records: bytes, ticks: int) -> bytes:
    """The rows of the first ticks."""
    return b"".join(line for line in records.splitlines(keepends=True) if int(line[8 : line.index(b",")]) <= ticks)
