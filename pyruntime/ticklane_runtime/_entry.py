"""What Java holds of Python: one object a lane, with step, control and close. No exception leaves it.

An exception that reached Java would at best be a string there, and a SystemExit would end the game's process.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import msgspec

from ticklane_control.messages import decode_start
from ticklane_runtime import _ending, _frames, _interrupt, _process, _unloading
from ticklane_runtime._admission import Refused
from ticklane_runtime._from_processes import FromProcesses
from ticklane_runtime._inside import in_lane
from ticklane_runtime._lane import Lane
from ticklane_runtime._modules import Bundle, BundleError
from ticklane_runtime._publish import to_json
from ticklane_runtime._script import STATES, Script

__all__ = ["LaneEntry", "open_lane"]


def open_lane(bridge: Any) -> LaneEntry:
    """Set this process up, once, and make the entry of one lane, on the lane's own thread."""
    _process.prepare()
    layout = _frames.calibrate()
    if layout is not None:
        bridge.frames(*layout)
    lane = Lane(bridge)
    _interrupt.register(lane.name, lane.guard)
    return LaneEntry(lane)


class LaneEntry:
    """The entry points of one lane."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._outside = FromProcesses(lane)
        self._verbs: dict[str, Callable[[str], dict[str, Any]]] = {
            "stop": self._stop,
            "pause": self._pause,
            "resume": self._resume,
        }

    @in_lane
    def step(self, tick: int) -> None:
        """The end of game tick `tick`."""
        try:
            self.lane.step(tick)
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault("step")

    @in_lane
    def control(self, verb: str, script: str, body: Any) -> str:
        """Act on a request now. "+" and a JSON reply, or "-" and a JSON error (type, message)."""
        answer = self._answer(verb, script, body)
        self._forget()
        return answer

    def _answer(self, verb: str, script: str, body: Any) -> str:
        try:
            lane = self.lane
            lane.at(int(lane.bridge.tick()))
            if verb == "start":
                return "+" + to_json(self._start(body))
            if verb in FromProcesses.VERBS:
                return "+" + to_json(self._outside.act(verb, script, bytes(memoryview(body).cast("B"))))
            act = self._verbs.get(verb)
            if act is None:
                raise Refused("unknown_verb", f"no verb {verb!r}")
            return "+" + to_json(act(script))
        except Refused as e:
            return "-" + to_json({"type": e.kind, "message": str(e)})
        except BaseException as e:  # noqa: BLE001 - nothing may reach Java
            self._fault(f"control {verb}")
            return "-" + to_json({"type": "internal", "message": f"{type(e).__name__}: {_text(e)}"})

    @in_lane
    def unload(self, why: str, wait_s: float) -> int:
        """The lane's world is gone: end the scripts that don't wait for it, pause the others; how many wait."""
        waiting = 0
        try:
            self.lane.at(int(self.lane.bridge.tick()))
            waiting = _unloading.unload(self.lane, why, wait_s)
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault("unload")
        self._forget()
        return waiting

    @in_lane
    def come_back(self, tick: int) -> None:
        """The world is there again."""
        try:
            self.lane.at(tick)
            _unloading.come_back(self.lane)
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault("come_back")

    @in_lane
    def close(self, reason: str) -> None:
        """End all scripts, in start order, for that reason."""
        try:
            lane = self.lane
            lane.at(int(lane.bridge.tick()))
            for script in lane.roster.everyone:
                self._end(script, reason)
            lane.calls.close()
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault("close")
        self._forget()
        _interrupt.unregister(self.lane.name)

    def _forget(self) -> None:
        """Destroy what an ended script has left, now that nothing here holds it."""
        try:
            self.lane.remains.forget()
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault("clean-up")

    def _end(self, script: Script, reason: str) -> None:
        """End one script at the lane's end; a fault in that doesn't cost the others their on_stop."""
        try:
            _ending.end(self.lane, script, reason)
        except BaseException:  # noqa: BLE001 - nothing may reach Java
            self._fault(f"ending {script.id}")

    def _start(self, body: Any) -> dict[str, Any]:
        try:
            request = decode_start(bytes(memoryview(body).cast("B")))
            program = Bundle(request)
        except msgspec.MsgspecError as e:
            raise Refused("bad_request", f"not a start request: {e}") from None
        except BundleError as e:
            raise Refused("refused", str(e)) from None
        return _state(self.lane.start(request, program))

    def _live(self, id: str) -> Script | None:
        """The script of a request; None when it has ended already, which is no error."""
        script = self.lane.roster.get(id)
        if script is None and id not in self.lane.roster.generations:
            known = ", ".join(s.id for s in self.lane.roster.everyone) or "none"
            raise Refused("unknown_script", f"no script {id!r} on the {self.lane.name} lane; there are: {known}")
        return script

    def _stop(self, id: str) -> dict[str, Any]:
        script = self._live(id)
        if script is None:
            return {"id": id, "state": "ended"}
        _ending.end(self.lane, script, "stopped")
        return _state(script)

    def _pause(self, id: str) -> dict[str, Any]:
        script = self._live(id)
        if script is None:
            raise Refused("refused", f"script {id!r} has ended; start it again")
        self.lane.pause(script)
        return _state(script)

    def _resume(self, id: str) -> dict[str, Any]:
        script = self._live(id)
        if script is None:
            raise Refused("refused", f"script {id!r} has ended; start it again")
        self.lane.resume(script)
        return _state(script)

    def _fault(self, where: str) -> None:
        with contextlib.suppress(BaseException):  # not even the error stream works: there is nobody left to tell
            self.lane.report_fault(where)


def _state(script: Script) -> dict[str, Any]:
    return {"id": script.id, "generation": script.generation, "state": STATES[script.state], "reason": script.reason}


def _text(error: BaseException) -> str:
    try:
        return str(error)[:500]
    except Exception as e:  # noqa: BLE001 - an error whose text can't be made
        return f"({type(e).__name__})"
