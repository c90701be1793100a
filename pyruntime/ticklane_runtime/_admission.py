"""Who may start on a lane: the checks before anything is changed, and the answer when one fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ticklane_control.messages import StartRequest
from ticklane_runtime._ledger import SLOTS
from ticklane_runtime._script import Script

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane

__all__ = ["Refused", "admit"]

_NAMED = 8


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """A control request that can't be met; `kind` is an error type of the control protocol."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def admit(lane: Lane, request: StartRequest, old: Script | None) -> None:
    """Raise Refused when the lane can't take the script; `old` is the one it would replace.

    The budgets of all scripts together may not exceed the lane's; one-offs are outside.
    """
    if request.lane != lane.name:
        raise Refused("not_here", f"this is the {lane.name} lane, the script asks for {request.lane!r}")
    if old is not None and request.one_off:
        raise Refused("busy", f"{old.id!r} is still running; a one-off replaces nothing")
    if old is None and lane.ledger.full():
        raise Refused("limit", f"{SLOTS} scripts run on the {lane.name} lane; stop one first")
    if request.mode == "once":
        return
    held = [(s.id, s.request.budget_ms) for s in lane.roster.everyone if s is not old and s.request.mode != "once"]
    total = sum(ms for _, ms in held) + request.budget_ms
    if total > lane.budget_ms + 1e-9:
        most = sorted(held, key=lambda holder: -holder[1])[:_NAMED]
        who = ", ".join(f"{id} {ms:g}" for id, ms in most)
        if len(held) > len(most):
            who += f" and {len(held) - len(most)} others {sum(ms for _, ms in held) - sum(ms for _, ms in most):g}"
        raise Refused(
            "refused",
            f"the {lane.name} lane promises {lane.budget_ms:g} ms of a tick: {who or 'nothing'} are promised, "
            f"{request.id!r} asks for {request.budget_ms:g}, together {total:g}. Stop one, or ask for less budget_ms",
        )
