"""`host.on_lane`: a function of a script's bundle, called with another lane's host in that lane's next step.

Over there the bundle is loaded a second time, as a companion script of its own ("jump.server" for "jump"): with a
budget on that lane, ended with its owner. Arguments and results are copied. Nothing waits: the call is put on the
lane's list, its answer is looked for by whoever holds the pending value. Lanes step one at a time, so the lists need
no lock.
"""

from __future__ import annotations

from collections import deque
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ticklane import LimitError, NotHereError
from ticklane_runtime import _ending
from ticklane_runtime._admission import Refused
from ticklane_runtime._modules import Bundle
from ticklane_runtime._plain_values import from_plain, to_plain
from ticklane_runtime._script import ENDED, Script

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["Calls", "LaneCall", "call_of"]

_MOST_WAITING: Final = 256
_lanes: Final[dict[str, Calls]] = {}


class Companion(Bundle):
    """The bundle of a script on another lane: its body runs, its functions wait to be called."""

    def function(self, name: str) -> None:
        """None of them is a step's."""

    def top_level(self, module: str, name: str) -> Any:
        """The function of that name in a module of the bundle."""
        return getattr(self.module(module), name)


class LaneCall:
    """A call under way; a `Pending`."""

    __slots__ = ("_call", "_error", "_raw", "args", "module", "name", "owner")

    def __init__(self, owner: Script, module: str, name: str, args: bytes, call: str) -> None:
        self.owner = owner
        self.module = module
        self.name = name
        self.args = args
        self._call = call
        self._raw: bytes | None = None
        self._error: Exception | None = None

    @property
    def done(self) -> bool:
        return self._raw is not None or self._error is not None

    @property
    def value(self) -> Any:
        if self._error is not None:
            raise self._error
        if self._raw is None:
            raise NotHereError(f"{self._call} has not come back yet: got = yield {self._call}")
        return from_plain(self._raw)

    def settle(self, raw: bytes | None = None, error: Exception | None = None) -> None:
        """It has come back, or has failed."""
        self._raw, self._error = raw, error

    def run(self, companion: Script) -> None:
        """Make the call, inside the companion's step."""
        program: Any = companion.program
        try:
            value = program.top_level(self.module, self.name)(companion.host, *from_plain(self.args))
            self._raw = to_plain(value, f"what {self.name}() returns")
        except Exception as e:  # noqa: BLE001 - what the function raises is raised at the owner's yield
            self._error = e.with_traceback(None)  # its frames are the companion's

    def fail(self, why: str) -> None:
        if not self.done:
            self._error = NotHereError(f"{self._call}: {why}")

    def __repr__(self) -> str:
        return f"<{self._call}: {'done' if self.done else 'under way'}>"


class Calls:
    """What other scripts want done on one lane, in the order they asked, and the companions that do it."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._waiting: deque[LaneCall] = deque()
        self._companions: dict[Script, Script] = {}
        _lanes[lane.name] = self

    def add(self, call: LaneCall) -> None:
        if self._lane.away:
            raise NotHereError(f"{call!r}: that lane's world isn't there ({self._lane.away})")
        if len(self._waiting) >= _MOST_WAITING:
            raise LimitError(f"{call!r}: {_MOST_WAITING} calls wait for the {self._lane.name} lane already")
        self._waiting.append(call)

    def serve(self) -> None:
        """Make the calls that have come, and end the companions whose owners have ended."""
        for owner in [one for one in self._companions if one.state >= ENDED]:
            _ending.end(self._lane, self._companions.pop(owner), "finished")
        for _ in range(len(self._waiting)):
            call = self._waiting.popleft()
            if call.owner.state >= ENDED:
                continue
            companion = self._companion(call)
            if companion is None:
                continue
            self._lane.call_in_step(companion, call.run, companion)
            if not call.done:
                call.fail(f"{companion.id} was ended: {companion.reason}")
            if companion.state >= ENDED:
                self._companions.pop(call.owner, None)

    @property
    def busy(self) -> bool:
        """Whether a step has anything to do here."""
        return bool(self._waiting or self._companions)

    def owner_ended(self, owner: Script) -> None:
        """A script of this lane has ended: so does its companion here; those elsewhere with their lane's next step."""
        companion = self._companions.pop(owner, None)
        if companion is not None:
            _ending.end(self._lane, companion, "finished")

    def _companion(self, call: LaneCall) -> Script | None:
        owner = call.owner
        found = self._companions.get(owner)
        if found is not None and found.state < ENDED:
            return found
        lane = self._lane
        request = msgspec.structs.replace(
            owner.request, id=f"{owner.id}.{lane.name}", lane=lane.name, mode="calls", ticks=None, events=[], run_dir=""
        )
        try:
            made = lane.start(request, Companion(request), serves=True)
        except Refused as e:
            call.fail(str(e))
            return None
        if made.state >= ENDED:
            call.fail(f"{made.id} could not be loaded there: {made.reason}")
            return None
        self._companions[owner] = made
        return made

    def unload(self, why: str) -> None:
        """The lane's world is gone: who waits is told so."""
        self._fail(f"the {self._lane.name} lane's world is gone ({why})")

    def close(self) -> None:
        """The lane is closed: nobody is answered any more."""
        _lanes.pop(self._lane.name, None)
        self._fail(f"the {self._lane.name} lane has closed")

    def _fail(self, why: str) -> None:
        for call in self._waiting:
            call.fail(why)
        self._waiting.clear()

    @staticmethod
    def ask(owner: Script, lane: str, function: Any, args: tuple[Any, ...]) -> LaneCall:
        """Have a top-level function of the owner's bundle called on a lane.

        Raises NotHereError when no such lane is open, TypeError for what can't be found by its name over there.
        """
        calls = _lanes.get(lane)
        if calls is None:
            call = f"host.on_lane({lane!r}, {getattr(function, '__name__', function)})"
            if lane == "parallel":
                raise NotHereError(
                    f"{call}: each script there has a process of its own; start one and host.send() to it"
                )
            raise NotHereError(f"{call}: that lane isn't open; open are: {', '.join(_lanes)}. A script on it opens it")
        made = call_of(owner, lane, function, args)
        calls.add(made)
        owner.lane.bridge.nudge(lane)
        return made


def call_of(owner: Script, lane: str, function: Any, args: tuple[Any, ...]) -> LaneCall:
    """The call of a top-level function of the owner's bundle. Raises TypeError for what isn't one."""
    call = f"host.on_lane({lane!r}, {getattr(function, '__name__', function)})"
    program: Any = owner.program
    root: str = program.root
    module = getattr(function, "__module__", "")
    inside = module == root or str(module).startswith(f"{root}.")
    if type(function) is not FunctionType or not inside or "." in function.__qualname__:
        raise TypeError(f"{call}: give a function that stands at the top level of the script or of a module beside it")
    name = "__main__" if module == root else module[len(root) + 1 :]
    return LaneCall(owner, name, function.__name__, to_plain(args, call), call)
