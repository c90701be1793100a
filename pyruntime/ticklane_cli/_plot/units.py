"""What a recorded field is measured in, by its name, and how it is written on an axis."""

from __future__ import annotations

from typing import Final

__all__ = ["label", "unit_of"]

_BLOCKS, _SPEED, _TICKS = "blocks", "blocks/tick", "ticks"
_UNITS: Final = (
    dict.fromkeys(
        ("pos", "position", "x", "y", "z", "width", "height", "distance", "radius", "range", "depth"), _BLOCKS
    )
    | dict.fromkeys(("size", "fallen", "drop", "landing", "spread", "center", "feet", "dx", "dy", "dz"), _BLOCKS)
    | dict.fromkeys(("dv", "delta_v", "impulse", "vel", "velocity", "speed", "vx", "vy", "vz", "v"), _SPEED)
    | dict.fromkeys(("dvx", "dvy", "dvz", "max_v", "vel_before", "vel_after"), _SPEED)
    | dict.fromkeys(("tick", "ticks", "at", "age", "fuse", "elapsed", "lifetime", "offset", "duration"), _TICKS)
    | dict.fromkeys(("yaw", "pitch", "angle"), "degrees")
    | dict.fromkeys(("health", "amount", "damage"), "half hearts")
)
_ENDINGS: Final = {
    "_blocks_per_tick": _SPEED,
    "_blocks": _BLOCKS,
    "_ticks": _TICKS,
    "_ms": "ms",
    "_us": "µs",
    "_ns": "ns",
    "_s": "s",
    "_deg": "degrees",
}
_WORDS: Final = {"dv": "Δv", "delta_v": "Δv", "vel": "velocity", "pos": "position"}


def unit_of(field: str) -> str:
    """The unit of a field, by an ending that says it ("dv_blocks_per_tick") or by its usual meaning; "" unknown."""
    return _read(field)[1]


def label(field: str, *, unit: str | None = None) -> str:
    """A field as the label of an axis: "Δv (blocks/tick)". A field whose unit nobody knows has none."""
    name, known = _read(field)
    shown = known if unit is None else unit
    return f"{name} ({shown})" if shown else name


def _read(field: str) -> tuple[str, str]:
    """The words for a field, and its unit."""
    last = field.rpartition(".")[2].strip("'")
    for ending, unit in _ENDINGS.items():
        if last.endswith(ending) and len(last) > len(ending):
            return _words(field.removesuffix("'").removesuffix(ending)), unit
    return _words(field), _UNITS.get(last.lower(), "")


def _words(field: str) -> str:
    parts = [_WORDS.get(part, part.replace("_", " ")) for part in field.replace("'", "").split(".")]
    return " ".join(parts)
