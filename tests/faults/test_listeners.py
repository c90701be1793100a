"""Handlers that take handles away, add others or fail while they are called."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame, assert_each_tick

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

# Each step's spawning raises an event in the next.
NOISE = """
def noise(host):
    host.spawn("armor_stand", (0.5, 64, 0.5), tag="noise")
    host.remove(host.entities(tag="noise"))

"""


def test_a_handle_cancelled_in_its_own_call_is_never_called_again(game: PlayedGame) -> None:
    source = (
        NOISE
        + """
def run(host):
    calls = dict.fromkeys(["event", "condition", "every", "after"], 0)
    handles = {}

    def called(name):
        def handler(*event):
            calls[name] += 1
            handles[name].cancel()
            handles[name].cancel()
        return handler

    handles["event"] = host.on("entity_spawn", called("event"))
    handles["condition"] = host.on(lambda: True, called("condition"))
    handles["every"] = host.every(1, called("every"))
    handles["after"] = host.after(1, called("after"))
    for _ in range(10):
        noise(host)
        yield
    return {"calls": calls, "active": [name for name in handles if handles[name].active]}
"""
    )
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] == {"calls": {"event": 1, "condition": 1, "every": 1, "after": 1}, "active": []}


def test_a_handle_cancelled_by_another_of_the_same_step_is_not_called_in_it(game: PlayedGame) -> None:
    source = (
        NOISE
        + """
def run(host):
    calls = dict.fromkeys(["event", "condition", "every"], 0)
    later = {}

    def killer(name):
        return lambda *event: later[name].cancel()

    def counter(name):
        def handler(*event):
            calls[name] += 1
        return handler

    host.on("entity_spawn", killer("event"))
    later["event"] = host.on("entity_spawn", counter("event"))
    host.on(lambda: True, killer("condition"))
    later["condition"] = host.on(lambda: True, counter("condition"))
    host.every(1, killer("every"))
    later["every"] = host.every(1, counter("every"))
    for _ in range(10):
        noise(host)
        yield
    host.stop()
    return calls
"""
    )
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] == {"event": 0, "condition": 0, "every": 0}


def test_handlers_that_add_handlers_do_not_call_them_for_what_was_before(game: PlayedGame) -> None:
    source = (
        NOISE
        + """
def run(host):
    seen = []

    def first(event):
        seen.append(["first", host.elapsed()])
        if len(seen) < 4:
            host.on("entity_spawn", lambda event: seen.append(["added", host.elapsed()]))

    host.on("entity_spawn", first)
    noise(host)
    yield
    yield
    noise(host)
    yield
    yield
    return seen
"""
    )
    status = game.run(source)
    assert status["reason"] == "finished", status
    assert status["result"] == [["first", 1], ["first", 3], ["added", 3]]


def test_a_thousand_handles_come_and_go_without_trace(game: PlayedGame) -> None:
    source = """
# /// script
# [tool.ticklane]
# budget_ms = 20
# ///
def run(host):
    for _ in range(10):
        handles = [host.on("explosion", print) for _ in range(50)] + [host.every(3, print) for _ in range(50)]
        for handle in reversed(handles):
            handle.cancel()
        yield
    yield 5
    return [handle.active for handle in handles].count(True)
"""
    status = game.run(source)
    assert (status["reason"], status["result"], status["lines"]["next"]) == ("finished", 0, 0), status


@pytest.mark.parametrize("way", ['host.on("entity_spawn", bad)', "host.on(lambda: True, bad)", "host.every(1, bad)"])
def test_a_handler_that_fails_ends_its_script_and_only_that(game: PlayedGame, way: str) -> None:
    source = f"{NOISE}\ndef bad(*event):\n    raise LookupError('as planned')\n\n\n"
    source += f"def on_start(host):\n    {way}\n\n\ndef on_tick(host):\n    noise(host)\n"
    status = game.run(source)
    assert (status["reason"], status["error"]["type"]) == ("failed", "LookupError")
    assert status["error"]["code"].startswith("raise LookupError")


def test_a_handle_of_a_script_that_has_ended_does_nothing_in_another_hands(game: PlayedGame) -> None:
    """What a dead generation left in a module that both import must not act."""
    files = {"shared.py": "handles = []\n"}
    source = """
import shared

def on_start(host):
    for handle in shared.handles:
        assert not handle.active
        handle.cancel()
    shared.handles.append(host.every(1, lambda: host.record("n", host.tick())))

def on_tick(host):
    pass
"""
    for _ in range(3):
        game.start(source, files=files)
        game.let_pass(2)
    status = game.stop()
    assert status["reason"] == "stopped"
    at = [row["tick"] for row in game.rows(key="n")]
    assert_each_tick(at, status)
