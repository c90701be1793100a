"""What happens inside one call of a script: resuming its generator, handing it events, firing its timers.

These run with the script's step open, so their exceptions are the script's.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from types import CoroutineType, FunctionType, GeneratorType, MethodType
from typing import Any

import numpy as np

from ticklane_runtime._events import Batch
from ticklane_runtime._output import encode_result
from ticklane_runtime._schedule import Timer
from ticklane_runtime._script import Script

__all__ = ["dispatch", "feed", "fire", "first_step", "hear", "line_of", "look", "resume"]


def first_step(script: Script) -> None:
    """Step 0: the module body, on_start, run's first part."""
    program = script.program
    program.run_body()
    if script.one_off is not None:
        script.one_off.take(script)
        if script.generator is not None:
            resume(script)
        return
    script.bind()
    on_start = program.function("on_start")
    if on_start is not None:
        on_start(script.host)
    run = program.function("run")
    if run is None:
        return
    script.has_run = True
    value = run(script.host)
    if isinstance(value, GeneratorType):
        script.generator = value
        resume(script)
    elif isinstance(value, CoroutineType):
        value.close()
        raise TypeError("run() may not be async: use a plain function, with `yield` to wait a tick")
    elif value is not None:
        script.result = encode_result(value)


def resume(script: Script) -> None:
    """Run the generator to its next yield; what it returns is the result."""
    generator = script.generator
    if generator is None:
        return  # it has ended in a call of this very step
    pending = script.pending
    if pending is not None and not pending.done:
        return
    script.pending = None
    try:
        if pending is None:
            got = next(generator)
        else:
            try:
                value = pending.value
            except Exception as e:  # noqa: BLE001 - what the other side raised is raised at the yield
                got = generator.throw(e)
            else:
                got = generator.send(value)
        while True:
            wrong = _wait(script, got)
            if wrong is None:
                return
            got = generator.throw(wrong)
    except StopIteration as e:
        script.generator = None
        script.lane.rebuild()
        if e.value is not None:
            script.result = encode_result(e.value)


def _wait(script: Script, got: Any) -> Exception | None:
    """Note what a yield waits for; an error to raise at the yield when it can't be waited for."""
    now = script.lane.now
    if got is None:
        script.wake = script.lane.next_step()
        return None
    if type(got) is int or isinstance(got, np.integer):
        n = operator.index(got)
        if n < 1:
            return ValueError(f"yield {n}: the next step is 1 tick away; `yield n` waits n >= 1 ticks")
        script.wake = now + n
        return None
    if hasattr(got, "done") and hasattr(type(got), "value"):
        script.pending = got
        script.wake = script.lane.next_step()
        return None
    kind = type(got).__name__
    hint = f" (for whole ticks: yield {got:.0f})" if isinstance(got, float) and got == got and abs(got) < 1e9 else ""
    return TypeError(f"yield {kind}: a yield takes nothing (1 tick), a number of ticks, or a pending value{hint}")


def fire(script: Script, timer: Timer) -> None:
    """Call a due timer."""
    action = script.keep(_due, script, timer)
    if action is not None:
        action()


def _due(script: Script, timer: Timer) -> Callable[[], object] | None:
    """Its action; a repeating one is queued again first, so that cancelling inside its own call works."""
    action = timer.action
    if action is None:
        return None
    if timer.every:
        now = script.lane.now
        late = now - timer.due
        timer.due += timer.every * (late // timer.every + 1)
        script.lane.queue.again(timer)
    else:
        timer.active = False
        timer.action = None  # it goes while the step is open, whatever is destroyed with it
        script.timers.discard(timer)
    return action


def dispatch(script: Script, batches: Sequence[Batch]) -> None:
    """Hand over the events a script asked for, in the order they happened; quiet watches let them pass."""
    now = script.lane.now
    host = script.host
    for batch in batches:
        wanted = script.call_bits
        rows = np.flatnonzero(batch.bits & wanted).tolist()
        if not rows:
            continue
        bits = batch.bits.tolist()
        for row in rows:
            bit = bits[row]
            serial = batch.serial + row
            event: Any = None
            if bit & script.header_bits and serial >= script.first_serial and script.on_event is not None:
                event = batch.event(row)
                script.on_event(host, event)
            for watch in script.watches:
                if watch.bit != bit or serial < watch.since or not watch.active:
                    continue
                if watch.quiet:
                    if now < watch.quiet_until:
                        continue
                    watch.quiet_until = now + watch.quiet
                if event is None:
                    event = batch.event(row)
                watch.handler(event)


def feed(script: Script, *, fire: bool = True) -> None:
    """Give tracks, captures and triggers the table as the step found it; without `fire` the script is paused."""
    lane = script.lane
    snapshots, now = lane.snapshots, lane.now
    for measure in script.measures:
        measure.feed(snapshots, now, fire=fire)


def hear(script: Script, batches: Sequence[Batch]) -> None:
    """Give captures and triggers the events of the step, if any; captures then close what is complete."""
    now = script.lane.now
    for measure in script.measures:
        if measure.bits:
            measure.hear(batches, now)


def look(script: Script) -> None:
    """Call the handlers of entity triggers that have fired, then those of functions that have turned truthy."""
    now = script.lane.now
    for measure in script.measures:
        if measure.calls:
            measure.call(now)
    for watch in script.conditions:
        if not watch.active or watch.since >= now:
            continue
        answer = watch.condition()
        is_now = bool(answer)
        rose = is_now and not watch.was
        watch.was = is_now
        if rose and now >= watch.quiet_until and watch.active:
            watch.quiet_until = now + watch.quiet
            watch.handler(answer)


def line_of(script: Script, function: Any, args: Sequence[Any]) -> int:
    """The line a slow call is charged to: where the generator stands, else where the called function begins; or 0."""
    called: Any = function
    if function is resume:
        generator = script.generator if script.one_off is None else script.one_off.iterator
        frame = generator.gi_frame if type(generator) is GeneratorType else None
        if frame is not None and (script.one_off is None or frame.f_code.co_filename in script.program.sources):
            return int(frame.f_lineno)
        called = script.program.function("run")  # it has returned
    elif function is fire and args:
        called = args[1].action
    elif function is dispatch:
        called = script.on_event or next((watch.handler for watch in script.watches), None)
    elif function is look and script.conditions:
        called = script.conditions[0].condition
    elif function is feed or function is hear or function is look:
        called = next((one.function for one in script.measures if one.function is not None), None)
    while type(called) is MethodType:
        called = called.__func__
    if type(called) is not FunctionType or called.__code__.co_filename not in script.program.sources:
        return 0  # nothing is asked of an object: it may answer with code of the script, and no step is open
    return called.__code__.co_firstlineno
