"""Thousands of firings at random moments of steps and around their ends; TICKLANE_FIRINGS sets how many.

None may reach another script, the runtime or Java, and no call of a script may be left half done.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime.conftest import Game
from tests.runtime.consistency import check, check_halves
from ticklane_control.messages import StartRequest, encode_start
from ticklane_runtime import _ending, _interrupt
from ticklane_runtime._errors import BudgetExceeded
from ticklane_runtime._fake_run import script_streams
from ticklane_runtime._guard import FIRED, MASKED, SERIAL, SLOT, WHY
from ticklane_runtime._host_telling import Verdicts
from ticklane_runtime._script import Script
from ticklane_toolchain import prepare

FIRINGS = int(os.environ.get("TICKLANE_FIRINGS", "2000"))
ENDS = FIRINGS // 5

pytestmark = [pytest.mark.usefixtures("no_collections"), pytest.mark.timeout(300 + FIRINGS // 10)]

INNOCENT = """
def on_start(host):
    host.every(1, lambda: host.record("every", host.tick()))
def on_tick(host):
    n = 0
    for i in range(host.tick() % 40):
        n += i
    host.record("t", host.tick())
"""

# Its work is a few microseconds of everything that keeps state, so a firing meets it in the middle, or just after.
VICTIM = """
import json
state = {"n": 0}
def count(): state["n"] += 1
def on_start(host): host.every(1, count)
def on_tick(host):
    n = host.tick()
    entity = host.spawn("tnt", (n % 16, 100, 3), tag="v")
    host.record("spawned", entity.id)
    host.after(1 + n % 5, count)
    timer = host.after(9, count)
    watch = host.on("chat", print)
    host.set_block((0, 70, n % 8), "stone")
    host.expect("n", n, n)
    timer.cancel()
    json.dumps({"a": [n, {"b": n}]}, indent=1)
    watch.cancel()
    host.log("n", n)
    print(f"p {n}\\n", end="")
    try:
        for _ in range(n % 7):
            count()
    except BaseException:
        count()
    host.remove(entity)
    host.record("removed", entity.id)
