"""The script's own process: reads what the game sends on one thread, runs the script on the other."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import resource
import select
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread, get_ident
from time import monotonic
from types import FrameType
from typing import Any, Final

import msgspec

from ticklane_control.messages import StartRequest, decode_start
from ticklane_runtime import _ending, _process
from ticklane_runtime._admission import Refused
from ticklane_runtime._guard import FIRED, MASKED, SERIAL, STOP_ASKED, WHY
from ticklane_runtime._inside import lane_thread
from ticklane_runtime._modules import Bundle, BundleError
from ticklane_runtime._post import MESSAGE_BIT, post
from ticklane_runtime._publish import to_json
from ticklane_runtime._script import ENDED, Script
from ticklane_runtime.parallel._bridge import PipeBridge
from ticklane_runtime.parallel._keeper import DIE_WITH_PARENT, prctl
from ticklane_runtime.parallel._lane import BesideLane, BesideLines, beside_host
from ticklane_runtime.parallel._shared import Box, Table
from ticklane_runtime.parallel._wire import Wire, WireClosedError

__all__ = ["play"]

_NO_LIMIT_MS: Final = 1e12
_LOOK_S: Final = 0.1
_AGAIN_S: Final = 0.02
_NEVER: Final = (1 << 63) - 1
_GONE: Final = 0  # exit code when the game has gone


def play(keeper: int, box: Box, table_path: str) -> None:
    """Run the one script the game sends; doesn't return."""
    prctl(DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(_GONE)
    with contextlib.suppress(OSError):
        os.setsid()
    wire = _take_pipes()
    os.register_at_fork(after_in_child=wire.forget)
    faulthandler.enable(2, all_threads=False)
    wire.send("hello", pid=os.getpid())
    code = 1
    try:
        _process.prepare()
        gc.enable()  # a step may last, so collections can't wait for its end
        facts, body = wire.receive()
        _play(wire, facts, body, box, Table(table_path))
        code = 0
    except WireClosedError:
        code = _GONE
    except BaseException:  # noqa: BLE001 - the end of the process: its error stream is kept
        traceback.print_exc(file=sys.__stderr__)
    os._exit(code)  # at once: a script's threads and exit handlers have no say in it


def _take_pipes() -> Wire:
    """The pipes get numbers of their own; 0 is empty, 1 and 2 are the error stream for whatever writes past us."""
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return wire


def _play(wire: Wire, facts: dict[str, Any], body: bytes, box: Box, table: Table) -> None:
    try:
        request = decode_start(body)
        program = Bundle(request)
    except (msgspec.MsgspecError, BundleError) as e:
        wire.send("refused", to_json({"type": "refused", "message": str(e)}).encode())
        return
    memory = _limits(request, facts, box)
    facts["memory_mib"] = memory >> 20
    files = list(program.sources)
    box.place({"files": files})
    lane = BesideLane(PipeBridge(wire, facts, table), table, box)
    lane.roster.generations[request.id] = int(facts["generation"]) - 1
    listener = _Listener(wire, lane, box, files)
    listener.start()
    _step_aside()
    unlimited = msgspec.structs.replace(request, budget_ms=_NO_LIMIT_MS, hard_ms=_NO_LIMIT_MS)
    try:
        with lane_thread():
            script = lane.start(unlimited, program, listener.host_of)
    except Refused as e:
        wire.send("refused", to_json({"type": e.kind, "message": str(e)}).encode())
        return
    while script.state < ENDED:
        listener.wait(script)
        with lane_thread():
            if listener.reason:
                _ending.end(lane, script, listener.reason)
            elif lane.now > listener.last:
                listener.last = lane.now
                lane.step(listener.last)
                lane.bridge.tell_steps()


def _limits(request: StartRequest, facts: dict[str, Any], box: Box) -> int:
    """Tell the keeper what it may take, and the system what it may map; gives the bytes of memory."""
    most = int(facts["memory_mib"])
    memory = min(request.memory_mib or most, most) << 20
    allowed = float(facts["cpu_s"])
    cpu = min(filter(None, (request.cpu_s, allowed)), default=0.0)
    box.limit(memory, int(cpu * 1e9), int(facts["processes"]))
    with open("/proc/self/statm", "rb") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = mapped + memory
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return memory


def _step_aside() -> None:
    """Run only when nobody else wants the processor."""
    try:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    except OSError:  # a container that forbids it
        os.nice(19)


class _Listener(Thread):
    """Reads the pipe, notes where the script stands, and unwinds its step when it is to end.

    `reason` is what it is to end for, "" as long as it isn't; `last` is the tick of its last step.
    """

    def __init__(self, wire: Wire, lane: BesideLane, box: Box, files: list[str]) -> None:
        super().__init__(name="ticklane-listener", daemon=True)
        self.reason = ""
        self.last = lane.now
        self._wire = wire
        self._lane = lane
        self._box = box
        self._files = files
        self._main = get_ident()
        self._script: Script | None = None
        self._inbox: SimpleQueue[None] = SimpleQueue()
        self._looked = 0.0
        signal.signal(signal.SIGUSR1, self._on_signal)
        signal.siginterrupt(signal.SIGUSR1, False)

    def host_of(self, lane: Any, script: Script) -> Any:
        self._script = script
        return beside_host(lane, script)

    # -- on the thread of the script
    def wait(self, script: Script) -> None:
        """Until a tick has come that the script wants, or its end."""
        table = self._lane._shared
        while not self.reason:
            wake = self._wake(script)
            if table.newest() >= wake:
                return
            self._box.wake_at(wake)
            if table.newest() < wake:
                self._inbox.get()
            self._box.wake_at(_NEVER)

    def _wake(self, script: Script) -> int:
        soon = self.last + 1
        if (
            script.on_tick is not None
            or script.conditions
            or script.pending is not None
            or script.lines.waiting()
            or script.stopping
            or (script.call_bits & MESSAGE_BIT and post.waiting(script.id))
        ):
            return soon
        wakes = [_NEVER]
        if script.generator is not None:
            wakes.append(script.wake)
        if (due := self._lane.queue.next_due()) is not None:
            wakes.append(due)
        if script.end_tick is not None:
            wakes.append(script.end_tick)
        return max(soon, min(wakes))

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        lane, script = self._lane, self._script
        watch = lane.guard.watch
        if script is None or not watch[SERIAL] or watch[MASKED] or self._wire.busy_thread == self._main:
            return  # another signal follows
        if self.reason and watch[FIRED] == watch[SERIAL]:
            raise lane.guard._exceed("this script is to end")
        lines = script.lines
        if isinstance(lines, BesideLines):
            lines.flush_if_free()
        telling = script.host._telling
        if telling.acquire(blocking=False):
            try:
                script.records.flush()
            finally:
                telling.release()

    # -- on its own
    def run(self) -> None:
        try:
            while True:
                wait = _AGAIN_S if self.reason else _LOOK_S
                ready, _, _ = select.select([self._wire.reads], [], [], wait)
                if ready:
                    self._take(*self._wire.receive())
                if self.reason:
                    self._unwind()
                now = monotonic()
                if now - self._looked >= _LOOK_S:
                    self._looked = now
                    self._look()
        except (EOFError, OSError):
            os._exit(_GONE)
        except BaseException:  # noqa: BLE001 - without this thread the script can't be told anything
            traceback.print_exc(file=sys.__stderr__)
            os._exit(1)

    def _take(self, header: dict[str, Any], body: bytes) -> None:
        kind = header["k"]
        if kind == "answer":
            self._lane.bridge.answered(header, body)
        elif kind == "message":
            if self._script is not None:
                post.put(self._script.id, str(header["sender"]), body)
            self._inbox.put(None)
        elif kind == "stop":
            self._lane.stopped_as = str(header["reason"])
            self.reason = self._lane.stopped_as
            self._lane.bridge.stop_asked = True
            self._inbox.put(None)
        else:
            self._inbox.put(None)

    def _unwind(self) -> None:
        """Its step, not its last calls."""
        script, watch = self._script, self._lane.guard.watch
        if script is None or script.state >= ENDED:
            self._lane.bridge.stop_asked = False  # on_stop may ask again
            return
        serial = watch[SERIAL]
        if serial:
            watch[WHY] = STOP_ASKED
            watch[FIRED] = serial
            self._lane.guard._flag.value = 1
            signal.pthread_kill(self._main, signal.SIGUSR1)

    def _look(self) -> None:
        script = self._script
        if script is None or not self._lane.guard.watch[SERIAL]:
            return
        self._box.place({"files": self._files} | self._place(script))
        if script.lines.waiting() or script.records.rows:
            signal.pthread_kill(self._main, signal.SIGUSR1)

    def _place(self, script: Script) -> dict[str, Any]:
        frame = sys._current_frames().get(self._main)
        sources = script.program.sources
        while frame is not None:
            name = frame.f_code.co_filename
            if name in sources and frame.f_lineno:
                lines = sources[name]
                code = lines[frame.f_lineno - 1].strip()[:120] if frame.f_lineno <= len(lines) else ""
                own = {} if name == script.program.main else {"file": name}
                return {"line": frame.f_lineno, "code": code, **own}
            frame = frame.f_back
        return {}
