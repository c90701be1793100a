"""A script that goes on without end is unwound once the flag is set, whatever it catches."""

from __future__ import annotations

import ctypes
import threading
import traceback

import pytest

from ticklane_toolchain.instrument import CHECK, FLAG

from .running import Stop, compiled, stopping

pytestmark = pytest.mark.usefixtures("no_collections")

ENDLESS = {
    "while": "while True: pass",
    "while_else": """
while True:
    continue
else:
    pass
""",
    "for_over_infinite_iterator": """
import itertools
for _ in itertools.count(): pass
""",
    "bare_except_swallows": """
while True:
    try:
        while True: pass
    except:
        pass
""",
    "base_exception_swallows": """
while True:
    try:
        while True: pass
    except BaseException as e:
        pass
""",
    "nested_swallows": """
def f():
    while True:
        try:
            g()
        except BaseException: pass
def g():
    while True:
        try: pass
        except BaseException: pass
f()
""",
    "mutual_recursion_swallows": """
def f():
    try: g()
    except BaseException: f()
def g():
    try: f()
    except BaseException: g()
while True:
    try: f()
    except RecursionError: pass
""",
    "recursion": """
def f(n):
    return f(n - 1) + f(n - 2) if n > 0 else 0
f(500)
""",
    "lambda_recursion": """
f = lambda n: f(n - 1) + f(n - 1) if n else 0
f(500)
""",
    "list_comprehension": """
import itertools
[0 for i in itertools.count() if False]
""",
    "outer_comprehension_with_empty_inner": """
import itertools
[0 for i in itertools.count() for j in ()]
""",
    "set_comprehension": """
import itertools
{0 for i in itertools.count()}
""",
    "dict_comprehension": """
import itertools
{0: i for i in itertools.count()}
""",
    "generator_expression": """
import itertools
sum(0 for i in itertools.count())
""",
    "generator_function": """
def g():
    while True: yield
for _ in g(): pass
""",
    "endless_generator_in_c": """
def g():
    while True: yield 0
sum(g())
""",
    "iterator_with_own_next": """
class I:
    def __iter__(self): return self
    def __next__(self): return 1
any(x != 1 for x in I())
""",
    "next_called_from_c": """
class I:
    def __iter__(self): return self
    def __next__(self): return 0
sum(I())
""",
    "finally_loops": """
while True:
    try:
        pass
    finally:
        while True: pass
""",
    "finally_continues": """
while True:
    try:
        while True: pass
    finally:
        continue
""",
    "finally_returns": """
def f():
    try:
        while True: pass
    finally:
        return 1
while True: f()
""",
    "suppressing_context_manager": """
from contextlib import suppress
while True:
    with suppress(BaseException):
        while True: pass
""",
    "exit_that_swallows": """
class C:
    def __enter__(self): pass
    def __exit__(self, *a): return True
while True:
    with C():
        while True: pass
""",
    "outermost_suppress": """
from contextlib import suppress
with suppress(BaseException):
    while True: pass
""",
    "outermost_suppress_at_the_end_of_a_function": """
from contextlib import ExitStack, suppress
def f():
    with ExitStack() as stack:
        stack.enter_context(suppress(BaseException))
        while True: pass
f()
""",
    "with_in_with_recursion": """
class C:
    def __enter__(self):
        with self: pass
    def __exit__(self, *a): return True
while True:
    try:
        with C(): pass
    except RecursionError: pass
""",
    "match_in_a_loop_of_else": """
while True:
    match 3:
        case 3:
            while True: pass
""",
    "async_for": """
class Endless:
    def __aiter__(self): return self
    async def __anext__(self): return 1
async def f():
    async for _ in Endless(): pass
f().send(None)
""",
    "async_with_that_swallows": """
class C:
    async def __aenter__(self): pass
    async def __aexit__(self, *a): return True
async def f():
    async with C():
        while True: pass
try: f().send(None)
except StopIteration: pass
""",
    "async_comprehension": """
async def g():
    while True: yield 1
async def f(): return [x async for x in g()]
f().send(None)
""",
    "async_generator_that_swallows": """
async def g():
    while True:
        try: yield 1
        except BaseException: pass
async def f():
    async for _ in g(): pass
f().send(None)
""",
    "generator_that_refuses_to_close": """
def g():
    while True:
        try: yield
        except BaseException: pass
while True:
    it = g()
    next(it)
    try: it.close()
    except RuntimeError: pass
""",
    "reduce_over_a_lambda": """
import functools, itertools
functools.reduce(lambda a, b: b, itertools.count())
""",
    "substitution_callback": """
import re
while re.sub("a", lambda m: "b", "a" * 100): pass
""",
    "destructor_in_a_loop": """
class D:
    def __del__(self): pass
while True: D()
""",
    "equality_that_recurses": """
class E:
    def __eq__(self, other): return other == self
while True:
    try: E() == E()
    except RecursionError: pass
""",
    "exception_group_handler": """
while True:
    try:
        while True: pass
    except* Exception:
        pass
""",
    "while_condition_does_the_work": """
def f(): return True
while f(): pass
""",
    "sort_key": "while sorted([2, 1], key=lambda x: x): pass",
    "dunder_recursion": """
class N:
    def __add__(self, o): return o + self
    __radd__ = __add__
while True:
    try: N() + N()
    except RecursionError: pass
""",
}


