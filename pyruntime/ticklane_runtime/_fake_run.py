"""Runs scripts on the fake bridge, through the same lane as in the game."""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from types import CodeType
from typing import Any, Literal

import msgspec

from ticklane import NotHereError
from ticklane_control.messages import StartRequest
from ticklane_runtime._admission import Refused
from ticklane_runtime._blocking import NoInput
from ticklane_runtime._fake_bridge import FakeBridge, FakeOutput
from ticklane_runtime._fake_world import FakeWorld
from ticklane_runtime._host import Host
from ticklane_runtime._inside import lane_thread
from ticklane_runtime._lane import Lane
from ticklane_runtime._modules import Bundle
from ticklane_runtime._output import Stream
from ticklane_runtime._script import Script
from ticklane_runtime.own import _process as own_process

__all__ = ["FakeGame", "FakeRun", "FunctionProgram", "request_for", "script_streams"]


def request_for(id: str, params: dict[str, Any], seed: int, **changes: Any) -> StartRequest:
    """A request for code that no toolchain has seen."""
    given: dict[str, Any] = {
        "id": id,
        "lane": "server",
        "mode": "run",
        "modules": [],
        "magic": "",
        "params": params,
        "seed": seed,
        "ticks": None,
        "budget_ms": 2.0,
        "hard_ms": 250.0,
        "caps": [],
        "events": [],
        "dimension": "minecraft:overworld",
        "source_hash": "",
        "operation_id": "",
        "run_dir": "",
        "header": {},
        "docstring": "",
    }
    return StartRequest(**(given | changes))


class FunctionProgram:
    """Functions of a test as a script's own: "run", "on_tick", "on_stop" … by name. They carry no checks."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self._functions = functions
        files = {inspect.unwrap(f).__code__.co_filename for f in functions.values() if hasattr(f, "__code__")}
        self.sources = {file: [line.rstrip("\n") for line in linecache.getlines(file)] for file in files}
        self.main = next(iter(files), "")
        self.codes: tuple[CodeType, ...] = ()

    def prepare(self, host: object, flag: Any, check: Callable[[], None]) -> None:
        return

    def run_body(self) -> None:
        return

    def function(self, name: str) -> Callable[..., Any] | None:
        return self._functions.get(name)

    def value(self, name: str, default: Any) -> Any:
        return default

    def close(self) -> None:
        self._functions = {}


class FakeRun:
    """A script that was started, and what it has handed over so far."""

    def __init__(self, script: Script, output: FakeOutput) -> None:
        self.script = script
        self.output = output

    @property
    def ended(self) -> bool:
        return self.output.published[-1].get("state") == "ended"

    def outcome(self) -> dict[str, Any]:
        status = self.output.status()
        elapsed = int(status.get("elapsed", 0)) if self.ended else self.script.lane.now - self.script.start_tick
        return {
            "state": str(status["state"]),
            "reason": str(status.get("reason", "")),
            "result": status.get("result"),
            "records": self.output.records(),
            "lines": list(self.output.lines),
            "error": status.get("error"),
            "verdicts": status.get("verdicts", {}),
            "elapsed": elapsed,
            "status": status,
        }


class FakeGame:
    """A world, its one lane, and the clock that moves both."""

    def __init__(self, kind: Literal["flat", "void"], seed: int, has: tuple[str, ...], *, sprint: bool) -> None:
        self.world = FakeWorld(kind, seed)
        self.bridge = FakeBridge(self.world, sprint=sprint, has=has)
        self.lane = Lane(self.bridge)
        self.lane.keep_exceptions = True
        self._outputs: dict[int, FakeOutput] = {}

    def tick(self) -> None:
        """One game tick and its step."""
        self.world.tick()
        with script_streams():
            self.lane.step(self.world.ticks)

    def resident(self, host_of: Callable[[Lane, Script], Host], params: dict[str, Any], seed: int) -> Script:
        """A script without code that lives for as long as the game does."""
        request = request_for("test", params, seed, mode="once")
        program = FunctionProgram()
        script = self.lane.start(request, program, lambda lane, script: _settled(host_of(lane, script), script))
        self._outputs[id(script)] = self.bridge.outputs[-1]
        return script

    def output_of(self, script: Script) -> FakeOutput:
        return self._outputs[id(script)]

    def answer_of(self, script: Script) -> Any:
        return None if script.result is None else msgspec.json.decode(script.result)

    def start(
        self,
        script: str | PathLike[str] | Callable[..., Any],
        params: dict[str, Any],
        seed: int | None,
        name: str,
        allow: Sequence[str] = (),
    ) -> FakeRun:
        """Start a file or a function; step 0 has run when this returns."""
        if callable(script):
            request = request_for(name or getattr(script, "__name__", "script"), params, seed or 0, caps=list(allow))
            return self.launch(request, FunctionProgram(run=script))
        from ticklane_toolchain import prepare

        request = prepare(str(script), id=name, params=params, seed=seed, allowed=allow)
        return self.launch(request, Bundle(request))

    def launch(self, request: StartRequest, program: Any) -> FakeRun:
        try:
            with script_streams():
                script = self.lane.start(request, program)
        except Refused as e:
            raise NotHereError(str(e)) from None
        return FakeRun(script, self.bridge.outputs[-1])


def _settled(host: Host, script: Script) -> Host:
    script.resident = True
    return host


@contextmanager
def script_streams() -> Iterator[None]:
    """Scripts print into their lines and can't read, as in the game; the test's own streams are back afterwards."""
    own = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = NoInput(own[0]), Stream("stdout", own[1]), Stream("stderr", own[2])
    try:
        with lane_thread(), own_process.for_a_while():
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = own
