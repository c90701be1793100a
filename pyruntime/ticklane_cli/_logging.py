"""One log stream on stderr, for us, the game and its gateway: readable on a terminal, JSON lines with --log-json."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from logging import DEBUG, INFO, WARNING
from pathlib import Path
from typing import IO, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

__all__ = ["DEBUG", "INFO", "WARNING", "configure", "tee"]

_tees: list[IO[bytes]] = []
_tees_lock: Final = threading.Lock()


class _Stderr:
    """Writes to what `sys.stderr` is now: a progress bar replaces it while it is shown, so lines appear above."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def msg(self, text: str) -> None:
        # A terminal that has closed, or a pipe that nobody reads, must not end what we do.
        with self._lock, contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)

    log = debug = info = warn = warning = error = critical = exception = fatal = msg


def _copy_to_tees(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    with _tees_lock:
        if _tees:
            line = str(structlog.processors.JSONRenderer(default=str)(_logger, _name, dict(event)))
            for file in _tees:
                # A full disk costs the line: what is logged about may be just that.
                with contextlib.suppress(OSError, ValueError):
                    file.write((line + "\n").encode(errors="backslashreplace"))
    return event


def _clock_time(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """A person wants the time of day here, not UTC to the microsecond."""
    event["timestamp"] = datetime.now().strftime("%H:%M:%S")
    return event


def _from_level(least: int) -> Processor:
    def drop_below(_logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
        # Here and not in the logger class, so that a run's own log keeps what the terminal doesn't show.
        if structlog.processors.NAME_TO_LEVEL.get(str(event.get("level")), 0) < least:
            raise structlog.DropEvent
        return event

    return drop_below


def configure(*, as_json: bool = False, verbose: int = 0, usual: int = WARNING) -> None:
    """Set up structlog: `usual` is the least level shown, one -v makes it info and two debug."""
    least = usual if verbose == 0 else min(usual, INFO if verbose == 1 else DEBUG)
    if as_json:
        least = min(least, INFO)
    shown: list[Processor]
    if as_json:
        shown = [structlog.processors.JSONRenderer(default=str)]
    else:
        shown = [_clock_time, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="timestamp"),
            structlog.processors.format_exc_info,
            _copy_to_tees,
            _from_level(least),
            *shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(DEBUG if verbose > 1 else INFO),
        logger_factory=lambda *_names: _Stderr(),
        cache_logger_on_first_use=False,
    )


@contextmanager
def tee(path: Path) -> Iterator[None]:
    """While inside, every log line also goes to that file as JSON."""
    with path.open("ab", buffering=0) as file:
        with _tees_lock:
            _tees.append(file)
        try:
            yield
        finally:
            with _tees_lock:
                _tees.remove(file)
