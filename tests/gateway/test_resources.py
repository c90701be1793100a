"""Resources, prompts and completion over real HTTP in both eras, on a real game."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from ticklane_gateway.reading.library import doc_pages, examples, root

from .conftest import ServedGame
from .running_gateway import ERAS

pytestmark = pytest.mark.jvm

Era = Literal["auto", "legacy"]
eras = pytest.mark.parametrize("era", ERAS)
T = TypeVar("T")

SOURCE = '''"""Records ten rows, says a word, and fails."""


def run(host):
    host.log("begun")
    for n in range(10):
        host.record("n", {"n": n})
        yield
    return [][1]
'''


def using(game: ServedGame, era: Era, use: Callable[[Client[StreamableHttpTransport]], Awaitable[T]]) -> T:
    async def run() -> T:
        transport = StreamableHttpTransport(game.mcp_url, headers={"Authorization": f"Bearer {game.token}"})
        async with Client(transport, mode=era) as client:
            return await use(client)

    return asyncio.run(run())


def read(game: ServedGame, era: Era, uri: str) -> str:
    """The one text of a resource, in bounds."""
    (content,) = using(game, era, lambda client: client.read_resource(uri))
    assert isinstance(content, TextResourceContents)
    assert len(content.text.encode()) <= 30_000
    return content.text


def refusal(game: ServedGame, era: Era, uri: str) -> str:
    with pytest.raises(MCPError) as refused:
        using(game, era, lambda client: client.read_resource(uri))
    return str(refused.value)


@pytest.fixture(scope="module", autouse=True)
def failed_script(served_game: ServedGame) -> None:
    arguments = {"source": SOURCE, "id": "read-me", "wait_s": 30, "budget_ms": 30}
    using(served_game, "auto", lambda client: client.call_tool("script_start", arguments))


@eras
def test_everything_listed_has_a_type_a_short_description_and_can_be_read(served_game: ServedGame, era: Era) -> None:
    async def use(client: Client[StreamableHttpTransport]) -> list[str]:
        listed = await client.list_resources()
        templates = await client.list_resource_templates()
        for mime_type, description in [(it.mime_type, it.description or "") for it in listed] + [
            (it.mime_type, it.description or "") for it in templates
        ]:
            assert mime_type
            assert len(description) <= 2_000
        for resource in listed:
            (content,) = await client.read_resource(resource.uri)
            assert content.mime_type == resource.mime_type
            assert isinstance(content, TextResourceContents) or str(resource.uri).startswith("skill://")
            if resource.size and isinstance(content, TextResourceContents) and resource.size < 29_000:
                assert len(content.text.encode()) == resource.size
        return [str(resource.uri) for resource in listed]

    uris = using(served_game, era, use)
    assert {"ticklane://status", "ticklane://scripts", "ticklane://events", "ticklane://runs"} <= set(uris)
    assert {f"ticklane://docs/{page}" for page in doc_pages()} <= set(uris)
    assert {f"ticklane://examples/{name}" for name in examples()} <= set(uris)
    assert "ticklane://scripts/read-me/status" in uris
    assert "skill://game-traps/SKILL.md" in uris


@eras
def test_what_is_shipped_is_listed_with_its_size(served_game: ServedGame, era: Era) -> None:
    listed = using(served_game, era, lambda client: client.list_resources())
    shipped = ("ticklane://docs", "ticklane://examples", "ticklane://physics", "skill://")
    sized = {str(one.uri): one.size for one in listed if str(one.uri).startswith(shipped)}
    assert [uri for uri, size in sized.items() if not size and not uri.endswith("/_manifest")] == []
    assert sized["skill://game-traps/SKILL.md"] == (root() / "skills" / "game-traps" / "SKILL.md").stat().st_size


@eras
def test_the_live_game_is_read(served_game: ServedGame, era: Era) -> None:
    status = json.loads(read(served_game, era, "ticklane://status"))
    assert (status["game"]["host"], status["game"]["state"]) == ("minestom", "running")
    assert status["ticklane"] and status["python"] and status["lanes"]
    assert any(row[0] == "read-me" for row in json.loads(read(served_game, era, "ticklane://scripts"))["scripts"])
    script = json.loads(read(served_game, era, "ticklane://scripts/read-me/status"))
    assert (script["reason"], script["error"]["line"], script["records"]) == ("failed", 9, {"n": 10})
    assert "traceback" in script["error"] or "traceback" in script
    assert read(served_game, era, "ticklane://scripts/read-me/source") == SOURCE
    page = json.loads(read(served_game, era, "ticklane://scripts/read-me/output?since=4&limit=3"))
    assert (page["since"], page["next"], page["more"], page["columns"]["n"]) == (4, 7, True, [4, 5, 6])
    events = json.loads(read(served_game, era, "ticklane://events?script=read-me"))["events"]
    assert "ended" in {event["kind"] for event in events}
    since = events[-1]["seq"]
    assert json.loads(read(served_game, era, f"ticklane://events?since={since}&script=read-me"))["next"] > since


@eras
def test_a_refusal_says_what_there_is(served_game: ServedGame, era: Era) -> None:
    assert "read-me" in refusal(served_game, era, "ticklane://scripts/no-such/status")
    assert "not 'x'" in refusal(served_game, era, "ticklane://scripts/read-me/output?since=x")
    assert "there are 1" in refusal(served_game, era, "ticklane://scripts/read-me/source?part=2")
    assert "writing-a-script" in refusal(served_game, era, "ticklane://docs/no-such-page")
    assert "tnt_push" in refusal(served_game, era, "ticklane://examples/no_such")
    assert "ScriptHost.spawn" in refusal(served_game, era, "ticklane://reference/host.spwan")


@eras
def test_docs_are_read_in_parts_that_hold_the_whole(served_game: ServedGame, era: Era) -> None:
    whole, uri = "", "ticklane://docs/script-host"
    while uri:
        text, _, more = read(served_game, era, uri).partition("\n[part ")
        whole += text
        uri = more.partition("the next: ")[2].rstrip("]\n")
    assert whole.replace("\n", "") == (root() / "docs" / "script-host.md").read_text().replace("\n", "")
    assert "fuse: int | None = None" in read(served_game, era, "ticklane://reference/host.spawn")
    assert read(served_game, era, "ticklane://examples/tnt_push") == (root() / "examples" / "tnt_push.py").read_text()
    assert "0.624792" in read(served_game, era, "ticklane://physics/cases")
    assert read(served_game, era, "ticklane://physics/free_fall").startswith("case,entity")


@eras
def test_only_recorded_rows_are_read_from_the_games_folder(served_game: ServedGame, era: Era) -> None:
    listed = json.loads(read(served_game, era, "ticklane://runs"))
    assert "script-read-me.jsonl" in [file["name"] for file in listed["files"]]
    rows = [json.loads(line) for line in read(served_game, era, "ticklane://runs/script-read-me.jsonl").splitlines()]
    assert [row["value"]["n"] for row in rows] == list(range(10))
    link = served_game.game_dir / "mc-agent" / "script-link.jsonl"
    if not link.is_symlink():
        os.symlink(served_game.game_dir / "mc-agent" / "endpoint.json", link)
    for file in ("endpoint.json", "script-link.jsonl", "script-none.jsonl", "..%2f..%2fetc%2fpasswd"):
        assert "token" not in refusal(served_game, era, f"ticklane://runs/{file}")


@eras
def test_a_real_games_self_check_is_read_and_its_absence_is_said(served_game: ServedGame, era: Era) -> None:
    path = served_game.game_dir / "mc-agent" / "selfcheck.txt"
    assert "There is no self-check" in read(served_game, era, "ticklane://selfcheck")
    path.write_text("Ticklane self-check\n  game       1.21.8\n", encoding="utf-8")
    try:
        assert read(served_game, era, "ticklane://selfcheck") == path.read_text(encoding="utf-8")
    finally:
        path.unlink()


@eras
def test_long_files_are_read_from_row_to_row(served_game: ServedGame, era: Era) -> None:
    path = served_game.game_dir / "mc-agent" / "script-long.jsonl"
    rows = [{"n": n, "text": "é" * (20_000 if n == 7 else 500)} for n in range(100)]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    got: list[dict[str, Any]] = []
    uri = "ticklane://runs/script-long.jsonl"
    while uri:
        *found, last = [json.loads(line) for line in read(served_game, era, uri).splitlines()]
        got += found if "more" in last else [*found, last]
        uri = last.get("more", "")
    assert [row["n"] for row in got if "n" in row] == [n for n in range(100) if n != 7]
    assert [row["cut_bytes"] > 40_000 for row in got if "cut_bytes" in row] == [True]


@eras
def test_prompts_lead_from_question_to_verdict_and_to_the_line_at_fault(served_game: ServedGame, era: Era) -> None:
    async def use(client: Client[StreamableHttpTransport]) -> list[str]:
        prompts = {prompt.name: prompt for prompt in await client.list_prompts()}
        assert set(prompts) == {"experiment", "debug_script"}
        for prompt in prompts.values():
            assert prompt.description
            for argument in prompt.arguments or []:
                assert argument.description
                assert "JSON" not in argument.description
        answers = [
            await client.get_prompt("experiment", {"question": "How far does sand fall?", "like": "tnt_push"}),
            await client.get_prompt("debug_script", {"id": "read-me"}),
        ]
        return [
            answer.messages[0].content.text for answer in answers if isinstance(answer.messages[0].content, TextContent)
        ]

    experiment, debug = using(served_game, era, use)
    assert "How far does sand fall?" in experiment
    assert "script_start(source=..., wait_s=30)" in experiment
    assert "def run(host: ScriptHost)" in experiment
    assert "IndexError" in debug
    assert "   9     return [][1]" in debug
    with pytest.raises(MCPError, match="read-me"):
        using(served_game, era, lambda client: client.get_prompt("debug_script", {"id": "no-such"}))
    with pytest.raises(MCPError, match="tnt_push"):
        using(served_game, era, lambda client: client.get_prompt("experiment", {"question": "?", "like": "no-such"}))


@eras
def test_arguments_are_completed(served_game: ServedGame, era: Era) -> None:
    def template(uri: str) -> ResourceTemplateReference:
        return ResourceTemplateReference(type="ref/resource", uri=uri)

    def prompt(name: str) -> PromptReference:
        return PromptReference(type="ref/prompt", name=name)

    async def use(client: Client[StreamableHttpTransport]) -> list[list[str]]:
        asked: list[tuple[Any, str, str]] = [
            (prompt("debug_script"), "id", "read"),
            (prompt("experiment"), "like", "push"),
            (template("ticklane://scripts/{id}/status"), "id", ""),
            (template("ticklane://examples/{name}"), "name", "tnt"),
            (template("ticklane://reference/{name}{?part}"), "name", "spawn"),
            (template("ticklane://runs/{file}{?offset}"), "file", "script-read"),
            (prompt("experiment"), "question", "how"),
        ]
        return [(await client.complete(ref, {"name": name, "value": typed})).values for ref, name, typed in asked]

    of_prompt, of_experiment, ids, names, calls, files, nothing = using(served_game, era, use)
    assert of_prompt == ["read-me"]
    assert of_experiment == ["tnt_push"]
    assert "read-me" in ids
    assert names == ["tnt_cannon", "tnt_push"]
    assert "ScriptHost.spawn" in calls
    assert files == ["script-read-me.jsonl"]
    assert nothing == []
