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
    known = "" if why else _known_to_wait(asked)
    if known:
        what = known
    said = why or WAITING.of_call(what) or _WAITS
    raise NotHereError(f"{_shown(asked, what)}: {said}")


def harms(asked: Asked, what: str, why: str = "") -> NoReturn:
    """Refuse a call that would end, slow or change the whole process."""
    raise NotHereError(f"{_shown(asked, what)}: {why or HARMFUL.of_call(what)}")


def needs(asked: Asked, cap: str, shown: str) -> NoReturn:
    """Refuse what needs a capability that the script has not; on a tick lane, what would wait is said to."""
    if asked.on_tick_lane and (known := _known_to_wait(asked)):
        waits(asked, known)
    caps = {*asked.caps, cap}
    raise NotAllowedError(
        f"{shown}{_by(asked, shown)}{asked.place} needs the capability {cap}: "
        f"{ask_in_header(caps)}; {how_to_allow([cap])}"
    )


def _known_to_wait(asked: Asked) -> str:
    """The outermost of the library functions in between that a rule is about: what the script has really asked for."""
    return next((one for one in reversed(asked.libraries) if WAITING.of_call(one)), "")


def _shown(asked: Asked, what: str) -> str:
    called = what if " " in what or what.endswith(")") else f"{what}(…)"
    return f"{called}{_by(asked, what)}{asked.place}"


def _by(asked: Asked, what: str) -> str:
    """The library's function that the script has called, unless it is what was refused."""
    library = asked.library
    is_same = not library or library.partition(".")[0] == what.partition(".")[0]
    return "" if is_same else f" by {library}(…)"
