"""`ticklane config`: entries for MCP clients."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ticklane_cli._client_configs import CLIENTS, TOKEN_VARIABLE
from ticklane_cli._exit import FINISHED, UsageError, print_json
from ticklane_cli._games import find_game_dir
from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError

__all__ = ["config"]

_USUAL_URL: Final = "http://localhost:25599/mcp"


def config(client: str, *, game_dir: Path | None, token_file_only: bool, as_json: bool) -> int:
    """Print the entry of one client, or of all; the URL is the running game's, else the usual one."""
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
    try:
        url = read_endpoint(folder).mcp_url
    except NoGameError:
        url = ""
    pinned = f"http://localhost:{settings.mcp_port}/mcp" if settings.mcp_port else ""
    url = url or pinned or _USUAL_URL
    names = list(CLIENTS) if client == "all" else [client]
    entries = {name: CLIENTS[name].text(url) for name in names}
    if as_json:
        print_json(
            {
                "url": url,
                "token_file": str(token_file),
                "token_variable": TOKEN_VARIABLE,
                "clients": {name: {"file": CLIENTS[name].file, "entry": text} for name, text in entries.items()},
            }
        )
        return FINISHED
    for name, text in entries.items():
        entry = CLIENTS[name]
        print(f"# {entry.title}: {entry.file}{f' ({entry.note})' if entry.note else ''}\n{text}\n")
    if any(TOKEN_VARIABLE in text for text in entries.values()):
        print("# The token, for clients that take it from the environment:")
        print(f"export {TOKEN_VARIABLE}=\"$(cat '{token_file}')\"")
    return FINISHED