@pytest.mark.timeout(60)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what is closed or destroyed late
@pytest.mark.parametrize("name", ENDLESS)
def test_endless_script_is_unwound_when_the_flag_is_set(name: str) -> None:
    flag, running = ctypes.c_byte(0), threading.Event()

    def watch() -> None:
        running.wait()
        flag.value = 1

    watchdog = threading.Thread(target=watch)
    watchdog.start()
    ended = stopping(f"started()\n{ENDLESS[name]}\n", running.set, flag)
    watchdog.join()
    assert isinstance(ended, Stop)


@pytest.mark.timeout(60)
def test_finally_that_returns_does_not_swallow_the_stop_of_the_outermost_function() -> None:
    source = (
        "def run():\n    try:\n        started()\n        while True: pass\n    finally:\n        return 1\nrun()\n"
    )
    flag = ctypes.c_byte(0)

    def started() -> None:
        flag.value = 1

    assert isinstance(stopping(source, started, flag), Stop)


@pytest.mark.timeout(60)
def test_clean_up_in_finally_is_done_while_a_script_is_unwound() -> None:
    done: list[str] = []

    def check() -> None:
        raise Stop

    flag = ctypes.c_byte(0)

    def started() -> None:
        flag.value = 1

    source = "try:\n    started()\n    while True: pass\nfinally:\n    done.append('closed')\n"
    with pytest.raises(Stop):
        exec(compiled(source), {FLAG: flag, CHECK: check, "started": started, "done": done})
    assert done == ["closed"]


def test_check_that_returns_lets_the_script_go_on() -> None:
    flag = ctypes.c_byte(1)
    checks: list[int] = []

    def stale() -> None:
        checks.append(1)
        flag.value = 0

    source = (
        "def again(): flag.value = 1\n"
        "out = []\n"
        "for i in range(3):\n    out.append(i); again()\n"
        "out += [x for x in range(3) if not again()]\n"
        "out.append((lambda: 'value')()); again()\n"
        "def f():\n    return 'f'\n"
        "out.append(f())\n"
    )
    space = {FLAG: flag, CHECK: stale, "flag": flag}
    exec(compiled(source), space)
    assert space["out"] == [0, 1, 2, 0, 1, 2, "value", "f"]
    assert len(checks) >= 8


@pytest.mark.timeout(60)
def test_traceback_of_a_stop_points_into_the_loop() -> None:
    flag = ctypes.c_byte(0)

    def started() -> None:
        flag.value = 1

    source = (
        '"""Doc."""\nimport math\n\n\ndef spin():\n    n = 0\n    while True:\n        n += 1\n\n\nstarted()\nspin()\n'
    )
    source = source.replace("    n = 0\n", "    n = 0\n    started()\n").replace("\nstarted()\nspin()", "\nspin()")
    ended = stopping(source, started, flag)
    assert ended is not None
    frames = [(f.filename, f.lineno, f.name) for f in traceback.extract_tb(ended.__traceback__)]
    assert ("script.py", 9, "spin") in frames
    assert ("script.py", 12, "<module>") in frames
