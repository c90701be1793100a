"""The same bundle, parameters, seed and world give byte-equal records, however time passes and whoever looks on."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from ticklane_cli.launch import Game

from .guest import guest
from .standing import TICKS, first_rows, standing

pytestmark = pytest.mark.jvm

SEED = 2**63 - 1
FEW_TICKS = 30

# As -Xint for all that moves; with that itself the game alone takes ten times as long to start: `make soak` does it.
NOT_COMPILED = ("-XX:CompileCommand=quiet", "-XX:CompileCommand=exclude,ticklane*::*")


def player_port(game: Game) -> int:
    deadline = time.monotonic() + 60
    while not (found := re.search(r"port (\d+)", "\n".join(game.last_lines))):
        assert time.monotonic() < deadline, game.last_lines
        time.sleep(0.02)  # a log line has no event to wait for
    return int(found[1])


@pytest.fixture(scope="module")
def sprinted(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The records of the whole experiment, as fast as it goes."""
    with standing(tmp_path_factory.mktemp("standing") / "game", seed=SEED) as play:
        play.time("sprint")
        records = play.records()
    assert records.count(b'"key":"tick"') == TICKS
    assert records.count(b'"key":"all"') == TICKS // 100
    return records


def test_stepped_unevenly_in_another_process_with_a_client_looking_on(sprinted: bytes, tmp_path: Path) -> None:
    with ExitStack() as stack:

        def joined(game: Game) -> None:
            stack.enter_context(guest(player_port(game)))

        with standing(tmp_path / "game", seed=SEED, before=joined, mc_port=0) as play:
            play.time("rate", rate=10_000)
            done = 0
            for ticks in (1, 2, 7, 100, 190):
                ran = play.time("step", ticks=ticks, wait_s=50)["ran"]
                assert (ran["first"], ran["ended"]) == (done + 1, "done")
                done += ticks
            play.time("sprint", ticks=TICKS - done)
            records = play.records()
            stack.close()  # it must have stayed to the end
    assert records == sprinted


def test_paced_and_with_none_of_our_java_compiled(sprinted: bytes, tmp_path: Path) -> None:
    with standing(tmp_path / "game", seed=SEED, ticks=FEW_TICKS, jvm_flags=NOT_COMPILED) as play:
        play.time("unfreeze")
        records = play.records()
    assert records == first_rows(sprinted, FEW_TICKS)
