"""Modules in tricky syntax; each prints what it does."""

from __future__ import annotations

import sys

CORPUS: dict[str, str] = {
    "docstrings_stay": '''
"""The module."""
from __future__ import annotations
def f():
    """What f does."""
def g():
    """Only a docstring, then code."""
    return 1
class C:
    """A class."""
    def m(self): "One line."
print(__doc__, f.__doc__, g.__doc__, C.__doc__, C.m.__doc__, f(), g(), C().m())
''',
    "future_annotations_stay_text": """
from __future__ import annotations
def f(x: [i for i in (lambda: 1)()], y: "lambda: 2") -> {k: v for k, v in z}: return x
a: (lambda: 3) = 4
print(f.__annotations__, __annotations__, f(5, 6))
""",
    "decorators_run_once_in_order": """
def note(name):
    print("made", name)
    def deco(f):
        print("applied", name)
        return lambda *a, **k: (name, f(*a, **k))
    return deco
@note("outer")
@note("inner")
def f(a, b=(lambda: 2)(), *rest, c=[i for i in range(3)], **more):
    return a, b, rest, c, sorted(more.items())
print(f(1, 3, 4, 5, c=6, d=7, e=8), f(*[1], **{"c": 2}))
""",
    "nested_comprehensions": """
rows = [[y * x for y in range(x) if y % 2] for x in range(6) if x]
print(rows, {a: {b for b in range(a)} for a in range(3)}, sum(i * j for i in range(4) for j in range(i) if j))
print([(lambda: i)() for i in range(3)], [f() for f in [lambda: i for i in range(3)]])
print(list(zip(*[iter(range(6))] * 2)), [*range(3), *(x for x in "ab")])
""",
    "empty_inner_comprehension": "print([j for i in range(5) for j in ()], [i for i in () if 1 / 0])",
    "walrus_in_comprehension_and_while": """
data = iter([3, 2, 1, 0])
while (n := next(data)):
    print(n)
print([last := x for x in range(4)], last, any((hit := x) > 2 for x in range(9)), hit)
def f():
    return [y := 1, y ** 2, [z := q for q in range(3)]], z
print(f())
""",
    "class_bodies_see_their_own_names": """
class C:
    n = 3
    squares = [i * i for i in range(n)]
    for k in range(2):
        locals()["a%d" % k] = k
    f = lambda self, x=n: (x, self.n)
    def __mangled(self): return "m"
    def call(self): return self.__mangled(), __class__.__name__
    @property
    def p(self): return self.n
    @staticmethod
    def s(*, k=1): return k
print(C.squares, C.a1, C().f(), C().call(), C().p, C.s(k=4))
""",
    "try_else_finally": """
def f(x):
    try:
        print("try", x)
        if x == 1: raise ValueError("v")
        if x == 2: return "returned"
        if x == 3: raise KeyError("k")
    except ValueError as e:
        print("caught", e)
    except (KeyError, TypeError):
        print("other")
        raise
    else:
        print("else")
    finally:
        print("finally")
    return "end"
for x in range(4):
    try: print(f(x))
    except KeyError as e: print("out", e)
def g():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print(i)
        finally:
            print("f", i)
    else:
        print("never")
    return i
print(g())
def swallowed():
    try: raise ValueError
    finally: return "kept"
print(swallowed())
def swallowing_loop():
    for i in range(3):
        try: 1 / 0
        finally: continue
    return "on"
print(swallowing_loop())
""",
    "exception_groups": """
try:
    raise ExceptionGroup("g", [ValueError(1), KeyError(2), OSError(3)])
except* ValueError as g:
    print("values", g.exceptions)
except* (KeyError, OSError) as g:
    print("others", len(g.exceptions))
finally:
    print("done")
""",
    "loops_with_else": """
for i in range(3):
    if i == 5: break
else:
    print("no break")
while True:
    break
else:
    print("never")
for a, (b, *c) in [(1, (2, 3, 4)), (5, "xyz")]: print(a, b, c)
n = 3
while n:
    n -= 1
    for _ in "ab":
        if n == 1: continue
        print(n, _)
""",
    "generators": """
def g(n):
    got = []
    try:
        while n:
            got.append((yield n))
            n -= 1
    except GeneratorExit:
        print("closed", got); raise
    except RuntimeError as e:
        yield f"thrown {e}"
    finally:
        print("final", got)
    return got
def outer():
    r = yield from g(2)
    return ["outer", r]
i = outer(); print(next(i), i.send("a"))
try: i.send("b")
except StopIteration as e: print(e.value)
i = g(9); next(i); i.send(1); i.close()
i = g(9); next(i); print(i.throw(RuntimeError("x"))); print(list(i))
print(list((yield_ for yield_ in g(2))), (lambda: (yield))().send(None))
""",
    "async_generators_and_comprehensions": """
import types
@types.coroutine
def switch(): yield "switch"
async def count(n):
    for i in range(n):
        await switch()
        yield i
class Ctx:
    async def __aenter__(self): print("enter"); return self
    async def __aexit__(self, *a): print("exit", a[0])
async def main():
    async with Ctx() as c:
        async for x in count(2): print(x)
        else: print("else")
    pairs = [(i, j) async for i in count(2) for j in range(2) if (lambda: True)()]
    return pairs, {i async for i in count(2)}, [x async for x in (y async for y in count(3))]
m = main()
switches = 0
while True:
    try: m.send(None); switches += 1
    except StopIteration as e: print(e.value, switches); break
""",
    "nonlocal_and_global": """
total = 0
def counter():
    n = 0
    def up(by=1):
        "Counts."
        nonlocal n
        global total
        n += by; total += by
        return n
    return up
up = counter(); print(up(), up(2), up.__doc__, total)
def outer():
    x = 1
    class K:
        nonlocal x
        x = 5
    return x
print(outer())
""",
    "match_statements": """
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def f(v):
    match v:
        case 0 | 1: return "small"
        case [a, *rest] if rest: return a, rest
        case {"k": k, **more}: return k, more
        case P(0, y=q): return "origin", q
        case P() as p: return p.x
        case str(s): return s.upper()
        case None: return "none"
        case _: return "any"
print([f(v) for v in (0, [1, 2, 3], {"k": 1, "z": 2}, P(0, 4), P(7, 1), "s", None, 2.5, [1])])
""",
    "lambdas": """
fact = lambda n: 1 if n < 2 else n * fact(n - 1)
print(fact(10), (lambda *a, k=3, **m: (a, k, m))(1, 2, k=4, z=5), (lambda: None)(), (lambda: (x := 5))())
print(sorted("bca", key=lambda c: -ord(c)), [(lambda a: lambda b: a + b)(1)(2)], (lambda x: x if x else 0)(0))
""",
    "with_statements": """
from contextlib import contextmanager, suppress, ExitStack
@contextmanager
def c(name):
    print("in", name)
    try: yield name
    finally: print("out", name)
with c("a") as a, c("b") as b: print(a, b)
with (c("x"), suppress(ValueError)): raise ValueError
with ExitStack() as s: print([s.enter_context(c(i)) for i in "pq"])
""",
    "f_strings": """
x = {"a": [1, 2]}
print(f"{x['a'][0]:>{3}} {[i * 2 for i in x['a']]!r} {(lambda: 4)()} {x=} {'nested ' + f'{1 + 1}'}")
print(f"{sum(i for i in range(4)):04d}")
""",
    "recursion_and_default_arguments": """
def fib(n, memo={}):
    if n < 2: return n
    if n not in memo: memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]
print(fib(80))
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
print(deep(300))
""",
    "star_targets_and_chained_comparisons": """
a, *b = range(4); [c, (d, *e)] = 1, "xyz"; x = y = 1 < 2 < 3 != 4
del a
print(b, c, d, e, x, y, {**{"k": 1}, "m": 2}, [*b, *e], not x or y and c)
assert x, "fine"
""",
    "errors_end_the_module_alike": "def f(d):\n    for k in d:\n        del d[k]\nprint('before')\nf({1: 2, 3: 4})\n",
    "name_errors_read_alike": "def f():\n    print([i for i in range(2)])\n    return undefined_name\nf()\n",
    "unbound_locals_read_alike": "def f():\n    if False: x = 1\n    return x\nf()\n",
    "one_line_bodies": """
for i in range(2): print(i)
while False: pass
def f(): ...
class C: pass
print(f(), C.__name__)
""",
    "introspection_is_the_same": """
def f(a, /, b, *, c): return locals()
print(f.__code__.co_varnames, f.__code__.co_argcount, f.__code__.co_firstlineno, f(1, 2, c=3))
""",
    "deletion_in_loops_and_shadowed_builtins": """
list_ = [1, 2, 3]
for len in list_:
    if len == 2: del list_[0]
print(len, list_)
def range(n): return [n]
print([i for i in range(5)])
""",
}

if sys.version_info >= (3, 12):
    CORPUS["type_parameters_and_aliases"] = """
type Pair[T] = tuple[T, T]
type Lazy = [i for i in (1, 2)]
def first[T: (int, str)](x: Pair[T]) -> T:
    "Generic."
    return x[0]
class Box[T]:
    def get[U](self, u: U) -> U: return u
print(Pair.__name__, first((1, 2)), first.__doc__, Box[int]().get(3), first.__type_params__, Lazy.__value__)
"""
    CORPUS["nested_f_string_quotes"] = 'print(f"{"a" + "".join(c for c in "bc")} {f"{(lambda: "x")()}"}")\n'
