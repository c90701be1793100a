"""The header's keys, their types and ranges, and what is said when they are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane_toolchain.header import read_header

from .scripts import accepted, header, line_texts


def test_script_without_header_has_the_defaults() -> None:
    request = accepted("def run(host):\n    return 1\n")
    assert (request.lane, request.seed, request.ticks, request.dimension) == ("server", 0, None, "minecraft:overworld")
    assert (request.budget_ms, request.hard_ms) == (2.0, 250.0)
    assert (request.caps, request.events, request.params, request.header) == ([], [], {}, {})


def test_every_key_reaches_the_request() -> None:
    keys = (
        'mode = "on_event"\nvantage = "client"\ndimension = "the_nether"\nbudget_ms = 10\nhard_ms = 500.5\n'
        'caps = ["files"]\nticks = 720_000\nevents = ["explosion", "chat"]\nworld = "void"\n'
        'seed = -1\non_unload = "wait"'
    )
    request = accepted(header(keys, "def on_event(host, event): pass\n"), allowed=["files"])
    assert (request.mode, request.lane, request.dimension) == ("on_event", "client", "minecraft:the_nether")
    assert (request.budget_ms, request.hard_ms, request.ticks, request.seed) == (10.0, 500.5, 720_000, -1)
    assert (request.caps, request.events) == (["files"], ["explosion", "chat"])
    assert request.header["world"] == "void"
    assert request.header["on_unload"] == "wait"


def test_arguments_override_the_header() -> None:
    script = header('vantage = "client"\nbudget_ms = 10\nticks = 5\nseed = 7', "host.log(1)\n")
    request = accepted(script, vantage="parallel", budget_ms=3, hard_ms=4, ticks=9, seed=0)
    assert (request.lane, request.budget_ms, request.hard_ms, request.ticks, request.seed) == ("parallel", 3, 4, 9, 0)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1, -(2**63), 2**64 - 1])
def test_any_64_bit_seed_is_taken(seed: int) -> None:
    assert accepted("host.log(1)", seed=seed).seed == seed
    assert accepted(header(f"seed = {seed}", "host.log(1)")).seed == seed


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("seed = 18446744073709551616", "is any 64-bit integer, -2^63 to 2^64-1"),
        ("seed = 1.5", "is any 64-bit integer"),
        ("seed = true", "is any 64-bit integer"),
        ("ticks = 0", "is a whole number of ticks, 1 or more"),
        ('ticks = "9"', "is a whole number of ticks"),
        ("budget_ms = 0", "is a number of milliseconds, more than 0"),
        ("budget_ms = nan", "is a number of milliseconds"),
        ("hard_ms = inf", "is a number of milliseconds"),
        ('vantage = "cleint"', "no such lane, did you mean client?"),
        ('mode = "on_tik"', "no such mode, did you mean tick?"),
        ('caps = "files"', 'is a list of texts, such as ["files"]'),
        ('caps = ["network", "fils"]', '"fils": no such capability; known: files network subprocess internals'),
        ('events = ["explosions"]', "no such event; known: explosion block_change"),
        ('dimension = "the nether"', "is a dimension's name"),
        ('world = "amplified"', "no such world; known: flat void"),
        ("budgetms = 3", "no such key, did you mean budget_ms?"),
        ("params = 3", "is a table, written [tool.ticklane.params]"),
        ('dependencies = ["numpy"]', "belongs above [tool.ticklane]"),
    ],
)
def test_wrong_value_is_told_with_the_header_line(line: str, text: str) -> None:
    (finding,) = read_header(header(f"\n{line}")).findings
    assert finding.where == "header"
    assert text in finding.text
    assert finding.text.endswith("(line 4)")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# /// script\n# ticks = 5\n# ///", "ticks: belongs under [tool.ticklane] (line 2)"),
        ("# /// script\n# dependecies = []\n# ///", "no such header key, did you mean dependencies? (line 2)"),
        ("# /// script\n# [tool.ticklan]\n# ///", "did you mean [tool.ticklane]? (line 2)"),
        ("# /// script\n# [tool.ticklane.parms]\n# a=1\n# ///", "[tool.ticklane.parms]: no such table"),
        ("# /// script\n# [ticklane]\n# ///", "did you mean [tool.ticklane]?"),
        ("# /// script\n# dependencies = 'numpy'\n# ///", 'is a list of texts: dependencies = ["numpy"] (line 2)'),
        ("# /// script\n# a = [1,\n# ///", "not TOML"),
        ("# /// script\n#\n# a = \n# ///", "a =: not TOML: Invalid value (line 3)"),
        ("# /// script\n#[tool.ticklane]\n# ///", "a header line begins with '# ': # [tool.ticklane] (line 2)"),
        ("# /// script\n# [tool.ticklane]\n", "the header is not closed; end it with: # /// (line 1)"),
        ("#///script\n# ///", "the header begins with: # /// script (line 1)"),
        ("# /// script\n# ///\nx=1\n# /// script\n# ///", "a second header; a script has one (line 4)"),
        ("x = 1\n# [tool.ticklane]\n", "stands outside a header; begin it with: # /// script (line 2)"),
    ],
)
def test_header_that_is_not_well_formed_is_told(source: str, text: str) -> None:
    assert text in str(read_header(source).findings[0])


def test_tables_of_other_tools_are_left_alone() -> None:
    assert read_header("# /// script\n# [tool.uv]\n# x = 1\n# [tool.black]\n# y = 2\n# ///").findings == ()


def test_python_and_dependencies_are_checked_against_what_runs() -> None:
    source = (
        '# /// script\n# requires-python = ">=3.99"\n# dependencies = ["numpy", "numpy>=99", "no-such-thing[x]>=1",\n'
        '#   "absent; python_version < \'3\'", "b b"]\n# ///\nhost.log(1)'
    )
    texts = line_texts(source)
    assert texts[0].startswith('header: requires-python = ">=3.99": this game runs Python 3.')
    assert texts[1].startswith('header: dependencies: "b b": ')
    assert "missing here: numpy>=99 (" in texts[2]
    assert "no-such-thing[x]>=1 (not installed)" in texts[2]
    assert texts[2].endswith("-m pip install 'numpy>=99' 'no-such-thing[x]>=1' (line 3)")
    assert accepted('# /// script\n# requires-python = ">=3.11"\n# dependencies = ["numpy>=1"]\n# ///\nhost.log(1)').id
    assert "not a version specifier" in line_texts('# /// script\n# requires-python = "three"\n# ///\nhost.log(1)')[0]


def test_missing_dependency_of_a_file_names_the_install_command(tmp_path: Any) -> None:
    from ticklane_toolchain import Refusal, prepare

    script = tmp_path / "sand.py"
    script.write_text('# /// script\n# dependencies = ["no-such-thing"]\n# ///\nimport no_such_thing\n')
    with pytest.raises(Refusal) as caught:
        prepare(script)
    assert len(caught.value.findings) == 1
    assert f"install with: ticklane run --install {script}, or " in str(caught.value)


def test_settings_that_contradict_each_other_are_refused() -> None:
    assert "hard_ms = 1 is less than budget_ms = 2" in line_texts(header("hard_ms = 1", "host.log(1)"))[0]
    assert "hard_ms = 250 is less than budget_ms = 300" in line_texts("host.log(1)", budget_ms=300)[0]
    assert 'on_unload = "wait": the server lane' in line_texts(header('on_unload = "wait"', "host.log(1)"))[0]
    frames = header('vantage = "render"\non_unload = "wait"', "host.log(1)")
    assert 'on_unload = "wait": the render lane can\'t: the client lane can' in line_texts(frames)[0]


def test_absent_lane_is_refused_with_the_lanes_there_are() -> None:
    expected = 'vantage = "client": this game has no client lane; it has server'
    assert line_texts("host.log(1)", vantage="client", lanes=["server"]) == [f"argument: {expected}"]
    (text,) = line_texts(header('vantage = "client"', "host.log(1)"), lanes=["server"])
    assert text == f"header: {expected} (line 3)"


def test_wrong_arguments_are_told_like_header_keys() -> None:
    texts = line_texts("host.log(1)", seed=2**64, ticks=0, budget_ms=-1, vantage="sever", caps=["fils"])
    assert [text.partition(" = ")[0] for text in texts[:4]] == [
        "argument: seed",
        "argument: ticks",
        "argument: vantage",
        "argument: budget_ms",
    ]
    assert texts[4] == 'argument: caps: "fils": no such capability, did you mean files?'
