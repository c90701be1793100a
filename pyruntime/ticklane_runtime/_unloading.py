"""A lane's world is gone, and comes back: who ends by it, who waits for it, and how those go on.

A script with `on_unload = "wait"` pauses with all it has: its generator stands at its yield, its variables and handles
stay. Time goes on meanwhile, as in any pause: what came due waits, events are not kept. It is called unloaded rather
than paused by anybody, so a pause or resume that is asked for meanwhile is for when the world is back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ticklane_runtime import _ending, _stepping
from ticklane_runtime._capture import LiveCapture
from ticklane_runtime._publish import publish, to_json
from ticklane_runtime._script import PAUSED, RUNNING, Script

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["come_back", "leave_paused", "unload"]


def unload(lane: Lane, why: str, wait_s: float) -> int:
    """End the scripts that don't wait, pause those that do; how many wait. Once more: another reason why."""
    lane.away, lane.waits_s = why, wait_s
    for script in lane.roster.everyone:
        if not _waits(script):
            _ending.end(lane, script, "world_unloaded")
    lane.calls.unload(why)
    for script in lane.roster.everyone:
        if script.unloaded_at < 0:
            _hold(lane, script)
    lane.rebuild()
    return len(lane.roster.everyone)


def _waits(script: Script) -> bool:
    """Companions are loaded anew by the next call of them; one-offs have somebody waiting for their answer."""
    settings = script.request
    return settings.header.get("on_unload") == "wait" and not script.serves and not settings.one_off


def _hold(lane: Lane, script: Script) -> None:
    script.unloaded_at = lane.now
    script.stays_paused = script.state == PAUSED
    script.state = PAUSED
    script.carry = []
    script.wall_decided = True  # how long it takes is the machine's doing
    lane.ledger.state(script.slot, PAUSED)
    lane.bridge.event(script.slot, "unloaded", to_json({"why": lane.away}))
    elapsed = lane.now - script.start_tick
    publish(script, {"state": "paused", "tick": lane.now, "elapsed": elapsed, "unloaded": _told(script)})


def leave_paused(script: Script, paused: bool) -> None:
    """Somebody pauses or resumes a script that waits for its world."""
    script.stays_paused = paused
    publish(script, {"unloaded": _told(script)})


def _told(script: Script) -> dict[str, Any]:
    lane = script.lane
    told = {"why": lane.away, "tick": script.unloaded_at, "waits_s": lane.waits_s}
    return told | ({"then": "paused"} if script.stays_paused else {})


def come_back(lane: Lane) -> None:
    """The world is there again: they go on in the next step."""
    lane.away = ""
    waiting = [script for script in lane.roster.everyone if script.unloaded_at >= 0]
    _measure_gap(lane)
    for script in waiting:
        ticks = lane.now - script.unloaded_at
        script.unloaded_at = -1
        script.unloads += 1
        script.unloaded_ticks += ticks
        publish(script, {"unloaded": None, "unloads": {"times": script.unloads, "ticks": script.unloaded_ticks}})
        lane.bridge.event(script.slot, "came_back", to_json({"ticks": ticks}))
        if not script.stays_paused:
            lane.resume(script)


def _measure_gap(lane: Lane) -> None:
    """A row without anybody: no motion is computed across the gap, and windows it has cut close as unloaded."""
    if not lane.roster.measurers:
        return
    lane.snapshots.begin(lane.world.nobody())
    for script in lane.roster.measurers:
        if script.state != RUNNING and script.start_tick < lane.now:
            for measure in script.measures:
                if isinstance(measure, LiveCapture):
                    measure.world_lost = lane.now
            _stepping.feed(script, fire=False)
    lane.snapshots.end()
