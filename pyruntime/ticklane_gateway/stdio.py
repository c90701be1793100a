"""MCP over standard input and output: a line is passed to a gateway over HTTP, what comes back is passed on as lines.

A client starts this once and keeps it, while games come and go. It answers `initialize`, `server/discover` and `ping`
itself, so that nothing is waited for, and imports nothing slow. Sessions of the 2025 protocol are adopted by every
gateway, so one made-up session id serves all of them.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ticklane_gateway.handshake import discovered, initialized, negotiated

__all__ = ["MAX_LINE_BYTES", "Bridge", "serve_stdio"]

MAX_LINE_BYTES: Final = 8 << 20
_READ_BYTES: Final = 1 << 16
_MAX_AT_ONCE: Final = 128
_ANSWER_AT_END_S: Final = 1.0
_CANCEL_S: Final = 2.0
_LISTEN_AGAIN_S: Final = 0.5
_ATTEMPTS: Final = 3
_PARSE_ERROR: Final = -32700
_INVALID_REQUEST: Final = -32600
_NOT_ANSWERED: Final = -32000
# Asking again for what only reads is harmless.
_REPEATABLE: Final = re.compile(
    r"(tools|resources|resources/templates|prompts)/list|resources/(read|subscribe)|prompts/get"
)
_NEEDS_GAME: Final = ("tools/call", "resources/read")
_KEPT: Final = ("logging/setLevel", "resources/subscribe")
_MOST_KEPT: Final = 300
# Where clients write the id of a message whose line was too long to be read: at its beginning or at its end.
_ID_FIRST: Final = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d{1,18}|"[^"\\]{1,200}")\s*,')
_ID_LAST: Final = re.compile(rb'[,{]\s*"id"\s*:\s*(-?\d{1,18}|"[^"\\]{1,200}")\s*\}\s*$')


def serve_stdio(find_game_dir: Callable[[], Path], *, starts_game: bool) -> int:
    """Serve the game of the folder that is found, until standard input ends; returns 0.

    Nothing but JSON-RPC goes to standard output. The folder is asked for when first needed: `initialize` is answered
    before.
    """
    output = os.dup(1)
    os.dup2(2, 1)  # whatever prints, here or in a child, is a log
    sys.stdout = sys.stderr
    bridge = Bridge(0, output, find_game_dir, starts_game=starts_game)
    try:
        bridge.run()
    except KeyboardInterrupt:
        pass
    finally:
        bridge.close()
    return 0


class Bridge:
    """Lines from one descriptor to a gateway, and back to the other."""

    def __init__(self, source: int, sink: int, find_game_dir: Callable[[], Path], *, starts_game: bool) -> None:
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._find_game_dir = find_game_dir
        self._starts_game = starts_game
        self._session = f"stdio-{secrets.token_hex(16)}"
        self._version = negotiated(None)
        self._calls: dict[str, _Running] = {}
        self._calls_lock = threading.Lock()
        self._kept: dict[tuple[str, str], dict[str, Any]] = {}
        self._ended = threading.Event()
        self._listening = False
        self._made: Any = None
        self._making = threading.Lock()

    def run(self) -> None:
        """Serve until the source ends, then answer what is under way for a moment."""
        for line in _lines(self._source):
            if isinstance(line, _TooLong):
                self._refuse(line.id, _INVALID_REQUEST, f"the message has more than {MAX_LINE_BYTES >> 20} MiB")
            elif line.strip():
                self._take(line)
        with self._calls_lock:
            threads = [running.thread for running in self._calls.values()]
        for thread in threads:
            thread.join(_ANSWER_AT_END_S)

    def close(self) -> None:
        """Hang up on every call, and end what was started here."""
        self._ended.set()
        with self._calls_lock:
            calls = list(self._calls.values())
        for running in calls:
            running.call.give_up()
        if self._made is not None:
            self._made.close()

    @property
    def _attachment(self) -> Any:
        with self._making:
            if self._made is None:
                from ticklane_gateway.attachment import Attachment

                self._made = Attachment(self._find_game_dir(), session=self._session, starts_game=self._starts_game)
            return self._made

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except RecursionError:
            return self._refuse(None, _PARSE_ERROR, "the JSON is nested too deep")
        except ValueError:
            return self._refuse(None, _PARSE_ERROR, "the line is no JSON")
        if not isinstance(message, dict):
            return self._refuse(None, _INVALID_REQUEST, "a line is one JSON-RPC message, no batch")
        method, id = message.get("method"), message.get("id")
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        match method:
            case "initialize" if id is not None:
                self._version = negotiated(params.get("protocolVersion"))
                self._answer(id, initialized(params.get("protocolVersion")))
            case "server/discover" if id is not None:
                self._answer(id, discovered())
            case "ping" if id is not None:
                self._answer(id, {})
            case "notifications/initialized":
                if not self._listening:
                    self._listening = True
                    threading.Thread(target=self._listen, name="listen", daemon=True).start()
            case "notifications/cancelled":
                self._cancel(line, str(params.get("requestId")))
            case _:
                self._keep(message, str(method or ""), params)
                self._forward(line, str(method or ""), params, id)
        return None

    def _keep(self, message: dict[str, Any], method: str, params: dict[str, Any]) -> None:
        """Remember what the next gateway has to be told."""
        key = (method.removeprefix("resources/un").removeprefix("resources/"), str(params.get("uri", "")))
        if method == "resources/unsubscribe":
            self._kept.pop(key, None)
        elif method in _KEPT and (key in self._kept or len(self._kept) < _MOST_KEPT):
            self._kept[key] = message

    def _forward(self, line: bytes, method: str, params: dict[str, Any], id: Any) -> None:
        from ticklane_gateway.forwarding import Call

        running = _Running(Call(), method, params)
        running.thread = threading.Thread(target=self._work, args=(line, running, id), name="call", daemon=True)
        if id is not None:
            with self._calls_lock:
                if len(self._calls) >= _MAX_AT_ONCE:
                    self._refuse(id, _NOT_ANSWERED, f"{_MAX_AT_ONCE} calls are under way; try again when one has ended")
                    return
                self._calls[str(id)] = running
        running.thread.start()

    def _work(self, line: bytes, running: _Running, id: Any) -> None:
        try:
            self._pass_on(line, running, id)
        except Exception as error:  # noqa: BLE001 - one call must not leave its client waiting
            self._fail(running, id, f"{type(error).__name__}: {error}")
        finally:
            with self._calls_lock:
                if self._calls.get(str(id)) is running:
                    del self._calls[str(id)]

    def _pass_on(self, line: bytes, running: _Running, id: Any) -> None:
        from ticklane_gateway.attachment import NoGatewayError
        from ticklane_gateway.forwarding import NotAnsweredError, NotReachedError, RefusedError, protocol_headers

        headers = protocol_headers(running.method, running.params, self._version)
        listens = running.method == "subscriptions/listen"
        attempts = 0
        while not self._ended.is_set() and not running.call.given_up:
            attempts += 1
            try:
                exchange = self._attachment.answering(needs_game=running.method in _NEEDS_GAME)
                for message in exchange.post(line, headers, running.call):
                    if listens and _is_answer(message) and b'"error"' not in message[:200]:
                        continue  # that gateway is ending; the next one is asked to go on
                    self._emit(message)
                    running.answered |= id is not None and _is_answer(message)
                if running.answered or id is None:
                    return None
                raise NotAnsweredError("the answer ended before it was complete")
            except NoGatewayError as error:
                return self._fail(running, id, str(error))
            except RefusedError as refused:
                if refused.status != 403 or attempts >= _ATTEMPTS:  # 403: another gateway, with another token
                    return self._fail(running, id, str(refused))
            except (NotReachedError, NotAnsweredError) as error:
                if running.answered or running.call.given_up:
                    return None
                if listens:
                    self._ended.wait(_LISTEN_AGAIN_S)
                    continue
                repeatable = isinstance(error, NotReachedError) or _REPEATABLE.fullmatch(running.method)
                if not repeatable or attempts >= 10 * _ATTEMPTS:
                    return self._fail(
                        running, id, "the game ended before it answered. Call again: a game that runs again is found."
                    )
            self._ended.wait(0.1)
        return None

    def _cancel(self, line: bytes, id: str) -> None:
        """Pass the word on, so that the call answers with what it has; hang up when it doesn't."""
        with self._calls_lock:
            running = self._calls.get(id)
        if running is None:
            return

        def work() -> None:
            from ticklane_gateway.forwarding import Call, cancelling_headers

            stateless = "io.modelcontextprotocol/protocolVersion" in (running.params.get("_meta") or {})
            with suppress(Exception):
                exchange = self._attachment.attached() or self._attachment.answering(needs_game=False)
                for _ in exchange.post(line, cancelling_headers(stateless, self._version), Call()):
                    pass
            running.thread.join(_CANCEL_S)
            running.call.give_up()

        threading.Thread(target=work, name="cancel", daemon=True).start()

    def _listen(self) -> None:
        """Pass on what a gateway sends by itself; tell a new one what the client had asked for."""
        from ticklane_gateway.forwarding import Call

        known: Any = None
        headers = {"MCP-Protocol-Version": self._version}
        while not self._ended.is_set():
            exchange = self._attachment.attached()
            if exchange is not None:
                with suppress(Exception):
                    if exchange is not known:
                        for number, message in enumerate(tuple(self._kept.values())):
                            # By an id of its own: the client's own request may be under way with the same.
                            again = json.dumps({**message, "id": f"again-{number}"}).encode()
                            for _ in exchange.post(again, headers, Call()):
                                pass
                        if known is not None:
                            for kind in ("tools", "resources", "prompts"):
                                self._send({"jsonrpc": "2.0", "method": f"notifications/{kind}/list_changed"})
                        known = exchange
                    for message in exchange.listen(headers, Call()):
                        self._emit(message)
            self._ended.wait(_LISTEN_AGAIN_S)

    def _fail(self, running: _Running, id: Any, text: str) -> None:
        if id is None or running.answered:
            return
        if running.method == "tools/call":
            self._answer(id, {"content": [{"type": "text", "text": text}], "isError": True, "resultType": "complete"})
        else:
            self._refuse(id, _NOT_ANSWERED, text)

    def _answer(self, id: Any, result: dict[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "id": id, "result": result})

    def _refuse(self, id: Any, code: int, text: str) -> None:
        self._send({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": text}})

    def _send(self, message: dict[str, Any]) -> None:
        self._emit(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))

    def _emit(self, message: bytes) -> None:
        line = memoryview(message.replace(b"\n", b" ") + b"\n")
        with self._writing, suppress(OSError):
            while line:
                line = line[os.write(self._sink, line) :]


class _Running:
    """A message under way."""

    def __init__(self, call: Any, method: str, params: dict[str, Any]) -> None:
        self.call = call
        self.method = method
        self.params = params
        self.answered = False
        self.thread: threading.Thread = threading.current_thread()


class _TooLong:
    """A line that was skipped, with its message's id where that could be told."""

    def __init__(self, id: Any) -> None:
        self.id = id


def _lines(source: int) -> Iterator[bytes | _TooLong]:
    """The lines of a descriptor; one over the bound comes as `_TooLong`, and reading goes on after it."""
    buffer = bytearray()
    head: bytes | None = None  # the beginning of a line that is being skipped
    while data := os.read(source, _READ_BYTES):
        searched = len(buffer)
        buffer += data
        while (end := buffer.find(b"\n", searched)) >= 0:
            line = bytes(buffer[:end])
            del buffer[: end + 1]
            searched = 0
            if head is not None or len(line) > MAX_LINE_BYTES:
                yield _TooLong(_id_of(head or line[:4096], line[-4096:]))
                head = None
            else:
                yield line
        if head is not None:
            del buffer[:-4096]
        elif len(buffer) > MAX_LINE_BYTES:
            head = bytes(buffer[:4096])
            del buffer[:-4096]
    if head is None and buffer:
        yield bytes(buffer)


def _id_of(head: bytes, tail: bytes) -> Any:
    found = _ID_FIRST.match(head) or _ID_LAST.search(tail)
    return json.loads(found[1]) if found else None


def _is_answer(message: bytes) -> bool:
    """Whether a message from the gateway answers a request: it has no method."""
    head = message[:200]
    return b'"result"' in head or b'"error"' in head if b'"method"' not in head else False
