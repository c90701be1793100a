"""What scripts with a process of their own want of a lane: a call, a message delivered. Java hands it over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from ticklane import LimitError, UnknownNameError
from ticklane_control.frames import split_frame
from ticklane_control.messages import StartRequest, decode_start
from ticklane_runtime._admission import Refused
from ticklane_runtime._between import LaneCall
from ticklane_runtime._post import post
from ticklane_runtime._publish import to_json
from ticklane_runtime._script import ENDED, RUNNING, Script

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["FromProcesses"]


class _Owner:
    """A script elsewhere, as far as `Calls` needs to know it."""

    def __init__(self, request: StartRequest, generation: int) -> None:
        self.request = request
        self.id = request.id
        self.generation = generation
        self.state = RUNNING


class _Call(LaneCall):
    """A call whose answer goes back to the owner's process."""

    __slots__ = ("_bridge", "_number")

    def __init__(self, owner: Any, bridge: Any, number: int, module: str, name: str, args: bytes, call: str) -> None:
        super().__init__(owner, module, name, args, call)
        self._bridge = bridge
        self._number = number

    def run(self, companion: Script) -> None:
        super().run(companion)
        self._tell()

    def fail(self, why: str) -> None:
        if not self.done:
            super().fail(why)
            self._tell()

    def _tell(self) -> None:
        owner: Any = self.owner
        if self._error is None:
            good, body = True, self._raw or b""
        else:
            good, body = False, to_json({"raised": type(self._error).__name__, "message": str(self._error)}).encode()
        self._bridge.called(owner.id, owner.generation, self._number, good, body)


class FromProcesses:
    """One per lane; its answers to Java are empty, those to the calls go out when they are made."""

    VERBS: ClassVar = frozenset({"call", "post", "disown"})

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._owners: dict[tuple[str, int], _Owner] = {}

    def act(self, verb: str, id: str, frame: bytes) -> dict[str, Any]:
        """Raises Refused."""
        head, body = split_frame(frame[4:])
        header = json.loads(head)
        if verb == "post":
            self._post(id, str(header["sender"]), body)
        elif verb == "call":
            self._call(id, header, body)
        else:
            owner = self._owners.pop((id, int(header["generation"])), None)
            if owner is not None:
                owner.state = ENDED
        return {}

    @staticmethod
    def _post(id: str, sender: str, raw: bytes) -> None:
        try:
            post.send(sender, id, raw)
        except UnknownNameError as e:
            raise Refused("unknown_script", str(e)) from None
        except LimitError as e:
            raise Refused("limit", str(e)) from None

    def _call(self, id: str, header: dict[str, Any], body: bytes) -> None:
        key = id, int(header["generation"])
        n = int(header["args"])
        owner = self._owners.get(key)
        if owner is None:
            try:
                owner = self._owners[key] = _Owner(decode_start(body[n:]), key[1])
            except msgspec.MsgspecError as e:
                raise Refused("bad_request", f"not a start request: {e}") from None
        call = _Call(
            owner, self._lane.bridge, int(header["n"]), str(header["module"]), str(header["name"]), body[:n],
            str(header["of"]),
        )  # fmt: skip
        try:
            self._lane.calls.add(call)
            self._lane.bridge.nudge(self._lane.name)
        except LimitError as e:
            raise Refused("limit", str(e)) from None
