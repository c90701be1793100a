"""A script's own `random`: the module's functions are those of one generator, seeded from the script's seed."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import OwnContext
from ticklane_runtime.own._seeded import seeded

__all__ = ["overrides"]

_METHODS: Final = [name for name, value in vars(random).items() if getattr(value, "__self__", None) is random._inst]


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    own = random.Random(f"ticklane {context.seed}")  # noqa: S311 - experiments, not secrets

    def seed(a: Any = None, version: int = 2) -> None:
        """Seed this script's numbers; without an argument from the script's own seed."""
        own.seed(_text(context) if a is None else a, version)

    names: dict[str, Any] = {name: getattr(own, name) for name in _METHODS}
    names["_inst"] = own
    names["seed"] = seed
    names["Random"] = seeded(random.Random, lambda: _text(context))
    return names


def _text(context: OwnContext) -> str:
    return "ticklane {} {}".format(*context.entropy())
