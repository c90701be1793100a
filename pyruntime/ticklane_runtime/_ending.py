"""How scripts end: the last calls, the reason, what is published, and that nothing of them acts afterwards."""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ticklane_runtime._budget import HARD_ONCE_MS
from ticklane_runtime._errors import BudgetExceeded
from ticklane_runtime._fault import Fault, caret_of, code_at, describe
from ticklane_runtime._guard import GAME_STOPS, MEMORY, STOP_ASKED
from ticklane_runtime._publish import publish, to_json
from ticklane_runtime._script import ENDED, ENDING, Script
from ticklane_runtime._short_values import class_name, is_a

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["end", "failed", "over_budget", "told", "too_big", "unwound"]

_ONCE_NS: Final = int(HARD_ONCE_MS * 1e6)
_DESCRIBE_NS: Final = 100_000_000
_PARTIAL: Final = frozenset({"failed", "budget", "memory", "stuck"})


def failed(lane: Lane, script: Script, error: BaseException) -> None:
    """An exception has left the script's code."""
    if lane.keep_exceptions:
        script.raised = error
    if script.state == ENDING:
        _note_last_call(lane, script, error)
        return
    script.fault = _describe(lane, script, error)
    end(lane, script, "memory" if is_a(error, MemoryError) else "failed")


def unwound(
    lane: Lane, script: Script, error: BaseException | None, why: int, limit_ns: int, file: str, line: int
) -> None:
    """The watchdog has fired in the open step: it was unwound, or has come back late.

    `file` and `line` ("" is the script's own, 0 is not known) are where the watchdog has seen it stand. That is what
    held it: an exception tells only where it went on afterwards, or where it was unwound at once.
    """
    if lane.keep_exceptions:
        script.raised = error
    if script.state == ENDING:
        script.wall_decided = True
        script.lines.line(f"its last call was cut off after {limit_ns / 1e6:,.0f} ms")
        return
    wall_ms = round(script.wall_ns / 1e6, 3)
    cpu_ms = round(lane.costs.cpu_so_far(script, lane.roster.everyone) / 1e6, 3)
    fault = None
    if error is not None and is_a(error, BudgetExceeded):
        fault = _describe(lane, script, error)
        if not line:
            line, file = int(fault.error.get("line", 0)), str(fault.error.get("file", ""))
    line = line or script.slow_line
    main = script.program.main
    code = code_at(script.program.sources, file or main, line)
    script.slow_line = line
    if why == MEMORY:
        where = {"line": line, "code": code} | ({"file": file} if file not in ("", main) else {})
        told = (fault.error if fault is not None else {}) | {"type": "MemoryError", "message": lane.memory.too_much()}
        script.fault = Fault(where | told, fault.traceback if fault is not None else "")
        end(lane, script, "memory")
        return
    if why in (STOP_ASKED, GAME_STOPS):
        end(lane, script, lane.stopped_as if why == STOP_ASKED else "game_stopped")
        return
    script.wall_decided = True
    budget = {
        "hard": True,
        "limit_ms": round(limit_ns / 1e6, 3),
        "over": 1,
        "worst_ms": wall_ms,
        "cpu_ms": cpu_ms,
        "line": line,
        "code": code,
    }
    if file not in ("", main):
        budget["file"] = file
    if fault is not None:
        script.fault = Fault({}, fault.traceback)
    end(lane, script, "budget", budget)


def too_big(lane: Lane, script: Script) -> None:
    """Its steps have made the process grow too much, each by a little."""
    script.fault = Fault({"type": "MemoryError", "message": lane.memory.too_much(script)}, "")
    end(lane, script, "memory")


def over_budget(lane: Lane, script: Script) -> None:
    """Five steps within 100 ticks were over the soft budget, by CPU time too."""
    script.wall_decided = True
    budget = script.budget.report()
    budget["code"] = code_at(script.program.sources, script.program.main, int(budget["line"]))
    end(lane, script, "budget", budget)


