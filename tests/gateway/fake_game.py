"""A game that is none: speaks the control protocol's real frames over a real socket and keeps scripts as dicts."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ticklane_control.endpoint import endpoint_path
from ticklane_control.frames import encode_frame, read_frame
from ticklane_control.messages import PROTOCOL, StartRequest, decode_start

TOKEN = "control-token-of-the-fake-game"


class RefusedError(Exception):
    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type, self.message = type, message


class FakeGame:
    """Scripts are Status dicts in `scripts`; `change` alters one and wakes who waits. `asked` lists verb and header."""

    def __init__(self, game_dir: Path, *, magic: str = importlib.util.MAGIC_NUMBER.hex()) -> None:
        self.game_dir = game_dir
        self.magic = magic
        self.scripts: dict[str, dict[str, Any]] = {}
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.events: list[dict[str, Any]] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.announced: dict[str, Any] = {}
        self.started: list[StartRequest] = []
        self.on_start: Callable[[dict[str, Any]], None] = lambda status: None
        self.changed = threading.Condition()
        self._connections: set[socket.socket] = set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._stopped = False
        self._threads[0].start()
        self.write_endpoint()

    @property
    def port(self) -> int:
        port: int = self._server.getsockname()[1]
        return port

    def write_endpoint(self, **other: Any) -> None:
        path = endpoint_path(self.game_dir)
        path.parent.mkdir(parents=True, exist_ok=True)
        values = {"protocol": PROTOCOL, "port": self.port, "token": TOKEN, "pid": os.getpid(), "started": 1, **other}
        draft = path.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(values))
        draft.replace(path)

    def change(self, id: str, **fields: Any) -> None:
        with self.changed:
            self.scripts.setdefault(id, {"id": id, "generation": 1, "state": "running", "lane": "server"}).update(
                fields
            )
            self.changed.notify_all()

    def verbs(self) -> list[str]:
        return [verb for verb, _ in self.asked]

    def wait_for(self, met: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        with self.changed:
            while not met():
                assert self.changed.wait(deadline - time.monotonic()), f"never came; asked: {self.asked}"

    def stop(self) -> None:
        with self.changed:
            self._stopped = True
            self.changed.notify_all()
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for connection in tuple(self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                self._connections.add(connection)
                thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, connection: socket.socket) -> None:
        writing = threading.Lock()
        waiters: list[threading.Thread] = []
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection, suppress(OSError), connection.makefile("rb") as stream:

            def read_exactly(count: int) -> bytes:
                data = stream.read(count)
                if data is None or len(data) < count:
                    raise ConnectionResetError
                return data

            while True:
                head, body = read_frame(read_exactly)
                header: dict[str, Any] = json.loads(head)
                with self.changed:
                    self.asked.append((header["verb"], header))
                    self.changed.notify_all()
                if not header.get("wait_s"):
                    self._answer(connection, writing, header, body)
                    continue
                waiter = threading.Thread(target=self._answer, args=(connection, writing, header, body), daemon=True)
                waiters.append(waiter)
                waiter.start()
        self._connections.discard(connection)
        for waiter in waiters:
            waiter.join(5)

    def _answer(self, connection: socket.socket, writing: threading.Lock, header: dict[str, Any], body: bytes) -> None:
        reply: dict[str, Any] = {"id": header["id"], "ok": True}
        data = b""
        try:
            data = json.dumps(getattr(self, f"_do_{header['verb']}")(header, body)).encode()
        except RefusedError as refused:
            reply |= {"ok": False, "error": {"type": refused.type, "message": refused.message}}
        with writing, suppress(OSError):
            connection.sendall(encode_frame(json.dumps(reply).encode(), data))

    def _script(self, header: dict[str, Any]) -> dict[str, Any]:
        if header["script"] not in self.scripts:
            known = ", ".join(self.scripts) or "none"
            raise RefusedError("unknown_script", f"there is no script {header['script']!r}; known: {known}")
        return self.scripts[header["script"]]

    def _wait(self, header: dict[str, Any], met: Callable[[], bool]) -> None:
        deadline = time.monotonic() + header.get("wait_s", 0)
        with self.changed:
            while not met() and not self._stopped and (left := deadline - time.monotonic()) > 0:
                self.changed.wait(left)

    def _do_hello(self, header: dict[str, Any], body: bytes) -> Any:
        if header["token"] != TOKEN:
            raise RefusedError("bad_token", "the token is not this game's")
        return {
            "protocol": PROTOCOL,
            "pid": os.getpid(),
            "ticklane": "0.1.0",
            "game": {"host": "fake", "minecraft": "26.1.2", "versions": {}},
            "python": platform.python_version(),
            "magic": self.magic,
            "lanes": ["server"],
            "game_dir": str(self.game_dir),
            "tick": 100,
            "state": "running",
        }

    def _do_ping(self, header: dict[str, Any], body: bytes) -> Any:
        return {"tick": 100}

    def _do_announce(self, header: dict[str, Any], body: bytes) -> Any:
        with self.changed:
            self.announced = {key: header[key] for key in ("mcp_url", "mcp_token")}
            self.changed.notify_all()
        return {}

    def _do_start(self, header: dict[str, Any], body: bytes) -> Any:
        request = decode_start(body)
        self.started.append(request)
        old = self.scripts.get(request.id, {"generation": 0})
        status = {
            "id": request.id,
            "generation": old["generation"] + 1,
            "state": "running",
            "lane": request.lane,
            "tick": 100,
            "elapsed": 0,
            "operation_id": request.operation_id,
            "source_hash": request.source_hash,
        }
        self.scripts[request.id] = status
        self.on_start(status)
        self._wait(header, lambda: self.scripts[request.id]["state"] == "ended")
        return self.scripts[request.id]

    def _do_status(self, header: dict[str, Any], body: bytes) -> Any:
        status = self._script(header)
        lines: list[str] = status.get("all_lines", [])
        since = header.get("since_line", -1)
        since = len(lines) if since < 0 else since
        until = header.get("until", "ended")
        self._wait(
            header,
            lambda: status["state"] == "ended" or (until == "line" and len(status.get("all_lines", [])) > since),
        )
        lines = status.get("all_lines", [])
        new = {"new": lines[since:]} if lines[since:] else {}
        shown = {key: value for key, value in status.items() if key != "all_lines"}
        return {**shown, "lines": {"next": len(lines), **new}}

    def _do_list(self, header: dict[str, Any], body: bytes) -> Any:
        columns = ["id", "state", "lane", "elapsed", "p99_ms", "result"]
        rows = [
            [s["id"], s["state"], s["lane"], s.get("elapsed", 0), 0.1, "result" in s] for s in self.scripts.values()
        ]
        return {"game": {"host": "fake", "tick": 100, "state": "running"}, "columns": columns, "scripts": rows}

    def _do_stop(self, header: dict[str, Any], body: bytes) -> Any:
        status = self._script(header)
        if status["state"] != "ended":
            status |= {"state": "ended", "reason": "stopped"}
        return status

    def _do_pause(self, header: dict[str, Any], body: bytes) -> Any:
        return {**self._script(header), "state": "paused"}

    def _do_resume(self, header: dict[str, Any], body: bytes) -> Any:
        return self._script(header)

    def _do_output(self, header: dict[str, Any], body: bytes) -> Any:
        status = self._script(header)
        rows = self.rows.get(header["script"], [])
        page: list[dict[str, Any]] = []
        first, size = header["since"], 0
        for row in rows[first : first + header["limit"]]:
            size += len(json.dumps(row))
            if page and size > header["max_bytes"]:
                break
            page.append(row)
        following = first + len(page)
        return {
            "id": status["id"],
            "generation": status["generation"],
            "since": first,
            "next": following,
            "more": following < len(rows),
            "total": len(rows),
            "dropped": 0,
            "truncated": False,
            "reset": header.get("generation", status["generation"]) != status["generation"],
            "rows": page,
        }

    def _do_events(self, header: dict[str, Any], body: bytes) -> Any:
        since = header["since"] if header["since"] >= 0 else len(self.events)
        self._wait(header, lambda: len(self.events) > since)
        found = self.events[since : since + header["limit"]]
        return {"next": since + len(found), "skipped": 0, "events": found}
