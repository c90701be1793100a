"""Parameters: defaults of the header, values of the arguments, in the defaults' types."""

from __future__ import annotations

from typing import Any

import pytest

from ticklane_toolchain.params import assignments, merged

from .scripts import accepted, line_texts

DEFAULTS: dict[str, Any] = {"n": 5, "f": 1.5, "s": "x", "b": True, "l": [1], "d": {"a": 1}}
HEADER = (
    '# /// script\n# [tool.ticklane.params]\n# n = 5\n# f = 1.5\n# s = "x"\n'
    "# b = true\n# l = [1]\n# d = {a = 1}\n# ///\n"
)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("n", 20, 20),
        ("n", "20", 20),
        ("n", 20.0, 20),
        ("n", "-9223372036854775808", -(2**63)),
        ("n", 2**64 - 1, 2**64 - 1),
        ("f", 2, 2.0),
        ("f", "2", 2.0),
        ("f", "1e-5", 1e-5),
        ("s", "tnt", "tnt"),
        ("s", "20", "20"),
        ("s", "", ""),
        ("b", False, False),
        ("b", "false", False),
        ("l", [], []),
        ("l", "[0, 1, -1]", [0, 1, -1]),
        ("l", (1, 2), [1, 2]),
        ("d", {"b": 2}, {"b": 2}),
        ("d", '{"b": 2}', {"b": 2}),
        ("d", "{b = 2}", {"b": 2}),
    ],
)
def test_value_comes_in_the_type_of_its_default(name: str, given: Any, value: Any) -> None:
    values, findings = merged(DEFAULTS, {name: given})
    assert findings == []
    assert values[name] == value
    assert type(values[name]) is type(DEFAULTS[name])


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("n", "20.5", 'n = "20.5": is a whole number (default 5)'),
        ("n", True, "n = true: is a whole number"),
        ("n", "x = 1\ny = 2", "is a whole number"),
        ("n", 2**64, "is no 64-bit integer"),
        ("n", None, "n = null: is a whole number"),
        ("f", "much", "is a number (default 1.5)"),
        ("f", True, "is a number"),
        ("s", 5, 's = 5: is text (default "x")'),
        ("s", "\ud800", "holds a lone surrogate"),
        ("b", 1, "b = 1: is true or false"),
        ("l", 5, "l = 5: is a list (default [1])"),
        ("l", "1,2", "is a list"),
        ("l", [object()], "can't be a parameter"),
        ("d", [], 'd = []: is a table (default {"a": 1})'),
        ("d", {"a": {1: 2}}, "has a key that is no text"),
        ("nn", 2, "nn = 2: no such parameter, did you mean n?"),
        ("quux", 2, "quux = 2: no such parameter; known: n f s b l d"),
    ],
)
def test_value_that_does_not_fit_is_refused(name: str, given: Any, text: str) -> None:
    values, findings = merged(DEFAULTS, {name: given})
    assert values == DEFAULTS
    assert text in str(findings[0])


def test_parameters_reach_the_request() -> None:
    assert accepted(f"{HEADER}host.log(1)", params={"n": "7"}).params == {**DEFAULTS, "n": 7}


def test_script_without_parameters_says_where_they_are_declared() -> None:
    (text,) = line_texts("host.log(1)", params={"n": 3})
    assert "under [tool.ticklane.params]" in text


def test_default_that_can_not_be_sent_is_refused() -> None:
    source = (
        "# /// script\n# [tool.ticklane.params]\n# d = 2020-01-01\n# big = 99999999999999999999\n# ///\nhost.log(1)"
    )
    texts = line_texts(source)
    assert "a date can't be a parameter" in texts[0]
    assert texts[1] == "header: big = 99999999999999999999: is no 64-bit integer (line 4)"


def test_parameters_over_a_mebibyte_are_refused_naming_the_largest() -> None:
    _, findings = merged({"a": [], "b": 1}, {"a": ["x" * 1000] * 1100})
    assert "the largest is a" in str(findings[0])


def test_deeply_nested_value_is_refused() -> None:
    _, findings = merged({"l": []}, {"l": "[" * 200 + "]" * 200})
    assert findings


def test_parameter_that_the_header_does_not_have_is_found_in_the_code() -> None:
    source = f'{HEADER}p = host.params\nhost.log(p["n"], host.params["l"], host.params["nn"], p["m"], p.get("zz"))'
    assert [text.partition(": ")[2] for text in line_texts(source)] == [
        'host.params["nn"]: the header has no such parameter, did you mean n?',
        'p["m"]: the header has no such parameter; known: n f s b l d',
    ]
    assert "declare it with its default" in line_texts('host.log(host.params["n"])')[0]


def test_command_line_assignments_are_split_at_the_first_equals() -> None:
    assert assignments(["n=20", "s=a=b", " d = {a = 1}"]) == {"n": "20", "s": "a=b", "d": "{a = 1}"}
    with pytest.raises(ValueError, match="--param name=value"):
        assignments(["n"])