def end(lane: Lane, script: Script, reason: str, budget: dict[str, Any] | None = None) -> None:
    """End a script: close its generator, call on_stop, publish, and make everything of it inert."""
    if script.state >= ENDED:
        return
    script.state = ENDING
    script.reason = reason
    lane.costs.close_last(script, lane.now)
    script.close_measures()  # first: the last calls can read every window
    generator = script.generator
    if generator is not None:
        lane.call(script, _ONCE_NS, _close, generator)
        script.wall_ns = 0
    on_stop = script.on_stop or (None if script.one_off is not None else script.program.function("on_stop"))
    if on_stop is not None:
        lane.call(script, _ONCE_NS, on_stop, script.host)
    if script.fault is not None and script.fault.error and script.reason == "finished":
        script.reason = "failed"  # on_stop itself was wrong
    lane.remains.keep(script, *script.drop_handles())
    script.state = ENDED
    try:
        script.lines.flush(end=True)
        script.records.flush()
        lane.ledger.elapsed(script.slot, lane.now - script.start_tick)
        lane.ledger.state(script.slot, ENDED)
        changes = _last_words(lane, script, budget)
        told_why = {key: changes[key] for key in ("reason", "error", "budget", "unloaded") if key in changes}
        lane.bridge.event(script.slot, "ended", to_json(told_why))
        publish(script, changes)  # last: the game frees the slot at it
    finally:
        script.host.retire(f"script {script.id!r} (generation {script.generation}) has ended, reason {script.reason}")
        script.program.close()
        lane.drop(script)
        lane.calls.owner_ended(script)


def told(script: Script) -> dict[str, Any]:
    """Result and verdicts, as far as there are any."""
    out: dict[str, Any] = {}
    result = script.result if script.one_off is None else script.one_off.result(script)
    if result is not None:
        out["has_result"] = True
        out["result"] = msgspec.Raw(result)
    if script.verdicts.passed or script.verdicts.failures:
        out["verdicts"] = script.verdicts.report()
    if script.records.left_out:
        out["left_out"] = script.records.left_out
    return out


def _last_words(lane: Lane, script: Script, budget: dict[str, Any] | None) -> dict[str, Any]:
    changes: dict[str, Any] = {
        "state": "ended",
        "reason": script.reason,
        "tick": lane.now,
        "elapsed": lane.now - script.start_tick,
        "reproducible": not script.wall_decided,
        "has_result": script.result is not None or script.one_off is not None,
        "partial": script.result is not None and script.reason in _PARTIAL,
        **told(script),
    }
    if script.fault is not None:
        if script.fault.error:
            changes["error"] = script.fault.error
        changes["traceback"] = script.fault.traceback
    if budget is not None:
        changes["budget"] = budget
    if script.reason == "world_unloaded" and lane.away:
        changes["unloaded"] = {"why": lane.away}
    return changes


def _close(generator: Any) -> None:
    generator.close()


def _note_last_call(lane: Lane, script: Script, error: BaseException) -> None:
    """on_stop or a generator's clean-up has raised: told with the rest, unless there was an error already."""
    fault = _describe(lane, script, error)
    if script.fault is None:
        script.fault = fault
    script.lines.line(f"in its last call, line {fault.error.get('line', '?')}: {_first_line(fault)}")


def _first_line(fault: Fault) -> str:
    message = str(fault.error["message"]).partition("\n")[0]
    return f"{fault.error['type']}: {message}"


def _describe(lane: Lane, script: Script, error: BaseException) -> Fault:
    """Describe with the step open again only while a message is made: a script's own __str__ may run."""
    guard = lane.guard
    left = _DESCRIBE_NS

    def say(error: BaseException) -> str:
        nonlocal left
        began = perf_counter_ns()
        text = guard.run(script, script.slot, max(left, 1_000_000), script.enter, (str, error))
        left -= perf_counter_ns() - began
        if guard.error is not None:
            raise guard.error
        return str(text)

    try:
        fault = describe(error, script.program.sources, script.program.main, say)
        if script.one_off is not None and (caret := caret_of(error, script.program.sources)):
            fault.error["caret"] = caret
        return fault
    except BaseException as e:  # noqa: BLE001 - a description that fails must not cost the script's end
        type_name = class_name(error)
        message = f"(it could not be described: {class_name(e)})"
        return Fault({"type": type_name, "message": message}, f"{type_name}: {message}")
