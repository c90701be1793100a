"""Whether this thread is inside a lane, and which script's code has led to a call.

`thread` holds the thread that is in one of a lane's entry points, 0 while none is: all that refuses looks there first,
so outside of a step a refused function costs what it cost before and an audit event one comparison.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import get_ident
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar

from ticklane import _current

if TYPE_CHECKING:
    from ticklane_runtime._script import Script

__all__ = ["Asked", "asked", "in_lane", "lane_thread", "lane_threads", "thread"]

thread: Final = [0]
lane_threads: Final[set[int]] = set()
"""The threads of all lanes."""

_REAL: Final = builtins.__dict__
_REAL_IMPORT: Final = builtins.__import__
# Runtime modules that call a script's callables and do nothing else that is audited.
_CALLERS: Final = frozenset(
    f"ticklane_runtime.{name}" for name in ("_stepping", "_calling", "_guard", "_lane", "_ending", "_entry", "_script")
)
_REFUSING: Final = frozenset(
    f"ticklane_runtime.{name}"
    for name in (
        "_inside",
        "_refusing",
        "_audit",
        "_blocking",
        "_locks",
        "_harm",
        "_patching",
        "_own_files",
        "_imports",
        "_java",
    )
)
# What they read is what the script asks for.
_READS_FOR_SCRIPTS: Final = frozenset({"ticklane.runs", "ticklane._record_lines"})
_READ_SOURCE: Final = frozenset({"linecache", "tokenize"})


P = ParamSpec("P")
T = TypeVar("T")


def in_lane(method: Callable[P, T]) -> Callable[P, T]:
    """An entry point of a lane."""

    @wraps(method)
    def enter(*args: P.args, **more: P.kwargs) -> T:
        thread[0] = get_ident()
        try:
            return method(*args, **more)
        finally:
            thread[0] = 0

    return enter


@contextmanager
def lane_thread() -> Iterator[None]:
    """This thread is inside a lane."""
    thread[0] = get_ident()
    try:
        yield
    finally:
        thread[0] = 0


class Asked(NamedTuple):
    """A script's call that has led somewhere.

    `script` is None for code that an ended script has left behind. `line` (of `file`; "" is the script's own) is 0 when
    no line of it is on the stack. `libraries` are the functions between the call and the script, innermost first; none
    when it made the call itself. `importing` says that a library is being imported, `reads_source` that somebody
    wants to show a line of code.
    """

    script: Script | None
    line: int
    file: str
    libraries: tuple[str, ...]
    importing: bool
    reads_source: bool

    @property
    def library(self) -> str:
        """The function outside the script that the script has called; "" when it made the call itself."""
        return self.libraries[-1] if self.libraries else ""

    @property
    def caps(self) -> frozenset[str]:
        return frozenset(self.script.request.caps) if self.script is not None else frozenset()

    @property
    def on_tick_lane(self) -> bool:
        return self.script is None or self.script.lane.name != "parallel"

    @property
    def place(self) -> str:
        where = "" if not self.line else f" at {self.file and self.file + ' '}line {self.line}"
        return f"{where} of script {self.script.id!r}" if self.script is not None else where + " of an ended script"


def asked(*, leave_runtime: bool = True) -> Asked | None:
    """Who has led to the current call; None when no script has, or this thread is in no lane.

    With `leave_runtime` also None when the runtime does it for itself, also on behalf of a script's call.
    """
    if thread[0] != get_ident():
        return None
    host: Any = _current.host
    script: Script | None = None if host is None else host._script
    if script is not None and script.resident:
        return None  # a unit test's own calls
    sources = () if script is None else script.program.sources
    libraries: list[str] = []
    importing = reads_source = False
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        own = frame.f_builtins
        if (
            own is not _REAL and own.get("__import__", _REAL_IMPORT) is not _REAL_IMPORT
        ) or code.co_filename in sources:
            file = "" if script is not None and code.co_filename == script.program.main else code.co_filename
            return Asked(script, frame.f_lineno or 0, file, tuple(libraries), importing, reads_source)
        name = str(frame.f_globals.get("__name__", ""))
        if name in _REFUSING or name in _READS_FOR_SCRIPTS:
            pass
        elif name == "ticklane" or name.startswith(("ticklane_runtime.", "ticklane.")):
            if name in _CALLERS:
                break
            if leave_runtime:
                return None
        elif name.startswith("importlib."):
            importing = True
        else:
            reads_source = reads_source or name in _READ_SOURCE
            libraries.append(f"{name}.{code.co_qualname}")
        frame = frame.f_back
    if script is None:
        return None
    return Asked(script, 0, "", tuple(libraries), importing, reads_source)
