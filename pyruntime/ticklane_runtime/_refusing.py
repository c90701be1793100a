"""What is said of a call that is refused: what, where, why, and what to do instead."""

from __future__ import annotations

from typing import Final, NoReturn

from ticklane import NotAllowedError, NotHereError
from ticklane_control.capabilities import ask_in_header, how_to_allow
from ticklane_control.script_rules import HARMFUL, WAITING
from ticklane_runtime._inside import Asked

__all__ = ["harms", "needs", "waits"]

_WAITS: Final = (
    "it would wait, and a script is stepped by the game's own thread, where nobody else can end the wait; "
    "wait with `yield n` in run(host), or host.after(n, action); "
    'vantage = "parallel" is the lane where a script may wait'
)


def waits(asked: Asked, what: str, why: str = "") -> NoReturn:
    """Refuse a call that would hold the game's thread."""
    said = why or (asked.library and WAITING.of_call(asked.library)) or WAITING.of_call(what) or _WAITS
    raise NotHereError(f"{_shown(asked, what)}: {said}")


def harms(asked: Asked, what: str, why: str = "") -> NoReturn:
    """Refuse a call that would end, slow or change the whole process."""
    raise NotHereError(f"{_shown(asked, what)}: {why or HARMFUL.of_call(what)}")


def needs(asked: Asked, cap: str, shown: str) -> NoReturn:
    """Refuse what needs a capability that the script has not; on a tick lane, what would wait is said to."""
    if asked.on_tick_lane and asked.library and WAITING.of_call(asked.library):
        waits(asked, asked.library)
    caps = {*asked.caps, cap}
    by = f" by {asked.library}(…)" if asked.library else ""
    raise NotAllowedError(
        f"{shown}{by}{asked.place} needs the capability {cap}: {ask_in_header(caps)}; {how_to_allow([cap])}"
    )


def _shown(asked: Asked, what: str) -> str:
    by = f" by {asked.library}(…)" if asked.library and asked.library != what else ""
    return f"{what}{'' if ' ' in what or what.endswith(')') else '(…)'}{by}{asked.place}"
