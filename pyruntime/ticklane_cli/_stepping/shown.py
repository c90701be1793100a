"""Ticks as a debugger shows them: what moved, what happened, what scripts said."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.markup import escape

__all__ = ["show_ticks"]

_LINES: Final = 10
_CHARS: Final = 160
_COLUMNS: Final = ["id", "type", "x", "y", "z", "vx", "vy", "vz", "moved", "Δvx", "Δvy", "Δvz", "cause"]


def show_ticks(console: Console, ticks: Sequence[dict[str, Any]], *, last: int, pinned: bool) -> None:
    """Show the last ones in full and the others in a line; `pinned`: the entities were chosen by the user."""
    earlier, shown = ticks[:-last], ticks[-last:]
    if earlier:
        _sum_up(console, earlier)
    quiet: list[dict[str, Any]] = []
    for tick in shown:
        if not (tick["rows"] or tick["counts"] or tick["lines"] or pinned):
            quiet.append(tick)
            continue
        _show_quiet(console, quiet)
        quiet = []
        _show_tick(console, tick, pinned=pinned)
    _show_quiet(console, quiet)


def _sum_up(console: Console, ticks: Sequence[dict[str, Any]]) -> None:
    counts = Counter[str]()
    for tick in ticks:
        counts.update(tick["counts"])
    facts = ", ".join(_counted(kind, n) for kind, n in counts.most_common()) or "no events"
    console.print(f"[bold]{_numbers(ticks)}[/]  not shown ({facts}); --last N shows more")


def _show_quiet(console: Console, ticks: Sequence[dict[str, Any]]) -> None:
    if ticks:
        console.print(f"[bold]{_numbers(ticks)}[/]  nothing moved, {_entities(ticks[-1])}")


def _numbers(ticks: Sequence[dict[str, Any]]) -> str:
    first, final = ticks[0]["tick"], ticks[-1]["tick"]
    return f"tick {first:,}" if first == final else f"ticks {first:,} to {final:,}"


def _entities(tick: dict[str, Any]) -> str:
    n = tick["entities"]
    return f"{n:,} {'entity' if n == 1 else 'entities'}"


def _counted(kind: str, n: int) -> str:
    word = kind.replace("_", " ")
    plural = {"entity spawn": "spawned", "entity remove": "gone", "damage": "damaged", "chat": "chat lines"}
    return f"{n:,} {plural.get(word, word if n == 1 else word + 's')}"


def _show_tick(console: Console, tick: dict[str, Any], *, pinned: bool) -> None:
    facts = [_entities(tick), f"{tick['moved']:,} moved"]
    facts += [_counted(kind, n) for kind, n in tick["counts"].items()]
    console.print(f"[bold]tick {tick['tick']:,}[/]  {', '.join(facts)}")
    if tick["rows"]:
        _show_rows(console, tick["rows"])
    elif pinned:
        console.print("  [dim]none of these is there[/]")
    left = tick["shown_of"] - len(tick["rows"])
    if left > 0:
        console.print(f"  [dim]{left:,} more {'match' if pinned else 'moved'}: --rows, --type, --id[/]")
    for one in tick["happened"]:
        console.print(f"  {escape(_event(one))}")
    unseen = sum(n for kind, n in tick["counts"].items() if kind != "impulse") - len(tick["happened"])
    if unseen > 0:
        console.print(f"  [dim]{unseen:,} more events: --rows[/]")
    _show_lines(console, tick["lines"])


def _show_lines(console: Console, lines: Sequence[dict[str, Any]]) -> None:
    for line in lines[:_LINES]:
        text = line["text"] if len(line["text"]) <= _CHARS else line["text"][: _CHARS - 1] + "…"
        console.print(f"  [cyan]{escape(line['script'])}[/]: {escape(text)}")
    if len(lines) > _LINES:
        console.print(f"  [dim]{len(lines) - _LINES:,} more lines[/]")


def _show_rows(console: Console, rows: Sequence[dict[str, Any]]) -> None:
    """As columns that are as wide as what is in them: never cut, whatever the terminal's width."""
    lines = [_COLUMNS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for n, line in enumerate(lines):
        cells = [
            cell.ljust(width) if name in ("id", "type", "cause") else cell.rjust(width)
            for name, cell, width in zip(_COLUMNS, line, widths, strict=True)
        ]
        text = escape("  " + "  ".join(cells[:-1]))
        if n == 0:
            console.print(f"[dim]{text}  {cells[-1]}[/]")
        else:
            console.print(f"{text}  [yellow]{cells[-1].rstrip()}[/]")


def _cells(row: dict[str, Any]) -> list[str]:
    new = row["new"]
    return [
        f"#{row['id']}",
        _bare(row["type"]),
        *(f"{value:.3f}" for value in row["pos"]),
        *(_small(value) for value in row["vel"]),
        "" if new else _small(math.dist(row["moved"], (0, 0, 0))),
        *("" if new else _small(value) for value in row["dv"]),
        " ".join(["new"] * new + row["causes"]),
    ]


def _small(value: float) -> str:
    """Four decimals; what is exactly nothing is a dot, so that what moves stands out."""
    if value == 0:
        return "·"
    return f"{value:.4f}" if abs(value) >= 5e-5 else f"{value:.0e}"


def _event(one: dict[str, Any]) -> str:
    kind, at = one["kind"].replace("_", " "), " ".join(f"{value:.2f}" for value in one["pos"])
    who = f"#{one['id']}" if one.get("id", -1) >= 0 else ""
    if "type" in one:
        who = f"{who} {one['type'].removeprefix('minecraft:')}"
    if kind == "block change":
        place = " ".join(str(math.floor(value)) for value in one["pos"])
        return f"block {place}: {_bare(one['old'])} → {_bare(one['new'])}"
    if kind == "explosion":
        return f"explosion {who} at {at}, power {one['power']:g}, {one['broken']:,} blocks broken"
    if kind == "entity spawn":
        return f"spawned {who} at {at}"
    if kind == "entity remove":
        return f"gone {who} at {at}: {one['cause']}, age {one['age']:,}"
    if kind == "damage":
        return f"damage {who}: {one['amount']:g} by {one['cause']}"
    return f"{kind} {one['name']} {one['text']}".rstrip()


def _bare(block: str) -> str:
    return block.removeprefix("minecraft:")
