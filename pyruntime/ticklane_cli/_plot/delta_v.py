"""Changes of velocity over time, and how they are distributed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ticklane import RecordedRun
from ticklane_cli._plot import style
from ticklane_cli._plot.bins import bins_of
from ticklane_cli._plot.sources import Changes
from ticklane_cli._plot.units import label

__all__ = ["delta_v"]


def delta_v(run: RecordedRun, found: Changes) -> style.Figure:
    """Each change at its tick; beside it how many there are of each size."""
    known = np.isfinite(found.sizes)
    ticks, sizes, groups = found.ticks[known], found.sizes[known], found.groups[known]
    made = style.figure(8.2, 4.0)
    main, side = made.subplots(1, 2, sharey=True, width_ratios=(4, 1))
    style.bare(main, "game tick", label(f"|{_shown(found.field)}|", unit="blocks/tick"))
    names, counts = np.unique(groups, return_counts=True)
    edges = bins_of(sizes)
    bottom = np.zeros(len(edges) - 1)
    for number, name in enumerate(names[np.argsort(-counts, kind="stable")].tolist()):
        colour = style.COLOURS[min(number, len(style.COLOURS) - 1)]
        own = groups == name
        alpha = max(style.faded(len(sizes) // 40), 0.15)
        main.scatter(ticks[own], sizes[own], s=10, color=colour, alpha=alpha, linewidths=0, label=name or "unnamed")
        heights, _ = np.histogram(sizes[own], edges)
        side.barh(edges[:-1], heights, np.diff(edges), left=bottom, align="edge", color=colour, alpha=0.85)
        bottom += heights
    style.thousands(main, x=True)
    main.set_ylim(bottom=0)
    _middle(main, side, sizes)
    style.bare(side, "count", "")
    style.thousands(side, x=True)
    side.tick_params(labelleft=False)
    if len(names) > 1:
        style.legend(main, loc="lower right", bbox_to_anchor=(1, 1), ncols=4, markerscale=1.6, borderaxespad=0)
    unknown = f", {int((~known).sum()):,} unknown" if not known.all() else ""
    style.caption(made, run, f"{_of(found)} of {len(sizes):,} {found.rows} over time{unknown}")
    return made


def _middle(main: Any, side: Any, sizes: Any) -> None:
    median = float(np.median(sizes))
    for axes in (main, side):
        axes.axhline(median, color=style.GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    side.annotate(
        f"median\n{median:.3g}",
        (1, median),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=style.GREY,
        annotation_clip=False,
    )


def _of(found: Changes) -> str:
    name = _shown(found.field)
    return name if found.key == found.field else f"{found.key}: {name}"


def _shown(field: str) -> str:
    return label(field, unit="")
