"""execute_code and run_command against a real game, through real MCP clients and raw HTTP."""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp_types import TextContent

from ticklane_control.client import ControlClient, connect

from .conftest import ServedGame
from .running_gateway import message
from .test_real_game import Era, call, eras

pytestmark = pytest.mark.jvm

COUNT = "import itertools\nprint('begun')\nitertools.count()"


class Raw:
    """One session of the 2025 protocol, without a client library."""

    def __init__(self, game: ServedGame) -> None:
        self._address = urlsplit(game.mcp_url)
        self._token = game.token
        self._session = ""
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        self._session, _ = self.post(message("initialize", client))
        self.post(message("notifications/initialized", id=None))

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self._address.port or 0, timeout=50)

    def post(self, body: bytes, connection: http.client.HTTPConnection | None = None) -> tuple[str, str]:
        """The session id and the body that came."""
        connection = connection or self.connection()
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        if self._session:
            headers |= {"Mcp-Session-Id": self._session, "MCP-Protocol-Version": "2025-06-18"}
        with closing(connection):
            connection.request("POST", "/mcp", body, headers)
            with connection.getresponse() as response:
                return response.getheader("Mcp-Session-Id") or "", response.read().decode()

    def tool(self, name: str, arguments: dict[str, Any], id: int) -> dict[str, Any]:
        """The result of a call, read from its event stream."""
        _, text = self.post(message("tools/call", {"name": name, "arguments": arguments}, id))
        messages = [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]
        result: dict[str, Any] = next(one["result"] for one in messages if one.get("id") == id)
        return result


@pytest.fixture
def control(served_game: ServedGame) -> Iterator[ControlClient]:
    with connect(served_game.game_dir, client="test") as client:
        yield client


def wait_for_live(control: ControlClient, *, live: bool) -> list[str]:
    """Wait until one-offs run, or until none does."""
    deadline = time.monotonic() + 30
    while True:
        scripts = control.request("list", state="live")["scripts"]
        ids = [row[0] for row in scripts if row[0].startswith(("exec-", "op-"))]
        if bool(ids) is live:
            return ids
        assert time.monotonic() < deadline, ids
        time.sleep(0.005)  # a list has no event to wait for


@eras
def test_code_is_answered_with_its_value_and_what_it_printed(served_game: ServedGame, era: Era) -> None:
    answer = call(served_game, era, "execute_code", code="print('hello')\nparams['a'] + seed", params={"a": 2}, seed=40)
    assert (answer["state"], answer["reason"], answer["lane"]) == ("ended", "finished", "server")
    assert (answer["type"], answer["value"], answer["printed"]) == ("int", "42", "hello\n")


def test_a_table_of_entities_is_text_a_reader_can_take_in(served_game: ServedGame) -> None:
    code = "host.remove(host.entities())\nhost.spawn('pig', (0.5, 80, 0.5))\nhost.entities()"
    value = call(served_game, "auto", "execute_code", code=code)["value"]
    assert value.splitlines()[0].endswith("1 × minecraft:pig")
    assert "80.000" in value


@eras
def test_a_generators_values_come_as_progress_and_in_the_answer(served_game: ServedGame, era: Era) -> None:
    code = "def go():\n    for n in range(5):\n        yield {'n': n}\n    return 'done'\ngo()"
    told: list[str] = []

    async def progress(done: float, total: float | None, text: str | None) -> None:
        told.append(text or "")

    async def run() -> Any:
        transport = StreamableHttpTransport(
            served_game.mcp_url, headers={"Authorization": f"Bearer {served_game.token}"}
        )
        async with Client(transport, mode=era) as client:
            return await client.call_tool("execute_code", {"code": code}, progress_handler=progress)

    (block,) = asyncio.run(run()).content
    assert isinstance(block, TextContent)
    answer = json.loads(block.text)
    assert answer["values"] == [f"{{'n': {n}}}" for n in range(5)]
    assert answer["returned"] == {"type": "str", "value": "'done'"}
    assert answer["elapsed"] == 5
    values = [text.partition("] ")[2] for text in told if text.startswith("[")]
    assert values == [f'{{"n":{n}}}' for n in range(5)]


def test_errors_come_with_their_place_and_mistakes_before_anything_is_run(served_game: ServedGame) -> None:
    answer = call(served_game, "auto", "execute_code", code="x = 1\ny = (x + 1) / (x - 1)")
    error = answer["error"]
    assert (error["type"], error["line"], error["code"]) == ("ZeroDivisionError", 2, "y = (x + 1) / (x - 1)")
    assert error["caret"] == "    ^^^^^^^^^^^^^^^^^"
    refusal = call(served_game, "auto", "execute_code", code="print(1)\nx = (", is_error=True)
    assert refusal.splitlines()[1:] == [
        "line 2  SyntaxError: '(' was never closed",
        "          x = (",
        "              ^",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="the parallel lane needs Linux")
