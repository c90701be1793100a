"""The tool docs: topics and search through real clients, without a game; and the texts that clients are given."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from ticklane_gateway.instructions import INSTRUCTIONS
from ticklane_gateway.reading.answers import topic_names, topic_text
from ticklane_gateway.reading.library import skill_names
from ticklane_gateway.reading.search import search
from ticklane_gateway.reading.sections import sections

from .running_gateway import ERAS, RunningGateway

eras = pytest.mark.parametrize("era", ERAS)

# What somebody asks -> a section that must be among the first three.
ASKED = {
    "host.spawn": "ScriptHost.spawn",
    "how do I spawn tnt": "ScriptHost.spawn",
    "GoneError": "GoneError",
    "entity minecraft:tnt #41 exploded at tick 8802 at (14.2, 61.0, 0.5). Test shot.alive": "messages#goneerror",
    "budget: 5 of 100 ticks over 2.0 ms, worst 7.3 ms": "messages#reason-budget",
    "host.set_block(2, 64, 0): a place is one argument": "messages#not-started",
    "not allowed: files capability": "messages#notallowederror",
    "time.sleep": "capabilities#what-holds-the-thread",
    "budget_ms": "writing-a-script#budgets",
    "on_event": "writing-a-script#which-functions",
    "teleport an entity": "recipes#spawn-launch-push-teleport",
    "how to place a block": "ScriptHost.set_block",
    "count blocks in an area": "recipes#place-read-count",
    "kill all entities": "recipes#spawn-launch-push-teleport",
    "nearest entity": "recipes#find-entities",
    "wait until the sand has landed": "recipes#wait-until",
    "run something every 20 ticks": "recipes#do-something-every",
    "how do I pass parameters": "recipes#change-parameters",
    "standard deviation": "recipes#statistics",
    "velosity of explosoin": "ImpulseEvent",
    "gravity of tnt in water": "physics#in-water",
    "percentiles of many values": "summary",
    "run many trials with different seeds": "skills/tick-scripts#many-trials",
    "export to parquet": "runs#files-for-other-tools",
    "window around each impulse": "examples/impulse_windows",
    "items merged": "messages#goneerror",
    "the world is frozen, no tick passes": "messages#gamefrozen",
}


@pytest.fixture
def without_game(tmp_path: Path) -> Any:
    running = RunningGateway(tmp_path / "no-game")
    yield running
    running.stop()


@eras
def test_it_answers_without_a_game(without_game: RunningGateway, era: Any) -> None:
    def docs(**arguments: Any) -> str:
        text = without_game.text(era, "docs", expect_error=False, **arguments)
        assert len(text) <= 30_000
        return text

    contents = docs()
    assert "writing-a-script" in contents
    assert "game-traps" in contents
    assert docs(topic="host.spawn").startswith("# ScriptHost.spawn")
    assert "def run(host)" in docs(topic="tick-scripts")
    assert "A P D" in docs(topic="physics#in-the-air")
    found = docs(query="apply a velocity to many entities")
    assert "ScriptHost.modify" in found
    assert len(found) <= 12_000
    assert "More, each by docs(topic=...)" in found
    assert docs(query="zzzqqq").startswith("Nothing matches")
    assert "part=2" in docs(topic="script-host")
    assert docs(topic="script-host", part=2)
    assert "# ScriptHost.spawn" in docs(topic="host.spwan")
    assert "No topic is named 'how scripts end'" in docs(topic="how scripts end")
    assert "docs() says what there is" in without_game.error(era, "docs", topic="zzzqqq")
    assert "part" in without_game.error(era, "docs", topic="physics", part=99)


@eras
def test_what_is_shipped_is_read_without_a_game_and_the_status_says_how_to_start_one(
    without_game: RunningGateway, era: Any
) -> None:
    async def use(client: Any) -> tuple[list[str], dict[str, Any]]:
        listed = [str(resource.uri) for resource in await client.list_resources()]
        (status,) = await client.read_resource("ticklane://status")
        (page,) = await client.read_resource("ticklane://docs/physics")
        assert page.text.startswith("# Physics")
        (runs,) = await client.read_resource("ticklane://runs")
        assert json.loads(runs.text)["files"] == []
        with pytest.raises(MCPError, match="ticklane serve"):
            await client.read_resource("ticklane://scripts/x/status")
        assert (await client.get_prompt("experiment", {"question": "How high?"})).messages
        return listed, json.loads(status.text)

    listed, status = without_game.using(era, use)
    assert "ticklane://docs/physics" in listed
    assert status["game"] == {"state": "none"}
    assert "ticklane serve" in status["next"]


@pytest.mark.parametrize(("query", "wanted"), ASKED.items(), ids=list(ASKED))
def test_search_finds_names_messages_and_words(query: str, wanted: str) -> None:
    first = [section.name for section in search(query)[:3]]
    assert any(name.startswith(wanted) for name in first), first


def test_every_name_can_be_asked_for_and_no_two_sections_share_one() -> None:
    names = [section.name for section in sections()]
    assert len(names) == len(set(names)) > 300
    for name in topic_names():
        assert topic_text(name, 1).strip()
    from ticklane import ScriptHost

    calls = [name for name in vars(ScriptHost) if not name.startswith("_")]
    assert {f"ScriptHost.{name}" for name in calls} <= set(names)
    assert set(skill_names()) == {"tick-scripts", "game-traps", "reading-results"}


@eras
def test_no_published_text_is_cut_by_a_client(without_game: RunningGateway, era: Any) -> None:
    async def texts(client: Any) -> list[str]:
        found = [tool.description or "" for tool in await client.list_tools()]
        found += [prompt.description or "" for prompt in await client.list_prompts()]
        found += [resource.description or "" for resource in await client.list_resources()]
        found += [template.description or "" for template in await client.list_resource_templates()]
        assert client.instructions == INSTRUCTIONS
        found.append(client.instructions)
        offered = client.session.server_capabilities
        assert offered.resources.subscribe and offered.resources.list_changed and offered.completions is not None
        return found

    found = without_game.using(era, texts)
    assert len(found) > 50
    assert [text for text in found if len(text) > 2_000] == []


def test_what_the_instructions_name_is_there(without_game: RunningGateway) -> None:
    tools = {tool.name for tool in without_game.using("auto", lambda client: client.list_tools())}
    assert set(re.findall(r"\b(script_\w+|execute_code|run_command|docs)\b", INSTRUCTIONS)) <= tools
    for topic in re.findall(r'topic="([^"]+)"', INSTRUCTIONS):
        assert topic_text(topic, 1)
