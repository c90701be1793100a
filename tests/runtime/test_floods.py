"""Floods are bounded and counted: events, lines, records, results."""

from __future__ import annotations

from tests.runtime.conftest import Game
from ticklane_runtime._events import CAPACITY
from ticklane_runtime._output import MAX_LINE, MAX_LINES_PER_STEP


def test_events_beyond_the_bound_are_counted_and_told(sprinting: Game) -> None:
    sprinting.start(
        "n = 0\ndef on_start(host): host.on('block_change', count)\n"
        "def count(e):\n    global n\n    n += 1\ndef on_stop(host): host.result(n)\n"
    )
    for i in range(CAPACITY + 500):
        sprinting.world.set_block(i % 100, 64 + i // 100 % 100, i // 10_000, 1)
    sprinting.tick()
    sprinting.ask("stop", "it")
    assert sprinting.status()["result"] == CAPACITY
    assert any("500 events were lost" in line for line in sprinting.lines())


def test_kinds_nobody_asked_for_are_not_queued(sprinting: Game) -> None:
    sprinting.start("def on_start(host): host.on('explosion', print)\n")
    sprinting.world.set_block(0, 64, 0, 1)
    assert sprinting.world.events.rows == []
    sprinting.ask("stop", "it")
    assert sprinting.bridge.mask == 0


def test_fifty_megabytes_of_print_become_a_few_bounded_lines(sprinting: Game) -> None:
    sprinting.start(
        "print('x' * 50_000_000)\nprint('\\n' * 2**24)\nfor i in range(5000):\n    print('line', i)\n"
        "host.log('y' * 5_000_000)\n"
    )
    lines = sprinting.lines()
    assert len(lines) <= MAX_LINES_PER_STEP + 1
    assert max(map(len, lines)) <= MAX_LINE + 60
    assert "49,9" in lines[0]
    assert "more lines in this step were not kept" in lines[-1]


def test_each_step_has_room_again(sprinting: Game) -> None:
    sprinting.start("def on_tick(host):\n    for i in range(100): host.log(i)\n")
    sprinting.tick(2)
    assert len(sprinting.lines()) == 2 * (MAX_LINES_PER_STEP + 1)


def test_text_that_utf8_cant_hold_is_spelt_out(sprinting: Game) -> None:
    sprinting.start("print('a\\ud800b')\nhost.expect('bad \\udfff', 1, 2)\nraise ValueError('\\ud812')\n")
    assert sprinting.lines()[0] == "a\\ud800b"
    assert sprinting.status()["error"]["message"] == "\\ud812"
    assert "\\udfff" in sprinting.status()["verdicts"]["failed"][0]


def test_many_records_are_handed_over_inside_the_step(sprinting: Game) -> None:
    sprinting.start("for i in range(50_000):\n    host.record('row', i)\n")
    output = sprinting.outputs()[0]
    assert len(output.rows) > 3
    assert [r["value"] for r in output.records()] == list(range(50_000))


def test_one_huge_row_is_refused_with_its_size(sprinting: Game) -> None:
    sprinting.start("import numpy as np\nhost.record('big', 'z' * 9_000_000)\n")
    error = sprinting.status()["error"]
    assert error["type"] == "LimitError"
    assert "9,000,002" in error["message"]


def test_failed_verdicts_are_bounded_and_all_counted(sprinting: Game) -> None:
    sprinting.start("for i in range(500): host.expect(f'v{i}', i, -1)\n")
    verdicts = sprinting.status()["verdicts"]
    assert (verdicts["fail"], len(verdicts["failed"])) == (500, 100)


def test_a_flood_of_timers_that_are_cancelled_is_swept(sprinting: Game) -> None:
    sprinting.start("def on_tick(host):\n    for i in range(200): host.after(1000 + i, print).cancel()\n", hard_ms=5000)
    sprinting.tick(50)
    assert len(sprinting.lane.queue._heap) < 500


def test_events_of_a_last_act_are_not_handed_to_who_listens_later(sprinting: Game) -> None:
    sprinting.start(
        "def on_start(host): host.on('block_change', print)\n"
        "def on_tick(host):\n    host.set_block((0, 64, 0), 'stone')\n    host.stop()\n",
        id="first",
    )
    sprinting.tick()
    assert sprinting.status("first")["reason"] == "finished"
    sprinting.start("def on_start(host): host.on('block_change', lambda e: host.log(e.tick))\n", id="later")
    sprinting.tick(3)
    assert sprinting.lines("later") == []


def test_who_listens_in_mid_step_hears_only_what_comes_after(sprinting: Game) -> None:
    sprinting.start("def on_start(host): host.on('entity_spawn', print)\n", id="other")
    sprinting.start(
        "def on_start(host): host.on('block_change', print)\n"
        "def on_tick(host):\n    host.set_block((0, 64, 0), 'stone')\n    raise ValueError\n",
        id="acting",
    )
    sprinting.start(
        "def on_tick(host):\n    if host.elapsed() == 1: host.on('block_change', lambda e: host.log(e.old))\n",
        id="late",
    )
    sprinting.tick(3)
    assert sprinting.status("acting")["reason"] == "failed"
    assert sprinting.lines("late") == []


def test_loss_found_between_steps_is_told_in_the_next(sprinting: Game) -> None:
    sprinting.start("def on_start(host): host.on('block_change', lambda e: None)\n")
    for i in range(CAPACITY + 7):
        sprinting.world.set_block(i % 100, 64 + i // 100 % 100, i // 10_000, 1)
    sprinting.start("pass\n", id="other")  # takes the queue over
    sprinting.tick()
    assert any("7 events were lost" in line for line in sprinting.lines())
