"""What happens around impulses: all windows laid over each other."""

from __future__ import annotations

import warnings
from typing import Any, Final

import numpy as np

from ticklane import RecordedRun
from ticklane_cli._plot import style
from ticklane_cli._plot.sources import Found
from ticklane_cli._plot.units import label

__all__ = ["windows"]

_MOST: Final = 400
_NAMES: Final = {"vel": "speed", "delta_v": "|Δv| in a tick", "impulse": "|impulse| in a tick"}


def windows(run: RecordedRun, found: list[Found]) -> style.Figure:
    """A panel for each field, one axis of ticks; widths and heights, which are one thing, share theirs."""
    panels = _panels(found)
    made = style.figure(6.8, 1.2 + 1.75 * len(panels))
    grid = made.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    count = len(found[0].values)
    for axes, fields in zip(grid, panels, strict=True):
        for number, one in enumerate(fields):
            _draw(axes, one, number, name=len(fields) > 1)
        style.bare(axes, "", _label(fields))
        if found[0].offsets is not None:
            axes.axvline(0, color=style.GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
        if len(fields) > 1:
            style.legend(axes, loc="center left", bbox_to_anchor=(1.0, 0.5))
    whose = "ticks from the impulse" if found[0].offsets is not None else "row of the window"
    grid[-1].set_xlabel(whose, fontsize=9)
    style.thousands(grid[-1], x=True)
    handles = [
        grid[0].plot([], [], color=style.COLOURS[0], linewidth=1.6)[0],
        grid[0].fill_between([], [], [], color=style.COLOURS[0], alpha=0.22, linewidth=0),
        grid[0].plot([], [], color=style.COLOURS[0], linewidth=0.5, alpha=0.5)[0],
    ]
    names = ["median", "10 to 90 %", "each"]
    grid[0].legend(handles, names, fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    what = "windows around their impulses" if found[0].offsets is not None else "rows"
    style.caption(made, run, f"{found[0].key}: {count:,} {what}")
    return made


def _panels(found: list[Found]) -> list[list[Found]]:
    box = [one for one in found if one.field in ("width", "height")]
    others = [[one] for one in found if one not in box]
    return [*others, box] if box else others


def _label(fields: list[Found]) -> str:
    if len(fields) > 1:
        return "collision box (blocks)"
    field = fields[0].field
    if field in _NAMES:
        return f"{_NAMES[field]}\n(blocks/tick)"
    return label(field)


def _draw(axes: Any, one: Found, number: int, *, name: bool) -> None:
    values, colour = one.values, style.COLOURS[number]
    x = one.offsets if one.offsets is not None else np.arange(values.shape[1])
    some = values[np.unique(np.linspace(0, len(values) - 1, min(len(values), _MOST)).astype(int))]
    axes.plot(x, some.T, color=colour, linewidth=0.5, alpha=style.faded(8 * len(some)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a tick in which no entity was there
        low, middle, high = np.nanquantile(values, (0.1, 0.5, 0.9), axis=0)
    axes.fill_between(x, low, high, color=colour, alpha=0.22, linewidth=0)
    # The second of two that may be equal is dashed, so that the first is seen under it.
    dashes = "-" if number == 0 else (0, (3, 2))
    axes.plot(x, middle, color=colour, linewidth=1.6, linestyle=dashes, label=one.field if name else None)
    axes.plot(x, middle, color=colour, linewidth=0, marker="o", markersize=2.5)
    axes.set_xlim(x[0] - 0.3, x[-1] + 0.3)  # also the ticks in which nothing is known
    if np.nanmin(values, initial=0) >= 0:
        axes.set_ylim(bottom=0)
