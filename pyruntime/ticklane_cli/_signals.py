"""Asked to end is asked to end, by a key, by a signal or by the terminal that closes: all are a KeyboardInterrupt."""

from __future__ import annotations

import signal
import time
from types import FrameType
from typing import Final

__all__ = ["end_on_signals"]

# A terminal that closes, or a service manager, sends several in a row. The first one begins a clean-up that is bounded;
# the others must not cut it off.
_CLEAN_UP_S: Final = 5.0
_asked_at = float("-inf")


def end_on_signals() -> None:
    """Make SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, once in five seconds; one that is ignored stays so."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, _ask_to_end)


def _ask_to_end(_number: int, _frame: FrameType | None) -> None:
    global _asked_at
    now = time.monotonic()
    if now - _asked_at >= _CLEAN_UP_S:
        _asked_at = now
        raise KeyboardInterrupt
