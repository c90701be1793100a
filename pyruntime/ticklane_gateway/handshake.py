"""What a server says of itself before anything is called: for `ticklane mcp`, which answers before a gateway is there.

A test compares it with what the gateway says. Imports nothing that takes time: a client may wait for this.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

from ticklane_gateway.instructions import INSTRUCTIONS

__all__ = ["HANDSHAKE_VERSIONS", "STATELESS_VERSION", "discovered", "initialized", "negotiated"]

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_VERSION: Final = "2026-07-28"


def negotiated(asked: object) -> str:
    """The version that is spoken with a client that asks for this one in its `initialize`."""
    return asked if isinstance(asked, str) and asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]


def initialized(asked: object) -> dict[str, Any]:
    """The result of `initialize`."""
    return {
        "protocolVersion": negotiated(asked),
        "capabilities": {
            "logging": {},
            "prompts": {"listChanged": True},
            "resources": {"subscribe": True, "listChanged": True},
            "tools": {"listChanged": True},
            "completions": {},
        },
        "serverInfo": _server_info(),
        "instructions": INSTRUCTIONS,
    }


def discovered() -> dict[str, Any]:
    """The result of `server/discover`."""
    return {
        "_meta": {"io.modelcontextprotocol/serverInfo": _server_info()},
        "ttlMs": 0,
        "cacheScope": "private",
        "supportedVersions": [STATELESS_VERSION],
        "capabilities": {
            "logging": {},
            "prompts": {"listChanged": True},
            "resources": {"subscribe": True, "listChanged": True},
            "tools": {"listChanged": True},
            "completions": {},
            "extensions": {"io.modelcontextprotocol/ui": {}, "io.modelcontextprotocol/skills": {}},
        },
        "instructions": INSTRUCTIONS,
        "resultType": "complete",
    }


def _server_info() -> dict[str, str]:
    return {"name": "ticklane", "version": version("ticklane")}
