"""The game as tools see it: answers as bytes, refusals as errors an agent can act on."""

from __future__ import annotations

import importlib.util
import platform
from typing import Any, Final

from fastmcp.exceptions import ToolError

from ticklane_control.aio import GameLink
from ticklane_control.endpoint import Endpoint
from ticklane_control.errors import ControlError
from ticklane_control.hello import Hello

__all__ = ["MAGIC", "Game"]

_WAITING: Final = ("status", "events")
MAGIC: Final = importlib.util.MAGIC_NUMBER.hex()


class Game:
    """The game this gateway belongs to. `waits` is a connection for what only waits: it holds up nothing else."""

    def __init__(self, link: GameLink, waits: GameLink | None = None) -> None:
        self._link = link
        self._waits = waits or link

    async def ask(self, verb: str, /, *, body: bytes = b"", **fields: Any) -> bytes:
        """The JSON the game answers; raises `ToolError` with its reason."""
        link = self._waits if verb in _WAITING and fields.get("wait_s") else self._link
        try:
            return await link.request(verb, body=body, **fields)
        except ControlError as error:
            raise ToolError(_told(error)) from error

    async def hello(self) -> Hello:
        """What the game is; raises `ToolError` saying how to start one when there is none."""
        try:
            return await self._link.hello()
        except ControlError as error:
            raise ToolError(_told(error)) from error

    async def announce(self, url: str, token: str) -> Endpoint:
        """Have the game publish where MCP is served; returns the endpoint told. Raises `ControlError`."""
        endpoint = await self._link.endpoint()
        await self._link.request("announce", mcp_url=url, mcp_token=token)
        return endpoint

    async def endpoint(self) -> Endpoint:
        """The endpoint we are connected to, after connecting if need be. Raises `ControlError`."""
        return await self._link.endpoint()


def check_python(hello: Hello) -> None:
    """Raise `ToolError` unless code compiled here runs in the game: same Python version."""
    if hello.magic and hello.magic != MAGIC:
        raise ToolError(
            f"not started: the game runs Python {hello.python} and its gateway {platform.python_version()}; "
            "code of one doesn't run in the other. Restart the game with `ticklane serve`: it uses one Python for both."
        )


def _told(error: ControlError) -> str:
    if error.type == "disconnected":
        return f"{error.message}. When it runs again (`ticklane serve`), call again: nothing else needs to be done."
    if error.type in ("internal", "unknown_verb", "bad_request"):
        return f"the game could not answer ({error.type}): {error.message}"
    return error.message
