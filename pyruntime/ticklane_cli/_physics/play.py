"""Measures cases in one sprinting game, each by a script of its own, one after the other."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from ticklane_cli._games import sweep_dead_games
from ticklane_cli._physics.table import Case, Row
from ticklane_cli._pieces import find_pieces
from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain.prepare import prepare

__all__ = ["Measured", "judge", "measure"]

_WAIT_S: Final = 20.0


@dataclass(frozen=True)
class Measured:
    """One row with what the host gave; `measured` is None when the script said nothing of it, `problem` then why."""

    case: Case
    row: Row
    measured: float | None
    problem: str = ""

    @property
    def error(self) -> float | None:
        """How far off it is."""
        return None if self.measured is None else abs(self.measured - self.row.expected)

    @property
    def passed(self) -> bool:
        """Within the row's tolerance; NaN never is."""
        error = self.error
        return error is not None and math.isfinite(error) and error <= self.row.tolerance


def measure(cases: Sequence[Case]) -> Iterator[list[Measured]]:
    """Run the cases, in order; gives the rows of each as it is done."""
    pieces = find_pieces()
    sweep_dead_games(pieces.places)
    folder = pieces.places.games / f"verify-{os.getpid()}"
    try:
        with launch(LaunchConfig(game_dir=folder, world="void", frozen=True)) as game, game.client() as client:
            for case in cases:
                yield judge(case, _play(client, case))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _play(client: ControlClient, case: Case) -> dict[str, Any]:
    """The status of the case's script at its end."""
    request = prepare(
        path=case.script, id=f"verify-{case.name}".replace(".", "-"), params=case.params, lanes=["server"]
    )
    client.request("time", action="freeze")
    status = client.request("start", body=encode_start(request), wait_s=0)
    client.request("time", action="sprint", ticks=-1)
    while status.get("state") != "ended":
        status = client.request("status", script=request.id, wait_s=_WAIT_S, until="ended")
    return dict(client.request("status", script=request.id, detail="full"))


def judge(case: Case, status: dict[str, Any]) -> list[Measured]:
    """Each row of the case beside what its script gave as its result: [tick, what, value] each."""
    problem = ""
    values: dict[tuple[int, str], float] = {}
    if status.get("reason") != "finished":
        told = status.get("error") or {}
        problem = f"the script ended with {status.get('reason')}: {told.get('message', '')}".strip()
    else:
        for tick, what, value in msgspec.convert(status.get("result"), list[tuple[int, str, float | None]]):
            values[tick, what] = math.nan if value is None else value
        failed = (status.get("verdicts") or {}).get("failed")
        problem = f"its set-up wasn't as meant: {failed[0]}" if failed else ""
    if problem:
        return [Measured(case, row, None, problem) for row in case.rows]
    return [
        Measured(case, row, got, "" if got is not None else "not measured")
        for row in case.rows
        for got in [values.get((row.tick, row.what))]
    ]
