"""What all parts of the host share: its lane, its script, and the way to call the bridge."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from ticklane import NotHereError
from ticklane_runtime._errors import translate
from ticklane_runtime._guard import masked, masked_leaf

if TYPE_CHECKING:
    from ticklane_runtime._lane import Lane
    from ticklane_runtime._script import Script
    from ticklane_runtime._world import LaneWorld

__all__ = ["HostBase"]

T = TypeVar("T")


class HostBase:
    """One script's host. After the script's end `retire` takes its inner parts away, so every call raises."""

    __slots__ = ("__weakref__", "_bridge", "_ended", "_lane", "_script", "_watch", "_world")
    _bridge: Any
    _lane: Lane
    _script: Script
    _watch: memoryview[int]
    _world: LaneWorld
    _ended: str

    def __init__(self, lane: Lane, script: Script) -> None:
        self._bridge = lane.bridge
        self._lane = lane
        self._script = script
        self._watch = lane.guard.watch
        self._world = lane.world
        self._ended = ""

    def _keep(self, method: Callable[..., T], *args: Any) -> T:
        """Change, masked, what the runtime keeps for the script: nothing is unwound half-way in there.

        No code of a script may run in it, so what it is given was made plain before.
        """
        return masked(self._watch, method, *args)

    def _call(self, method: Callable[..., T], *args: Any) -> T:
        """Call the bridge, masked in the same way."""
        try:
            return masked_leaf(self._watch, method, *args)
        except RuntimeError as e:
            if isinstance(e, RecursionError):
                raise
            raise translate(e) from None

    def _act(self, method: Callable[..., T], *args: Any) -> T:
        """Call the bridge to change the world; what is known of the world is forgotten, whatever comes of it."""
        value: T = self._call(self._forgetting, method, *args)
        return value

    def _forgetting(self, method: Callable[..., T], *args: Any) -> T:
        self._world.changed()
        return method(*args)

    def retire(self, why: str) -> None:
        self._ended = why
        del self._bridge, self._lane, self._script, self._watch, self._world

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in HostBase.__slots__:
            raise NotHereError(f"{self._ended}; its host does nothing any more")
        from ticklane._nearest import did_you_mean

        known = [call for call in dir(type(self)) if not call.startswith("_")]
        raise AttributeError(f"host has no {name!r}{did_you_mean(name, known)}", name=name, obj=self)
