"""`ticklane step`: run exactly so many ticks of a frozen game and show what moved, like a debugger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console

import ticklane_cli._stepping
from ticklane_cli._commands.tick import ran_in_words, run_ticks
from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_json
from ticklane_cli._games import connect_to_game
from ticklane_cli._stepping.shown import show_ticks
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain.prepare import prepare

__all__ = ["StepOptions", "step"]

_SCRIPT: Final = Path(ticklane_cli._stepping.__file__).with_name("what_moved.py")
_ID: Final = "ticklane-step"
_MOST_TICKS: Final = 100_000
_PAGE_ROWS: Final = 500


@dataclass(frozen=True)
class StepOptions:
    """The command line's; `last` ticks are shown in full, `rows` entities and events of each."""

    ticks: int
    rows: int
    last: int
    type: str
    ids: Sequence[int]
    game_dir: Path | None
    as_json: bool


def step(options: StepOptions) -> int:
    """Step and show; 1 when another request cut it short."""
    if not 1 <= options.ticks <= _MOST_TICKS:
        raise UsageError(
            f"step {options.ticks}: from 1 to {_MOST_TICKS:,} ticks can be shown; `ticklane tick step N` runs more"
        )
    if not 1 <= options.rows <= 1000:
        raise UsageError(f"--rows {options.rows}: from 1 to 1000")
    if options.last < 1:
        raise UsageError(f"--last {options.last}: 1 or more")
    with connect_to_game(options.game_dir) as client:
        ran, ticks = _watched(client, options)
    if options.as_json:
        print_json({"ran": ran, "ticks": ticks})
    else:
        console = Console(highlight=False, soft_wrap=True)
        show_ticks(console, ticks, last=options.last, pinned=bool(options.ids or options.type))
        console.print(f"[dim]{ran_in_words(ran)}[/]; {ran['state']}")
    return FINISHED if ran["ended"] == "done" else ENDED_OTHERWISE


def _watched(client: ControlClient, options: StepOptions) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Run the ticks under the eyes of a script of ours; what ran, and what it saw of each tick."""
    state = client.request("time")["state"]
    if state != "frozen":
        raise UsageError(f"the game is {state}: freeze it first (`ticklane tick freeze`), then step")
    request = prepare(
        path=_SCRIPT,
        id=_ID,
        params={"rows": options.rows, "type": options.type, "ids": list(options.ids)},
        lanes=client.hello.lanes,
    )
    next_event = client.request("events", since=-1, limit=1)["next"]
    status = client.request("start", body=encode_start(request), wait_s=0)
    if status["state"] == "ended":
        raise UsageError(status.get("error", {}).get("message", f"the watching script ended: {status.get('reason')}"))
    try:
        # The same ticks as a step's, and nobody waits for the clock.
        answer = run_ticks(client, "sprint", {"ticks": options.ticks})
    finally:
        client.request("stop", script=_ID)
    ran = {**answer["ran"], "kind": "step", "state": answer["state"]}
    ticks = _seen(client, status["generation"], ran)
    _add_lines(client, ticks, next_event)
    return ran, ticks


def _seen(client: ControlClient, generation: int, ran: dict[str, Any]) -> list[dict[str, Any]]:
    """The script's records of the ticks that ran."""
    ticks, since = [], 0
    while True:
        page = client.request(
            "output", script=_ID, generation=generation, since=since, limit=_PAGE_ROWS, max_bytes=12 << 20
        )
        ticks += [{"tick": row["tick"], **row["value"], "lines": []} for row in page["rows"]]
        since = page["next"]
        if not page["more"]:
            break
    return [tick for tick in ticks if ran["ticks"] and ran["first"] <= tick["tick"] <= ran["last"]]


def _add_lines(client: ControlClient, ticks: list[dict[str, Any]], since: int) -> None:
    """Put what scripts printed beside the tick in which they did, and what became of them."""
    by_tick = {tick["tick"]: tick for tick in ticks}
    while True:
        page = client.request("events", since=since, limit=1000)
        for event in page["events"]:
            tick = by_tick.get(event["tick"])
            if tick is None or event.get("script") == _ID:
                continue
            text = event.get("text")
            data = event.get("data") or {}
            told = text if text is not None else " ".join([event["kind"], str(data.get("reason", ""))]).strip()
            tick["lines"].append({"script": event.get("script", ""), "text": told})
        since = page["next"]
        if len(page["events"]) < 1000:
            return
