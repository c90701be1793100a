"""One-offs through the gateway against a fake game: ids, repeats, restarts, and answers that are too large."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest

from ticklane_gateway.commands import told_commands
from ticklane_gateway.execution import told_code
from ticklane_gateway.replies import MAX_REPLY_BYTES

from .fake_game import FakeGame, RefusedError
from .running_gateway import RunningGateway


def ends_with(result: dict[str, Any], status: dict[str, Any]) -> None:
    status |= {"state": "ended", "reason": "finished", "result": result}


def test_an_id_that_is_taken_gives_way_to_the_next(
    gateway: RunningGateway, game: FakeGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = game._do_start
    ids: list[str] = []

    def start(header: dict[str, Any], body: bytes) -> Any:
        ids.append(header["script"])
        if len(ids) < 3:
            raise RefusedError("busy", f"'{header['script']}' is still running; a one-off replaces nothing")
        return started(header, body)

    monkeypatch.setattr(game, "_do_start", start)
    game.on_start = partial(ends_with, {"type": "int", "value": "2"})
    assert gateway.call("auto", "execute_code", code="1 + 1")["id"] == ids[2]
    assert len(set(ids)) == 3


def test_two_calls_in_a_row_have_ids_of_their_own(gateway: RunningGateway, game: FakeGame) -> None:
    game.on_start = partial(ends_with, {"type": "int", "value": "2"})
    first, second = (gateway.call("auto", "execute_code", code="1")["id"] for _ in range(2))
    assert first != second
    assert [request.one_off for request in game.started] == ["text", "text"]


def test_an_operation_is_not_repeated_by_a_gateway_that_was_restarted(game: FakeGame) -> None:
    game.on_start = partial(ends_with, {"type": "int", "value": "7"})
    answers = []
    for _ in range(2):
        gateway = RunningGateway(game.game_dir)
        try:
            answers.append(gateway.call("auto", "execute_code", code="7", operation_id="op"))
            other = gateway.error("auto", "execute_code", code="8", operation_id="op")
        finally:
            gateway.stop()
        assert "something else" in other
    assert answers[1] == {**answers[0], "repeated": True}
    assert len(game.started) == 1


def test_a_repeat_waits_for_the_first_ones_end(gateway: RunningGateway, game: FakeGame) -> None:
    arguments = {"code": "7", "operation_id": "op"}

    def told(status: dict[str, Any]) -> None:
        with game.changed:
            game.changed.notify_all()

    game.on_start = told

    async def both() -> tuple[Any, Any]:
        async with gateway.client("auto") as one, gateway.client("legacy") as two:
            first = asyncio.create_task(one.call_tool("execute_code", arguments))
            await asyncio.to_thread(game.wait_for, lambda: bool(game.scripts))
            second = asyncio.create_task(two.call_tool("execute_code", arguments))
            game.change(game.started[0].id, state="ended", reason="finished", result={"value": "7"})
            return await first, await second

    first, second = (json.loads(result.content[0].text) for result in asyncio.run(both()))
    assert second == {**first, "repeated": True}
    assert len(game.started) == 1


def test_code_that_is_wrong_starts_nothing(gateway: RunningGateway, game: FakeGame) -> None:
    assert "SyntaxError" in gateway.error("auto", "execute_code", code="x = (")
    assert "no client lane" in gateway.error("auto", "execute_code", code="1", lane="client")
    assert "it has server" in gateway.error("auto", "run_command", command="say a", target="client")
    assert game.started == []


STATUS = {"id": "exec-1", "state": "ended", "reason": "finished", "lane": "server", "tick": 1, "elapsed": 0}


@pytest.mark.parametrize(
    "result",
    [
        {"type": "str", "value": "\x01" * 9_000, "printed": "\x01" * 12_000},
        {"type": "list", "value": [[0.1] * 500] * 40, "printed": "é" * 12_000},
        {"type": "dict", "value": {f"key {n}": "x" * 100 for n in range(200)}, "result": "y" * 60_000},
        {"steps": 500, "values": ["\x01" * 240] * 60, "values_left_out": {"after": 30, "n": 440}},
        {"returned": {"type": "str", "value": "\x01" * 9_000}, "printed": "\x01" * 12_000, "result": ["z" * 50_000]},
    ],
)
def test_a_large_outcome_is_cut_where_it_costs_least(result: dict[str, Any]) -> None:
    data = told_code({**STATUS, "result": result, "error": {"type": "E", "message": "\x01" * 2_000}})
    assert len(data) <= MAX_REPLY_BYTES
    answer = json.loads(data)
    assert (answer["id"], answer["state"], answer["error"]["type"]) == ("exec-1", "ended", "E")
    assert answer["shortened"]
    assert result.keys() <= answer.keys()


def test_of_many_commands_the_failed_ones_are_kept() -> None:
    commands = dict.fromkeys(range(1, 501), "say " + "x" * 200)
    rows = [[n, n % 50 != 0, 1, "feedback " * 8, 0] for n in commands]
    data = told_commands({**STATUS, "result": {"result": rows}}, commands=commands)
    assert len(data) <= MAX_REPLY_BYTES
    answer = json.loads(data)
    assert (answer["commands"], answer["ok"], answer["failed"]) == (500, 490, 10)
    assert [line["line"] for line in answer["lines"] if not line["ok"]] == list(range(50, 501, 50))
    assert all(line["text"] for line in answer["lines"] if not line["ok"])


def test_commands_that_did_not_run_are_named_and_withheld_chat_is_counted() -> None:
    status = {**STATUS, "reason": "budget", "budget": {"limit_ms": 1000}, "result": {"result": [[1, True, -1, "", 2]]}}
    answer = json.loads(told_commands(status, commands={1: "say a", 4: "say b"}))
    assert (answer["reason"], answer["not_run"], answer["withheld"]) == ("budget", [4], 2)
    assert answer["lines"] == [{"line": 1, "command": "say a", "ok": True, "withheld": 2}]


def test_a_repeat_that_is_given_up_ends_nothing(gateway: RunningGateway, game: FakeGame) -> None:
    arguments = {"code": "7", "operation_id": "op"}

    async def both() -> Any:
        async with gateway.client("auto") as one, gateway.client("auto") as two:
            first = asyncio.create_task(one.call_tool("execute_code", arguments))
            await asyncio.to_thread(game.wait_for, lambda: any(verb == "status" for verb, _ in _waits(game)))
            second = asyncio.create_task(two.call_tool("execute_code", arguments))
            await asyncio.to_thread(game.wait_for, lambda: len(_waits(game)) >= 2)
            second.cancel()
            await asyncio.wait({second})
            game.change(game.started[0].id, state="ended", reason="finished", result={"value": "7"})
            return await first

    (block,) = asyncio.run(both()).content
    assert json.loads(block.text)["reason"] == "finished"
    assert "stop" not in game.verbs()


def _waits(game: FakeGame) -> list[tuple[str, dict[str, Any]]]:
    return [(verb, header) for verb, header in game.asked if verb == "status" and header.get("wait_s")]
