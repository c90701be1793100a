"""The script tools over real HTTP through the real edge, in both eras of the protocol, against a fake game."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from fastmcp.exceptions import ToolError

from ticklane_control.messages import Module, StartRequest
from ticklane_gateway.game import MAGIC
from ticklane_gateway.instructions import INSTRUCTIONS
from ticklane_gateway.preparation import Asked, Prepared

from .fake_game import FakeGame
from .running_gateway import ERAS, RunningGateway

Era = Literal["auto", "legacy"]
eras = pytest.mark.parametrize("era", ERAS)

SIGNATURES = {
    "docs": ("topic query part", (True, False, True)),
    "script_start": (
        "source path files id params seed ticks vantage budget_ms caps check_only wait_s operation_id",
        (False, False, False),
    ),
    "script_status": ("id wait_s until since_line detail", (True, False, True)),
    "script_stop": ("id wait_s operation_id", (False, True, True)),
    "script_pause": ("id operation_id", (False, False, True)),
    "script_resume": ("id operation_id", (False, False, True)),
    "script_list": ("state limit", (True, False, True)),
    "script_output": ("id since keys limit every format", (True, False, True)),
    "script_events": ("id since limit wait_s", (True, False, True)),
    "execute_code": ("code lane params seed ticks format files caps wait_s operation_id", (False, True, False)),
    "run_command": ("command target allow_untrusted_chat operation_id", (False, True, False)),
}


@pytest.fixture(autouse=True)
def toolchain(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """In place of the toolchain: what was asked, and a request of the same id; source "bad" is refused."""
    seen: list[Asked] = []

    async def prepare(asked: Asked, *, lanes: Sequence[str], allowed: Sequence[str]) -> Prepared:
        seen.append(asked)
        await asyncio.sleep(0)
        if asked.source == "bad":
            raise ToolError('not started: 1 problem in "bad"\nline 1  name')
        return Prepared(
            StartRequest(
                id=asked.id or "made",
                lane=asked.vantage or lanes[0],
                mode="run",
                modules=[Module(name="__main__", filename="made.py", source=asked.source, code=b"")],
                magic=MAGIC,
                params=dict(asked.params),
                seed=asked.seed or 0,
                ticks=asked.ticks,
                budget_ms=asked.budget_ms or 2.0,
                hard_ms=250.0,
                caps=list(asked.caps),
                events=[],
                dimension="minecraft:overworld",
                source_hash=f"hash of {asked.source}",
                operation_id=asked.operation_id,
                run_dir="",
                header={},
                docstring="",
            )
        )

    monkeypatch.setattr("ticklane_gateway.scripts.prepare_script", prepare)
    return seen


def ends_at_once(status: dict[str, Any]) -> None:
    status |= {"state": "ended", "reason": "finished", "result": {"y": 1.5}}


@eras
def test_tools_have_the_promised_arguments_annotations_and_texts(gateway: RunningGateway, era: Era) -> None:
    tools = gateway.using(era, lambda client: client.list_tools())
    found = {}
    for tool in tools:
        hints = tool.annotations
        assert hints is not None
        assert hints.open_world_hint is False
        found[tool.name] = (
            " ".join(tool.input_schema["properties"]),
            (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint),
        )
        assert tool.output_schema is None
        assert tool.description
        assert len(tool.description) <= 2000
        assert all(argument["description"] for argument in tool.input_schema["properties"].values())
    assert found == SIGNATURES


@eras
def test_instructions_reach_the_client_and_are_not_cut(gateway: RunningGateway, era: Era) -> None:
    async def instructions(client: Any) -> Any:
        return client.instructions

    assert len(INSTRUCTIONS) <= 2000
    assert gateway.using(era, instructions) == INSTRUCTIONS


@eras
def test_a_short_experiment_is_one_call(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.on_start = ends_at_once
    status = gateway.call(era, "script_start", source="x", id="fall", wait_s=30)
    assert (status["state"], status["reason"], status["result"]) == ("ended", "finished", {"y": 1.5})
    assert [verb for verb in game.verbs() if verb not in ("hello", "announce")] == ["start"]


def test_start_passes_every_argument_on(gateway: RunningGateway, game: FakeGame, toolchain: list[Asked]) -> None:
    given: dict[str, Any] = {
        "source": "x",
        "files": {"helper.py": "y = 1"},
        "id": "all",
        "params": {"height": 3.5},
        "seed": 7,
        "ticks": 20,
        "vantage": "client",
        "budget_ms": 1.5,
        "caps": ["files"],
    }
    gateway.call("auto", "script_start", **given)
    (asked,) = toolchain
    assert {name: getattr(asked, name) for name in given} == given


def test_a_relative_path_is_meant_from_the_game_folder(
    gateway: RunningGateway, game: FakeGame, toolchain: list[Asked]
) -> None:
    gateway.call("auto", "script_start", path="scripts/fall.py")
    assert toolchain[0].path == str(game.game_dir / "scripts" / "fall.py")


@eras
@pytest.mark.parametrize("given", [{}, {"source": "x", "path": "y.py"}])
def test_exactly_one_of_source_and_path(gateway: RunningGateway, era: Era, given: dict[str, str]) -> None:
    assert "exactly one of source" in gateway.error(era, "script_start", **given)


@eras
def test_a_refusal_is_the_text_and_nothing_is_started(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    assert gateway.error(era, "script_start", source="bad") == 'not started: 1 problem in "bad"\nline 1  name'
    assert "start" not in game.verbs()


def test_check_only_starts_nothing(gateway: RunningGateway, game: FakeGame) -> None:
    checked = gateway.call("auto", "script_start", source="x", id="c", check_only=True)
    assert (checked["id"], checked["state"], checked["lane"]) == ("c", "checked", "server")
    assert "start" not in game.verbs()


def test_a_game_of_another_python_is_refused_before_anything_is_compiled(
    gateway: RunningGateway, game: FakeGame, toolchain: list[Asked]
) -> None:
    game.magic = "00000000"
    game.wait_for(lambda: bool(game.announced))
    game.stop()
    other = FakeGame(game.game_dir, magic="00000000")
    try:
        assert "Python" in gateway.error("auto", "script_start", source="x")
        assert toolchain == []
    finally:
        other.stop()


def test_the_same_operation_starts_nothing_twice(gateway: RunningGateway, game: FakeGame) -> None:
    first = gateway.call("auto", "script_start", source="x", id="once", operation_id="op-1")
    again = gateway.call("legacy", "script_start", source="x", id="once", operation_id="op-1")
    assert first["generation"] == again["generation"] == 1
    assert game.verbs().count("start") == 1
    assert "another source" in gateway.error("auto", "script_start", source="y", id="once", operation_id="op-1")
    assert gateway.call("auto", "script_start", source="x", id="once", operation_id="op-2")["generation"] == 2


def test_the_same_operation_starts_nothing_twice_even_after_the_gateway_restarted(game: FakeGame) -> None:
    for _ in range(2):
        gateway = RunningGateway(game.game_dir)
        try:
            status = gateway.call("auto", "script_start", source="x", id="once", operation_id="op-1")
        finally:
            gateway.stop()
        assert status["generation"] == 1
    assert game.verbs().count("start") == 1


def test_operations_at_the_same_time_start_one_script(gateway: RunningGateway, game: FakeGame) -> None:
    async def both(client: Any) -> Any:
        start = {"source": "x", "id": "once", "operation_id": "op"}
        return await asyncio.gather(*(client.call_tool("script_start", start) for _ in range(4)))

    results = gateway.using("auto", both)
    assert {json.loads(result.content[0].text)["generation"] for result in results} == {1}
    assert game.verbs().count("start") == 1


@eras
def test_status_waits_for_a_line_and_gives_it(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("watch", all_lines=["old"])

    def speak() -> None:
        game.wait_for(lambda: "status" in game.verbs())
        game.change("watch", all_lines=["old", "new"])

    speaker = threading.Thread(target=speak)
    speaker.start()
    status = gateway.call(era, "script_status", id="watch", wait_s=30, until="line", since_line=1)
    speaker.join()
    assert status["lines"] == {"next": 2, "new": ["new"]}


@eras
def test_a_long_wait_is_sliced_and_tells_of_progress(
    gateway: RunningGateway, game: FakeGame, era: Era, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ticklane_gateway.waiting.SLICE_S", 0.05)
    game.change("long", tick=123)
    told: list[str | None] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(message)
        if len(told) == 3:
            game.change("long", state="ended", reason="finished")

    async def wait(client: Any) -> Any:
        return await client.call_tool("script_status", {"id": "long", "wait_s": 30}, progress_handler=progress)

    result = gateway.using(era, wait)
    assert json.loads(result.content[0].text)["reason"] == "finished"
    assert told[0] == "long: running at tick 123"


@eras
def test_stop_pause_resume_and_list(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("a")
    assert gateway.call(era, "script_pause", id="a")["state"] == "paused"
    assert gateway.call(era, "script_resume", id="a")["state"] == "running"
    assert gateway.call(era, "script_stop", id="a")["reason"] == "stopped"
    assert gateway.call(era, "script_stop", id="a")["reason"] == "stopped"
    assert gateway.call(era, "script_list")["scripts"] == [["a", "ended", "server", 0, 0.1, False]]


@eras
def test_output_comes_in_columns_and_pages(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("fall")
    game.rows["fall"] = [{"tick": n, "key": "impulse", "value": {"dv": n / 2, "cut": ""}} for n in range(150)]
    page = gateway.call(era, "script_output", id="fall")
    assert (page["since"], page["next"], page["more"], page["total"]) == (0, 100, True, 150)
    assert list(page["columns"]) == ["tick", "key", "dv", "cut"]
    assert page["columns"]["dv"][:3] == [0, 0.5, 1.0]
    rest = gateway.call(era, "script_output", id="fall", since=page["next"])
    assert (rest["next"], rest["more"], len(rest["columns"]["tick"])) == (150, False, 50)


def test_a_cursor_of_an_earlier_run_is_marked_reset(gateway: RunningGateway, game: FakeGame) -> None:
    game.change("fall")
    game.rows["fall"] = [{"tick": n, "key": "k", "value": n} for n in range(10)]
    assert gateway.call("auto", "script_output", id="fall", limit=5)["reset"] is False
    assert gateway.call("auto", "script_output", id="fall", since=5, limit=2)["reset"] is False
    game.change("fall", generation=2)
    assert gateway.call("auto", "script_output", id="fall", since=7)["reset"] is True
    assert gateway.call("auto", "script_output", id="fall", since=7)["reset"] is False


@eras
def test_events_are_waited_for(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    event = {"seq": 0, "tick": 100, "time": 1, "script": "a", "kind": "log", "text": "hello"}

    def happen() -> None:
        game.wait_for(lambda: "events" in game.verbs())
        with game.changed:
            game.events.append(event)
            game.changed.notify_all()

    other = threading.Thread(target=happen)
    other.start()
    assert gateway.call(era, "script_events", wait_s=30) == {"next": 1, "skipped": 0, "events": [event]}
    other.join()


@eras
def test_an_unknown_script_names_the_known_ones(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.change("fall")
    assert gateway.error(era, "script_status", id="fal") == "there is no script 'fal'; known: fall"


BAD_ARGUMENTS = [
    ("script_status", {"id": "a", "wait": 5}, "script_status: no argument 'wait', did you mean 'wait_s'?"),
    ("script_start", {"code": "x"}, "script_start: no argument 'code'; there are: source path"),
    ("script_status", {}, "script_status: the argument 'id' is missing"),
    ("script_status", {"id": "a", "wait_s": 56}, "script_status: wait_s: Input should be less than or equal to 55"),
    ("script_status", {"id": "a", "until": "end"}, "script_status: until: Input should be 'ended', 'line' or 'record'"),
    ("script_output", {"id": "a", "limit": "many"}, "script_output: limit: Input should be a valid integer"),
    ("script_strat", {"source": "x"}, "there is no tool 'script_strat', did you mean 'script_start'?"),
]


@eras
@pytest.mark.parametrize(("tool", "given", "expected"), BAD_ARGUMENTS)
def test_bad_arguments_are_named(
    gateway: RunningGateway, era: Era, tool: str, given: dict[str, Any], expected: str
) -> None:
    text = gateway.error(era, tool, **given)
    assert text.startswith(expected)
    assert "http" not in text


@eras
def test_without_a_game_the_tools_say_how_to_start_one(gateway: RunningGateway, game: FakeGame, era: Era) -> None:
    game.write_endpoint(pid=2**22 + 1)
    game.stop()
    assert "ticklane serve" in gateway.error(era, "script_list")