def test_beside_the_game_it_may_take_longer_than_a_step(served_game: ServedGame) -> None:
    code = "import time\ntime.sleep(1.2)\nstr(host.vantage)"
    assert call(served_game, "auto", "execute_code", code=code, lane="parallel")["value"] == "'parallel'"


def test_a_step_has_a_second(served_game: ServedGame) -> None:
    answer = call(served_game, "auto", "execute_code", code="print('begun')\nwhile True:\n    pass")
    assert (answer["reason"], answer["budget"]["limit_ms"]) == ("budget", 1000.0)
    assert answer["budget"]["line"] in (2, 3)
    assert answer["printed"] == "begun\n"
    code = "class A:\n    def __repr__(self):\n        while True: pass\nA()"
    assert call(served_game, "auto", "execute_code", code=code)["budget"]["line"] == 3


@pytest.mark.parametrize("code", [COUNT, "print('begun')\nwhile True:\n    pass"])
def test_a_cancelled_call_ends_the_code_and_gives_what_there_is(
    served_game: ServedGame, control: ControlClient, code: str
) -> None:
    raw = Raw(served_game)
    answers: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: answers.append(raw.tool("execute_code", {"code": code}, 7)))
    thread.start()
    (id,) = wait_for_live(control, live=True)
    raw.post(message("notifications/cancelled", {"requestId": 7}, None))
    thread.join(30)
    (result,) = answers
    assert not result["isError"]
    answer = json.loads(result["content"][0]["text"])
    assert (answer["id"], answer["state"]) == (id, "ended")
    assert answer["cancelled"] == "the client cancelled it"
    assert answer["printed"] == "begun\n"
    wait_for_live(control, live=False)


def test_a_client_that_hangs_up_ends_the_code(served_game: ServedGame, control: ControlClient) -> None:
    raw = Raw(served_game)
    connection = raw.connection()
    call_it = message("tools/call", {"name": "execute_code", "arguments": {"code": COUNT}}, 7)
    thread = threading.Thread(target=_post_until_closed, args=(raw, call_it, connection))
    thread.start()
    (id,) = wait_for_live(control, live=True)
    sock = connection.sock
    assert sock is not None
    sock.shutdown(2)
    wait_for_live(control, live=False)
    assert control.request("status", script=id)["reason"] == "stopped"
    thread.join(30)


def _post_until_closed(raw: Raw, body: bytes, connection: http.client.HTTPConnection) -> None:
    with suppress(http.client.HTTPException, OSError):  # that is what the test does
        raw.post(body, connection)


def test_modules_and_a_number_of_ticks_can_be_given(served_game: ServedGame) -> None:
    files = {"helper.py": "def count():\n    n = 0\n    while True:\n        yield n\n        n += 1\n"}
    answer = call(served_game, "auto", "execute_code", code="import helper\nhelper.count()", files=files, ticks=3)
    assert (answer["reason"], answer["elapsed"], answer["values"]) == ("finished", 3, ["0", "1", "2", "3"])
    refusal = call(served_game, "auto", "execute_code", code="1", caps=["files"], is_error=True)
    assert "files not allowed" in refusal


def test_a_frozen_world_is_looked_at_all_the_same(served_game: ServedGame, control: ControlClient) -> None:
    control.request("time", action="freeze")
    try:
        assert call(served_game, "auto", "execute_code", code="host.tick() == host.tick()")["value"] == "True"
        answer = call(served_game, "auto", "execute_code", code="iter('ab')", wait_s=0.3)
        assert (answer["state"], answer["game"]) == ("running", "frozen")
    finally:
        control.request("time", action="unfreeze")
    assert call(served_game, "auto", "script_status", id=answer["id"], wait_s=30)["result"]["values"] == ["'a'", "'b'"]


def test_what_outlasts_the_wait_goes_on_under_its_id(served_game: ServedGame) -> None:
    answer = call(served_game, "auto", "execute_code", code=COUNT, wait_s=0.4)
    assert answer["state"] == "running"
    assert answer["printed"] == "begun\n"
    assert answer["id"] in answer["next"]
    listed = call(served_game, "auto", "script_list")
    assert [row[0] for row in listed["scripts"] if row[0].startswith(("exec-", "op-"))] == [answer["id"]]
    page = call(served_game, "auto", "script_output", id=answer["id"])
    assert page["columns"]["value"][:2] == [0, 1]
    assert call(served_game, "auto", "script_stop", id=answer["id"])["result"]["steps"] >= 1


