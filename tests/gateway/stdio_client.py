"""A client of `ticklane mcp`: the bridge in a thread of the test process, or the real process."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from ticklane_gateway.stdio import Bridge

from .running_gateway import message

WAIT_S = 60.0
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class _Client:
    """Lines out, decoded messages in; the bytes of each line that came are in `lines`."""

    def __init__(self, to: IO[bytes], of: IO[bytes]) -> None:
        self._to = to
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.lines: list[bytes] = []
        self._reader = threading.Thread(target=self._read, args=(of,), daemon=True)
        self._reader.start()
        self._later: list[dict[str, Any]] = []

    def _read(self, of: IO[bytes]) -> None:
        with of:
            for line in of:
                self.lines.append(line)
                self._messages.put(json.loads(line))

    def send(self, line: bytes) -> None:
        self._to.write(line + b"\n")
        self._to.flush()

    def ask(self, method: str, params: Mapping[str, Any] | None = None, id: int | None = 1) -> None:
        self.send(message(method, dict(params or {}), id))

    def answer(self, id: Any) -> dict[str, Any]:
        """The answer to that id; what comes before it is kept."""
        for kept in self._later:
            if kept.get("id") == id and "method" not in kept:
                self._later.remove(kept)
                return kept
        while True:
            got = self._messages.get(timeout=WAIT_S)
            if got.get("id") == id and "method" not in got:
                return got
            self._later.append(got)

    def told(self, method: str) -> dict[str, Any]:
        """The next notification of that method; what came before it is dropped."""
        self._later = []
        while (got := self._messages.get(timeout=WAIT_S)).get("method") != method:
            pass
        return got

    def call(self, tool: str, arguments: Mapping[str, Any] | None = None, *, id: int = 2, modern: bool = False) -> Any:
        """The result of one call."""
        meta = {"_meta": META} if modern else {}
        self.ask("tools/call", {"name": tool, "arguments": dict(arguments or {}), **meta}, id)
        return self.answer(id)["result"]

    def end_of_input(self) -> None:
        self._to.close()


class BridgeClient(_Client):
    """The bridge in a thread."""

    def __init__(self, game_dir: Path) -> None:
        source, to = os.pipe()
        of, sink = os.pipe()
        super().__init__(os.fdopen(to, "wb"), os.fdopen(of, "rb"))
        self.bridge = Bridge(source, sink, lambda: game_dir, starts_game=False)

        def run() -> None:
            self.bridge.run()
            self.bridge.close()
            os.close(sink)
            os.close(source)

        self.thread = threading.Thread(target=run, name="bridge-under-test", daemon=True)
        self.thread.start()

    def close(self) -> None:
        if not self._to.closed:
            self.end_of_input()
        self.thread.join(10)
        assert not self.thread.is_alive()
        self._reader.join(5)


class ProcessClient(_Client):
    """`ticklane mcp` as a process; `errors` holds what it wrote to standard error once it has ended."""

    def __init__(self, game_dir: Path, *options: str, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ticklane_cli", "mcp", "--game-dir", str(game_dir), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        super().__init__(self.process.stdin, self.process.stdout)
        self._errors: list[bytes] = []
        self._log = threading.Thread(target=self._read_log, daemon=True)
        self._log.start()

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            self._errors.extend(stream)

    @property
    def errors(self) -> str:
        return b"".join(self._errors).decode()

    def close(self) -> int:
        if not self._to.closed:
            self.end_of_input()
        code = self.process.wait(WAIT_S)
        self._reader.join(5)
        self._log.join(5)
        return code
