"""The third rung: the library code that a thread stands in raises at every line, jump and call, in all its frames.

For code that swallows exceptions faster than they can be set from outside. Python 3.12 and later; before it
`watch_code` does nothing. The events are those of single code objects and never of the runtime's own, where nothing
may come between two instructions (`_guard.land`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import get_ident
from types import CodeType, FrameType
from typing import Any, Final

import ticklane
from ticklane_runtime._errors import BudgetExceeded

__all__ = ["forget_code", "watch_code"]

_OWN: Final = (str(Path(__file__).parent), str(Path(ticklane.__file__).parent))
_TOOLS: Final = (4, 3)  # ids that no kind of tool is meant to use; the first that is free
_watched: Final[set[CodeType]] = set()
_tool: Final[list[int]] = []


def watch_code(thread: int, is_meant: Callable[[], bool]) -> None:
    """Raise BudgetExceeded in the code that thread stands in, wherever it goes in it, while `is_meant` says so.

    Called again and again for as long as the step stays open, it comes to know all the code that the step is in.
    """
    tool = _tool_id()
    if tool is None:
        return
    monitoring: Any = sys.monitoring
    events = monitoring.events

    def raise_in(_code: CodeType, *_: Any) -> None:
        if get_ident() == thread and is_meant():
            raise BudgetExceeded("this step has used its time")

    for event in (events.LINE, events.JUMP, events.PY_START):
        monitoring.register_callback(tool, event, raise_in)
    frame: FrameType | None = sys._current_frames().get(thread)
    while frame is not None and is_meant():
        code = frame.f_code
        if code not in _watched and not code.co_filename.startswith(_OWN):
            monitoring.set_local_events(tool, code, events.LINE | events.JUMP | events.PY_START)
            _watched.add(code)
        frame = frame.f_back
    if not is_meant():  # it has closed meanwhile, perhaps before it could see that there is something to take off
        forget_code()


def forget_code() -> None:
    """Take it all off again; cheap when nothing is on. The lane and who watched may both be at it."""
    while _watched:
        try:
            code = _watched.pop()
        except KeyError:
            break
        sys.monitoring.set_local_events(_tool[0], code, 0)


def _tool_id() -> int | None:
    """Our tool's id; None when Python is too old or all are taken."""
    if sys.version_info < (3, 12):
        return None
    if not _tool:
        for tool in _TOOLS:
            try:
                sys.monitoring.use_tool_id(tool, "ticklane")
            except ValueError:
                continue
            _tool.append(tool)
            break
    return _tool[0] if _tool else None
