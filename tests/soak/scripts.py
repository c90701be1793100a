"""The scripts of a soak: one of every mode and every fate, each with how it is played and how it must end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

__all__ = ["FILLING", "MEMORY_MIB", "RESIDENTS", "SCENARIOS", "Scenario"]

MEMORY_MIB: Final = 96  # what one script may hold in a soak's game

Play = Literal["wait", "stop", "replace", "pause", "refused"]


@dataclass(frozen=True)
class Scenario:
    """`ends` is the reason it ends with, or for `refused` the error's type.

    `paced`: only where ticks have a rate, as in a sprint soft budgets end nobody and hard limits are a second.
    `fresh`: under a new id each time. `files` lie beside the script.
    """

    name: str
    source: str
    ends: str = "finished"
    play: Play = "wait"
    paced: bool = False
    fresh: bool = False
    settings: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


_BODY = """
import json, random, statistics
numbers = [random.random() for _ in range(100)]
host.record("mean", {"mean": statistics.fmean(numbers)})
host.result(json.loads(json.dumps({"n": len(numbers)})))
"""
_PLAIN = """
import numpy as np

def run(host):
    who = [host.spawn("zombie", (i % 5 + 0.5, 64, i // 5 + 0.5)) for i in range(20)]
    host.fill((0, 64, 0), (8, 66, 8), "stone")
    seen = host.entities(type="zombie")
    host.fill((0, 64, 0), (8, 66, 8), "air")
    host.remove(seen)
    return {"seen": len(seen), "mean": seen.pos.mean(axis=0), "spawned": len(who)}
"""
_GENERATOR = """
def run(host):
    who = [host.spawn("falling_block", (i % 8 + 0.5, 90, i // 8 + 0.5), block="sand") for i in range(64)]
    for _ in range(12):
        yield
        host.record("motion", {"vel": host.entities(type="falling_block").vel})
    yield 3
    host.remove(host.entities(type="falling_block"))
    host.fill((0, 60, 0), (9, 70, 9), "air")
    return {"spawned": len(who)}
"""
_TICKING = """
def on_start(host):
    host.log("begins", host.tick())

def on_tick(host):
    host.record("n", host.elapsed())
    if host.elapsed() % 5 == 0:
        print("so far", host.elapsed())

def on_stop(host):
    host.result({"ticks": host.elapsed()})
"""
_EVENTS = """
# /// script
# [tool.ticklane]
# events = ["explosion", "impulse", "entity_spawn", "entity_remove", "block_change"]
# mode = "on_event"
# ///
seen = {}

def on_start(host):
    for i in range(12):
        host.spawn("item", (i % 4 + 0.5, 65, i // 4 + 0.5), item="stone")
    host.spawn("tnt", (2.0, 65.0, 2.0), fuse=4)

def on_event(host, event):
    seen[event.kind] = seen.get(event.kind, 0) + 1
    host.record(event.kind, {"tick": event.tick})

def on_stop(host):
    host.remove(host.entities(type="item"))
    host.result(dict(seen))
"""
_HANDLES = """
def on_start(host):
    beat = host.every(2, lambda: host.record("beat", host.tick()))
    host.after(7, beat.cancel)
    host.schedule(host.tick() + 9, lambda: host.log("scheduled"))
    host.on("chat", print)
    host.on(lambda: host.elapsed() > 3, lambda value: host.record("rose", value))
    for n in range(50):
        host.after(1 + n % 10, lambda: None)
    host.every(1, lambda: host.stop() if host.elapsed() >= 12 else None)
"""
_ONCE = """
# /// script
# [tool.ticklane]
# mode = "once"
# ///
host.set_block((0, 70, 0), "stone")
host.set_block((0, 70, 0), "air")
host.command("time query daytime")
"""
_TICK_MODE = """
# /// script
# [tool.ticklane]
# mode = "tick"
# ticks = 15
# ///
import numpy as np

def on_tick(host):
    table = host.entities()
    host.record("size", {"n": len(table), "mean": np.zeros(3).mean()})
"""
_MODULES = """
import shapes

def run(host):
    yield
    return {"area": shapes.Square(3).area(), "at": shapes.corners(4)}
"""
_SHAPES = """
from dataclasses import dataclass

@dataclass
class Square:
    side: float
    def area(self):
        return self.side ** 2

def corners(n):
    return [(i, i * i) for i in range(n)]
"""
_RECORDING = """
import numpy as np

def on_tick(host):
    for n in range(20):
        host.record(f"row{n % 4}", {"n": n, "path": np.arange(100.0) + host.tick()})
    host.log("x" * 400)
"""
_TAGS = """
def run(host):
    for n in range(20):
        host.spawn("item", (n + 0.5, 65, 0.5), item="stone", tag=f"soak-{host.tick()}-{n}")
    yield
    table = host.entities(tag=f"soak-{host.tick() - 1}-3")
    found = len(table)
    host.remove(host.entities(type="item"))
    return {"found": found}
"""
_FAILED_AT_ONCE = """
def deeper(n):
    return 1 / n if n == 0 else deeper(n - 1)

held = [bytearray(1000) for _ in range(100)]
try:
    deeper(50)
except ZeroDivisionError as e:
    e.add_note("as planned")
    raise ValueError("outer") from e
"""
_FAILED_LATER = """
import numpy as np

def on_start(host):
    host.after(3, lambda: np.zeros(3)[7])

def on_tick(host):
    host.log("still here")
"""
_FAILED_GROUP = """
def run(host):
    yield 2
    found = []
    for n in range(5):
        try:
            raise ValueError(n)
        except ValueError as e:
            found.append(e)
    raise ExceptionGroup("several", found)
"""
_FAILED_STOPPING = """
def on_tick(host):
    host.stop()

def on_stop(host):
    raise RuntimeError("in on_stop")
"""
_SOFT = """
def on_tick(host):
    n = 0
    for i in range(40_000):
        n += i * i % 7
"""
_SPIN = """
def on_tick(host):
    while True:
        try:
            while True:
                pass
        except:
            pass
"""
_SPIN_GENERATOR = """
def run(host):
    try:
        yield
        return sum(1 for _ in iter(int, 1))
    finally:
        for _ in range(3):
            host.record("closing", 1)
"""
_SPIN_RECURSION = """
def f():
    try:
        f()
    except BaseException:
        f()

def on_tick(host):
    f()
"""
_SPIN_LIBRARY = """
import textwrap, json

def on_tick(host):
    while json.loads(json.dumps(textwrap.wrap("word " * 50_000))):
        pass
"""
_IN_C = """
def on_tick(host):
    sum(range(2_000_000))
    sorted(range(300_000), key=lambda n: -n)
"""
_MEMORY = """
def on_tick(host):
    held.append(b"x" * (4 << 20))

held = []
"""
_MEMORY_AT_ONCE = """
def on_tick(host):
    held = []
    while True:
        held.append(b"x" * (1 << 20))
"""
_UNENDING = """
import numpy as np
held = np.zeros(10_000)

def on_start(host):
    host.every(3, lambda: host.record("n", host.tick()))
    host.on("entity_remove", lambda event: host.log(event.type))

def on_tick(host):
    held[:] += 1
"""
_LATE = """
class Late:
    def __del__(self):
        while True:
            pass

def run(host):
    a, b = Late(), Late()
    a.other, b.other = b, a
    yield
"""
_IDLE = "def on_tick(host):\n    pass\n"
_WITNESS = """
calls = [0]

def on_tick(host):
    calls[0] += 1

def on_stop(host):
    host.result({"calls": calls[0], "elapsed": host.elapsed()})
"""

_FILLING = """
def run(host):
    for first in range(0, 18_000, 50):
        for n in range(first, first + 50):
            host.spawn("item", (0.5, 80, 0.5), item="stone", tag=f"filling-{n}")
        host.remove(host.entities(type="item"))
        yield
"""

# Fills what the game remembers of entities and tags; its other memories fill with the requests and runs after it.
FILLING: Final = Scenario("filling", _FILLING, settings={"budget_ms": 30})

SCENARIOS: Final = (
    Scenario("body", _BODY),
    Scenario("plain", _PLAIN),
    Scenario("generator", _GENERATOR),
    Scenario("ticking", _TICKING, settings={"ticks": 20}),
    Scenario("events", _EVENTS, settings={"ticks": 12}),
    Scenario("handles", _HANDLES),
    Scenario("once", _ONCE),
    Scenario("tick-mode", _TICK_MODE),
    Scenario("modules", _MODULES, files={"shapes.py": _SHAPES}),
    Scenario("recording", _RECORDING, settings={"ticks": 10, "budget_ms": 20}),
    Scenario("tags", _TAGS),
    Scenario("fresh", _BODY, fresh=True),
    Scenario("replaced", _UNENDING, ends="stopped", play="replace"),
    Scenario("paused", _UNENDING, ends="stopped", play="pause"),
    Scenario("stopped", _TICKING, ends="stopped", play="stop"),
    Scenario("failed-at-once", _FAILED_AT_ONCE, ends="failed"),
    Scenario("failed-later", _FAILED_LATER, ends="failed"),
    Scenario("failed-group", _FAILED_GROUP, ends="failed"),
    Scenario("failed-stopping", _FAILED_STOPPING, ends="failed"),
    Scenario("late", _LATE),
    Scenario("over-promised", _IDLE, ends="refused", play="refused", settings={"budget_ms": 39.9}),
    Scenario("soft", _SOFT, ends="budget", paced=True, settings={"budget_ms": 0.5}),
    Scenario("spin", _SPIN, ends="budget", paced=True, settings={"budget_ms": 2, "hard_ms": 5}),
    Scenario("spin-generator", _SPIN_GENERATOR, ends="budget", paced=True, settings={"budget_ms": 2, "hard_ms": 5}),
    Scenario("spin-recursion", _SPIN_RECURSION, ends="budget", paced=True, settings={"budget_ms": 2, "hard_ms": 5}),
    Scenario("spin-library", _SPIN_LIBRARY, ends="budget", paced=True, settings={"budget_ms": 2, "hard_ms": 20}),
    Scenario("in-c", _IN_C, ends="budget", paced=True, settings={"budget_ms": 2, "hard_ms": 10}),
    Scenario("memory", _MEMORY, ends="memory", settings={"ticks": 200, "budget_ms": 30}),
    Scenario("memory-at-once", _MEMORY_AT_ONCE, ends="memory", paced=True, settings={"budget_ms": 20}),
)

# They live throughout: what the others do must not cost them a tick.
RESIDENTS: Final = (
    Scenario("witness", _WITNESS, ends="stopped", settings={"budget_ms": 2}),
    *(Scenario(f"idle-{n}", _IDLE, ends="stopped", settings={"budget_ms": 0.2}) for n in range(5)),
)
