"""One lane: its scripts, and the order of one step.

Order inside a step: the table for tracks and captures, events of this tick, triggers, due timers by (tick, order
asked), generators, on_tick in start order, outputs. Control requests come before it, as calls of their own. What is
started or replaced in a step first runs in the next.

On a lane of frames several steps may come after one tick. Only on_tick, a bare yield and what is pending go from
frame to frame; all that counts ticks acts in the first frame of each.
"""

from __future__ import annotations

import sys
import traceback
from time import perf_counter_ns
from typing import Any, Final

import msgspec
import numpy as np

from ticklane import Game, Vantage, _current
from ticklane_control.messages import StartRequest
from ticklane_runtime import _ending, _frames, _refusals, _stepping, _unloading
from ticklane_runtime._admission import admit
from ticklane_runtime._between import Calls
from ticklane_runtime._calling import ONCE_NS, Calling
from ticklane_runtime._event_feed import EventFeed
from ticklane_runtime._events import CAPACITY
from ticklane_runtime._guard import Guard, masked
from ticklane_runtime._host import Host
from ticklane_runtime._ledger import Ledger
from ticklane_runtime._memory import Growth
from ticklane_runtime._output import current
from ticklane_runtime._post import MESSAGE_BIT, post
from ticklane_runtime._publish import publish, to_json
from ticklane_runtime._remains import Remains
from ticklane_runtime._roster import Roster
from ticklane_runtime._schedule import Queue
from ticklane_runtime._script import ENDED, PAUSED, RUNNING, Program, Script
from ticklane_runtime._snapshots import Snapshots
from ticklane_runtime._step_costs import StepCosts
from ticklane_runtime._world import LaneWorld

__all__ = ["Lane"]

_RESYNC_STEPS: Final = 256
_PUBLISH_EVERY: Final = 20
_PUBLISH_ONE_OFF_EVERY: Final = 5
_LONG_WAIT: Final = 20  # ticks of a yield that are worth a word


