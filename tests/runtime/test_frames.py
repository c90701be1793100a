"""The layout of frames that is worked out in the process itself, on whichever Python runs this."""

from __future__ import annotations

import struct
import sys
import threading
from collections.abc import Iterator
from types import CodeType
from typing import Any

import pytest

from ticklane_runtime import _frames

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read by way of Linux's /proc")


def known() -> _frames.Layout:
    layout = _frames.calibrate()
    assert layout is not None
    return layout


def where(layout: _frames.Layout) -> list[tuple[str, int]]:
    """Function and line of this test's frames as the memory tells them, innermost first."""
    codes = {id(code): code for code in _frames.all_codes(f.__code__ for f in (outer, generate, Late.__del__))}
    found = []
    for address, offset in _frames.stands_at(layout):
        code = codes.get(address)
        if code is not None:
            found.append((code.co_name, line_of(code, offset) - code.co_firstlineno))
    return found


def line_of(code: CodeType, offset: int) -> int:
    return next(line or 0 for start, end, line in code.co_lines() if start <= offset < end)


def outer(layout: _frames.Layout) -> list[tuple[str, int]]:
    def key(n: int) -> int:
        if n == 2:
            seen.extend(where(layout))
        return n

    seen: list[tuple[str, int]] = []

    sorted(
        [1, 2, 3],
        key=lambda n: key(n),
    )
    return seen


def generate(layout: _frames.Layout) -> Iterator[list[tuple[str, int]]]:
    yield []
    yield where(layout)


class Late:
    def __init__(self, layout: _frames.Layout) -> None:
        self.layout = layout
        self.seen: list[Any] = []

    def __del__(self) -> None:
        self.seen += where(self.layout)


def test_frames_are_found_with_their_lines_also_where_c_code_lies_between() -> None:
    assert outer(known()) == [("key", 2), ("<lambda>", 0), ("outer", 8)]


def test_a_generator_and_what_runs_it() -> None:
    steps = generate(known())
    assert [next(steps), next(steps)] == [[], [("generate", 2)]]


def test_a_finalizer() -> None:
    late = Late(known())
    seen = late.seen
    del late
    assert seen == [("__del__", 1)]


def test_deep_recursion_is_walked_only_so_far() -> None:
    layout = known()

    def down(n: int) -> int:
        return down(n - 1) if n else len(_frames.stands_at(layout))

    assert down(400) == 200


def test_each_thread_has_its_own() -> None:
    layouts = [known()]
    found: list[Any] = []

    def run() -> None:
        layouts.append(known())
        found.append(outer(layouts[1]))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert layouts[0].state != layouts[1].state
    assert layouts[0][1:] == layouts[1][1:]
    assert found == [[("key", 2), ("<lambda>", 0), ("outer", 8)]]


def test_the_same_answer_whatever_runs_it() -> None:
    plain = known()
    assert [_frames.calibrate() for _ in range(20)] == [plain] * 20
    assert list(map(lambda _: _frames.calibrate(), [0])) == [plain]  # noqa: C417 - called from C
    sys.setprofile(lambda *_: None)
    try:
        assert _frames.calibrate() in (plain, None)
    finally:
        sys.setprofile(None)


def test_where_memory_cannot_be_read_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_frames, "_MEMORY", "/proc/self/nothing")
    assert _frames.calibrate() is None


def test_a_script_is_packed_with_its_files_and_all_its_functions() -> None:
    main = compile("def f():\n    return (lambda: 3)\nclass A:\n    def g(self): pass\n", "it.py", "exec")
    beside = compile("x = 1\n", "beside.py", "exec")
    other = compile("y = 1\n", "nowhere.py", "exec")
    sources = {"it.py": ["def f():", "é"], "beside.py": ["x = 1", ""]}
    data = _Reader(_frames.packed(sources, [main, beside, other]))
    files = [(data.text(), data.text()) for _ in range(data.whole())]
    assert files == [("it.py", "def f():\né"), ("beside.py", "x = 1\n")]
    codes = []
    for _ in range(data.whole()):
        address, line, file = data.take("=qii")
        codes.append((data.text(), line, file))
        assert address > 0
        assert data.take(f"={data.whole()}s")
    assert data.at == len(data.data)
    assert {("f", 1, 0), ("A", 3, 0), ("g", 4, 0), ("<lambda>", 2, 0)} <= set(codes)
    assert {("<module>", 1, 0), ("<module>", 1, 1), ("<module>", 1, -1)} <= set(codes)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return found

    def whole(self) -> int:
        return int(self.take("=i")[0])

    def text(self) -> str:
        return bytes(self.take(f"={self.whole()}s")[0]).decode()
