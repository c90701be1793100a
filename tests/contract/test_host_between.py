"""The host contract, on the fake host and in a real game. What goes from one script or lane to another."""

from __future__ import annotations

from typing import Any

import pytest

from .host_cases import RunCase, finished


def test_messages_arrive_in_the_next_step_in_the_order_they_were_sent_as_copies(run_case: RunCase) -> None:
    out = run_case(
        """
import numpy as np
def run(host):
    seen = []
    me = MY_ID(host)
    host.on("message", lambda e: seen.append([e.kind, e.order, e.sender == me, host.elapsed(), e.value]))
    value = {"list": [1, 2.5, None], "array": np.arange(3), "text": "ä"}
    host.send(me, value)
    value["list"].append("later")
    host.send(me, "second")
    now = len(seen)
    yield 2
    return [now, seen]
"""
        + _MY_ID
    )
    assert finished(out) == [
        0,
        [
            ["message", 0, True, 1, {"list": [1, 2.5, None], "array": [0, 1, 2], "text": "ä"}],
            ["message", 1, True, 1, "second"],
        ],
    ]


_MY_ID = """
def MY_ID(host):
    return repr(host).split("'")[1]
"""


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        ('host.send("nobody-there", 1)', "UnknownNameError", "no script lives by that id"),
        ("host.send(MY_ID(host), object())", "EncodeError", "a object can't go to another script"),
        ('host.send(MY_ID(host), "x" * 2_000_000)', "LimitError", "the limit is 1,048,576"),
        ("[host.send(MY_ID(host), n) for n in range(1_001)]", "LimitError", "1,000 messages wait for it already"),
        ('host.on_lane("render", top)', "NotHereError", "that lane isn't open; open are: server"),
        ('host.on_lane("server", lambda host: 1)', "TypeError", "at the top level of the script"),
        ('host.on_lane("server", print)', "TypeError", "at the top level of the script"),
        ('host.on_lane("server", top, object())', "EncodeError", "can't go to another script"),
    ],
)
def test_what_can_not_be_sent_or_asked_for_is_an_error_there_and_then(
    run_case: RunCase, call: str, error: str, told: str
) -> None:
    out = run_case(
        f"""
# /// script
# [tool.ticklane]
# budget_ms = 30
# ///
import ticklane
def top(host):
    return 1
def run(host):
    try:
        {call}
    except Exception as e:
        return [type(e).__name__, str(e)]
"""
        + _MY_ID
    )
    told_of: Any = finished(out)
    name, text = told_of
    assert name == error
    assert told in text


def test_a_function_is_called_on_a_lane_in_its_next_step_and_answers_at_the_yield(run_case: RunCase) -> None:
    out = run_case(
        """
calls = []
def there(host, a, b):
    calls.append(a)
    return {"sum": a + b, "elapsed": host.elapsed(), "calls": len(calls), "params": dict(host.params)}
def run(host):
    asked = host.on_lane("server", there, 1, 2)
    early = asked.done
    first = yield asked
    at = host.elapsed()
    second = yield host.on_lane("server", there, 3, 4)
    return [early, at, first["sum"], second["sum"], first["calls"], second["calls"], len(calls)]
"""
    )
    # The module over there is one of its own, and goes on between calls.
    assert finished(out) == [False, 1, 3, 7, 1, 2, 0]


def test_what_the_function_raises_is_raised_at_the_yield_and_ends_nothing(run_case: RunCase) -> None:
    out = run_case(
        """
def there(host, n):
    return [5][n]
def run(host):
    told = []
    for n in (3, 0):
        try:
            told.append((yield host.on_lane("server", there, n)))
        except IndexError as e:
            told.append(str(e))
    return told
"""
    )
    assert finished(out) == ["list index out of range", 5]


@pytest.mark.jvm
def test_a_function_that_does_not_come_back_ends_its_companion_not_its_owner(real_runner: RunCase) -> None:
    out = real_runner(
        """
# /// script
# [tool.ticklane]
# hard_ms = 50
# budget_ms = 2
# ///
def there(host, spin):
    while spin:
        pass
    return "back"
def run(host):
    try:
        yield host.on_lane("server", there, True)
    except Exception as e:
        told = str(e)
    return [told, (yield host.on_lane("server", there, False))]
"""
    )
    both: Any = finished(out)
    told, again = both
    assert "was ended: budget" in told
    assert again == "back"


def test_the_companion_ends_with_its_owner(run_case: RunCase) -> None:
    out = run_case(
        """
def there(host):
    host.every(1, lambda: host.record("alive", host.tick()))
    return 1
def run(host):
    return (yield host.on_lane("server", there))
"""
    )
    assert finished(out) == 1
    after = run_case(
        """
def run(host):
    yield 2
    try:
        host.send("{}.server", 0)
    except Exception as e:
        return type(e).__name__
""".format(out.status["id"])
    )
    assert finished(after) == "UnknownNameError"
