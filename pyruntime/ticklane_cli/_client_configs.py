"""Entries that make MCP clients find a game. None holds the token: a client reads it from its environment, or starts
`ticklane mcp`, which finds it by itself.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

__all__ = ["CLIENTS", "TOKEN_VARIABLE", "ClientEntry", "Form", "Server"]

TOKEN_VARIABLE: Final = "TICKLANE_MCP_TOKEN"  # noqa: S105 (a variable's name)

Form = Literal["json", "toml"]


@dataclass(frozen=True)
class Server:
    """How a client reaches the endpoint: by `url`, or with an empty one by starting `command`."""

    url: str
    command: Sequence[str]


@dataclass(frozen=True)
class ClientEntry:
    """One client: its name, the file the entry goes into, and the entry as that file's content.

    `stdio` says that the client knows no URLs. `path` is the file on this machine, None where there is no one file.
    """

    title: str
    file: str
    content: Callable[[Server], dict[str, Any]]
    path: Callable[[], Path] | None
    form: Form = "json"
    stdio: bool = False
    note: str = ""

    def text(self, server: Server) -> str:
        """The entry as it is shown."""
        content = self.content(server)
        return toml_of(content["mcp_servers"]["ticklane"]) if self.form == "toml" else json.dumps(content, indent=2)


def toml_of(entry: dict[str, Any]) -> str:
    """The table `mcp_servers.ticklane`; JSON's texts and lists of texts are TOML's too."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return "\n".join(["[mcp_servers.ticklane]", *lines])


def _bearer(reference: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {reference}"}


def _started(server: Server) -> dict[str, Any]:
    return {"command": server.command[0], "args": list(server.command[1:])}


def _claude_code(server: Server) -> dict[str, Any]:
    entry: dict[str, Any] = {"type": "stdio", **_started(server)}
    if server.url:
        entry = {"type": "http", "url": server.url, "headers": _bearer(f"${{{TOKEN_VARIABLE}}}")}
    return {"mcpServers": {"ticklane": entry}}


def _only_started(server: Server) -> dict[str, Any]:
    return {"mcpServers": {"ticklane": _started(server)}}


def _cursor(server: Server) -> dict[str, Any]:
    if not server.url:
        return _only_started(server)
    return {"mcpServers": {"ticklane": {"url": server.url, "headers": _bearer(f"${{env:{TOKEN_VARIABLE}}}")}}}


def _vscode(server: Server) -> dict[str, Any]:
    if not server.url:
        return {"servers": {"ticklane": {"type": "stdio", **_started(server)}}}
    return {
        "inputs": [{"type": "promptString", "id": "ticklane-token", "description": "Ticklane token", "password": True}],
        "servers": {"ticklane": {"type": "http", "url": server.url, "headers": _bearer("${input:ticklane-token}")}},
    }


def _codex(server: Server) -> dict[str, Any]:
    by_url = {"url": server.url, "bearer_token_env_var": TOKEN_VARIABLE}
    return {"mcp_servers": {"ticklane": by_url if server.url else _started(server)}}


def _gemini(server: Server) -> dict[str, Any]:
    if not server.url:
        return _only_started(server)
    return {"mcpServers": {"ticklane": {"httpUrl": server.url, "headers": _bearer(f"${TOKEN_VARIABLE}")}}}


def _claude_desktop_file() -> Path:
    if sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME", "").strip() or Path.home() / ".config")
    return folder / "Claude" / "claude_desktop_config.json"


def _at_home(*parts: str) -> Callable[[], Path]:
    return lambda: Path.home().joinpath(*parts)


def _here(*parts: str) -> Callable[[], Path]:
    return lambda: Path.cwd().joinpath(*parts)


CLIENTS: Final[dict[str, ClientEntry]] = {
    "claude-code": ClientEntry("Claude Code", ".mcp.json", _claude_code, _here(".mcp.json")),
    "claude-desktop": ClientEntry(
        "Claude Desktop", "claude_desktop_config.json", _only_started, _claude_desktop_file, stdio=True
    ),
    "cursor": ClientEntry("Cursor", "~/.cursor/mcp.json", _cursor, _at_home(".cursor", "mcp.json")),
    "vscode": ClientEntry(
        "VS Code",
        ".vscode/mcp.json",
        _vscode,
        _here(".vscode", "mcp.json"),
        note="by URL it asks for the token once and keeps it",
    ),
    "codex": ClientEntry("Codex", "~/.codex/config.toml", _codex, _at_home(".codex", "config.toml"), form="toml"),
    "gemini": ClientEntry("Gemini CLI", "~/.gemini/settings.json", _gemini, _at_home(".gemini", "settings.json")),
    "json": ClientEntry("any other client", "as its documentation says", _only_started, None, stdio=True),
}
