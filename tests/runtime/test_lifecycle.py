"""States, reasons, handles: what happens to a script from its start to its end."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

from tests.runtime.conftest import Game

EVERY_TICK = "def on_tick(host): host.record('t', host.elapsed())\n"


def test_states_go_from_starting_over_running_to_ended(sprinting: Game) -> None:
    assert sprinting.start("def run(host):\n    yield 2\n")["state"] == "running"
    sprinting.tick(3)
    states = [p["state"] for p in sprinting.outputs()[0].published if "state" in p]
    assert states == ["starting", "running", "ended"]
    assert [kind for kind, _ in sprinting.outputs()[0].events] == ["started", "ended"]


def test_a_stop_request_calls_on_stop_with_its_reason(sprinting: Game) -> None:
    sprinting.start(EVERY_TICK + "def on_stop(host): host.result(host.reason())\n")
    sprinting.tick(3)
    assert sprinting.ask("stop", "it")["ok"]
    assert sprinting.status()["reason"] == "stopped"
    assert sprinting.status()["result"] == "stopped"
    assert sprinting.status()["partial"] is False
    sprinting.tick(3)
    assert len(sprinting.outputs()[0].records()) == 3


def test_stopping_an_ended_script_is_no_error_and_an_unknown_one_is(sprinting: Game) -> None:
    sprinting.start("host.result(1)")
    assert sprinting.ask("stop", "it") == {"ok": True, "id": "it", "state": "ended"}
    answer = sprinting.ask("stop", "nobody")
    assert (answer["ok"], answer["type"]) == (False, "unknown_script")


def test_closing_ends_all_scripts_in_start_order(sprinting: Game) -> None:
    for name in ("a", "b", "c"):
        sprinting.start(EVERY_TICK + "def on_stop(host): host.result(host.reason())\n", name)
    sprinting.entry.close("game_stopped")
    assert [sprinting.status(name)["reason"] for name in "abc"] == ["game_stopped"] * 3
    assert [sprinting.status(name)["result"] for name in "abc"] == ["game_stopped"] * 3
    assert sprinting.lane.roster.everyone == ()


def test_a_paused_script_takes_no_step_and_what_came_due_follows(sprinting: Game) -> None:
    sprinting.start(
        "def on_start(host):\n"
        "    host.after(3, lambda: host.record('after', host.elapsed()))\n"
        "    host.every(2, lambda: host.record('every', host.elapsed()))\n"
        "def on_tick(host): host.record('tick', host.elapsed())\n"
    )
    sprinting.tick(1)
    assert sprinting.ask("pause", "it")["state"] == "paused"
    assert sprinting.ask("pause", "it")["state"] == "paused"
    sprinting.tick(5)
    assert sprinting.ask("resume", "it")["state"] == "running"
    sprinting.tick(2)
    sprinting.ask("stop", "it")
    rows = [(r["key"], r["value"]) for r in sprinting.outputs()[0].records()]
    assert rows == [("tick", 1), ("every", 7), ("after", 7), ("tick", 7), ("every", 8), ("tick", 8)]


def test_a_failing_on_stop_is_told_and_ends_nothing_else(sprinting: Game) -> None:
    sprinting.start("def on_tick(host): pass\ndef on_stop(host): 1 / 0\n")
    sprinting.start(EVERY_TICK, "other")
    sprinting.tick()
    sprinting.ask("stop", "it")
    sprinting.tick()
    assert sprinting.status()["reason"] == "stopped"
    assert sprinting.status()["error"]["type"] == "ZeroDivisionError"
    assert "in its last call" in sprinting.lines()[-1]
    assert len(sprinting.outputs("other")[0].records()) == 2


def test_a_finished_script_whose_on_stop_fails_has_failed(sprinting: Game) -> None:
    sprinting.start("def on_stop(host): 1 / 0\n")
    assert sprinting.status()["reason"] == "failed"


def test_a_generators_clean_up_runs_before_on_stop(sprinting: Game) -> None:
    sprinting.start(
        "seen = []\n"
        "def run(host):\n"
        "    try:\n"
        "        yield 100\n"
        "    finally:\n"
        "        seen.append('closed')\n"
        "def on_stop(host):\n"
        "    seen.append(host.reason())\n"
        "    host.result(seen)\n"
    )
    sprinting.tick()
    sprinting.ask("stop", "it")
    assert sprinting.status()["result"] == ["closed", "stopped"]


def test_several_scripts_step_in_start_order(sprinting: Game) -> None:
    source = "import queue\ndef on_tick(host): queue.ticklane_order.append(host.params['me'])\n"
    head = "# /// script\n# [tool.ticklane.params]\n# me = ''\n# ///\n"
    import queue

    queue.ticklane_order = []  # type: ignore[attr-defined]
    for name in ("c", "a", "b"):
        sprinting.start(head + source, name, params={"me": name})
    sprinting.tick(2)
    sprinting.start(head + source, "c", params={"me": "c2"})
    sprinting.tick(1)
    assert "".join(queue.ticklane_order) == "cabcababc2"  # type: ignore[attr-defined]
    del queue.ticklane_order  # type: ignore[attr-defined]


def test_a_later_script_sees_what_an_earlier_one_changed(sprinting: Game) -> None:
    sprinting.start("def on_tick(host): host.spawn('tnt', (0, 100, 0), fuse=300)\n", "first")
    sprinting.start("def on_tick(host): host.record('n', len(host.entities()))\n", "second")
    sprinting.tick(3)
    sprinting.ask("stop", "second")
    assert [r["value"] for r in sprinting.outputs("second")[0].records()] == [1, 2, 3]


def test_one_table_is_shared_by_all_scripts_of_a_tick(sprinting: Game) -> None:
    fills = 0
    fill = sprinting.lane.world._fill

    def counted() -> int:
        nonlocal fills
        fills += 1
        return int(fill())

    sprinting.lane.world._fill = counted
    for i in range(5):
        sprinting.start("def on_tick(host): host.entities().pos; host.entities(type='tnt')\n", f"s{i}")
    sprinting.tick(4)
    assert fills == 4
    assert sprinting.bridge.ledger()[8] == 1  # asked: fill before the next step


def test_failures_end_one_script_and_only_once(sprinting: Game) -> None:
    sprinting.start("def on_tick(host): raise KeyError('x')\ndef on_stop(host): host.record('end', 1)\n")
    sprinting.start(EVERY_TICK, "other")
    sprinting.tick(5)
    assert sprinting.status()["reason"] == "failed"
    assert len(sprinting.outputs()[0].records()) == 1
    sprinting.ask("stop", "other")
    assert len(sprinting.outputs("other")[0].records()) == 5


@pytest.mark.parametrize(
    ("code", "reason", "type"),
    [
        ("raise SystemExit(3)", "failed", "SystemExit"),
        ("raise KeyboardInterrupt", "failed", "KeyboardInterrupt"),
        ("raise MemoryError", "memory", "MemoryError"),
        ("raise GeneratorExit", "failed", "GeneratorExit"),
        ("raise BaseException('bare')", "failed", "BaseException"),
        ("def f(): f()\n    f()", "failed", "RecursionError"),
        ("raise ExceptionGroup('two', [ValueError(1), KeyError(2)])", "failed", "ExceptionGroup"),
    ],
)
def test_no_exception_leaves_the_entry(sprinting: Game, code: str, reason: str, type: str) -> None:
    sprinting.start(f"def on_tick(host):\n    {code}\n")
    sprinting.tick()
    assert sprinting.status()["reason"] == reason
    assert sprinting.status()["error"]["type"] == type


def test_an_exception_whose_message_raises_is_still_told(sprinting: Game) -> None:
    sprinting.start(
        "class Odd(Exception):\n    def __str__(self): raise ValueError('no')\ndef on_tick(host): raise Odd\n"
    )
    sprinting.tick()
    assert sprinting.status()["error"]["type"] == "Odd"


def test_an_error_shows_the_helpers_file_and_the_scripts_traceback(sprinting: Game) -> None:
    sprinting.start(
        "import helper\ndef on_tick(host):\n    helper.f(0)\n",
        files={"helper.py": "def f(x):\n    y = [1, 2]\n    return 1 / x\n"},
    )
    sprinting.tick()
    error = sprinting.status()["error"]
    assert (error["file"], error["line"], error["in"]) == ("helper.py", 3, "f")
    assert error["locals"] == {"x": "0", "y": "[1, 2]"}
    traceback = sprinting.status()["traceback"]
    assert "helper.f(0)" in traceback
    assert "ticklane_runtime" not in traceback


def test_modules_of_a_bundle_are_the_scripts_own(sprinting: Game) -> None:
    files = {
        "state.py": "n = 0\n",
        "pkg/__init__.py": "from . import inner\nfrom .inner import value\n",
        "pkg/inner.py": "value = 7\n",
    }
    source = (
        "import state, pkg.inner, pickle\nfrom pkg import value\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass P:\n    x: int\n"
        "state.n += 1\n"
        "host.result([state.n, value, pkg.inner.value, pickle.loads(pickle.dumps(P(3))).x, __name__ != '__main__'])\n"
    )
    before = {name for name in sys.modules if name.startswith("ticklane_script_")}
    for name in ("a", "b", "a"):
        sprinting.start(source, name, files=files)
        assert sprinting.status(name)["result"] == [1, 7, 7, 3, True]
    assert "state" not in sys.modules
    assert {name for name in sys.modules if name.startswith("ticklane_script_")} == before


def test_a_helper_that_fails_at_import_can_be_imported_again(sprinting: Game) -> None:
    sprinting.start(
        "seen = []\nfor _ in range(2):\n    try:\n        import broken\n    except ZeroDivisionError:\n"
        "        seen.append(1)\nhost.result(seen)\n",
        files={"broken.py": "1 / 0\n"},
    )
    assert sprinting.status()["result"] == [1, 1]


def test_fifty_hot_replaces_leave_no_late_action(sprinting: Game) -> None:
    source = (
        "def on_start(host):\n"
        "    host.schedule(host.tick() + 100, lambda: host.record('late', 1))\n"
        "    host.every(1, lambda: host.record('every', 1))\n"
        "    host.on('entity_spawn', lambda e: host.record('event', 1))\n"
        "def on_tick(host): host.record('tick', 1)\n"
        "def on_stop(host): host.result(host.reason())\n"
    )
    for i in range(50):
        assert sprinting.start(source)["generation"] == i + 1
    sprinting.tick()
    sprinting.world.spawned(sprinting.world.spawn("tnt", (0, 100, 0), (0, 0, 0)))
    sprinting.tick(200)
    sprinting.ask("stop", "it")
    outputs = sprinting.outputs()
    assert [o.status()["reason"] for o in outputs] == ["replaced"] * 49 + ["stopped"]
    assert all(o.status()["result"] == "replaced" and not o.rows for o in outputs[:-1])
    rows = outputs[-1].records()
    counts = {key: sum(r["key"] == key for r in rows) for key in ("tick", "every", "late", "event")}
    assert counts == {"tick": 201, "every": 201, "late": 1, "event": 1}
    assert max(sum(r["tick"] == t and r["key"] == "tick" for r in rows) for t in range(201)) == 1
    assert not sprinting.lane.queue.take(10_000)
    assert sprinting.bridge.mask == 0


def test_a_replaced_scripts_host_and_handles_are_dead(sprinting: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import queue

    monkeypatch.setattr(queue, "ticklane_kept", [], raising=False)
    sprinting.start("import queue\nqueue.ticklane_kept += host, host.every(1, print)\ndef on_tick(host): pass\n")
    sprinting.start(
        "import queue\n"
        "old, handle = queue.ticklane_kept\n"
        "seen = [handle.active]\n"
        "for call in (old.tick, old.entities, lambda: old.log(1), old.stop, lambda: old.after(1, print)):\n"
        "    try:\n        call()\n"
        "    except Exception as e:\n        seen.append(type(e).__name__)\n"
        "seen.append(repr(old))\nhost.result(seen)\n"
    )
    result = sprinting.status()["result"]
    assert result[:6] == [False, *["NotHereError"] * 5]
    assert "generation 1" in result[6]


def test_a_refused_replacement_leaves_the_running_one_alone(game: Game) -> None:
    game.start(EVERY_TICK, budget_ms=10)
    answer = game.start(EVERY_TICK, budget_ms=50)
    assert (answer["ok"], answer["type"]) == (False, "refused")
    game.tick(2)
    assert game.status()["generation"] == 1
    assert game.lane.roster.get("it") is not None


def test_budgets_promised_together_are_bounded_and_the_refusal_says_who_holds_them(game: Game) -> None:
    for i in range(3):
        assert game.start("def on_tick(host): pass\n", f"s{i}", budget_ms=12)["ok"]
    answer = game.start("def on_tick(host): pass\n", "more", budget_ms=6)
    assert answer["type"] == "refused"
    assert "40 ms" in answer["message"]
    assert "s0 12" in answer["message"]
    assert "42" in answer["message"]
    assert game.start("host.result(1)", "once", budget_ms=30)["ok"]
    assert game.start("def on_tick(host): pass\n", "s0", budget_ms=16)["ok"]


def test_a_bad_request_is_answered(game: Game) -> None:
    assert game.ask("start", "x", b"\x00\x01")["type"] == "bad_request"
    assert game.ask("dance", "x")["type"] == "unknown_verb"


def test_code_of_another_python_is_refused(game: Game) -> None:
    import msgspec

    from ticklane_toolchain import prepare

    request = msgspec.structs.replace(prepare(source="host.result(1)", id="x"), magic="00000000")
    from ticklane_control.messages import encode_start

    answer = game.ask("start", "x", encode_start(request))
    assert answer["type"] == "refused"
    assert "another Python" in answer["message"]


def test_ended_scripts_are_let_go(sprinting: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import queue

    refs: list[weakref.ref[object]] = []
    monkeypatch.setattr(queue, "ticklane_refs", refs, raising=False)
    for _ in range(3):
        sprinting.start(
            "import queue, weakref\n"
            "class Big: pass\n"
            "big = Big()\n"
            "queue.ticklane_refs.append(weakref.ref(big))\n"
            "def on_start(host): host.on('chat', print)\n"
            "def on_tick(host): 1 / 0\n"
        )
        sprinting.tick()
        gc.collect()
        assert refs.pop()() is None


def test_the_ledger_shows_steps_and_frees_slots(sprinting: Game) -> None:
    import struct

    sprinting.start("def on_tick(host): pass\n")
    sprinting.tick(4)
    words = struct.unpack_from("=16q", sprinting.bridge.ledger())
    assert words[0] == 1
    in_use, elapsed, wall, _cpu, over, tick, state, steps = words[8:16]
    assert (in_use, elapsed, over, tick, state, steps) == (1, 4, 0, 4, 1, 5)
    assert wall > 0
    sprinting.ask("stop", "it")
    assert struct.unpack_from("=q", sprinting.bridge.ledger(), 64) == (0,)
    for i in range(600):
        sprinting.start("host.result(1)", f"s{i}")
    assert struct.unpack_from("=q", sprinting.bridge.ledger()) == (1,)


def test_acting_on_a_frozen_world_needs_no_tick(sprinting: Game) -> None:
    sprinting.tick(5)
    sprinting.start(
        "host.set_block((0, 64, 0), 'stone')\nhost.result([host.tick(), host.block((0, 64, 0)) == 'stone'])"
    )
    assert sprinting.status()["result"] == [5, True]


def test_a_script_that_starts_between_ticks_takes_its_first_step_in_the_next_tick(sprinting: Game) -> None:
    sprinting.world.tick()
    sprinting.start(EVERY_TICK + "def on_start(host): host.record('start', host.tick())\n")
    sprinting.entry.step(sprinting.world.ticks)  # the tick it was started in
    sprinting.tick(2)
    sprinting.ask("stop", "it")
    rows = [(r["tick"], r["key"], r["value"]) for r in sprinting.outputs()[0].records()]
    assert rows == [(1, "start", 1), (2, "t", 1), (3, "t", 2)]


def test_events_of_its_own_step_zero_reach_a_script_in_its_step_one(sprinting: Game) -> None:
    sprinting.start("def on_start(host): host.on('entity_spawn', lambda e: host.record('seen', e.id))\n", "elder")
    sprinting.tick()
    sprinting.world.tick()
    early = sprinting.world.spawn("tnt", (0, 100, 0), (0, 0, 0))
    sprinting.world.spawned(early)
    sprinting.start(
        "def on_start(host):\n"
        "    host.on('entity_spawn', lambda e: host.record('seen', [e.id, e.tick, host.elapsed()]))\n"
        "    host.spawn('tnt', (5, 100, 0), fuse=300)\n",
        "young",
    )
    sprinting.entry.step(sprinting.world.ticks)
    sprinting.tick(2)
    for name in ("elder", "young"):
        sprinting.ask("stop", name)
    assert [r["value"] for r in sprinting.outputs("elder")[0].records()] == [early.id, early.id + 1]
    assert [r["value"] for r in sprinting.outputs("young")[0].records()] == [[early.id + 1, 2, 1]]


def test_a_paused_script_is_not_ended_by_its_ticks(sprinting: Game) -> None:
    sprinting.start(EVERY_TICK, ticks=4)
    sprinting.tick(2)
    sprinting.ask("pause", "it")
    sprinting.tick(5)
    assert sprinting.status()["state"] == "paused"
    sprinting.ask("resume", "it")
    sprinting.tick()
    assert sprinting.status()["reason"] == "finished"


@pytest.mark.parametrize(
    "source",
    [
        "def wait():\n    yield 3\nhost.after(1, [wait][0])\n",
        "def wait(e):\n    yield\nhost.on('chat', [wait][0])\n",
    ],
)
def test_a_handler_that_would_only_make_a_generator_is_refused(sprinting: Game, source: str) -> None:
    sprinting.start(source)
    assert sprinting.status()["error"]["type"] == "TypeError"
    assert "Only run() waits" in sprinting.status()["error"]["message"]


def test_many_starts_leave_no_objects_behind(sprinting: Game) -> None:
    source = "import numpy as np\ndef on_start(host):\n    host.every(5, print)\ndef on_tick(host): host.entities()\n"

    def cycle(n: int) -> int:
        for _ in range(n):
            sprinting.start(source)
            sprinting.tick()
        sprinting.ask("stop", "it")
        sprinting.bridge.outputs.clear()
        gc.collect()
        return len(gc.get_objects())

    first = cycle(20)
    assert cycle(100) - first < 100


def test_a_fault_in_ending_one_script_leaves_the_others_their_last_call(
    sprinting: Game, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for id in ("first", "second"):
        sprinting.start("def on_tick(host): pass\ndef on_stop(host): host.result(host.reason())\n", id=id)
    event = sprinting.bridge.event

    def broken(slot: int, kind: str, text: str) -> None:
        if slot == 0:
            raise RuntimeError("no stream")
        event(slot, kind, text)

    monkeypatch.setattr(sprinting.bridge, "event", broken)
    sprinting.entry.close("game_stopped")
    assert sprinting.status("second")["result"] == "game_stopped"
    assert "ending first on lane server failed" in capfd.readouterr().err


def test_a_status_knows_the_source_and_of_a_long_one_the_beginning(game: Game) -> None:
    source = "def run(host):\n    yield\n"
    game.start(source)
    assert game.status()["source"] == source
    long = source + "# filling\n" * 10_000
    game.start(long)
    kept = game.status()["source"]
    assert kept.startswith(source)
    assert len(kept) < 66_000
    assert "characters more, which the game does not keep" in kept
