"""Requests that must not reach MCP, each with what it gets; docs/security.md shows the same table.

`python -m tests.gateway.bad_requests` prints the table as it is answered now.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ticklane_gateway.edge import MAX_BODY_BYTES

from .running_gateway import TOKEN, RunningGateway, exchange, message, request

__all__ = ["BAD_REQUESTS", "INITIALIZE", "PAGE", "BadRequest", "rows_of_the_page", "told"]

PAGE: Final = Path(__file__).parents[2] / "docs" / "security.md"
INITIALIZE: Final = message(
    "initialize",
    {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
)
_MODERN: Final = ("MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: script_status")
_LEGACY: Final = ("MCP-Protocol-Version: 2025-11-25", "Mcp-Session-Id: bad-requests")
_META: Final = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True)
class BadRequest:
    """What is sent: `parts` of an otherwise good request, or bytes of its own. `{port}` stands for the port."""

    name: str
    status: int
    parts: Mapping[str, Any] = field(default_factory=dict)
    data: Callable[[int], bytes] | None = None

    def bytes_for(self, port: int) -> bytes:
        """The request for a gateway on that port."""
        if self.data is not None:
            return self.data(port)
        filled = {key: _with_port(value, port) for key, value in self.parts.items()}
        return request(port, **{"body": INITIALIZE, **filled})


def _with_port(value: Any, port: int) -> Any:
    if isinstance(value, str):
        return value.replace("{port}", str(port))
    return tuple(_with_port(item, port) for item in value) if isinstance(value, tuple) else value


def _call(id_json: bytes, *, modern: bool) -> dict[str, Any]:
    """A call whose argument is that JSON."""
    params = {"name": "script_status", "arguments": {"id": "@"}, **({"_meta": _META} if modern else {})}
    return {
        "headers": _MODERN if modern else _LEGACY,
        "body": message("tools/call", params).replace(b'"@"', id_json),
    }


def _without_length(port: int, *more: str, body: bytes = b"") -> bytes:
    head = request(port, headers=more, body=b"").replace(b"Content-Length: 0\r\n", b"")
    return head + body


BAD_REQUESTS: Final = (
    BadRequest("no token", 403, {"token": None}),
    BadRequest("wrong token of the same length", 403, {"token": "x" * len(TOKEN)}),
    BadRequest("token cut short", 403, {"token": TOKEN[:-1]}),
    BadRequest("token with more behind it", 403, {"token": TOKEN + "x"}),
    BadRequest("empty token", 403, {"token": ""}),
    BadRequest("token in another scheme", 403, {"token": None, "headers": (f"Authorization: Basic {TOKEN}",)}),
    BadRequest("two Authorization headers", 403, {"headers": (f"Authorization: Bearer {TOKEN}",)}),
    BadRequest("wrong token in the query", 403, {"token": None, "path": "/mcp?token=x"}),
    BadRequest("token in the query that isn't ASCII", 403, {"token": None, "path": "/mcp?token=%C3%A9"}),
    BadRequest("two tokens in the query", 403, {"token": None, "path": f"/mcp?token={TOKEN}&token={TOKEN}"}),
    BadRequest("token in header and query", 400, {"path": f"/mcp?token={TOKEN}"}),
    BadRequest("token in the header, an empty one in the query", 400, {"path": "/mcp?token="}),
    BadRequest("Host by address", 421, {"host": "127.0.0.1:{port}"}),
    BadRequest("Host by IPv6 address", 421, {"host": "[::1]:{port}"}),
    BadRequest("Host in capitals", 421, {"host": "LOCALHOST:{port}"}),
    BadRequest("Host without port", 421, {"host": "localhost"}),
    BadRequest("Host with another port", 421, {"host": "localhost:1"}),
    BadRequest("Host with a dot", 421, {"host": "localhost.:{port}"}),
    BadRequest("another Host", 421, {"host": "evil.example:{port}"}),
    BadRequest("two Hosts", 400, {"headers": ("Host: evil.example",)}),
    BadRequest("no Host", 400, {"host": ""}),
    BadRequest("no Host, in HTTP/1.0", 421, data=lambda port: b"GET /mcp HTTP/1.0\r\n\r\n"),
    BadRequest("another Host in the request line", 404, {"path": "http://evil.example/mcp"}),
    BadRequest("Origin of the same address", 403, {"headers": ("Origin: http://localhost:{port}",)}),
    BadRequest("Origin `null`", 403, {"headers": ("Origin: null",)}),
    BadRequest("empty Origin", 403, {"headers": ("Origin:",)}),
    BadRequest("another path", 404, {"path": "/"}),
    BadRequest("a path below", 404, {"path": "/mcp/x"}),
    BadRequest("a path that climbs", 404, {"path": "/mcp/../mcp"}),
    BadRequest("PUT", 405, {"method": "PUT"}),
    BadRequest("OPTIONS, a browser's preflight", 405, {"method": "OPTIONS"}),
    BadRequest("TRACE", 405, {"method": "TRACE"}),
    BadRequest("body over 8 MiB, announced", 413, {"length": MAX_BODY_BYTES + 1, "body": b" " * (MAX_BODY_BYTES + 1)}),
    BadRequest("body of 10¹⁷ bytes, announced", 413, {"length": 10**17, "body": b""}),
    BadRequest(
        "body over 8 MiB, in chunks",
        413,
        data=lambda port: _without_length(
            port,
            "Transfer-Encoding: chunked",
            body=(b"100000\r\n" + b" " * 0x100000 + b"\r\n") * 9 + b"0\r\n\r\n",
        ),
    ),
    BadRequest("negative length", 400, {"length": -5, "body": b""}),
    BadRequest("two lengths", 400, {"headers": ("Content-Length: 3",)}),
    BadRequest("200 headers", 431, {"headers": tuple(f"X-{n}: a" for n in range(200))}),
    BadRequest("headers of 40 KB", 431, {"headers": (f"X-Long: {'a' * 40_000}",)}),
    BadRequest("headers of 100 KB", 431, {"headers": (f"X-Long: {'a' * 100_000}",)}),
    BadRequest("a header with a line of its own inside", 400, {"headers": ("X-Folded: a\r\n\tb\x00c",)}),
    BadRequest("TLS", 400, data=lambda port: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 TLS\r\n\r\n"),
    BadRequest("100,000 brackets", 400, {"body": b"[" * 100_000 + b"]" * 100_000}),
    BadRequest("50,000 objects in each other", 400, {"body": b'{"params":' * 50_000 + b"1" + b"}" * 50_000}),
    BadRequest("an argument 5,000 deep, 2025", 400, _call(b"[" * 5000 + b"]" * 5000, modern=False)),
    BadRequest("an argument 5,000 deep, 2026", 200, _call(b"[" * 5000 + b"]" * 5000, modern=True)),
    BadRequest("a number of 10,000 digits, 2025", 400, _call(b"9" * 10_000, modern=False)),
    BadRequest("a number of 10,000 digits, 2026", 400, _call(b"9" * 10_000, modern=True)),
    BadRequest("NaN", 200, _call(b"NaN", modern=True)),
    BadRequest("half a surrogate pair", 200, _call(b'"\\ud800"', modern=True)),
    BadRequest("bytes that aren't UTF-8", 400, {"body": b'{"method": "\xff"}'}),
    BadRequest("no JSON", 400, {"body": b"hello"}),
    BadRequest("an empty body", 400, {"body": b""}),
    BadRequest("a batch", 400, {"body": b"[" + INITIALIZE + b"," + INITIALIZE + b"]"}),
    BadRequest("another content type", 400, data=lambda port: _typed(port, b"text/plain")),
    BadRequest("a version nobody knows", 400, {"headers": ("MCP-Protocol-Version: 1999-01-01",)}),
    BadRequest(
        "headers that contradict the body, 2026", 400, {"headers": _MODERN, "body": message("ping", {"_meta": _META})}
    ),
)


def _typed(port: int, type: bytes) -> bytes:
    return request(port, body=INITIALIZE).replace(b"Content-Type: application/json", b"Content-Type: " + type)


def told(got: bytes) -> str:
    """What the answer says: its JSON-RPC error, a tool's error, else its text; the beginning of it."""
    body = got.partition(b"\r\n\r\n")[2]
    if b"{" not in body:
        return re.sub(r"\s+", " ", re.sub(rb"[0-9a-f]+\r\n", b"", body).decode("latin-1")).strip()
    answer = json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])
    text = str(answer["error"]["message"] if "error" in answer else answer["result"]["content"][0]["text"])
    return f"{text[:160]}…" if len(text) > 161 else text


def row(bad: BadRequest, status: int, text: str, port: int) -> str:
    """A line of the page's table."""
    shown = text.replace(str(port), "<port>").replace("|", "\\|")
    return f"| {bad.name} | {status} | {shown} |"


def rows_of_the_page() -> dict[str, str]:
    """The page's lines by the request's name."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if re.match(r"\| .* \| \d{3} \| .* \|$", line)]
    return {line.split(" | ")[0].removeprefix("| "): line for line in found}


if __name__ == "__main__":
    gateway = RunningGateway(Path(tempfile.mkdtemp()))
    try:
        for bad in BAD_REQUESTS:
            status, got = exchange(gateway.port, bad.bytes_for(gateway.port))
            print(row(bad, status, told(got), gateway.port), "" if status == bad.status else f"!!! not {bad.status}")
    finally:
        gateway.stop()
