"""Instrumented code does what the script's code does."""

from __future__ import annotations

import ast

import pytest
from hypothesis import HealthCheck, given, settings

from ticklane_toolchain.instrument import instrument

from .corpus import CORPUS
from .programs import programs
from .running import compiled, outcome

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize("name", CORPUS)
def test_instrumented_module_prints_and_ends_the_same(name: str) -> None:
    plain = outcome(CORPUS[name], instrumented=False)
    assert plain[0] or plain[1]
    assert outcome(CORPUS[name], instrumented=True) == plain


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_instrumented_random_program_prints_and_ends_the_same(source: str) -> None:
    assert outcome(source, instrumented=True) == outcome(source, instrumented=False)


def test_every_statement_keeps_its_line() -> None:
    for source in CORPUS.values():
        plain = {line for _, _, line in compiled(source, instrumented=False).co_lines() if line}
        checked = {line for _, _, line in compiled(source).co_lines() if line}
        assert plain == checked


def test_deeply_nested_expressions_are_instrumented_without_recursion() -> None:
    source = "f = lambda: " + " + ".join(["1"] * 700) + "\nprint(f())"
    assert outcome(source, instrumented=True)[0] == "700\n"


def test_module_without_loops_or_functions_is_left_as_it_is() -> None:
    source = "x = 1\nif x:\n    print(x)\ntry: y = 1\nfinally: print(x)\n"
    tree = ast.parse(source)
    instrument(tree)
    assert ast.unparse(tree) == ast.unparse(ast.parse(source))