"""

# One that measures too: what it has begun in a step is fed in the next.
MEASURER = """
from ticklane import Enters
""" + VICTIM.replace(
    "    entity = host.spawn",
    """    for old in state.pop("measures", ()):
        old.cancel()
    track, hits = host.track(lambda es: es.x > 3, 5), host.capture("entity_spawn", before=1, after=1)
    state["measures"] = track, hits, host.on(Enters((0, 0, 0), (20, 200, 20)), print)
    assert track.impulse.shape == track.vel.shape and not hits.windows
    entity = host.spawn""",
)


class Firing:
    """Plays Java, badly: fires at the victims' open steps at any moment, with and without the flag."""

    def __init__(self, game: Game, victims: set[int]) -> None:
        data = memoryview(game.bridge.watch())
        self._words = data[:64].cast("q")
        self._flag = data[64:65]
        self._lane = game.lane.name
        self._victims = victims
        self._end = threading.Event()
        self.fired = 0
        self.set = 0
        _interrupt.register(self._lane, game.lane.guard)
        self._thread = threading.Thread(target=self._run, name="firing", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        words, chance = self._words, random.Random(4)
        while not self._end.is_set():
            time.sleep(chance.random() * 0.0003)
            serial = words[SERIAL]
            if not serial or words[SLOT] not in self._victims:
                continue
            words[WHY] = 1
            words[FIRED] = serial
            if words[SERIAL] == serial:
                self.fired += 1
            if chance.random() < 0.5:
                self._flag[0] = 1
            for attempt in range(chance.randrange(1, 4)):
                self.set += _interrupt.interrupt(self._lane, serial, 2 if attempt and chance.random() < 0.05 else 1)
                time.sleep(0)  # gives up Python's lock: the lane goes on to where threads change next

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        _interrupt.unregister(self._lane)


@pytest.fixture
def hasty(faultless: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Threads change as often as they can."""
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield faultless
    sys.setswitchinterval(before)


def rows_of(game: Game, id: str) -> list[dict[str, Any]]:
    return [json.loads(line) for output in game.outputs(id) for chunk in output.rows for line in chunk.splitlines()]


def test_no_firing_reaches_another_step_or_the_runtime(hasty: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The victims are let live, so that nearly all the time is steps."""
    game, unwound = hasty, [0]

    def live_on(lane: Any, script: Script, *_: Any) -> None:
        assert script.id.startswith("victim"), "another script was hit"
        unwound[0] += 1
        script.drop_handles()
        script.bind()
        game.lane.rebuild()
        for id in list(game.world.entities):
            game.world.remove(id, "script")

    monkeypatch.setattr(_ending, "unwound", live_on)
    monkeypatch.setattr(_ending, "failed", lambda lane, script, error: pytest.fail(f"{script.id}: {error!r}"))
    game.start(INNOCENT, "innocent", budget_ms=1)
    for i in range(3):
        game.start(MEASURER if i == 2 else VICTIM, f"victim{i}", budget_ms=1)
        game.start(INNOCENT, f"innocent{i}", budget_ms=1)
    firing = Firing(game, {game.lane.roster.get(f"victim{i}").slot for i in range(3)})  # type: ignore[union-attr]
    ticks = 0
    try:
        while firing.fired < FIRINGS or firing.set < FIRINGS // 4 or unwound[0] < FIRINGS // 2:
            assert firing.fired < 20 * FIRINGS, "firings don't end steps"
            game.tick()
            ticks += 1
            if ticks % 200 == 0:
                check(game)
    finally:
        firing.close()
    check(game)
    for id in ("innocent", "innocent0", "innocent1", "innocent2"):
        script = game.lane.roster.get(id)
        assert script is not None
        game.ask("stop", id)
        rows = rows_of(game, id)
        first = rows[0]["tick"]
        for key in ("t", "every"):
            seen = [row["value"] for row in rows if row["key"] == key]
            assert seen == list(range(seen[0], seen[0] + len(seen)))
            assert seen[-1] == game.lane.now
            assert seen[0] <= first + 1


def test_scripts_that_end_by_a_firing_leave_nothing_half_done(hasty: Game) -> None:
    """The victims end, each start is a new one: what they have spawned and what they have recorded goes together."""
    game = hasty
    sources = (VICTIM, VICTIM, MEASURER)
    requests: dict[str, StartRequest] = {
        f"v{i}": prepare(source=source, id=f"v{i}", budget_ms=1) for i, source in enumerate(sources)
    }
    bodies = {id: encode_start(request) for id, request in requests.items()}
    game.start(INNOCENT, "innocent", budget_ms=1)
    victims: set[int] = set()
    firing = Firing(game, victims)
    ended = 0
    try:
        while ended < ENDS:
            victims.clear()
            for id, body in bodies.items():
                if game.lane.roster.get(id) is None:
                    with script_streams():
                        assert game.entry.control("start", id, body)[0] == "+"
                    ended += 1
            victims.update(s.slot for s in game.lane.roster.everyone if s.id != "innocent")
            game.tick(2)
            check(game)
    finally:
        firing.close()
    assert game.status("innocent")["state"] == "running"
    game.ask("stop", "innocent")
    assert [r["value"] for r in rows_of(game, "innocent") if r["key"] == "t"] == list(range(1, game.lane.now + 1))
    for id in bodies:
        game.ask("stop", id)
    known = set(game.world.entities)
    for id in bodies:
        for output in game.outputs(id):
            rows = output.records()
            spawned = [row["value"] for row in rows if row["key"] == "spawned"]
            removed = [row["value"] for row in rows if row["key"] == "removed"]
            assert removed == spawned[: len(removed)]
            assert len(spawned) - len(removed) <= 1
            assert not known & set(removed), "an entity whose removal was recorded is there"
    # At most one entity a start was spawned and not recorded: the step ended between the two calls.
    assert len(known) <= ended + 3


# Methods of the bridge that change something there.
ACTING = {"spawn", "remove", "setBlock", "subscribe", "drainEvents", "fillEntities", "line", "records"}


class At:
    """Ends the victim's step at its n-th call, by an exception from outside, or as soon after as it isn't masked."""

    def __init__(self, game: Game, slot: int, n: int) -> None:
        self._words = memoryview(game.bridge.watch())[:64].cast("q")
        self._slot = slot
        self._left = n
        self.hit = False

    def __call__(self, _frame: object, event: str, _arg: object) -> None:
        words = self._words
        serial = words[SERIAL]
        if event not in ("call", "c_return") or self.hit or not serial or words[SLOT] != self._slot:
            return
        self._left -= 1
        if self._left <= 0:
            words[WHY], words[FIRED] = 1, serial
            if not words[MASKED]:
                self.hit = True
                # By unpacking, after which Python doesn't look for exceptions: it comes up where the script goes on.
                [_] = map(_interrupt._set_exception, [threading.get_ident()], [BudgetExceeded])


def test_a_call_is_done_or_not_done_wherever_the_step_is_ended(
    faultless: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, hits = faultless, [0]

    def live_on(lane: Any, script: Script, error: BaseException | None, *_: Any) -> None:
        for frame, _line in traceback.walk_tb(error.__traceback__ if error is not None else None):
            code = frame.f_code
            assert not (code.co_name in ACTING and code.co_filename.endswith("_fake_bridge.py"))
        check(game)
        check_halves(game, script)
        if not any(timer.every and timer.due > lane.now for timer in script.timers):
            count = script.program.function("count")
            assert count is not None
            script.timer(lane.now + 1, 1, count)  # it was taken out to be called
        hits[0] += 1
        script.lines.flush()
        script.records.flush()

    monkeypatch.setattr(_ending, "unwound", live_on)
    game.start(VICTIM.replace('expect("n", n, n)', 'expect("n", n, 0)'), budget_ms=1)
    script = game.lane.roster.get("it")
    assert script is not None
    n = 0
    while True:
        n += 1
        at = At(game, script.slot, n)
        sys.setprofile(at)
        try:
            game.tick()
        finally:
            sys.setprofile(None)
        if not at.hit:
            break
        assert hits[0] == n
        script.verdicts = Verdicts()
    assert n > 100
    lines = game.lines()
    assert len(set(lines)) == len(lines)
    assert all(re.fullmatch(r"[np] [0-9]+", line) for line in lines)
