"""A script's own `logging`: a tree of loggers of its own, so that its levels and handlers are nobody else's.

What it logs without handlers goes to its log lines. Libraries' loggers are those of the real tree.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, Final

from ticklane_runtime.own._context import OwnContext, refusal
from ticklane_runtime.own._rebound import rebound

__all__ = ["overrides"]

# Functions of the module that look at its root logger, its levels' names or its handlers: the view's.
_REBOUND: Final = (
    "basicConfig critical fatal error exception warning warn info debug log disable getLogger captureWarnings "
    "_showwarning getLevelName getLevelNamesMapping addLevelName _checkLevel"
)


def overrides(context: OwnContext, view: ModuleType) -> dict[str, Any]:
    space = view.__dict__
    names: dict[str, Any] = {
        "warnings": context.module("warnings"),
        "sys": context.module("sys"),
        "_warnings_showwarning": None,
        "_nameToLevel": dict(space["_nameToLevel"]),
        "_levelToName": dict(space["_levelToName"]),
        "setLogRecordFactory": refusal("logging.setLogRecordFactory()", "override makeRecord of your own Logger class"),
    }
    for name in _REBOUND.split():
        real = space.get(name)
        if isinstance(real, FunctionType):
            names[name] = rebound(real, space)
    return names | _tree(names["_levelToName"], names["_checkLevel"])


def _tree(level_names: dict[int, str], check_level: Callable[[Any], int]) -> dict[str, Any]:
    """A root logger, the class of its loggers, and what acts on both."""

    class Logger(logging.Logger):
        def setLevel(self, level: Any) -> None:  # noqa: N802 - logging's own
            super().setLevel(check_level(level))

        def makeRecord(self, name: str, level: int, *args: Any, **more: Any) -> logging.LogRecord:  # noqa: N802
            record = super().makeRecord(name, level, *args, **more)
            record.levelname = level_names.get(level, record.levelname)
            return record

    class RootLogger(Logger):
        def __init__(self) -> None:
            super().__init__("root", logging.WARNING)

    root = RootLogger()
    manager = logging.Manager(root)  # type: ignore[arg-type]
    manager.setLoggerClass(Logger)
    Logger.root = root  # type: ignore[assignment]
    Logger.manager = manager
    Logger.__module__ = RootLogger.__module__ = "logging"
    Logger.__qualname__, RootLogger.__qualname__ = "Logger", "RootLogger"

    def setLoggerClass(klass: type[logging.Logger]) -> None:  # noqa: N802
        """The class of this script's loggers that are made from now on."""
        manager.setLoggerClass(klass)

    def getLoggerClass() -> type[logging.Logger]:  # noqa: N802
        return manager.loggerClass or Logger

    def shutdown(handlerList: Any = ()) -> None:  # noqa: N803
        """Flush the handlers of this script's root logger."""
        for handler in root.handlers:
            handler.flush()

    made = (Logger, RootLogger, setLoggerClass, getLoggerClass, shutdown)
    return {one.__name__: one for one in made} | {"root": root}
