"""The control protocol's Python side: frames, finding a game, both clients."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ticklane_control.aio import GameLink
from ticklane_control.client import connect
from ticklane_control.endpoint import endpoint_path, read_endpoint
from ticklane_control.errors import ControlError, NoGameError
from ticklane_control.frames import FrameError, decode_length, encode_frame, read_frame, split_frame
from ticklane_control.messages import MAX_FRAME_BYTES, encode_request_header

from .fake_game import FakeGame


@given(st.binary(max_size=2000), st.binary(max_size=2000))
def test_a_frame_comes_back_as_it_was(header: bytes, body: bytes) -> None:
    data = encode_frame(header, body)
    assert len(data) == 4 + decode_length(data[:4])
    position = 0

    def read_exactly(count: int) -> bytes:
        nonlocal position
        position += count
        return data[position - count : position]

    assert read_frame(read_exactly) == (header, body)


def test_frames_over_a_bound_are_refused_both_ways() -> None:
    with pytest.raises(FrameError, match="65536"):
        encode_frame(b"x" * 65536)
    with pytest.raises(FrameError, match="16777216"):
        encode_frame(b"", b"x" * MAX_FRAME_BYTES)
    for length in (0, 1, MAX_FRAME_BYTES + 1):
        with pytest.raises(FrameError):
            decode_length(struct.pack(">I", length))
    for payload in (b"", b"\0", b"\0\5abc"):
        with pytest.raises(FrameError):
            split_frame(payload)


def test_a_verbs_fields_cannot_forge_its_header() -> None:
    with pytest.raises(ValueError, match="id or verb"):
        encode_request_header(1, "status", {"verb": "shutdown"})


def test_without_an_endpoint_file_the_error_says_how_to_start_a_game(tmp_path: Path) -> None:
    with pytest.raises(NoGameError, match="ticklane serve"):
        read_endpoint(tmp_path)


def test_the_endpoint_of_an_ended_process_is_stale(game: FakeGame) -> None:
    game.write_endpoint(pid=2**22 + 1)
    with pytest.raises(NoGameError, match="has ended"):
        read_endpoint(game.game_dir)


def test_an_endpoint_that_others_can_read_is_refused(game: FakeGame) -> None:
    endpoint_path(game.game_dir).chmod(0o640)
    with pytest.raises(NoGameError, match="chmod 600"):
        read_endpoint(game.game_dir)


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"protocol":1}', "\0"])
def test_a_damaged_endpoint_file_is_named(game: FakeGame, text: str) -> None:
    endpoint_path(game.game_dir).write_text(text)
    with pytest.raises(NoGameError, match="endpoint"):
        read_endpoint(game.game_dir)


def test_a_game_of_another_protocol_is_refused(game: FakeGame) -> None:
    game.write_endpoint(protocol=2)
    with pytest.raises(NoGameError, match="protocol 2"):
        read_endpoint(game.game_dir)


def test_a_port_that_is_nobodys_is_no_game(game: FakeGame) -> None:
    game.stop()
    with pytest.raises(NoGameError, match="doesn't answer"):
        connect(game.game_dir, client="test")


def test_a_port_that_is_not_a_games_is_no_game(game: FakeGame) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def answer() -> None:
            connection, _ = other.accept()
            with connection:
                connection.recv(100)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        game.write_endpoint(port=other.getsockname()[1])
        with pytest.raises(NoGameError, match="doesn't answer"):
            connect(game.game_dir, client="test")
        thread.join()


def test_a_wrong_token_is_told_by_its_type(game: FakeGame) -> None:
    game.write_endpoint(token="wrong")
    with pytest.raises(ControlError) as caught:
        connect(game.game_dir, client="test")
    assert caught.value.type == "bad_token"


def test_the_blocking_client_asks_and_raises(game: FakeGame) -> None:
    game.change("a")
    with connect(game.game_dir, client="test") as client:
        assert client.hello.lanes == ["server"]
        assert client.hello.pid == os.getpid()
        assert client.request("ping") == {"tick": 100}
        assert client.request("status", script="a")["state"] == "running"
        with pytest.raises(ControlError) as caught:
            client.request("status", script="b")
        assert caught.value.type == "unknown_script"
        assert client.request("ping") == {"tick": 100}


def test_a_late_answer_is_not_taken_for_the_next(game: FakeGame) -> None:
    game.change("a")
    with connect(game.game_dir, client="test") as client:
        with pytest.raises(ControlError) as caught:
            client.request("status", script="a", wait_s=5, timeout_s=0.1)
        assert caught.value.type == "timeout"
        game.change("a", state="ended")
        for _ in range(3):
            assert client.request("ping") == {"tick": 100}


def test_the_blocking_client_tells_when_the_game_goes(game: FakeGame) -> None:
    game.change("a")
    with connect(game.game_dir, client="test") as client:
        game.stop()
        with pytest.raises(ControlError) as caught:
            client.request("ping")
        assert caught.value.type == "disconnected"


def run_link(game: FakeGame, use: Any) -> Any:
    async def run() -> Any:
        link = GameLink(game.game_dir, client="test")
        try:
            return await use(link)
        finally:
            await link.close()

    return asyncio.run(run())


def test_the_link_pipelines_and_answers_out_of_order(game: FakeGame) -> None:
    game.change("a")

    async def use(link: GameLink) -> tuple[bytes, list[bytes]]:
        waiting = asyncio.create_task(link.request("status", script="a", wait_s=30))
        pings = await asyncio.gather(*(link.request("ping") for _ in range(200)))
        assert not waiting.done()
        await asyncio.to_thread(game.change, "a", state="ended")
        return await waiting, pings

    status, pings = run_link(game, use)
    assert b"ended" in status
    assert len(pings) == 200
    assert game.verbs().count("hello") == 1


def test_the_link_finds_a_restarted_game(game: FakeGame) -> None:
    game.change("a")

    async def use(link: GameLink) -> bytes:
        waiting = asyncio.create_task(link.request("status", script="a", wait_s=30))
        await asyncio.to_thread(game.wait_for, lambda: "status" in game.verbs())
        await asyncio.to_thread(game.stop)
        await asyncio.wait({waiting})
        with pytest.raises(NoGameError):
            await link.request("ping")
        other = await asyncio.to_thread(FakeGame, game.game_dir)
        try:
            return await link.request("ping")
        finally:
            await link.close()
            await asyncio.to_thread(other.stop)

    assert run_link(game, use) == b'{"tick": 100}'


def test_a_cancelled_request_leaves_the_link_usable(game: FakeGame) -> None:
    game.change("a")

    async def use(link: GameLink) -> bytes:
        waiting = asyncio.create_task(link.request("status", script="a", wait_s=30))
        await asyncio.to_thread(game.wait_for, lambda: "status" in game.verbs())
        waiting.cancel()
        await asyncio.wait({waiting})
        await asyncio.to_thread(game.change, "a", state="ended")
        return await link.request("ping")

    assert run_link(game, use) == b'{"tick": 100}'


def test_more_requests_than_the_game_takes_queue_up(game: FakeGame) -> None:
    game.change("a")

    async def use(link: GameLink) -> int:
        waiting = [asyncio.create_task(link.request("status", script="a", wait_s=30)) for _ in range(100)]
        await asyncio.to_thread(game.wait_for, lambda: game.verbs().count("status") == 60)
        await asyncio.to_thread(game.change, "a", state="ended")
        return len(await asyncio.gather(*waiting))

    assert run_link(game, use) == 100
