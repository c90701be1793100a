"""How one field's numbers are distributed."""

from __future__ import annotations

import numpy as np

from ticklane import RecordedRun, summary
from ticklane_cli._plot import style
from ticklane_cli._plot.bins import bins_of
from ticklane_cli._plot.sources import Found
from ticklane_cli._plot.units import label

__all__ = ["histogram"]


def histogram(run: RecordedRun, found: Found) -> style.Figure:
    """Counts by value, with median and the middle 80 %."""
    values = np.asarray(found.values, np.float64)
    known = values[np.isfinite(values)]
    made = style.figure(6.4, 4.0)
    axes = made.subplots()
    edges = bins_of(known)
    axes.hist(known, edges, color=style.COLOURS[0], alpha=0.85, edgecolor="white", linewidth=0.4)
    style.bare(axes, label(found.field), "rows")
    style.thousands(axes, y=True)
    p10, p50, p90 = np.quantile(known, (0.1, 0.5, 0.9))
    axes.axvspan(p10, p90, color=style.COLOURS[0], alpha=0.08, linewidth=0, label="10 to 90 %")
    axes.axvline(p50, color=style.COLOURS[1], linewidth=1.2, label="median")
    with np.errstate(over="ignore"):
        told = summary(known)
    rows = {"n": f"{len(known):,}"} | {
        name: f"{told[name]:,.4g}" for name in ("mean", "sd", "min", "p50", "p90", "max")
    }
    style.legend(axes, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0)
    for x, lines, side in ((1.04, rows, "left"), (1.27, rows.values(), "right")):
        axes.text(x, 0.76, "\n".join(lines), transform=axes.transAxes, fontsize=8, va="top", ha=side, linespacing=1.5)
    unknown = len(values) - len(known)
    more = f", {unknown:,} unknown left out" if unknown else ""
    style.caption(made, run, f"{found.key}: {label(found.field, unit='')} of {len(known):,} rows{more}")
    return made
