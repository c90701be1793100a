"""The runtime's `ScriptHost`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ticklane import Game, NotAllowedError, UnknownNameError, Vantage
from ticklane._nearest import nearest, or_known
from ticklane_control.capabilities import ask_in_header, how_to_allow
from ticklane_runtime._fault import short
from ticklane_runtime._host_acting import HostActing
from ticklane_runtime._host_measuring import HostMeasuring
from ticklane_runtime._host_pictures import HostPictures
from ticklane_runtime._host_seeing import HostSeeing
from ticklane_runtime._host_snapshots import HostSnapshots
from ticklane_runtime._host_telling import HostTelling
from ticklane_runtime._host_time import HostTime
from ticklane_runtime._java import guard

if TYPE_CHECKING:
    from ticklane import ScriptHost
    from ticklane_runtime._lane import Lane
    from ticklane_runtime._script import Script

__all__ = ["Host", "Params", "generator"]


def generator(seed: int) -> np.random.Generator:
    """A script's random numbers: PCG64 of the seed modulo 2**64, so every 64-bit integer is a seed of its own."""
    return np.random.Generator(np.random.PCG64(seed % (1 << 64)))


class Params(Mapping[str, Any]):
    """Read-only parameters; asking for one that isn't there names the nearest."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            hint = or_known(str(name), self._values) or ": the script has none"
            near = nearest(str(name), self._values)
            raise UnknownNameError(f"no parameter {name!r}{hint}", name=str(name), nearest=near) from None

    def get(self, name: str, default: Any = None) -> Any:
        return self._values.get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return short(self._values, 200)


class Host(HostTime, HostSeeing, HostActing, HostSnapshots, HostMeasuring, HostPictures, HostTelling):
    """All a script can do, on one lane, until its end."""

    __slots__ = ("_caps", "_game", "_params", "_random", "_seed", "_snapshots", "_vantage")
    _params: Params
    _seed: int
    _random: np.random.Generator
    _vantage: Vantage
    _game: Game

    def __init__(self, lane: Lane, script: Script) -> None:
        super().__init__(lane, script)
        self._params = Params(script.request.params)
        self._seed = script.request.seed
        self._caps = frozenset(script.request.caps)
        self._random = generator(self._seed)
        self._snapshots = {}
        self._vantage = lane.vantage
        self._game = lane.game

    @property
    def params(self) -> Mapping[str, Any]:
        return self._params

    @property
    def seed(self) -> int:
        return self._seed

    @property
    def vantage(self) -> Vantage:
        return self._vantage

    @property
    def game(self) -> Game:
        return self._game

    @property
    def random(self) -> np.random.Generator:
        return self._random

    @property
    def internals(self) -> Any:
        if "internals" not in self._caps:
            wanted = ask_in_header([*self._caps, "internals"])
            raise NotAllowedError(
                f"host.internals needs the capability internals: {wanted}; {how_to_allow(['internals'])}"
            )
        guard()
        return self._call(self._bridge.internals)

    def _reseed(self, seed: int) -> None:
        # The same object goes on: a script may hold it.
        self._random.bit_generator.state = generator(seed).bit_generator.state

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        self._read_only(name)

    @staticmethod
    def _read_only(name: str) -> NoReturn:
        raise AttributeError(f"host.{name} is read-only")

    def __repr__(self) -> str:
        return f"<host of a script that has ended: {self._ended}>" if self._ended else f"<host of {self._script.id!r}>"


if TYPE_CHECKING:

    def _implements(host: Host) -> ScriptHost:
        return host
