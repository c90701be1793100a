"""The header's `[tool.ticklane.records]`: how a script's rows are kept, and how many of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ticklane._nearest import or_known
from ticklane_control.messages import RecordSettings
from ticklane_toolchain.settings import shown

__all__ = ["RECORD_KEYS", "record_problems", "record_settings"]

RECORD_KEYS: Final = ("rotate_mib", "rotate_files", "rows_per_tick")
_RANGES: Final = {"rotate_mib": (1, 1 << 20), "rotate_files": (2, 1_000)}


def record_settings(table: Mapping[str, Any]) -> RecordSettings:
    """The table's settings; call it only when there are no problems."""
    rates = {key: float(rate) for key, rate in table.get("rows_per_tick", {}).items()}
    return RecordSettings(
        rotate_mib=table.get("rotate_mib", 0), rotate_files=table.get("rotate_files", 0), rows_per_tick=rates
    )


def record_problems(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the table: pairs of the key ("rows_per_tick.motion") and a text."""
    for key, value in table.items():
        if key == "rows_per_tick":
            yield from _rate_problems(value)
        elif key not in RECORD_KEYS:
            yield key, f"{key} = {shown(value)}: no such key{or_known(key, RECORD_KEYS)}"
        else:
            least, most = _RANGES[key]
            if type(value) is not int or not least <= value <= most:
                yield key, f"{key} = {shown(value)}: is a whole number from {least} to {most:,}"


def _rate_problems(rates: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(rates, dict):
        text = f'rows_per_tick = {shown(rates)}: is a table of keys, such as {{motion = 0.05, "*" = 100}}'
        yield "rows_per_tick", text
        return
    for name, rate in rates.items():
        number = type(rate) in (int, float)
        if not number or not 1e-6 <= rate <= 1e6 or (rate > 1 and rate != int(rate)):
            advice = "is so many rows in a tick, a whole number, or a fraction below 1 (0.05: a row each 20 ticks)"
            yield f"rows_per_tick.{name}", f"rows_per_tick.{name} = {shown(rate)}: {advice}"
