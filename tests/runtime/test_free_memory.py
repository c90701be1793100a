"""What scripts have let go of goes back to the system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.runtime.conftest import Game
from ticklane_runtime._memory import FreeMemory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the process's size is read from /proc")

MIB = 1 << 20
OTHER = 'kept = [b"x" * 30_000 for _ in range(100)]\ndef on_tick(host): pass\n'


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.usefixtures("returned_memory")
def test_what_a_script_held_does_not_stay_with_the_process(game: Game) -> None:
    # Blocks too small to have pages of their own, with one that stays at the end: nothing is freed from the top.
    source = """
held = []

def on_tick(host):
    held.append([b"x" * 30_000 for _ in range(2_000)])
"""
    game.start(OTHER, "other")
    assert game.start(source, budget_ms=20, hard_ms=5_000)["ok"]
    before = resident()
    game.tick(4)
    assert resident() > before + 200 * MIB
    game.start(OTHER, "late")
    game.ask("stop", "it")
    assert resident() < before + 100 * MIB


def test_it_is_asked_for_only_when_the_process_has_grown() -> None:
    memory = FreeMemory()
    assert not memory.is_worth_it()
    held = b"x" * (80 * MIB)
    assert memory.is_worth_it()
    memory.give_back()
    assert not memory.is_worth_it(), "what is still held is no reason to ask again"
    del held
    memory.give_back()
    again = b"x" * (80 * MIB)
    assert memory.is_worth_it()
    assert len(again) == 80 * MIB
