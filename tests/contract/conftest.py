"""One runner a kind of host: each contract case is a script's source and what must come of it."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ticklane.testing import Outcome

Runner = Callable[..., Outcome]

_numbers = itertools.count(1)


class RealRunner:
    """Runs cases in one embedded game, over the control protocol, each as a script of its own."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __call__(
        self, source: str, ticks: int = 200, *, params: dict[str, Any] | None = None, seed: int = 0
    ) -> Outcome:
        from ticklane_control.messages import encode_start
        from ticklane_toolchain import prepare

        id = f"case-{next(_numbers)}"
        request = prepare(source=source, id=id, params=params or {}, seed=seed, ticks=_limit(source, ticks))
        # Time runs while a case does: a game that sprints through all the others takes a processor for itself.
        self._client.request("time", action="unfreeze")
        try:
            status = self._client.request("start", body=encode_start(request), wait_s=30, until="ended", script=id)
            if status["state"] != "ended":
                status = self._client.request("status", script=id, wait_s=30, until="ended")
        finally:
            self._client.request("time", action="freeze")
        page = self._client.request("output", script=id, since=0, limit=10_000, max_bytes=8_000_000)
        status = self._client.request("status", script=id, since_line=0, detail="full")
        lines = status.get("lines", {})
        return Outcome(
            state=status["state"],
            reason=status.get("reason", ""),
            result=status.get("result"),
            records=page["rows"],
            lines=[line.partition("] ")[2] for line in lines.get("new", [])],  # shown as "[tick] text"
            error=status.get("error"),
            verdicts=status.get("verdicts", {}),
            elapsed=int(status.get("elapsed", 0)),
            status=status,
        )


def _limit(source: str, ticks: int) -> int | None:
    """Cases that end by themselves need none; `ticks` in the header is the case's own."""
    return None if "ticks =" in source else ticks


@pytest.fixture(scope="session")
def real_runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    """One game for all cases: its own, or that of the folder in TICKLANE_TEST_GAME, which runs already."""
    running = os.environ.get("TICKLANE_TEST_GAME", "")
    if running:
        from ticklane_control.client import connect

        with connect(Path(running), client="contract tests") as client:
            yield RealRunner(client)
        return
    from ticklane_cli.launch import LaunchConfig, launch

    config = LaunchConfig(game_dir=tmp_path_factory.mktemp("contract"), world="void", pace="sprint", frozen=True)
    with launch(config) as game, game.client() as client:
        yield RealRunner(client)


def _fake_run(
    source: str,
    ticks: int = 200,
    *,
    params: dict[str, Any] | None = None,
    seed: int = 0,
    has: tuple[str, ...] = (),
) -> Outcome:
    from ticklane_runtime._fake_run import FakeGame
    from ticklane_runtime._modules import Bundle
    from ticklane_toolchain import prepare

    game = FakeGame("void", 0, has, sprint=True)
    for _ in range(3):
        game.tick()  # a script doesn't begin at tick 0 in a real game either
    request = prepare(
        source=source, id=f"case-{next(_numbers)}", params=params or {}, seed=seed, ticks=_limit(source, ticks)
    )
    run = game.launch(request, Bundle(request))
    for _ in range(100_000):
        if run.ended:
            break
        game.tick()
    return Outcome(**run.outcome())


@pytest.fixture(params=["fake", pytest.param("real", marks=pytest.mark.jvm)])
def run_case(request: pytest.FixtureRequest) -> Runner:
    """run_case(source, ticks=200, *, params, seed) -> Outcome; the script is ended after `ticks` at the latest."""
    if request.param == "fake":
        return _fake_run
    runner: Runner = request.getfixturevalue("real_runner")
    return runner


def _telling_fake_run(source: str, ticks: int = 200, **arguments: Any) -> Outcome:
    return _fake_run(source, ticks, has=("impulse_events",), **arguments)


@pytest.fixture(params=["fake", "fake that tells impulses", pytest.param("real", marks=pytest.mark.jvm)])
def measure_case(request: pytest.FixtureRequest) -> Runner:
    """As run_case, on the fake host both with and without events of every impulse."""
    if request.param == "real":
        runner: Runner = request.getfixturevalue("real_runner")
        return runner
    return _fake_run if request.param == "fake" else _telling_fake_run
