"""What must be true of a lane and its scripts between two steps, whatever has happened in them."""

from __future__ import annotations

from tests.runtime.conftest import Game
from ticklane_runtime._guard import MASKED, SERIAL
from ticklane_runtime._output import MAX_TEXT_PER_STEP
from ticklane_runtime._script import Script


def check(game: Game) -> None:
    """The watch, the queue of timers, the roster and what is subscribed to."""
    lane = game.lane
    watch = lane.guard.watch
    assert (watch[SERIAL], watch[MASKED]) == (0, 0)
    heap = lane.queue._heap
    assert all(heap[(i - 1) // 2][:2] <= heap[i][:2] for i in range(1, len(heap))), "the queue is out of order"
    active = [timer for _, _, timer in heap if timer.active]
    assert len(active) == len(set(map(id, active)))
    for script in lane.roster.everyone:
        ahead = {timer for timer in script.timers if timer.due > lane.now}  # one that was to be called is taken out
        assert ahead <= {timer for timer in active if timer.owner is script} <= script.timers
    assert {id(timer.owner) for timer in active} <= set(map(id, lane.roster.everyone))
    assert lane.roster.tickers == tuple(s for s in lane.roster.everyone if s.on_tick is not None)
    mask = 0
    for script in lane.roster.everyone:
        for handle in script.watches:
            mask |= handle.bit
        for measure in script.measures:
            assert measure.active and script.measure_memory.promised >= 0
            mask |= measure.bits
    assert lane.roster.measurers == tuple(s for s in lane.roster.everyone if s.measures)
    assert lane.events.mask == game.bridge.mask == mask


def check_halves(game: Game, script: Script) -> None:
    """What a script's calls keep in more than one place."""
    lines, records, verdicts = script.lines, script.records, script.verdicts
    assert lines._room == MAX_TEXT_PER_STEP - sum(map(len, lines.pending))
    assert records._size == sum(map(len, records.rows))
    assert verdicts.failures == len(verdicts.failed)
    assert len(game.lane.world.table()) == len(game.world.entities)
    assert all(entity.tags == "v" for entity in game.world.entities.values())
