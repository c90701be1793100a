"""The host contract, on the fake host and in a real game. Schedules, after and every, and their handles."""

from __future__ import annotations

from .host_cases import RunCase, finished


def test_schedule_after_and_every_are_due_at_their_ticks(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    at = host.tick()
    host.schedule(at + 3, lambda: seen.append(("schedule", host.elapsed())))
    host.after(2, lambda: seen.append(("after", host.elapsed())))
    every = host.every(2, lambda: seen.append(("every", host.elapsed())))
    yield 6
    every.cancel()
    yield 4
    return seen
"""
    )
    assert finished(out) == [["after", 2], ["every", 2], ["schedule", 3], ["every", 4], ["every", 6]]


def test_due_calls_run_in_the_order_of_tick_then_asking(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    host.after(4, lambda: seen.append("a4"))
    host.after(2, lambda: seen.append("b2"))
    host.after(4, lambda: seen.append("c4"))
    host.schedule(host.tick() + 2, lambda: seen.append("d2"))
    yield 5
    return seen
"""
    )
    assert finished(out) == ["b2", "d2", "a4", "c4"]


def test_timers_come_before_the_generator_and_the_generator_before_on_tick(run_case: RunCase) -> None:
    out = run_case(
        """
seen = []
def on_tick(host):
    seen.append("tick")
    host.stop()
def run(host):
    host.after(1, lambda: seen.append("timer"))
    host.on(lambda: True, lambda _: seen.append("trigger"))
    yield
    seen.append("run")
def on_stop(host): host.result(seen)
"""
    )
    assert finished(out) == ["trigger", "timer", "run", "tick"]


def test_a_past_tick_is_refused_and_names_after(run_case: RunCase) -> None:
    out = run_case("host.schedule(host.tick(), print)")
    assert out.error is not None
    assert out.error["type"] == "ValueError"
    assert "host.after" in out.error["message"]


def test_after_needs_at_least_one_tick(run_case: RunCase) -> None:
    out = run_case("n = 0\nhost.after(n, print)")
    assert out.error is not None
    assert out.error["type"] == "ValueError"


def test_a_repeating_call_can_cancel_itself(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    def act():
        seen.append(host.elapsed())
        if len(seen) == 3:
            handle.cancel()
            handle.cancel()
    handle = host.every(1, act)
    before = handle.active
    yield 10
    return [seen, before, handle.active]
"""
    )
    assert finished(out) == [[1, 2, 3], True, False]


def test_a_call_that_was_cancelled_by_another_of_the_same_tick_does_not_run(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    host.after(2, lambda: later.cancel())
    later = host.after(2, lambda: seen.append("late"))
    yield 4
    return [seen, later.active]
"""
    )
    assert finished(out) == [[], False]


def test_what_is_scheduled_inside_a_step_first_runs_in_the_next(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    def first():
        host.after(1, lambda: seen.append(("second", host.elapsed())))
        seen.append(("first", host.elapsed()))
    host.after(1, first)
    yield 4
    return seen
"""
    )
    assert finished(out) == [["first", 1], ["second", 2]]
