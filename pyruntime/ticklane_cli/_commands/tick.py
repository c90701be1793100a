"""`ticklane tick`: the game's time, as its /tick, with an answer that says which ticks ran."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_json
from ticklane_cli._games import connect_to_game
from ticklane_control.client import ControlClient

__all__ = ["Action", "run_ticks", "tick"]

Action: TypeAlias = Literal["query", "freeze", "unfreeze", "step", "sprint", "stop", "rate"]

_SLICE_S: Final = 20.0


def tick(action: Action, value: str, *, wait: bool, game_dir: Path | None, as_json: bool) -> int:
    """Do it and say what is; 1 when a step or sprint was cut short by somebody else."""
    fields = _fields(action, value)
    with connect_to_game(game_dir) as client:
        if action in ("step", "sprint"):
            # A sprint without end is not waited for.
            answer = run_ticks(client, action, fields, wait=wait and (action == "step" or bool(fields)))
        else:
            answer = client.request("time", action=action, **fields)
    if as_json:
        print_json(answer)
    else:
        print("\n".join(_told(action, answer)))
    cut_short = action in ("step", "sprint") and answer["ran"]["ended"] not in ("done", "no")
    return ENDED_OTHERWISE if cut_short else FINISHED


def run_ticks(client: ControlClient, action: Action, fields: dict[str, Any], *, wait: bool = True) -> dict[str, Any]:
    """Step or sprint, to its end unless not to `wait`; the game's answer, whose `ran` says which ticks ran.

    Raises `ControlError`: refused when the game isn't frozen and is to be stepped.
    """
    answer = client.request("time", action=action, wait_s=_SLICE_S if wait else 0, **fields)
    while wait and answer["ran"]["ended"] == "no":
        answer = client.request("time", action="query", number=answer["ran"]["number"], wait_s=_SLICE_S)
    return dict(answer)


def _fields(action: Action, value: str) -> dict[str, Any]:
    if action in ("step", "sprint"):
        return {"ticks": _ticks(action, value)} if value else {}
    if action == "rate":
        try:
            return {"rate": float(value)}
        except ValueError:
            raise UsageError(f"tick rate {value}: ticks per second are wanted, from 1 to 10000") from None
    if value:
        raise UsageError(f"tick {action} {value}: {action} takes no value")
    return {}


def _ticks(action: Action, value: str) -> int:
    try:
        ticks = int(value)
    except ValueError:
        ticks = 0
    if not 1 <= ticks < 1 << 63:
        raise UsageError(f"tick {action} {value}: a whole number of ticks from 1 on is wanted")
    return ticks


def _told(action: Action, answer: dict[str, Any]) -> list[str]:
    lines = []
    ran = answer.get("ran")
    if ran and action != "rate":
        lines.append(ran_in_words(ran))
    pace = f"at {answer['rate']:g} ticks a second" if answer["state"] in ("running", "stepping") else ""
    facts = [f"{answer['state']} {pace}".strip(), f"tick {answer['tick']:,}"]
    if action == "query":
        if took := answer.get("tick_ms"):
            facts.append(f"{took['mean']:g} ms a tick (p99 {took['p99']:g})")
        facts.append(f"{answer['skipped']:,} ticks skipped by stalls")
    lines.append(", ".join(facts))
    if "under_way" in answer:
        lines.append(answer["next"])
    return lines


def ran_in_words(ran: dict[str, Any]) -> str:
    """One line: `step: ticks 41 to 60 ran (20 of 20), 1,003 ms`."""
    ticks, asked = ran["ticks"], ran.get("asked")
    of = f"{ticks:,} of {asked:,}" if asked else f"{ticks:,}"
    if not ticks:
        which = f"no tick ran ({of})"
    else:
        numbers = f"tick {ran['first']:,}" if ticks == 1 else f"ticks {ran['first']:,} to {ran['last']:,}"
        seconds = ran["ms"] / 1000
        speed = f", {ticks / seconds:,.0f} ticks a second" if ran["kind"] == "sprint" and seconds > 0 else ""
        which = f"{numbers} ran ({of}), {ran['ms']:,.0f} ms{speed}"
    how = {"done": "", "no": "; it goes on, `ticklane tick stop` ends it"}.get(
        ran["ended"], f"; cut short: {ran['ended']}"
    )
    return f"{ran['kind']}: {which}{how}"
