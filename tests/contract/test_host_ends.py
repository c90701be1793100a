"""The host contract, on the fake host and in a real game. How a script ends, and what is told of it."""

from __future__ import annotations

from .host_cases import RunCase, finished


def test_stop_lets_the_step_finish_and_is_finished(run_case: RunCase) -> None:
    out = run_case(
        """
seen = []
def on_tick(host):
    host.stop()
    seen.append(host.elapsed())
def on_stop(host): host.result([seen, host.reason()])
"""
    )
    assert finished(out) == [[1], "finished"]


def test_ticks_end_a_script(run_case: RunCase) -> None:
    out = run_case(
        """
# /// script
# [tool.ticklane]
# ticks = 3
# ///
n = 0
def on_tick(host):
    global n
    n += 1
def on_stop(host): host.result(n)
"""
    )
    assert finished(out) == 3
    assert out.elapsed == 3


def test_a_failure_gives_its_line_code_and_locals_and_still_calls_on_stop(run_case: RunCase) -> None:
    out = run_case(
        """
def on_tick(host):
    count = host.elapsed()
    if count == 2:
        broken = 1 / (count - 2)
def on_stop(host): host.result({"why": host.reason(), "empty": host.reason() == ""})
"""
    )
    assert (out.state, out.reason, out.elapsed) == ("ended", "failed", 2)
    assert out.error is not None
    assert (out.error["type"], out.error["line"], out.error["in"]) == ("ZeroDivisionError", 5, "on_tick")
    assert out.error["code"] == "broken = 1 / (count - 2)"
    assert out.error["locals"]["count"] == "2"
    assert out.result == {"why": "failed", "empty": False}
    assert "ZeroDivisionError" in out.status["traceback"]


def test_sys_exit_is_a_failure_of_the_script_and_of_nothing_else(run_case: RunCase) -> None:
    out = run_case("import sys\nsys.exit(3)")
    assert out.reason == "failed"
    assert out.error is not None
    assert out.error["type"] == "SystemExit"
    assert finished(run_case("host.result('still here')")) == "still here"


def test_a_script_lives_while_a_handle_can_call_it(run_case: RunCase) -> None:
    out = run_case(
        """
def on_start(host):
    host.after(6, lambda: host.result(host.elapsed()))
"""
    )
    assert finished(out) == 6
    assert out.elapsed == 6


def test_a_run_that_returned_is_not_held_by_what_it_listens_to(run_case: RunCase) -> None:
    out = run_case("def run(host):\n    host.on('explosion', print)\n    yield 3\n    return 'done'\n")
    assert finished(out) == "done"
    assert out.elapsed == 3


def test_main_block_is_not_run(run_case: RunCase) -> None:
    out = run_case("host.result('body')\nif __name__ == '__main__':\n    host.result('main')\n")
    assert finished(out) == "body"


def test_an_ended_scripts_host_does_nothing_any_more(run_case: RunCase) -> None:
    finished(run_case("import queue\nqueue.__all__.append(host)"))  # a list that scripts share
    again = run_case(
        """
import queue
old = queue.__all__.pop()
try:
    old.fill((0, 70, 0), (1, 70, 1), "stone")
except Exception as e:
    host.result([type(e).__name__, "has ended, reason finished" in str(e)])
"""
    )
    assert finished(again) == ["NotHereError", True]
