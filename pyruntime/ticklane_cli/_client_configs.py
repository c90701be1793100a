"""Entries that make MCP clients find a game, as text. The token is read by the client from its environment."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["CLIENTS", "TOKEN_VARIABLE", "ClientEntry"]

TOKEN_VARIABLE: Final = "TICKLANE_MCP_TOKEN"  # noqa: S105 (a variable's name)


@dataclass(frozen=True)
class ClientEntry:
    """One client: its name, the file the entry goes into, and the entry for a URL."""

    title: str
    file: str
    text: Callable[[str], str]
    note: str = ""


def _bearer(reference: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {reference}"}


def _shown(entry: dict[str, Any]) -> str:
    return json.dumps(entry, indent=2)


def _claude_code(url: str) -> str:
    entry = {"type": "http", "url": url, "headers": _bearer(f"${{{TOKEN_VARIABLE}}}")}
    return _shown({"mcpServers": {"ticklane": entry}})


def _cursor(url: str) -> str:
    return _shown({"mcpServers": {"ticklane": {"url": url, "headers": _bearer(f"${{env:{TOKEN_VARIABLE}}}")}}})


def _vscode(url: str) -> str:
    return _shown(
        {
            "inputs": [
                {"type": "promptString", "id": "ticklane-token", "description": "Ticklane token", "password": True}
            ],
            "servers": {"ticklane": {"type": "http", "url": url, "headers": _bearer("${input:ticklane-token}")}},
        }
    )


def _codex(url: str) -> str:
    return f'[mcp_servers.ticklane]\nurl = "{url}"\nbearer_token_env_var = "{TOKEN_VARIABLE}"'


def _gemini(url: str) -> str:
    return _shown({"mcpServers": {"ticklane": {"httpUrl": url, "headers": _bearer(f"${TOKEN_VARIABLE}")}}})


CLIENTS: Final[dict[str, ClientEntry]] = {
    "claude-code": ClientEntry("Claude Code", ".mcp.json", _claude_code),
    "cursor": ClientEntry("Cursor", "~/.cursor/mcp.json", _cursor),
    "vscode": ClientEntry("VS Code", ".vscode/mcp.json", _vscode, "it asks for the token once and keeps it"),
    "codex": ClientEntry("Codex", "~/.codex/config.toml", _codex),
    "gemini": ClientEntry("Gemini CLI", "~/.gemini/settings.json", _gemini),
}
