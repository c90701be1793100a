"""The host contract, on the fake host and in a real game. Commands and their replies."""

from __future__ import annotations

from .host_cases import FLOOR, RunCase, finished


def test_commands_answer_with_success_count_and_text(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
one = host.command("/summon tnt 0 100 0")
two = host.command("kill @e[type=tnt]")
three = host.command("kill @e[type=tnt]")
four = host.command("fill 0 70 0 1 70 1 stone")
host.result([[r.ok, r.count, bool(r.text)] for r in (one, two, three, four)])
"""
    )
    assert finished(out) == [[True, 1, True], [True, 1, True], [False, 0, True], [True, 4, True]]


def test_what_is_no_command_is_an_error(run_case: RunCase) -> None:
    out = run_case('host.command("".join(["frobni", "cate 1"]))')
    assert out.error is not None
    assert out.error["type"] == "CommandError"
    assert "frobnicate" in out.error["message"]
