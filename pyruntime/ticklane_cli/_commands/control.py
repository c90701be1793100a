"""Commands that talk to a running game: list, status, output, events, stop, pause, resume."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ticklane_cli._exit import FINISHED, print_json
from ticklane_cli._games import connect_to_game, find_game_dir
from ticklane_cli._run_view import print_status

__all__ = ["events", "list_scripts", "output", "script_verb"]

_FOLLOW_S: Final = 20.0


def list_scripts(game_dir: Path | None, *, state: str, limit: int, as_json: bool) -> int:
    """Print the scripts of a game as a table."""
    with connect_to_game(game_dir) as client:
        listed = client.request("list", state=state, limit=limit)
    if as_json:
        print_json(listed)
        return FINISHED
    console = Console(soft_wrap=True, highlight=False)
    game = listed.get("game", {})
    console.print(
        f"{game.get('host', 'game')} {game.get('minecraft', '')}, tick {game.get('tick', 0):,}, {game.get('state')}",
        markup=False,
    )
    if process := listed.get("process"):
        console.print(f"memory {process.get('rss_mib', 0):,} MiB, Java heap {process.get('heap_mib', 0):,} MiB")
    for name, lane in listed.get("lanes", {}).items():
        console.print(f"lane {name}: {_lane_line(lane)}", markup=False)
    rows = listed.get("scripts", [])
    if not rows:
        console.print("no scripts")
        return FINISHED
    table = Table(*[str(column) for column in listed["columns"]], box=None, pad_edge=False)
    for row in rows:
        table.add_row(*[Text(_cell(value)) for value in row])
    console.print(table)
    if listed.get("left_out"):
        console.print(f"{listed['left_out']:,} more: raise --limit, or ask for a --state")
    if listed.get("cut"):
        console.print(f"cut: {listed['cut']}", markup=False)
    return FINISHED


def _lane_line(lane: Mapping[str, Any]) -> str:
    """What there is to say of one lane, in a line."""
    state = lane.get("state", "open")
    if state == "absent":
        return "not in this game"
    if state == "closed":
        return "opens with the first script that asks for it"
    if "processes" in lane:
        each = (f"{one['script']} (pid {one['pid']}, {one['cpu_s']:g} s of CPU)" for one in lane["processes"])
        return ", ".join(each) or "no process"
    parts = [f"waits for its world ({lane.get('why', '')})"] if state == "waiting" else []
    if "mspt" in lane:
        parts.append(f"{lane['mspt']:.2f} ms a tick")
    if "promised_ms" in lane:
        parts.append(f"{lane['promised_ms']:g} of {lane.get('of_ms', 0):g} ms promised")
    if missed := lane.get("missed"):
        parts.append(f"{missed:,} ticks missed")
    if "gate_ms_max" in lane:
        parts.append(f"waited up to {lane['gate_ms_max']:g} ms for another lane")
    if "tick" in lane:
        parts.append(f"last tick {lane['tick']:,} on {lane.get('thread') or 'no thread'}")
    live = lane.get("scripts", 0)
    named = list(lane.get("runs", []))
    more = [f"{live - len(named):,} more"] if live > len(named) else []
    parts.append(f"runs {', '.join(named + more)}" if live else "no scripts")
    return ", ".join(parts)


def script_verb(game_dir: Path | None, verb: str, script: str, fields: Mapping[str, Any], *, as_json: bool) -> int:
    """Ask for something about one script whose answer is its Status, and print that."""
    with connect_to_game(game_dir) as client:
        status = client.request(verb, script=script, **fields)
    if as_json:
        print_json(status)
    else:
        print_status(status)
    return FINISHED


def output(
    game_dir: Path | None, script: str, *, since: int, keys: Sequence[str], limit: int, every: int, as_json: bool
) -> int:
    """Print recorded rows as JSON lines; what to ask for next goes to stderr."""
    with connect_to_game(game_dir) as client:
        page = client.request(
            "output", script=script, since=since, keys=list(keys), limit=limit, every=every, max_bytes=12 << 20
        )
    if as_json:
        print_json(page)
        return FINISHED
    for row in page.get("rows", []):
        sys.stdout.write(msgspec.json.encode(row).decode() + "\n")
    sys.stdout.flush()
    facts = [f"{page.get('total', 0):,} rows in all"]
    if page.get("dropped"):
        facts.append(f"{page['dropped']:,} before them were rotated away")
    if page.get("truncated"):
        facts.append("a row was too big and left out")
    if page.get("more"):
        facts.append(f"go on with --since {page['next']}")
    print("; ".join(facts), file=sys.stderr)
    return FINISHED


def events(game_dir: Path | None, *, script: str, since: int, limit: int, follow: bool, as_json: bool) -> int:
    """Print the event stream: log lines and what happened to scripts. With `follow` until Ctrl-C or the game's end."""
    folder = find_game_dir(game_dir)
    with connect_to_game(folder) as client:
        try:
            while True:
                wait_s = _FOLLOW_S if follow else 0.0
                page = client.request("events", since=since, limit=limit, script=script, wait_s=wait_s)
                _print_events(page, follow=follow, as_json=as_json)
                since = page["next"]
                if not follow:
                    return FINISHED
        except KeyboardInterrupt:
            return FINISHED  # the way to end --follow


def _print_events(page: Mapping[str, Any], *, follow: bool, as_json: bool) -> None:
    if as_json and not follow:
        print_json(page)
        return
    if page.get("skipped"):
        print(f"({page['skipped']} skipped)", file=sys.stderr)
    for event in page["events"]:
        if as_json:
            print_json(event)
        else:
            sys.stdout.write(_event_line(event) + "\n")
    sys.stdout.flush()


def _event_line(event: Mapping[str, Any]) -> str:
    text = event.get("text")
    if text is None:
        data = event.get("data")
        text = msgspec.json.encode(data).decode() if data not in (None, {}) else ""
    return f"[{event.get('tick', 0)}] {event.get('script', '')} {event.get('kind', '')}: {text}".rstrip(": ")


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}"
    return "" if value is None else str(value)
