"""The scenario with the Python SDK of before 2026; run by its own Python: client_mcp1.py CONFIG."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client  # type: ignore[attr-defined]
from scenario import play  # type: ignore[import-not-found]


class Mcp1:
    def __init__(self, session: Any) -> None:
        self._session = session

    async def tools(self) -> list[str]:
        return [tool.name for tool in (await self._session.list_tools()).tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
        result = await self._session.call_tool(tool, arguments)
        return result.isError, result.content[0].text

    async def resources(self) -> list[str]:
        return [str(resource.uri) for resource in (await self._session.list_resources()).resources]

    async def read(self, uri: str) -> str:
        return str((await self._session.read_resource(uri)).contents[0].text)

    async def prompts(self) -> dict[str, list[str]]:
        prompts = (await self._session.list_prompts()).prompts
        return {prompt.name: [each.name for each in prompt.arguments or [] if each.required] for prompt in prompts}

    async def prompt(self, name: str, arguments: dict[str, str]) -> str:
        return str((await self._session.get_prompt(name, arguments)).messages[0].content.text)


async def main(config: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        if config["url"]:
            headers = {"Authorization": f"Bearer {config['token']}"}
            streams = await stack.enter_async_context(streamablehttp_client(config["url"], headers=headers))
        else:
            server = StdioServerParameters(command=config["command"][0], args=config["command"][1:])
            streams = await stack.enter_async_context(stdio_client(server))
        session = await stack.enter_async_context(ClientSession(streams[0], streams[1]))
        await session.initialize()
        print(json.dumps(await play(Mcp1(session), id=config["id"], source=config["source"])))


asyncio.run(main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
