"""A script's own imports, judged by name; what libraries import for themselves never comes here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ticklane_control.script_rules import HARMFUL, NEEDS, WAITING
from ticklane_runtime._inside import asked
from ticklane_runtime._java import guard
from ticklane_runtime._refusing import harms, needs, waits

__all__ = ["judge_import"]


def judge_import(name: str, names: Sequence[str] | None = ()) -> None:
    """Raise when the running script may not import the module `name`, or one of `names` from it.

    Raises:
        NotHereError: it would hold the game's thread, or harm the game.
        NotAllowedError: it needs a capability.
    """
    for dotted in _refusable(name, tuple(names or ())):
        _judge(dotted)


@lru_cache(maxsize=4096)
def _refusable(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the modules that a rule is about."""
    every = dict.fromkeys([name, *(f"{name}.{one}" for one in names)])
    return tuple(one for one in every if any(rules.of_module(one) for rules in (HARMFUL, WAITING, NEEDS)))


def _judge(dotted: str) -> None:
    found = asked(leave_runtime=False)
    if found is None:
        return
    shown = f"import {dotted}"
    if said := HARMFUL.of_module(dotted):
        harms(found, shown, said)
    if found.on_tick_lane and (said := WAITING.of_module(dotted)):
        waits(found, shown, said)
    cap = NEEDS.of_module(dotted)
    if cap and cap not in found.caps:
        needs(found, cap, shown)
    if dotted.partition(".")[0] in {"java", "javax", "jep"}:
        guard()
