"""Which gateway answers for `ticklane mcp`: the game's own while there is one, else a private one that says so.

The private one is the same program with the same tools on a port of its own: it lists and explains everything, and its
calls tell that no game runs, or reach a game whose endpoint is switched off. It ends with us.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from ticklane_gateway.forwarding import Exchange, Gateway

__all__ = ["Attachment", "NoGatewayError"]

_LOOK_AGAIN_S: Final = 0.05
_GATEWAY_STARTS_S: Final = 10.0
_GAME_STARTS_S: Final = 90.0
_PRIVATE_STARTS_S: Final = 30.0


class NoGatewayError(Exception):
    """Nobody can answer; the message says why and what to do."""


class Attachment:
    """The gateway of the game in one folder, found anew after every restart. Any thread may ask."""

    def __init__(self, game_dir: Path, *, session: str, starts_game: bool) -> None:
        self._game_dir = game_dir
        self._session = session
        self._may_start = starts_game
        self._seen_game = False
        self._game: _Child | None = None
        self._private: _Child | None = None
        self._current: Exchange | None = None
        self._lock = threading.Lock()  # of what is started
        self._closed = False

    def attached(self) -> Exchange | None:
        """The game's own gateway, None when there is none now."""
        gateway, _ = self._published()
        return self._exchange(gateway) if gateway else None

    def answering(self, *, needs_game: bool) -> Exchange:
        """Who answers now; a game is started when one is needed, may be started, and none has run yet.

        Raises `NoGatewayError`.
        """
        deadline = 0.0
        while not self._closed:
            gateway, started = self._published()
            if gateway is not None:
                return self._exchange(gateway)
            now = time.monotonic()
            if started is not None and time.time() - started < _GATEWAY_STARTS_S:
                deadline = deadline or now + _GATEWAY_STARTS_S  # the game is up, its gateway just starts
            elif started is None and self._game_is_coming(needs_game):
                deadline = deadline or now + _GAME_STARTS_S
            elif started is None and needs_game and self._game is not None:
                self._tell_that_ours_ended()
            else:
                return self._privately()
            if now > deadline:
                return self._privately()
            time.sleep(_LOOK_AGAIN_S)  # a file has no event to wait for
        raise NoGatewayError("`ticklane mcp` is ending")

    def close(self) -> None:
        """Close connections, and end what was started here by closing its standard input."""
        self._closed = True
        with self._lock:
            if self._current is not None:
                self._current.close()
            for child in (self._private, self._game):
                if child is not None:
                    child.end()

    def _published(self) -> tuple[Gateway | None, float | None]:
        """What the game says of its gateway, and when it was started; neither when no game runs."""
        from ticklane_control.endpoint import read_endpoint
        from ticklane_control.errors import NoGameError

        try:
            endpoint = read_endpoint(self._game_dir)
        except NoGameError:
            return None, None
        self._seen_game = True
        if not endpoint.mcp_url:
            return None, endpoint.started / 1000
        return Gateway(endpoint.mcp_url, endpoint.mcp_token), endpoint.started / 1000

    def _exchange(self, gateway: Gateway) -> Exchange:
        with self._lock:
            if self._current is None or self._current.gateway != gateway:
                if self._current is not None:
                    self._current.close()
                self._current = Exchange(gateway, self._session)
                if self._private is not None and gateway != self._private.gateway:
                    self._private.end()
                    self._private = None
            return self._current

    def _game_is_coming(self, needs_game: bool) -> bool:
        with self._lock:
            if self._game is None and needs_game and self._may_start and not self._seen_game and not self._closed:
                command = [sys.executable, "-m", "ticklane_cli", "serve", "--game-dir", str(self._game_dir)]
                self._game = _Child([*command, "--until-stdin-ends"])
            return self._game is not None and self._game.is_alive() and not self._closed

    def _tell_that_ours_ended(self) -> None:
        """Once, so that nobody takes a fresh world for the one before; the next call starts a game."""
        with self._lock:
            game, self._game = self._game, None
        if game is None:
            return
        had_started, self._seen_game = self._seen_game, False
        what = "The game has ended" if had_started else "No game runs: starting one failed"
        words = f": {game.last_line}" if game.last_line and not had_started else ""
        raise NoGatewayError(
            f"{what}{words}. Call again to have one started anew (its world and scripts are new), or start one with "
            f"`ticklane serve --game-dir {self._game_dir}`."
        )

    def _privately(self) -> Exchange:
        with self._lock:
            if self._private is None or not self._private.is_alive():
                command = [sys.executable, "-m", "ticklane_gateway", "--game-dir", str(self._game_dir), "--private"]
                self._private = _Child(command)
            private = self._private
        gateway = private.told(_PRIVATE_STARTS_S)
        if gateway is None:
            raise NoGatewayError(
                f"No game is running in {self._game_dir}, and the tools can't be listed: {private.last_line}. "
                f"Start a game with `ticklane serve --game-dir {self._game_dir}`."
            )
        return self._exchange(gateway)


class _Child:
    """A process that ends when its standard input is closed; what it logs goes to our standard error."""

    def __init__(self, command: list[str]) -> None:
        self.gateway: Gateway | None = None
        self.last_line = ""
        self._said = threading.Event()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us: we end it
        )
        for name, stream in (("stdout", self._process.stdout), ("stderr", self._process.stderr)):
            read = self._read_gateway if name == "stdout" else self._read_log
            threading.Thread(target=read, args=(stream,), name=f"child-{name}", daemon=True).start()

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def told(self, within_s: float) -> Gateway | None:
        """The gateway it is, None when it ended without saying so."""
        self._said.wait(within_s)
        return self.gateway

    def end(self) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def _read_gateway(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                with suppress(ValueError, KeyError, TypeError):
                    told = json.loads(line)
                    self.gateway = Gateway(told["url"], told["token"])
                    self._said.set()
        self._said.set()
        self._process.wait()

    def _read_log(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                text = line.decode("utf-8", "replace").rstrip()
                if text:
                    self.last_line = text
                    print(text, file=sys.stderr, flush=True)
