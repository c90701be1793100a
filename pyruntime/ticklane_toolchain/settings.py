"""The settings a script has, in its header or as arguments: one table of names, ranges and defaults."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import ticklane
from ticklane._nearest import or_known
from ticklane_control.configuration import CAPS
from ticklane_toolchain.refusal import shortened

__all__ = ["DEFAULTS", "EVENT_KINDS", "KEYS", "LANES", "MODES", "checked", "shown"]

MODES: Final = ("run", "once", "tick", "on_event")
LANES: Final[tuple[str, ...]] = get_args(ticklane.Lane)
EVENT_KINDS: Final[tuple[str, ...]] = get_args(ticklane.Kind)
WORLDS: Final = ("flat", "void")
ON_UNLOAD: Final = ("end", "wait")

LEAST_SEED: Final = -(1 << 63)
MOST_SEED: Final = (1 << 64) - 1
MOST_TICKS: Final = (1 << 63) - 1
MOST_BUDGET_MS: Final = 1_000.0
MOST_HARD_MS: Final = 60_000.0
MOST_CPU_S: Final = 1e6

DEFAULTS: Final[Mapping[str, Any]] = {
    "vantage": "server",
    "dimension": "minecraft:overworld",
    "budget_ms": 2.0,
    "hard_ms": 250.0,
    "caps": (),
    "ticks": None,
    "events": (),
    "seed": 0,
    "on_unload": "end",
    "memory_mib": None,
    "cpu_s": None,
}

_DIMENSION = re.compile(r"([a-z0-9_.-]+:)?[a-z0-9_./-]+")


def checked(key: str, value: Any) -> tuple[Any, str]:
    """The value of a setting in its own type and "", or anything and what is wrong, beginning with `key = value`."""
    given, problem = KEYS[key](value)
    return given, f"{key} = {shown(value)}: {problem}" if problem else ""


def shown(value: Any) -> str:
    """A value as it would stand in the header, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(value)
    return shortened(text, 80)


_Check = Callable[[Any], tuple[Any, str]]


def _one_of(known: tuple[str, ...], what: str) -> _Check:
    def check(value: Any) -> tuple[Any, str]:
        if isinstance(value, str) and value in known:
            return value, ""
        return None, f"no such {what}{or_known(str(value), known)}"

    return check


def _some_of(known: tuple[str, ...], what: str) -> _Check:
    def check(value: Any) -> tuple[Any, str]:
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            example = shown([value]) if isinstance(value, str) else shown(list(known[:1]))
            return None, f"is a list of texts, such as {example}"
        unknown = [one for one in value if one not in known]
        if unknown:
            which = "" if len(value) == 1 else f"{shown(unknown[0])}: "
            return None, f"{which}no such {what}; known: {' '.join(known)}"
        return tuple(dict.fromkeys(value)), ""

    return check


def _whole(least: int, most: int, range_text: str) -> _Check:
    def check(value: Any) -> tuple[Any, str]:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            return None, range_text
        return value, ""

    return check


def _milliseconds(most: float) -> _Check:
    def check(value: Any) -> tuple[Any, str]:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or not 0 < value <= most:
            return None, f"is a number of milliseconds, more than 0 and at most {most:g}"
        return float(value), ""

    return check


def _seconds(value: Any) -> tuple[Any, str]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 < value <= MOST_CPU_S:
        return None, f"is a number of seconds of CPU time, more than 0 and at most {MOST_CPU_S:g}"
    return float(value), ""


def _dimension(value: Any) -> tuple[Any, str]:
    if not isinstance(value, str) or _DIMENSION.fullmatch(value) is None:
        return None, 'is a dimension\'s name, such as "minecraft:overworld"'
    return value if ":" in value else f"minecraft:{value}", ""


KEYS: Final[Mapping[str, _Check]] = {
    "mode": _one_of(MODES, "mode"),
    "vantage": _one_of(LANES, "lane"),
    "dimension": _dimension,
    "budget_ms": _milliseconds(MOST_BUDGET_MS),
    "hard_ms": _milliseconds(MOST_HARD_MS),
    "caps": _some_of(CAPS, "capability"),
    "ticks": _whole(1, MOST_TICKS, "is a whole number of ticks, 1 or more"),
    "events": _some_of(EVENT_KINDS, "event"),
    "world": _one_of(WORLDS, "world"),
    "seed": _whole(LEAST_SEED, MOST_SEED, "is any 64-bit integer, -2^63 to 2^64-1"),
    "on_unload": _one_of(ON_UNLOAD, "choice"),
    "memory_mib": _whole(16, 1 << 20, "is a whole number of MiB, 16 or more"),
    "cpu_s": _seconds,
}
