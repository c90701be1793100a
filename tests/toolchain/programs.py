"""Random programs for hypothesis: nested loops, functions, exceptions and comprehensions that always end."""

from __future__ import annotations

import textwrap

from hypothesis import strategies as st

NAMES = ("a", "b", "c")


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> str:
    if depth == 0:
        return draw(st.one_of(st.integers(-3, 9).map(str), st.sampled_from(NAMES)))
    inner = expressions(depth - 1)
    kind = draw(st.integers(0, 9))
    first, second = draw(inner), draw(inner)
    name = draw(st.sampled_from(NAMES))
    return (
        first,
        f"({first} + {second})",
        f"sum([{first} for {name} in range(3) if {second} != 1])",
        f"(lambda {name}: {first})({second})",
        f"sum({first} + x for x in range(2) for {name} in range(x))",
        f"({name} := {first})",
        f"({first} if {second} else {name})",
        f"len({{{first}: {second} for {name} in range(2)}})",
        f"note(lambda: {first})",
        f"({first} // {second})",
    )[kind]


@st.composite
def blocks(draw: st.DrawFn, depth: int = 3, in_loop: bool = False, in_function: bool = False) -> str:
    count = draw(st.integers(1, 3))
    return "\n".join(draw(statements(depth, in_loop, in_function)) for _ in range(count))


@st.composite
def statements(draw: st.DrawFn, depth: int, in_loop: bool, in_function: bool) -> str:
    value = draw(expressions(1 if depth < 2 else 2))
    name = draw(st.sampled_from(NAMES))
    simple = [f"note({value})", f"{name} = {value}", f"{name} += 1", "raise ValueError(1)"]
    if in_loop:
        simple += ["break", "continue", f"if {value}: continue"]
    if in_function:
        simple += [f"return {value}", f"note((yield {value}))"]
    if depth == 0:
        return draw(st.sampled_from(simple))
    inside = blocks(depth - 1, in_loop, in_function)
    match draw(st.integers(0, 9)):
        case 0 | 1:
            return draw(st.sampled_from(simple))
        case 2:
            looped = draw(blocks(depth - 1, True, in_function))
            return f"for {name} in range(3):\n{_in(looped)}\nelse:\n{_in(draw(inside))}"
        case 3:
            return f"while go():\n{_in(draw(blocks(depth - 1, True, in_function)))}"
        case 4:
            tried = f"try:\n{_in(draw(inside))}\nexcept ValueError:\n{_in(draw(inside))}"
            return f"{tried}\nelse:\n    note('else')\nfinally:\n    note('end')"
        case 5:
            return f"try:\n{_in(draw(inside))}\nfinally:\n{_in(draw(inside))}"
        case 6:
            function = draw(blocks(depth - 1, False, True))
            return f"def f({name}):\n    a, b, c = 1, 2, 3\n{_in(function)}\nnote(called(f, {value}))"
        case 7:
            return f"with suppress(ValueError):\n{_in(draw(inside))}"
        case 8:
            first = f"    case 0 | 1:\n{_in(draw(inside), 8)}"
            return f"match {value}:\n{first}\n    case _:\n{_in(draw(inside), 8)}"
        case _:
            return f"if {value}:\n{_in(draw(inside))}\nelse:\n{_in(draw(inside))}"


PRELUDE = """\
from contextlib import suppress
steps = 0
def note(value):
    global steps
    steps += 1
    if steps > 400:
        raise SystemError("long enough")
    if callable(value):
        value = value()
    print(value)
    return value if isinstance(value, int) else 1
def go():
    global steps
    steps += 1
    if steps > 400:
        raise SystemError("long enough")
    return steps % 4
def called(f, value):
    result = f(value)
    return list(result) if hasattr(result, "send") else result
a, b, c = 1, 2, 3
"""


def programs() -> st.SearchStrategy[str]:
    return blocks(depth=2).map(lambda body: PRELUDE + body + "\nprint(a, b, c)\n")


def _in(text: str, by: int = 4) -> str:
    return textwrap.indent(text, " " * by)
