"""Ways through space: from above, from the side, in perspective."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ticklane import RecordedRun
from ticklane.arrays import F8
from ticklane_cli._plot import style
from ticklane_cli._plot.sources import Trace

__all__ = ["trajectories"]

_MOST: Final = 2_000
_LONGEST_SIDES: Final = 6.0  # beyond this ratio equal scales would leave a line of a picture


def trajectories(run: RecordedRun, traces: list[Trace], what: str) -> style.Figure:
    """Three views of the ways. What has a single place is a dot."""
    shown = [traces[i] for i in np.unique(np.linspace(0, len(traces) - 1, min(len(traces), _MOST)).astype(int))]
    colours = _colours(shown)
    made = style.figure(10.2, 4.3)
    grid = made.add_gridspec(1, 3, width_ratios=(1, 1, 1.3))
    above, side = made.add_subplot(grid[0, 0]), made.add_subplot(grid[0, 1])
    perspective = made.add_subplot(grid[0, 2], projection="3d")
    views = ((above, (0, 2)), (side, (0, 1)), (perspective, (0, 2, 1)))
    for axes, picked in views:
        for group, colour in colours.items():
            _draw(axes, [trace.places[:, picked] for trace in shown if trace.group == group], colour, group, len(shown))
    places = np.concatenate([trace.places for trace in shown])
    _flat(above, places[:, (0, 2)], "x (blocks, east →)", "z (blocks, north →)", "from above")
    above.invert_yaxis()  # north is up on a map, and lies towards -z
    _flat(side, places[:, (0, 1)], "x (blocks, east →)", "y (blocks, up →)", "from the south")
    _perspective(perspective, places)
    lines = sum(len(trace.places) > 1 for trace in traces)
    count = f"{lines:,} trajectories" if lines else f"{len(traces):,} places"
    more = f", {len(shown):,} of them shown" if len(shown) < len(traces) else ""
    style.caption(made, run, f"{what}: {count}{more}")
    if len(colours) > 1:
        style.legend(above, loc="best")
    return made


def _colours(traces: list[Trace]) -> dict[str, str]:
    """By kind, most first; the seventh and those after it are one colour."""
    names, counts = np.unique([trace.group for trace in traces], return_counts=True)
    ordered = names[np.argsort(-counts, kind="stable")].tolist()
    return {name: style.COLOURS[min(i, len(style.COLOURS) - 1)] for i, name in enumerate(ordered)}


def _draw(axes: Any, ways: list[F8], colour: str, group: str, total: int) -> None:
    alpha = style.faded(total)
    lines = [way for way in ways if len(way) > 1]
    if lines:
        for way in lines:
            axes.plot(*way.T, color=colour, linewidth=0.8, alpha=alpha, solid_capstyle="round")
        starts, ends = np.array([way[0] for way in lines]), np.array([way[-1] for way in lines])
        axes.scatter(*starts.T, s=7, facecolors="white", edgecolors=colour, linewidths=0.6, alpha=max(alpha, 0.4))
        axes.scatter(*ends.T, s=7, color=colour, linewidths=0, alpha=max(alpha, 0.4))
    dots = [way[0] for way in ways if len(way) == 1]
    if dots:
        axes.scatter(*np.array(dots).T, s=9, color=colour, linewidths=0, alpha=max(alpha, 0.35))
    axes.plot([], [], color=colour, marker="o", markersize=3, label=group or "unnamed")


def _flat(axes: Any, places: F8, x: str, y: str, title: str) -> None:
    style.bare(axes, x, y)
    axes.set_title(title, fontsize=8.5, color=style.GREY)
    spans = np.maximum(np.ptp(places, axis=0), 1e-9)
    if spans.max() / spans.min() <= _LONGEST_SIDES:
        axes.set_aspect("equal", adjustable="datalim")
    for axis, span, low in ((axes.xaxis, spans[0], places[:, 0].min()), (axes.yaxis, spans[1], places[:, 1].min())):
        if span < 1e-6:  # all in one plane: a block's width, not a magnified rounding error
            axis.axes.set(**{f"{axis.axis_name}lim": (low - 0.5, low + 0.5)})


def _perspective(axes: Any, places: F8) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_title("in perspective", fontsize=8.5, color=style.GREY)
    for axis, name in ((axes.xaxis, "x"), (axes.yaxis, "z"), (axes.zaxis, "y")):
        axis.set_label_text(f"{name} (blocks)", fontsize=8)
        axis.labelpad = 1 if name != "y" else -2
        axis.set_major_locator(MaxNLocator(nbins=4, integer=True))
        axis.pane.set_facecolor("white")
        axis.pane.set_edgecolor("#cccccc")
        axis.set_tick_params(labelsize=7, pad=-1)
        axis._axinfo["grid"].update(linewidth=0.4, color="#dddddd")
    axes.invert_yaxis()
    axes.view_init(elev=18, azim=-62)
    spans = np.maximum(np.ptp(places[:, (0, 2, 1)], axis=0), np.ptp(places) / 20 + 1e-9)
    axes.set_box_aspect(np.clip(spans / spans.max(), 0.45, 1), zoom=0.8)
