"""Plays a soak: rounds of scripts of every fate in one game, with a look at its process between the rounds."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from tests.soak.figures import Sample, take
from tests.soak.scripts import FILLING, MEMORY_MIB, RESIDENTS, SCENARIOS, Scenario
from ticklane_cli.launch import LaunchConfig
from ticklane_control.client import ControlClient
from ticklane_control.errors import ControlError
from ticklane_control.messages import StartRequest, encode_start
from ticklane_toolchain import prepare

__all__ = ["Outcome", "Soak", "game_config"]

_RATE: Final = 2_500  # ticks a second: as fast as ticks still have a time to keep to, so that budgets count
_SPRINT_EVERY: Final = 4  # rounds
_SPRINT_TICKS: Final = 30_000
_SAMPLES: Final = 24
_WAIT_S: Final = 40.0
_EVENTS_KEPT: Final = 4_096
_RUNS_KEPT: Final = 256
_PATIENT: Final = {"budget_ms": 10.0, "hard_ms": 10_000.0}  # a busy machine is no fault of a script


def game_config(folder: Any) -> LaunchConfig:
    """A game whose heap has its full size from the start and keeps nothing dead, so that what grows is what leaks."""
    flags = ("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch", "-XX:MarkSweepDeadRatio=0")
    return LaunchConfig(game_dir=folder, world="flat", jvm_flags=flags, script_memory_mib=MEMORY_MIB, logs=False)


@dataclass
class Outcome:
    """What came of it; `wrong` holds what ended otherwise than planned.

    `stalled` counts steps that got no processor for so long that the wall clock ended them: the machine's doing.
    """

    ticks: int = 0
    seconds: float = 0.0
    stalled: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)


class Soak:
    """One soak over one connection, until `ticks` have passed or `seconds`, whichever is given."""

    def __init__(
        self, client: ControlClient, *, ticks: int = 0, seconds: float = 0.0, say: Callable[[str], None]
    ) -> None:
        self._client = client
        self._ticks = ticks
        self._seconds = seconds
        self._say = say
        self._requests: dict[str, StartRequest] = {}
        self._fresh = 0
        self.outcome = Outcome()

    def play(self) -> Outcome:
        """Play it; what went wrong is in the outcome."""
        client, outcome = self._client, self.outcome
        client.request("time", action="rate", rate=_RATE)
        began = time.monotonic()
        for resident in RESIDENTS:
            self._start(resident)
        self._fill()
        round_ = 0
        next_sample = 0.0
        while (done := self._done(began)) < 1:
            if done >= next_sample:
                self._look(done)
                next_sample += 1 / _SAMPLES
            sprint = round_ % _SPRINT_EVERY == _SPRINT_EVERY - 1
            if sprint:
                client.request("time", action="sprint", ticks=_SPRINT_TICKS)
            for scenario in SCENARIOS:
                if not (sprint and scenario.paced):
                    self._one(scenario)
            if sprint:
                self._finish_sprint()
            round_ += 1
        self._look(1.0)
        for resident in RESIDENTS:
            self._end_resident(resident)
        return outcome

    def _fill(self) -> None:
        """Fill what the game remembers up to a bound, so that what grows from here on is what leaks."""
        self._one(FILLING)
        del self.outcome.runs[FILLING.name]
        body = next(scenario for scenario in SCENARIOS if scenario.fresh)
        for _ in range(_RUNS_KEPT):
            self._one(body)
        resident = RESIDENTS[-1].name
        for _ in range(_EVENTS_KEPT // 2):
            self._client.request("pause", script=resident)
            self._client.request("resume", script=resident)

    def _finish_sprint(self) -> None:
        deadline = time.monotonic() + _WAIT_S
        while self._client.request("time")["state"] == "sprinting":
            if time.monotonic() > deadline:
                raise TimeoutError(f"{_SPRINT_TICKS:,} ticks took more than {_WAIT_S:.0f} s")
            time.sleep(0.02)  # a sprint's end has no event to wait for

    def _done(self, began: float) -> float:
        self.outcome.ticks = int(self._client.request("ping")["tick"])
        self.outcome.seconds = time.monotonic() - began
        if self._seconds:
            return self.outcome.seconds / self._seconds
        return self.outcome.ticks / self._ticks

    def _look(self, done: float) -> None:
        sample = take(self._client, min(done, 1.0))
        self.outcome.samples.append(sample)
        self._say(
            f"{self.outcome.seconds / 60:5.1f} min  {self.outcome.ticks:9,} ticks  {self.outcome.runs.total():6,} runs"
            f"  rss {sample.rss_bytes >> 20:4} MiB  heap {sample.heap_bytes >> 20:3} MiB"
            f"  direct {sample.direct_bytes >> 10:5} KiB  {sample.threads} threads  {sample.files} files"
        )

    def _request(self, scenario: Scenario) -> StartRequest:
        request = self._requests.get(scenario.name)
        if request is None:
            request = self._requests[scenario.name] = prepare(
                source=scenario.source,
                id=scenario.name,
                files=scenario.files or None,
                lanes=self._client.hello.lanes,
                **(_PATIENT | scenario.settings),
            )
        if scenario.fresh:
            self._fresh += 1
            request = msgspec.structs.replace(request, id=f"{scenario.name}-{self._fresh}")
        return request

    def _start(self, scenario: Scenario) -> dict[str, Any]:
        request = self._request(scenario)
        return dict(self._client.request("start", body=encode_start(request), wait_s=0))

    def _one(self, scenario: Scenario) -> None:
        self.outcome.runs[scenario.name] += 1
        try:
            status = self._played(scenario)
        except ControlError as error:
            if scenario.play != "refused" or error.type != scenario.ends:
                self._wrong(scenario, f"{error.type}: {error.message}")
            return
        if scenario.play == "refused" or status.get("reason") != scenario.ends:
            if _has_stalled(status):
                self.outcome.stalled += 1
            else:
                self._wrong(scenario, str(status))

    def _played(self, scenario: Scenario) -> dict[str, Any]:
        client = self._client
        status = self._start(scenario)
        id = status["id"]
        if scenario.play == "wait":
            return dict(client.request("status", script=id, wait_s=_WAIT_S, until="ended", timeout_s=_WAIT_S + 10))
        if scenario.play == "replace":
            for _ in range(3):
                again = self._start(scenario)
                if again["generation"] <= status["generation"]:
                    self._wrong(scenario, f"generation {again['generation']} after {status['generation']}")
                status = again
        elif scenario.play == "pause":
            if client.request("pause", script=id)["state"] != "paused":
                self._wrong(scenario, "it didn't pause")
            client.request("resume", script=id)
        elif scenario.play == "stop":
            client.request("status", script=id, wait_s=_WAIT_S, until="record")
        return dict(client.request("stop", script=id, wait_s=10))

    def _end_resident(self, scenario: Scenario) -> None:
        status = self._client.request("stop", script=scenario.name, wait_s=10)
        if status.get("reason") != scenario.ends:
            self._wrong(scenario, str(status))
        result = status.get("result")
        # A stop is acted on before the step of its tick.
        if scenario.name == "witness" and (not result or result["elapsed"] - result["calls"] not in (0, 1)):
            self._wrong(scenario, f"it has lost ticks: {result}")

    def _wrong(self, scenario: Scenario, what: str) -> None:
        self.outcome.wrong.append(f"{scenario.name}: {what}")
        if len(self.outcome.wrong) <= 20:
            print(f"{scenario.name} went wrong: {what}"[:600], file=sys.stderr, flush=True)


def _has_stalled(status: dict[str, Any]) -> bool:
    budget = status.get("budget", {})
    return bool(budget.get("hard")) and 4 * float(budget["cpu_ms"]) < float(budget["worst_ms"])
