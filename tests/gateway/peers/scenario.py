"""What every client does with a game, whatever its library: start, watch, output, cancel, stop, resource, prompt.

Standard library only: the old SDK's Python runs it, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

__all__ = ["Peer", "play"]

PROMPT_TEXT = "how far does a block fall"


class Peer(Protocol):
    """A connected client, its library's answers as plain values."""

    async def tools(self) -> list[str]: ...

    async def call(self, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        """Whether it is an error, and the text."""
        ...

    async def resources(self) -> list[str]: ...

    async def read(self, uri: str) -> str: ...

    async def prompts(self) -> dict[str, list[str]]:
        """The required arguments of each."""
        ...

    async def prompt(self, name: str, arguments: dict[str, str]) -> str: ...


async def play(peer: Peer, *, id: str, source: str) -> dict[str, Any]:
    """Play the scenario; what was seen of it, step by step."""

    async def answer(tool: str, **arguments: Any) -> Any:
        is_error, text = await peer.call(tool, arguments)
        return {"error": text} if is_error else json.loads(text)

    seen: dict[str, Any] = {"tools": await peer.tools()}
    seen["start"] = await answer("script_start", source=source, id=id)
    seen["watch"] = await answer("script_status", id=id, wait_s=20, until="line", since_line=0)
    await answer("script_status", id=id, wait_s=20, until="record")
    seen["output"] = await answer("script_output", id=id, limit=1)
    seen["cancel"] = await _cancelled(lambda: peer.call("script_status", {"id": id, "wait_s": 50}))
    seen["stop"] = await answer("script_stop", id=id)
    seen["again"] = await answer("script_status", id=id)
    seen["mistake"] = await answer("script_status", id="no-such-script")
    uris = await peer.resources()
    seen["resource"] = await peer.read("ticklane://status") if "ticklane://status" in uris else None
    prompts = await peer.prompts()
    needed = prompts.get("experiment")
    seen["prompt"] = None if needed is None else await peer.prompt("experiment", dict.fromkeys(needed, PROMPT_TEXT))
    return seen


async def _cancelled(call: Callable[[], Awaitable[Any]]) -> str:
    """Give a waiting call up, as an agent's user does with a key."""
    waiting = asyncio.ensure_future(call())
    done, _ = await asyncio.wait([waiting], timeout=0.3)
    if done:
        return f"it did not wait: {waiting.result()}"
    waiting.cancel()
    try:
        await asyncio.wait_for(waiting, 10)
    except asyncio.CancelledError:
        return "cancelled"
    except TimeoutError:
        return "it went on"
    return "it was answered"
