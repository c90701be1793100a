"""Logs as JSON lines on stderr, in the game's own form; the token never gets there."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final, TextIO

import structlog

__all__ = ["set_up_logs"]

_IN_QUERY: Final = re.compile(r"(?i)\b(token=)[^\s&\"'\\]+")
_BEARER: Final = re.compile(r"(?i)\b(bearer\s+)[A-Za-z0-9._~+/=-]+")
_LIBRARIES: Final = ("fastmcp", "mcp", "uvicorn", "sse_starlette", "asyncio")


class _JsonFormatter(structlog.stdlib.ProcessorFormatter):
    def __init__(self, secrets: tuple[str, ...]) -> None:
        shared: list[structlog.typing.Processor] = [
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        ]
        super().__init__(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        )
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, "***")
        return _BEARER.sub(r"\1***", _IN_QUERY.sub(r"\1***", line))


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """FastMCP logs each refused call as an error without a traceback; the client was told, so the log needn't be."""
    return bool(record.exc_info) or not record.getMessage().startswith("Error calling tool")


def set_up_logs(level: str, *, secrets: tuple[str, ...], stream: TextIO | None = None) -> logging.Handler:
    """Send everything that is logged to `stream` (stderr), one JSON object a line; returns the handler.

    `secrets` are replaced wherever they appear in a line, and so is any token in a query or header. A second call
    replaces what the first has set up.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_JsonFormatter(secrets))
    root = logging.getLogger()
    for earlier in [each for each in root.handlers if isinstance(each.formatter, _JsonFormatter)]:
        root.removeHandler(earlier)
    root.addHandler(handler)
    logging.getLogger("fastmcp.server.server").addFilter(_is_no_refusal)
    root.setLevel(level.upper())
    for name in _LIBRARIES:
        # Their INFO is a line or more a request.
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level) if root.level > logging.DEBUG else root.level)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    return handler
