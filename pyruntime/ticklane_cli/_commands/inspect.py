"""`ticklane inspect`: what an MCP client sees, tried by hand over the endpoint itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ticklane_cli._exit import ENDED_OTHERWISE, FINISHED, UsageError, print_json
from ticklane_cli._games import find_game_dir
from ticklane_control.endpoint import read_endpoint
from ticklane_control.errors import NoGameError
from ticklane_gateway.forwarding import (
    Call,
    Exchange,
    Gateway,
    NotAnsweredError,
    NotReachedError,
    RefusedError,
    protocol_headers,
)
from ticklane_gateway.handshake import STATELESS_VERSION

__all__ = ["inspect"]

_META: Final = {
    "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "ticklane-inspect", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def inspect(
    tool: str, arguments: Sequence[str], *, resource: str, prompt: str, game_dir: Path | None, as_json: bool
) -> int:
    """Returns 0, or 1 when the tool's answer is an error."""
    if bool(tool) + bool(resource) + bool(prompt) > 1:
        raise UsageError("inspect: one of a tool, --resource and --prompt")
    endpoint = _Endpoint(find_game_dir(game_dir))
    try:
        return _inspect(endpoint, tool, arguments, resource=resource, prompt=prompt, as_json=as_json)
    finally:
        endpoint.close()


def _inspect(
    endpoint: _Endpoint, tool: str, arguments: Sequence[str], *, resource: str, prompt: str, as_json: bool
) -> int:
    if tool:
        return _show(endpoint.ask("tools/call", {"name": tool, "arguments": _read(arguments)}), as_json=as_json)
    if resource:
        return _show(endpoint.ask("resources/read", {"uri": resource}), as_json=as_json)
    if prompt:
        given = {key: value if isinstance(value, str) else json.dumps(value) for key, value in _read(arguments).items()}
        return _show(endpoint.ask("prompts/get", {"name": prompt, "arguments": given}), as_json=as_json)
    listed = {
        "tools": endpoint.all("tools/list", "tools"),
        "resources": endpoint.all("resources/list", "resources"),
        "resource_templates": endpoint.all("resources/templates/list", "resourceTemplates"),
        "prompts": endpoint.all("prompts/list", "prompts"),
    }
    if as_json:
        print_json({"url": endpoint.url, **listed})
        return FINISHED
    print(f"{endpoint.url}\n")
    for each in listed["tools"]:
        print(f"{each['name']}({_parameters(each.get('inputSchema', {}))})\n    {_first_line(each)}")
    for kind, by in (("resources", "uri"), ("resource_templates", "uriTemplate"), ("prompts", "name")):
        if listed[kind]:
            print(f"\n{kind.replace('_', ' ')}:")
        for each in listed[kind]:
            print(f"  {each[by]}  {_first_line(each)}")
    return FINISHED


class _Endpoint:
    """The endpoint of the game in a folder, asked one question at a time."""

    def __init__(self, folder: Path) -> None:
        found = read_endpoint(folder)
        if not found.mcp_url:
            raise NoGameError(f"The game in {folder} has no MCP endpoint: it is switched off, or just starting.")
        self.url = found.mcp_url
        self._exchange = Exchange(Gateway(found.mcp_url, found.mcp_token), "inspect")

    def close(self) -> None:
        self._exchange.close()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        params = {**params, "_meta": _META}
        raw = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        try:
            for data in self._exchange.post(raw, protocol_headers(method, params, STATELESS_VERSION), Call()):
                message: dict[str, Any] = json.loads(data)
                if "error" in message:
                    raise UsageError(f"{method}: {message['error']['message']}")
                if "result" in message:
                    result: dict[str, Any] = message["result"]
                    return result
        except RefusedError as error:
            raise UsageError(f"{method}: {error}") from error
        except (NotReachedError, NotAnsweredError) as error:
            raise NoGameError(f"{self.url} did not answer: {error}") from error
        raise NoGameError(f"{self.url} ended the connection before it answered.")

    def all(self, method: str, key: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: dict[str, Any] = {}
        while True:
            page = self.ask(method, cursor)
            found += page[key]
            if not page.get("nextCursor"):
                return found
            cursor = {"cursor": page["nextCursor"]}


def _read(arguments: Sequence[str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for argument in arguments:
        key, equals, text = argument.partition("=")
        if not equals:
            raise UsageError(f"inspect: {argument!r} is no K=V")
        if text.startswith("@"):
            try:
                given[key] = Path(text[1:]).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(f"inspect: {text[1:]} can't be read: {error}") from error
            continue
        try:
            given[key] = json.loads(text)
        except ValueError:
            given[key] = text
    return given


def _show(result: dict[str, Any], *, as_json: bool) -> int:
    code = ENDED_OTHERWISE if result.get("isError") else FINISHED
    if as_json:
        print_json(result)
        return code
    blocks = result.get("content") or result.get("contents") or [each["content"] for each in result.get("messages", [])]
    for block in blocks:
        text = block.get("text")
        if text is None:
            text = json.dumps({key: value if len(str(value)) < 200 else "…" for key, value in block.items()})
        print(_laid_out(text))
    return code


def _laid_out(text: str) -> str:
    """JSON with line breaks; anything else as it is."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False) if text[:1] in "{[" else text
    except ValueError:
        return text


def _parameters(schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    return ", ".join(name if name in needed else f"[{name}]" for name in schema.get("properties", {}))


def _first_line(entry: dict[str, Any]) -> str:
    return str(entry.get("description", "")).strip().partition("\n")[0]
