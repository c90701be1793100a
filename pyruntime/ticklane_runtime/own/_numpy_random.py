"""A script's own `numpy.random`: the old functions are those of one RandomState of its seed, and what is made without a
seed gets one derived from it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import numpy as np

from ticklane_runtime.own._context import OwnContext
from ticklane_runtime.own._seeded import seeded

__all__ = ["overrides"]

_GLOBAL: Final = np.random.mtrand._rand
_METHODS: Final = [name for name in dir(_GLOBAL) if not name.startswith("_") and hasattr(np.random, name)]
_OF_MTRAND: Final = (
    *_METHODS,
    "seed",
    "ranf",
    "sample",
    "RandomState",
    "_rand",
    "get_bit_generator",
    "set_bit_generator",
)
_SEEDED: Final = "RandomState MT19937 PCG64 PCG64DXSM Philox SFC64"


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    own = np.random.RandomState(np.random.MT19937(np.random.SeedSequence([context.seed, 0])))

    def sequence() -> np.random.SeedSequence:
        return np.random.SeedSequence(context.entropy())

    def default_rng(seed: Any = None) -> np.random.Generator:
        """The default_rng of numpy; without a seed from the script's own."""
        return np.random.default_rng(sequence() if seed is None else seed)

    def seed(seed: Any = None) -> None:
        """Seed this script's old-style numbers; without an argument from the script's own seed."""
        own.seed(sequence().generate_state(4) if seed is None else seed)

    names: dict[str, Any] = {name: getattr(own, name) for name in _METHODS}
    names |= {
        "seed": seed,
        "ranf": own.random_sample,
        "sample": own.random_sample,
        "default_rng": default_rng,
        "get_bit_generator": lambda: own._bit_generator,
        "set_bit_generator": lambda bit_generator: own.__init__(bit_generator),  # type: ignore[misc]
        "SeedSequence": seeded(np.random.SeedSequence, context.entropy),
    }
    names |= {name: seeded(getattr(np.random, name), sequence) for name in _SEEDED.split()}
    names["RandomState"] = seeded(np.random.RandomState, lambda: sequence().generate_state(4))
    names["_rand"] = own
    # The module that the old functions come from: the same numbers.
    context.module("numpy.random.mtrand").__dict__.update({name: names[name] for name in _OF_MTRAND if name in names})
    return names
