"""How all pictures look, and how they become files. No state of matplotlib outside a figure is touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from ticklane import RecordedRun

__all__ = ["COLOURS", "GREY", "Figure", "bare", "caption", "faded", "figure", "legend", "save", "thousands"]

# Okabe and Ito's, which people who don't tell red from green can tell apart; yellow is left out on white.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
GREY: Final = "#5a5a5a"
_TEXT: Final = 9.0
_DPI: Final = 200

Figure = Any
"""A matplotlib Figure: the library is an extra, so its types are not ours to name."""


def figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, laid out by its content, that belongs to nobody else."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Made

    made = Made(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(made)
    return made


def bare(axes: Any, x: str, y: str) -> None:
    """Axes of a paper: two lines, ticks outwards, a light grid, labels."""
    axes.set_xlabel(x, fontsize=_TEXT)
    axes.set_ylabel(y, fontsize=_TEXT)
    axes.tick_params(labelsize=_TEXT - 1, direction="out", length=3, width=0.6, color=GREY)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_linewidth(0.6)
        axes.spines[side].set_color(GREY)
    axes.grid(True, linewidth=0.4, color="#dddddd")
    axes.set_axisbelow(True)


def legend(axes: Any, **more: Any) -> None:
    """The axes' legend, when there is something to tell apart."""
    handles, _ = axes.get_legend_handles_labels()
    if handles:
        axes.legend(fontsize=_TEXT - 1, frameon=False, **more)


def caption(made: Figure, run: RecordedRun, title: str) -> None:
    """What is shown, above; which run it is of, small and below."""
    made.suptitle(title, fontsize=_TEXT + 1.5, x=0.01, ha="left")
    manifest = run.manifest
    facts = [str(manifest.get("id") or run.path.stem)]
    if manifest:
        facts += [f"seed {manifest.get('seed', '?')}", f"{manifest.get('ticks', '?')} ticks"]
        if manifest.get("source_hash"):
            facts.append(f"source {str(manifest['source_hash'])[:8]}")
        versions = manifest.get("versions")
        if isinstance(versions, dict):
            facts.append(f"{manifest.get('host', 'host')} {versions.get('minecraft', '')}".strip())
            facts.append(f"ticklane {versions.get('ticklane', '?')}")
    if run.problems:
        facts.append("incomplete")
    made.supxlabel("  ·  ".join(facts), fontsize=_TEXT - 2.5, color=GREY, x=0.01, ha="left")


def faded(count: int) -> float:
    """How opaque each of so many lines is, so that all together can still be read."""
    return float(np.clip(5 / np.sqrt(max(count, 1)), 0.06, 0.9))


def thousands(axes: Any, *, x: bool = False, y: bool = False) -> None:
    """Whole numbers with separators; ticks of the game are long ones."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for axis, wanted in ((axes.xaxis, x), (axes.yaxis, y)):
        if wanted:
            axis.set_major_locator(MaxNLocator(nbins=6, integer=True))
            axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,.0f}".replace("-", "−")))


def save(made: Figure, path: Path) -> None:
    """Write it as the path's ending says; the same run gives the same bytes."""
    from matplotlib import rc_context

    kind = path.suffix.lstrip(".").lower()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    # Text stays text in an SVG, so that it can be searched and set in the paper's own font.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "ticklane"}):
        made.savefig(path, format=kind, dpi=_DPI, metadata=metadata)
