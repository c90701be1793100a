"""Snippets: what is at hand in them, what is refused, and commands in lines."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane_toolchain.command_lines import MAX_BYTES, MAX_LINES, CommandLine, command_lines, prepare_commands
from ticklane_toolchain.one_off import AT_HAND, prepare_one_off
from ticklane_toolchain.refusal import Refusal


def refusal(code: str, **settings: Any) -> str:
    with pytest.raises(Refusal) as caught:
        prepare_one_off(code, id="it", **settings)
    return str(caught.value)


def test_it_is_a_one_off_with_a_second_a_step() -> None:
    request = prepare_one_off("1", id="it")
    assert (request.one_off, request.mode, request.budget_ms, request.hard_ms) == ("text", "once", 1000, 1000)
    assert prepare_one_off("1", id="it", form="json").one_off == "json"


def test_parameters_need_no_header_and_one_may_give_defaults() -> None:
    code = "# /// script\n# [tool.ticklane.params]\n# n = 3\n# k = 1\n# ///\nhost.params['n'] + params['m']"
    assert prepare_one_off(code, id="it", params={"m": [1], "n": 5}).params == {"n": 5, "k": 1, "m": [1]}
    assert "line 1  host.params['m']" in refusal("host.params['m']", params={"n": 1})
    assert "64-bit" in refusal("1", params={"n": 1 << 70})


def test_every_name_that_is_at_hand_can_be_used() -> None:
    for name in AT_HAND:
        prepare_one_off(f"print({name})", id="it")
    prepare_one_off("Impulse(min_dv=params['v']), seed", id="it", params={"v": 1.0})


def test_what_a_snippet_binds_itself_is_left_alone() -> None:
    request = prepare_one_off("np = 3\nfor math in 'ab': pass\ndef json(): pass\nnp, math, json()", id="it")
    names = compile(request.modules[0].source, "it.py", "exec").co_names
    assert request.modules[0].code.count(b"numpy") == 0
    assert "np" in names


def test_mistakes_are_refused_before_anything_runs() -> None:
    text = refusal("x = 1\nhost.spwan('tnt')\nhost.set_block(1, 2, 3, 'tnt')")
    assert text.startswith('not started: 2 problems in "it"\nline 2  ')
    assert "did you mean spawn?" in text
    assert refusal("a = 1\nb = (a,\nc = 2") == (
        'not started: 1 problem in "it"\n'
        "line 2  SyntaxError: '(' was never closed\n"
        "          b = (a,\n"
        "              ^"
    )
    assert "capability files" in refusal("open('x')")
    assert "capability files" in refusal("import pathlib\npathlib.Path('x').unlink()")
    assert "code is empty" in refusal("  \n")
    assert "no client lane" in refusal("1", vantage="client", lanes=["server"])


def test_what_is_at_hand_is_judged_like_an_import() -> None:
    assert "capability files" in refusal("np.save('x', 1)")


def test_a_whole_script_is_told_what_to_do() -> None:
    assert "end with the line run(host)" in refusal("def run(host):\n    yield\n")
    assert "script_start" in refusal("def on_tick(host):\n    pass\n")
    prepare_one_off("def run(host):\n    yield\nrun(host)", id="it")


def test_future_imports_stay_first() -> None:
    prepare_one_off('"""Text."""\nfrom __future__ import annotations\nnp.arange(3)', id="it")


def test_lines_are_read_as_in_a_function_file() -> None:
    text = "# comment\n\n  say hi  \n/kill @e\nsummon pig \\\n   0 64 0\\\n\r\n# no \\\nsay swallowed\nsay end"
    assert command_lines(text) == [
        CommandLine(3, "say hi"),
        CommandLine(4, "kill @e"),
        CommandLine(5, "summon pig 0 64 0"),
        CommandLine(10, "say end"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no command"),
        ("# a\n\n", "no command"),
        ("say a\\", "line 1: ends with a backslash"),
        ("\n//say", "line 2: //say: a comment begins with #"),
        ("$say $(x)", "line 1: $say $(x): a macro line"),
        ("a\n" * (MAX_LINES + 1), f"{MAX_LINES + 1} commands, at most {MAX_LINES}"),
        ("a" * (MAX_BYTES + 1), "bytes of commands"),
    ],
)
def test_lines_that_can_not_be_commands_are_named(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        command_lines(text)
    assert told in str(caught.value)


def test_commands_are_compiled_once_and_refused_on_a_lane_that_is_not_there() -> None:
    lines = command_lines("say a\nsay b")
    first = prepare_commands(lines, id="c-1", lane="server", lanes=["server"])
    second = prepare_commands(lines[:1], id="c-2", lane="server", lanes=["server"], allow_untrusted_chat=True)
    assert first.modules is second.modules
    assert (first.id, first.params["lines"], first.lane) == ("c-1", [[1, "say a"], [2, "say b"]], "server")
    assert second.params["allow_untrusted_chat"] is True
    with pytest.raises(Refusal, match="it has server"):
        prepare_commands(lines, id="c", lane="client", lanes=["server"])
