"""`ticklane config`: entries for MCP clients."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from ticklane_cli._client_configs import CLIENTS, TOKEN_VARIABLE, Server
from ticklane_cli._client_files import write_entry
from ticklane_cli._exit import FINISHED, UsageError, print_json
from ticklane_cli._games import find_game_dir
from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError

__all__ = ["config"]

_USUAL_URL: Final = "http://localhost:25599/mcp"


def config(
    client: str, *, game_dir: Path | None, token_file_only: bool, stdio: bool, write: bool, as_json: bool
) -> int:
    """Print or write the entry of one client, or print those of all; by the running game's URL, else the usual one."""
    from ticklane_gateway.settings import SettingsError, load_settings
    from ticklane_gateway.token import TokenError, load_token

    folder = find_game_dir(game_dir)
    try:
        settings = load_settings(folder)
        load_token(settings.mcp_token_file)  # made now, so that what is printed works at the game's first start
    except (SettingsError, TokenError) as error:
        raise UsageError(str(error)) from error
    token_file = settings.mcp_token_file
    if token_file_only:
        print(token_file)
        return FINISHED
    if write and client == "all":
        raise UsageError("--write needs the name of one client")
    try:
        url = read_endpoint(folder).mcp_url
    except NoGameError:
        url = ""
    pinned = f"http://localhost:{settings.mcp_port}/mcp" if settings.mcp_port else ""
    url = url or pinned or _USUAL_URL
    names = list(CLIENTS) if client == "all" else [client]
    command = _command(None if game_dir is None else folder)
    servers = {name: Server("" if stdio or CLIENTS[name].stdio else url, command) for name in names}
    entries = {name: CLIENTS[name].text(servers[name]) for name in names}
    written = {name: str(write_entry(CLIENTS[name], servers[name])) for name in names} if write else {}
    if as_json:
        print_json(
            {
                "url": url,
                "command": command,
                "token_file": str(token_file),
                "token_variable": TOKEN_VARIABLE,
                "clients": {name: {"file": CLIENTS[name].file, "entry": text} for name, text in entries.items()},
                **({"written": written} if written else {}),
            }
        )
        return FINISHED
    for name, text in entries.items():
        entry = CLIENTS[name]
        if name in written:
            print(f"# {entry.title}: written to {written[name]}")
        else:
            print(f"# {entry.title}: {entry.file}{f' ({entry.note})' if entry.note else ''}\n{text}\n")
    if any(TOKEN_VARIABLE in text for text in entries.values()):
        print("# The token, for clients that take it from the environment:")
        print(f"export {TOKEN_VARIABLE}=\"$(cat '{token_file}')\"")
    return FINISHED


def _command(game_dir: Path | None) -> list[str]:
    """How a client starts `ticklane mcp`: by full path, as a client's PATH is another."""
    script = Path(sys.executable).with_name("ticklane.exe" if sys.platform == "win32" else "ticklane")
    started = [str(script)] if script.exists() else [sys.executable, "-m", "ticklane_cli"]
    return [*started, "mcp", *(() if game_dir is None else ("--game-dir", str(game_dir)))]