class Lane(Calling):
    """All scripts of one lane; lives on the lane's thread. `now` is the last completed game tick."""

    def __init__(self, bridge: Any) -> None:
        _refusals.install()
        info = msgspec.json.decode(str(bridge.info()))
        self.bridge = bridge
        self.name = str(info["lane"])
        self.vantage = Vantage(self.name, authoritative=bool(info["authoritative"]))
        self.game = Game(str(info["host"]), str(info["minecraft"]), frozenset(info["has"]))
        self.budget_ms = float(info.get("lane_budget_ms", 40))
        self.guard = Guard(bridge.watch())
        self.guard.offset_ns = int(bridge.nanoTime()) - perf_counter_ns()
        self.ledger = Ledger(bridge.ledger())
        self.remains = Remains(self.guard)
        self.memory = Growth(bridge, int(info.get("script_memory_mib", 1024)) << 20)
        self.costs = StepCosts(self.ledger)
        self.roster = Roster()
        self.world = LaneWorld(bridge, self.name, self.guard.watch)
        self.queue = Queue()
        self.away = ""  # why the world isn't there
        self.waits_s = 0.0  # seconds that it may take at most to come back
        self.now = int(bridge.tick())
        self.world.now = self.now
        self.snapshots = Snapshots()
        self.stopped_as = "stopped"  # the reason of a script whose step is unwound because it is to end
        self.by_frame = self.name == "render"
        self.keep_exceptions = False  # for tests: the raised exception stays with its script
        self.events = EventFeed(bridge, self.world.names)
        self.calls = Calls(self)
        self._is_sprinting = bridge.sprinting
        self.sprinting = bool(bridge.sprinting())
        self._until_resync = 0
        self.stepped = -1

    # -- scripts
    def rebuild(self) -> None:
        """Sort the scripts by what can call them, and ask for the events they want; whenever that changes."""
        masked(self.guard.watch, self._rebuild)

    def _rebuild(self) -> None:
        self.roster.sort()
        self.events.subscribe(self.roster.listeners)

    def start(self, request: StartRequest, program: Program, host_of: Any = Host, *, serves: bool = False) -> Script:
        """Admit a script and run its step 0; a live one with the same id is replaced.

        One that `serves` lives until it is ended. Raises Refused, with nothing changed, when it can't be admitted.
        """
        self.at(int(self.bridge.tick()))
        old = self.roster.get(request.id)
        admit(self, request, old)
        if self.events.mask:
            self.events.drain(self.now)  # what happened before belongs to those who were here
        if old is not None:
            _ending.end(self, old, "replaced")
        if not self.roster.everyone:
            self.memory.begin()
        slot = self.ledger.take(self.now)
        generation = self.roster.next_generation(request.id)
        script = Script(self, request, program, slot, generation)
        script.serves = serves
        script.host = host_of(self, script)
        program.prepare(script.host, self.guard.flag, self.guard.check_for(script))
        self.roster.add(script)
        post.open(script.id)
        kept = request.records
        self.bridge.openOutput(slot, request.id, generation, request.run_dir, kept.rotate_mib, kept.rotate_files)
        publish(script, script.identity())
        self.bridge.scriptCode(slot, _frames.packed(program.sources, program.codes))
        self.costs.begin()
        if self.call(script, ONCE_NS, _stepping.first_step, script):
            script.state = RUNNING
            self.rebuild()
            self.costs.account(script, self.now, punish=False)
            if script.stopping or not script.alive() or script.end_tick == self.now:
                _ending.end(self, script, "finished")
            else:
                script.lines.flush()
                script.records.flush()
                publish(script, {"state": "running"})
                self.bridge.event(slot, "started", to_json({"generation": generation}))
                self._tell(script)
                self._tell_wait(script)
        self._after_acts()
        return script

    def pause(self, script: Script) -> None:
        """No step until it is resumed; time goes on, what comes due waits, events are not kept."""
        if script.unloaded_at >= 0:
            _unloading.leave_paused(script, True)
        elif script.state == RUNNING:
            script.state = PAUSED
            script.carry = []
            self.ledger.state(script.slot, PAUSED)
            self.rebuild()
            publish(script, {"state": "paused", "tick": self.now, "elapsed": self.now - script.start_tick})

    def resume(self, script: Script) -> None:
        if script.unloaded_at >= 0:
            _unloading.leave_paused(script, False)
        elif script.state == PAUSED:
            script.state = RUNNING
            script.first_serial = self.events_so_far()
            for watch in script.watches:
                watch.since = script.first_serial
            for measure in script.measures:
                measure.since = script.first_serial
            for timer in script.parked:
                if timer.active:
                    self.queue.again(timer)
            script.parked.clear()
            self.ledger.state(script.slot, RUNNING)
            self.rebuild()
            publish(script, {"state": "running", "tick": self.now, "elapsed": self.now - script.start_tick})

    def drop(self, script: Script) -> None:
        """Forget an ended script and free its slot."""
        self.roster.remove(script)
        if self.roster.get(script.id) is None:
            post.close(script.id)
        self.ledger.free(script.slot)
        self.rebuild()

    # -- time
    def at(self, tick: int) -> None:
        """Look at the world as it is now, after that tick, to act on a request."""
        self.costs.begin()
        self.now = tick
        self.world.advance(tick)

    def step(self, tick: int) -> None:
        """The end of game tick `tick`; on a lane of frames, a frame after it."""
        again = self.by_frame and tick == self.stepped
        self.now = self.stepped = tick
        self.world.advance(tick)
        if self.roster.everyone or self.calls.busy:
            self._step(tick, again=again)
        self.remains.between_ticks()

    def next_step(self) -> int:
        """The tick of the next step as far as it is known: the same one may have another frame."""
        return self.now if self.by_frame else self.now + 1

    def _step(self, tick: int, *, again: bool) -> None:
        roster = self.roster
        before = tick + 1 if self.by_frame else tick  # who started before that has had its step 0
        self._until_resync -= 1
        if self._until_resync < 0:
            self._until_resync = _RESYNC_STEPS
            self.guard.offset_ns = int(self.bridge.nanoTime()) - perf_counter_ns()
        self.sprinting = bool(self._is_sprinting())
        self.costs.begin()
        if again:
            pass  # time has not gone on
        elif roster.measurers:
            self._measure(tick)
        elif self.snapshots.table is not None:
            self.snapshots.end()
        if self.calls.busy:
            self.calls.serve()
        call = self.call_in_step
        if not again:
            if self.events.mask:
                self._deliver(tick)
            for script in roster.lookers:
                if script.state == RUNNING and script.start_tick < tick:
                    call(script, _stepping.look, script)
        due = self.queue.next_due()
        if due is not None and due <= tick:
            for timer in self.queue.take(tick):
                if not timer.active:
                    continue
                owner: Script = timer.owner
                if owner.state == PAUSED:
                    owner.parked.append(timer)
                else:
                    call(owner, _stepping.fire, owner, timer)
        for script in roster.runners:
            if script.wake <= tick and script.state == RUNNING and script.start_tick < before:
                call(script, _stepping.resume, script)
        if roster.tickers:
            self.run_tickers(before)
        self._settle(tick)
        if (grown := self.memory.look(roster.everyone)) is not None:
            _ending.too_big(self, grown)
        self._after_acts()
        self.ledger.asked(self.world.asked)
        self.world.asked = False

    # -- measuring
    def _measure(self, tick: int) -> None:
        """Before any script acts: all that is measured takes the world as the tick has left it."""
        self.snapshots.begin(self.world.table())
        for script in self.roster.measurers:
            if script.start_tick >= tick:
                continue  # it has its row of this tick from when it began
            if script.state == RUNNING:
                self.call_in_step(script, _stepping.feed, script)
            else:
                _stepping.feed(script, fire=False)

    # -- events
    def events_so_far(self) -> int:
        """The number from which an event is new to somebody who asks now."""
        return masked(self.guard.watch, self.events.so_far, self.now)

    def _deliver(self, tick: int) -> None:
        events = self.events
        events.drain(tick)
        if lost := events.lost():
            for script in self.roster.listeners:
                script.lines.line(
                    f"{lost:,} events were lost: a step takes {CAPACITY:,}. Ask for fewer kinds, or blocks in bulk"
                )
        batches = events.take()
        for script in self.roster.listeners:
            if script.state != RUNNING:
                continue
            if script.start_tick >= tick:
                script.carry = batches  # of its own step 0; handed over in its step 1
                continue
            own = script.carry + batches if script.carry else batches
            script.carry = []
            bits = 0
            for batch in own:
                bits |= int(np.bitwise_or.reduce(batch.bits)) & script.event_bits
            if script.measures:
                self.call_in_step(script, _stepping.hear, script, own)
            if bits & script.call_bits and script.state == RUNNING:
                self.call_in_step(script, _stepping.dispatch, script, own)
            if script.call_bits & MESSAGE_BIT and script.state == RUNNING:
                mail = post.take(script.id, tick)
                if mail is not None:
                    self.call_in_step(script, _stepping.dispatch, script, [mail])

    def _after_acts(self) -> None:
        """Number the events of the scripts' own acts as of this tick; they are delivered in the next step."""
        if self.world.acted:
            self.world.acted = False
            if self.events.mask:
                self.events.drain(self.now)

    # -- the end of a step
    def _settle(self, tick: int) -> None:
        everyone = self.roster.everyone
        costs, punish = self.costs, not self.sprinting
        costs.sum_up(everyone)
        for script in everyone:
            if script.state >= ENDED:
                continue
            if script.ran:
                if costs.account(script, tick, punish=punish):
                    _ending.over_budget(self, script)
                    continue
                lines = script.lines
                if lines.pending or lines.skipped:
                    lines.flush()
                if script.records.rows:
                    script.records.flush()
                if tick >= script.next_publish and (
                    script.result is not None
                    or script.verdicts.failures
                    or script.records.left_out
                    or script.one_off is not None
                ):
                    self._tell(script)
                if script.generator is not None or script.told_wait:
                    self._tell_wait(script)
            else:
                self.ledger.elapsed(script.slot, tick - script.start_tick)
                if script.lines.waiting():
                    script.lines.flush()
            if script.state != RUNNING:
                continue
            over = script.stopping or (script.end_tick is not None and tick >= script.end_tick)
            if over or (script.on_tick is None and not script.alive()):
                _ending.end(self, script, "finished")

    def _tell_wait(self, script: Script) -> None:
        """Publish what a generator waits for when that is long, so that a status can say why nothing happens."""
        waits = -1 if script.pending is not None else script.wake if script.wake - self.now >= _LONG_WAIT else 0
        if waits == script.told_wait or (not waits and script.told_wait > 0):
            return  # a tick that has passed tells itself
        script.told_wait = waits
        told = {"for": "a pending value"} if waits < 0 else {"until": waits} if waits else None
        publish(script, {"waits": told})

    def _tell(self, script: Script) -> None:
        """Publish result, verdicts and counts that have changed while it runs."""
        left_out = sum(script.records.left_out.values())
        one_off = script.one_off
        counted = script.verdicts.passed + script.verdicts.failures + left_out
        state = (script.result if one_off is None else one_off.result(script), counted)
        if state != script.told and state != (None, 0):
            script.told = state
            script.next_publish = self.now + (_PUBLISH_EVERY if one_off is None else _PUBLISH_ONE_OFF_EVERY)
            publish(script, _ending.told(script))

    def report_fault(self, where: str) -> None:
        """Say on the process's own error stream that the runtime itself has failed."""
        current[0] = None
        _current.host = None
        self.guard.close()
        print(f"ticklane: {where} on lane {self.name} failed", file=sys.stderr)
        traceback.print_exc()
