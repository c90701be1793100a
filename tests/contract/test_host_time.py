"""The host contract, on the fake host and in a real game. When steps happen: phase, elapsed, yields."""

from __future__ import annotations

import math

import pytest

from .host_cases import FLOOR, RunCase, finished


def test_step_zero_holds_body_on_start_and_the_first_part_of_run(run_case: RunCase) -> None:
    out = run_case(
        """
seen = [("body", host.elapsed())]
def on_start(host): seen.append(("on_start", host.elapsed()))
def run(host):
    seen.append(("run", host.elapsed()))
    yield
    seen.append(("second", host.elapsed()))
    return seen
"""
    )
    assert finished(out) == [["body", 0], ["on_start", 0], ["run", 0], ["second", 1]]
    assert out.elapsed == 1


def test_on_tick_begins_in_step_one_and_runs_every_tick(run_case: RunCase) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane]
# ticks = 5
# ///
seen = []
first = host.tick()
def on_tick(host): seen.append((host.elapsed(), host.tick() - first))
def on_stop(host): host.result(seen)
"""
    )
    assert finished(out) == [[n, n] for n in range(1, 6)]
    assert out.elapsed == 5


def test_what_step_zero_spawned_has_moved_exactly_elapsed_times(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
def run(host):
    floor(host)
    tnt = host.spawn("tnt", (0.5, 200, 0.5), fuse=500)
    start = tnt.y
    rows = []
    for _ in range(20):
        yield
        rows.append((host.elapsed(), tnt.age, tnt.y - start, tnt.vy))
    host.remove(tnt)
    return rows
"""
    )
    rows = finished(out)
    assert isinstance(rows, list)
    assert [row[:2] for row in rows] == [[n, n] for n in range(1, 21)]
    for t, y, vy in (
        (1, -0.04, -0.0392),
        (2, -0.1192, -0.077616),
        (10, -2.073135, -0.358537),
        (20, -7.425581, -0.651488),
    ):
        assert math.isclose(rows[t - 1][2], y, abs_tol=1e-5)
        assert math.isclose(rows[t - 1][3], vy, abs_tol=1e-5)


def test_yield_waits_one_tick_and_yield_n_waits_n(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    seen = []
    yield
    seen.append(host.elapsed())
    yield 7
    seen.append(host.elapsed())
    yield 1
    seen.append(host.elapsed())
    return seen
"""
    )
    assert finished(out) == [1, 8, 9]


def test_a_yielded_reply_comes_back_as_the_value(run_case: RunCase) -> None:
    out = run_case(
        """
def run(host):
    reply = host.command("say hello")
    got = yield reply
    return [got.ok, got is reply.value, host.elapsed(), reply.done]
"""
    )
    assert finished(out) == [True, True, 1, True]


@pytest.mark.parametrize("value", ["0", "-3", "1.5", "'soon'", "True"])
def test_a_wrong_yield_is_an_error_at_its_line(run_case: RunCase, value: str) -> None:
    out = run_case(f"wait = {value}\ndef run(host):\n    yield 1\n    yield wait\n")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["line"] == 4
    assert out.error["code"] == "yield wait"
    assert "yield" in out.error["message"]


def test_a_plain_run_gives_its_return_value(run_case: RunCase) -> None:
    assert finished(run_case("def run(host):\n    return {'a': 1}\n")) == {"a": 1}


def test_a_module_body_is_a_script(run_case: RunCase) -> None:
    out = run_case("host.result(host.elapsed())")
    assert finished(out) == 0
    assert out.elapsed == 0


def test_host_is_also_importable(run_case: RunCase) -> None:
    assert finished(run_case("from ticklane import host as mine\nmine.result(mine is host)")) is True
