"""Remembering an area and putting it back. The game holds what is remembered; a script holds its number."""

from __future__ import annotations

from typing import Any
from weakref import ref

from ticklane import Pos
from ticklane_runtime import _args
from ticklane_runtime._fault import short
from ticklane_runtime._host_base import HostBase

__all__ = ["AreaSnapshot", "HostSnapshots"]

_SEEDS = range(-(1 << 63), 1 << 64)


class AreaSnapshot:
    """Implements the contract's `Snapshot`; the game forgets it some time after the script has let go of it."""

    __slots__ = ("__weakref__", "_area", "_number")

    def __init__(self, number: int, area: tuple[int, ...]) -> None:
        self._number = number
        self._area = area

    def __repr__(self) -> str:
        return f"<snapshot of {self._area[:3]} to {self._area[3:]}>"


class HostSnapshots(HostBase):
    __slots__ = ()
    _snapshots: dict[int, ref[AreaSnapshot]]

    def snapshot(self, a: Pos, b: Pos) -> AreaSnapshot:
        area = _args.area(a, b, "host.snapshot(a, b)")
        self._keep(self._forget_dropped)
        made: AreaSnapshot = self._call(self._taken, area)
        return made

    def restore(self, snapshot: Any, *, seed: int | None = None) -> None:
        if type(snapshot) is not AreaSnapshot:
            raise TypeError(f"host.restore(snapshot): what host.snapshot(a, b) gave, not {short(snapshot, 60)}")
        number = snapshot._number
        if number not in self._snapshots:
            raise ValueError(f"host.restore({snapshot!r}): another script's, or of an earlier run of this one")
        if seed is None:
            self._act(self._bridge.restore, number)
            return
        start = _args.ticks(seed, "host.restore(seed=…)")
        if start not in _SEEDS:
            raise ValueError(f"host.restore(seed={start}): a 64-bit integer")
        self._act(self._restored, number, start)

    def _taken(self, area: tuple[int, ...]) -> AreaSnapshot:
        number = int(self._bridge.snapshot(*area))
        made = AreaSnapshot(number, area)
        self._snapshots[number] = ref(made)
        return made

    def _restored(self, number: int, seed: int) -> None:
        self._bridge.restore(number)
        signed = seed if seed < 1 << 63 else seed - (1 << 64)
        self._bridge.reseed(signed)
        self._reseed(seed)

    def _reseed(self, seed: int) -> None:
        raise NotImplementedError

    def _forget_dropped(self) -> None:
        for number in [number for number, held in self._snapshots.items() if held() is None]:
            del self._snapshots[number]
            self._bridge.dropSnapshot(number)

    def retire(self, why: str) -> None:
        for number in self._snapshots:
            self._bridge.dropSnapshot(number)
        self._snapshots.clear()
        super().retire(why)
