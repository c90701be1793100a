"""The lane of a script's own process: the same runtime, stepped when the game's ticks come and the script has time."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from threading import RLock, get_ident
from time import monotonic
from typing import Any, Final, NoReturn, TypeVar

import msgspec

import ticklane
from ticklane import Handle, NotHereError
from ticklane_runtime import _args
from ticklane_runtime._between import LaneCall, call_of
from ticklane_runtime._errors import BridgeError, translate
from ticklane_runtime._event_feed import EventFeed
from ticklane_runtime._host import Host
from ticklane_runtime._lane import Lane
from ticklane_runtime._output import Lines
from ticklane_runtime._script import Script
from ticklane_runtime.parallel._bridge import Answer, PipeBridge
from ticklane_runtime.parallel._shared import Box, Table
from ticklane_runtime.parallel._world import SharedWorld

__all__ = ["BesideHost", "BesideLane", "BesideLines", "beside_host"]

T = TypeVar("T")

_FLUSH_S: Final = 0.1
_ACT: Final = 'a script beside the game acts through one of its lanes: got = yield host.on_lane("server", function, …)'
_MEASURE: Final = (
    "a script beside the game doesn't see every tick: measure on the server lane, in a script of its own that sends "
    'what it has, or by got = yield host.on_lane("server", function, …)'
)
_EVENTS: Final = (
    "of the events only messages come beside the game: have a script on the server lane listen and "
    "host.send() them here"
)


class BesideLines(Lines):
    """Lines of a step that may last for hours: handed over while it runs. Any thread of the script may write."""

    __slots__ = ("_at", "_lock")

    def __init__(self, bridge: Any, slot: int, watch: memoryview[int]) -> None:
        super().__init__(bridge, slot, watch)
        self._lock = RLock()
        self._at = 0.0

    def text(self, text: str) -> None:
        with self._lock:
            self._text(text)
            self._soon()

    def write(self, text: str) -> None:
        with self._lock:
            self._write(text)
            self._soon()

    def _soon(self) -> None:
        now = monotonic()
        if now - self._at >= _FLUSH_S:
            self._at = now
            self.flush()

    def flush_if_free(self) -> bool:
        """Hand over what waits, unless somebody is adding to it at this moment."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self.flush()
        finally:
            self._lock.release()
        return True


class AskedCall(LaneCall):
    """A call that another process makes; done when its answer has come through the pipe."""

    __slots__ = ("_answer", "_bridge", "_number")

    def __init__(self, call: LaneCall, bridge: PipeBridge, lane: str) -> None:
        super().__init__(call.owner, call.module, call.name, call.args, call._call)
        self._bridge = bridge
        self._answer: Answer | None
        self._number, self._answer = bridge.question(
            "call", call.args, lane=lane, module=call.module, name=call.name, of=call._call
        )

    @property
    def done(self) -> bool:
        answer = self._answer
        if answer is not None and answer.come.is_set():
            self._answer = None
            self._bridge.forget(self._number)
            if answer.good:
                self.settle(answer.body)
            else:
                self.settle(error=_error_of(msgspec.json.decode(answer.body), self._call))
        return super().done

    @property
    def value(self) -> Any:
        _ = self.done  # takes over what has come
        return super().value


def _error_of(error: dict[str, str], call: str) -> Exception:
    name, message = error.get("raised"), error["message"]
    if name is None:
        return translate(BridgeError(error["type"], f"{call}: {message}"))
    found = getattr(ticklane, name, None) or getattr(builtins, name, None)
    if isinstance(found, type) and issubclass(found, Exception):
        try:
            return found(message)
        except TypeError:  # one that wants more than a text
            pass
    return RuntimeError(f"{name}: {message}")


class _Elsewhere:
    """What `Calls` is on a tick lane: here nobody calls, one asks."""

    busy = False

    def __init__(self, bridge: PipeBridge) -> None:
        self._bridge = bridge

    def ask(self, owner: Script, lane: str, function: Any, args: tuple[Any, ...]) -> LaneCall:
        if lane == "parallel":
            raise NotHereError("host.on_lane('parallel', …): this script runs there already; call the function")
        return AskedCall(call_of(owner, lane, function, args), self._bridge, lane)

    def owner_ended(self, owner: Script) -> None:
        """The game ends its companions when this process has gone."""


class BesideLane(Lane):
    """`now` is the game's last tick at the moment it is read: a step here may last for many."""

    def __init__(self, bridge: PipeBridge, shared: Table, box: Box) -> None:
        self._shared = shared
        super().__init__(bridge)
        self.world = SharedWorld(bridge, self.name, self.guard.watch, shared, box)
        self.events = EventFeed(bridge, self.world.names)
        self.calls: Any = _Elsewhere(bridge)

    @property
    def now(self) -> int:
        return max(self._at_least, self._shared.newest())

    @now.setter
    def now(self, tick: int) -> None:
        self._at_least = tick


def beside_host(lane: Lane, script: Script) -> BesideHost:
    """The host of the one script here, whose lines go out while it is in a step."""
    script.wall_decided = True  # how many ticks go by in a step of it is nobody's to say
    script.lines = BesideLines(lane.bridge, script.slot, lane.guard.watch)
    return BesideHost(lane, script)


class BesideHost(Host):
    """What doesn't go from beside the game says what does."""

    __slots__ = ("_telling",)
    _telling: Any

    def __init__(self, lane: Lane, script: Script) -> None:
        super().__init__(lane, script)
        self._telling = RLock()

    def _own_thread(self) -> None:
        if get_ident() != self._lane.guard.thread:
            raise NotHereError(
                "a thread of the script may host.log() and host.record(); the rest of host belongs to the thread that "
                "runs the script: hand it over with a queue"
            )

    def _keep(self, method: Callable[..., T], *args: Any) -> T:
        self._own_thread()
        return super()._keep(method, *args)

    def _call(self, method: Callable[..., T], *args: Any) -> T:
        self._own_thread()
        return super()._call(method, *args)

    def record(self, key: str, value: Any) -> None:
        records = self._script.records
        with self._telling:
            row = records.row(self._lane.now, key, value)
            if row is not None:
                records.add(row)

    def entities(self, *args: Any, **more: Any) -> Any:
        self._own_thread()
        return super().entities(*args, **more)

    def on(self, trigger: Any, handler: Callable[[Any], object], *, quiet: int = 0) -> Handle:
        if not callable(trigger) and trigger != "message":
            raise NotHereError(f"host.on({trigger!r}, handler): {_EVENTS}")
        return super().on(trigger, handler, quiet=quiet)

    def on_lane(self, lane: Any, function: Callable[..., Any], *args: Any) -> Any:
        self._own_thread()
        _args.action(function, "host.on_lane(lane, function)")
        return self._lane.calls.ask(self._script, str(lane), function, args)

    @staticmethod
    def _not_here(call: str, why: str = _ACT) -> NoReturn:
        raise NotHereError(f"host.{call}(): {why}")

    def spawn(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("spawn")

    def modify(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("modify")

    def remove(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("remove")

    def block(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("block")

    def blocks(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("blocks")

    def set_block(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("set_block")

    def set_blocks(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("set_blocks")

    def fill(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("fill")

    def ignite(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("ignite")

    def command(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("command")

    def snapshot(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("snapshot")

    def restore(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("restore")

    def track(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("track", _MEASURE)

    def capture(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("capture", _MEASURE)

    def screenshot(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("screenshot")

    def frame(self, *args: Any, **more: Any) -> NoReturn:
        self._not_here("frame")

    @property
    def draw(self) -> NoReturn:
        self._not_here("draw")