def test_a_repeated_operation_runs_nothing_twice_and_says_so(served_game: ServedGame) -> None:
    given: dict[str, Any] = {"code": "host.spawn('cow', (3, 90, 3)).id", "operation_id": "op-code"}
    first = call(served_game, "auto", "execute_code", **given)
    again = call(served_game, "legacy", "execute_code", **given)
    assert "repeated" not in first
    assert again == {**first, "repeated": True}
    assert "something else" in call(
        served_game, "auto", "execute_code", code="1", operation_id="op-code", is_error=True
    )
    lines: dict[str, Any] = {"command": "summon cow 5 90 5", "operation_id": "op-command"}
    first = call(served_game, "auto", "run_command", **lines)
    assert call(served_game, "auto", "run_command", **lines) == {**first, "repeated": True}


def test_a_huge_value_stays_within_the_bound(served_game: ServedGame) -> None:
    code = "print('é' * 100_000)\n{f'key {n}': 'é\\x01' * 200 for n in range(1000)}"
    assert call(served_game, "auto", "execute_code", code=code)["type"] == "dict"
    code = "def go():\n    for n in range(40):\n        print('\\x01' * 300)\n        yield '\\x01' * 300\ngo()"
    answer = call(served_game, "auto", "execute_code", code=code, format="json")
    assert answer["steps"] == 40
    answer = call(served_game, "auto", "execute_code", code="np.arange(3000)", format="json")
    assert len(answer["value"]) == 3000


@eras
def test_commands_are_answered_line_by_line(served_game: ServedGame, era: Era) -> None:
    command = (
        f"# a tower\n/fill 0 70 0 0 90 0 air\nsetblock 0 7{len(era)} 0 \\\n  stone\nnonsense\n\nkill @e[type=wolf]"
    )
    answer = call(served_game, era, "run_command", command=command)
    assert (answer["commands"], answer["failed"]) == (4, len([one for one in answer["lines"] if not one["ok"]]))
    lines = {line["line"]: line for line in answer["lines"]}
    assert (lines[3]["ok"], lines[3]["command"]) == (True, f"setblock 0 7{len(era)} 0 stone")
    assert (lines[5]["ok"], lines[7]["ok"]) == (False, False)
    assert "no command 'nonsense'" in lines[5]["text"]


def test_commands_that_can_not_be_run_are_refused(served_game: ServedGame) -> None:
    refusal = call(served_game, "auto", "run_command", command="say hi\n//say ho", is_error=True)
    assert refusal == "nothing was run: line 2: //say ho: a comment begins with #"
    assert "no command" in call(served_game, "auto", "run_command", command="# only this", is_error=True)


def test_many_commands_stay_within_the_bound(served_game: ServedGame) -> None:
    answer = call(served_game, "auto", "run_command", command="nonsense-of-some-length\n" * 499 + "say it")
    assert (answer["commands"], answer["ok"], answer["failed"]) == (500, 1, 499)


def test_lines_are_told_of_while_a_call_waits_and_are_in_its_answer(served_game: ServedGame) -> None:
    source = "def run(host):\n    for n in range(4):\n        host.log('line', n)\n        yield 2\n"
    told: list[str] = []

    async def log(message: Any) -> None:
        told.append(message.data["msg"])

    async def run() -> Any:
        transport = StreamableHttpTransport(
            served_game.mcp_url, headers={"Authorization": f"Bearer {served_game.token}"}
        )
        async with Client(transport, mode="legacy", log_handler=log) as client:
            return await client.call_tool("script_start", {"source": source, "id": "tells", "wait_s": 30})

    (block,) = asyncio.run(run()).content
    assert isinstance(block, TextContent)
    status = json.loads(block.text)
    assert status["reason"] == "finished"
    assert [line.partition("] ")[2] for line in status["lines"]["new"]] == [f"line {n}" for n in range(4)]
    assert told == status["lines"]["new"][: len(told)]
    assert len(told) >= 3


def test_holding_and_stopping_repeat_their_first_answer(served_game: ServedGame) -> None:
    call(served_game, "auto", "script_start", source="def on_tick(host): pass", id="held")
    first = call(served_game, "auto", "script_pause", id="held", operation_id="op-pause")
    call(served_game, "auto", "script_resume", id="held", operation_id="op-resume")
    assert call(served_game, "auto", "script_pause", id="held", operation_id="op-pause") == {**first, "repeated": True}
    assert call(served_game, "auto", "script_status", id="held")["state"] == "running"
    assert "op-pause" in call(served_game, "auto", "script_stop", id="held", operation_id="op-pause", is_error=True)
    assert call(served_game, "auto", "script_stop", id="held", operation_id="op-stop")["reason"] == "stopped"
