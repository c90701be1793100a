"""The tools against a real game: the embedded host, its own gateway, an MCP client."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Literal

import numpy as np
import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp_types import TextContent

from .conftest import ServedGame
from .running_gateway import ERAS

pytestmark = pytest.mark.jvm

Era = Literal["auto", "legacy"]
eras = pytest.mark.parametrize("era", ERAS)

FALLING_BLOCKS = '''"""Five hundred falling blocks and one explosion: what the blast gives to each."""
# /// script
# [tool.ticklane]
# ticks = 40
# budget_ms = 30
# events = ["impulse"]
# [tool.ticklane.params]
# blocks = 500
# ///
import numpy as np


def run(host):
    host.remove(host.entities(tag="shot"))
    n = host.params["blocks"]
    for i in range(n):
        host.spawn("falling_block", (0.5 + i % 10 * 0.3, 100 + i // 10 * 0.2, 0.5), block="sand", tag="shot")
    host.spawn("tnt", (2.0, 100.0, 0.5), fuse=5)
    yield 10
    shots = host.entities(tag="shot")
    speed = np.linalg.norm(shots.vel, axis=1)
    return {"shots": len(shots), "largest": float(speed.max()), "impulses": seen["n"]}


seen = {"n": 0}


def on_event(host, event):
    seen["n"] += 1
    host.record("impulse", {"id": event.id, "dv": event.vel_after - event.vel_before})
'''

WATCH = """import numpy as np


def run(host):
    for n in range(100_000):
        host.log("step", n)
        host.record("y", {"n": n, "path": np.arange(50.0)})
        yield
"""


STUCK = """# /// script
# [tool.ticklane]
# hard_ms = 20
# ///

def run(host):
    host.record("row", 1)
    yield 2
    sum(range(200_000_000))
"""


def call(game: ServedGame, era: Era, tool: str, *, is_error: bool = False, **arguments: Any) -> Any:
    async def run() -> Any:
        transport = StreamableHttpTransport(game.mcp_url, headers={"Authorization": f"Bearer {game.token}"})
        async with Client(transport, mode=era) as client:
            return await client.call_tool(tool, arguments, raise_on_error=False)

    result = asyncio.run(run())
    (block,) = result.content
    assert isinstance(block, TextContent)
    assert result.is_error is is_error, block.text
    assert len(block.text) <= 30_000
    return block.text if is_error else json.loads(block.text)


@eras
def test_the_founding_experiment_is_one_call(served_game: ServedGame, era: Era) -> None:
    # A budget that a busy machine keeps, too: how fast it is, is no matter here.
    status = call(served_game, era, "script_start", source=FALLING_BLOCKS, id=f"fall-{era}", wait_s=30, budget_ms=30)
    assert (status["state"], status["reason"]) == ("ended", "finished")
    assert status["result"]["shots"] == 500
    assert status["result"]["largest"] > 0
    assert status["records"]["impulse"] >= status["result"]["impulses"] > 0
    assert status["step_ms"]["max"] > 0


@eras
def test_a_long_script_is_watched_paged_paused_and_stopped(served_game: ServedGame, era: Era) -> None:
    id = f"watch-{era}"
    assert call(served_game, era, "script_start", source=WATCH, id=id)["state"] in ("starting", "running")
    status = call(served_game, era, "script_status", id=id, wait_s=20, until="line", since_line=0)
    assert status["lines"]["new"]
    assert any(row[0] == id for row in call(served_game, era, "script_list", state="live")["scripts"])
    call(served_game, era, "script_status", id=id, wait_s=20, until="record")
    page = call(served_game, era, "script_output", id=id, keys=["y"], limit=2)
    assert page["columns"]["path"][0]["n"] == 50
    row = call(served_game, era, "script_output", id=id, limit=1, format="rows")["rows"][0]
    assert len(row["value"]["path"]) == 50
    assert call(served_game, era, "script_pause", id=id)["state"] == "paused"
    assert call(served_game, era, "script_resume", id=id)["state"] == "running"
    assert any(event["script"] == id for event in call(served_game, era, "script_events", id=id)["events"])
    stopped = call(served_game, era, "script_stop", id=id)
    assert (stopped["state"], stopped["reason"]) == ("ended", "stopped")
    assert call(served_game, era, "script_stop", id=id)["reason"] == "stopped"


def test_a_failure_names_the_line_to_change(served_game: ServedGame) -> None:
    source = "def run(host):\n    yield\n    return [][3]\n"
    status = call(served_game, "auto", "script_start", source=source, id="fails", wait_s=20)
    assert (status["reason"], status["error"]["type"], status["error"]["line"]) == ("failed", "IndexError", 3)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1])
def test_each_seed_of_a_call_is_the_seed(served_game: ServedGame, seed: int) -> None:
    source = "import numpy as np\ndef run(host):\n    return [str(host.seed), int(host.random.integers(2**50))]\n"
    status = call(served_game, "auto", "script_start", source=source, id="seeded", seed=seed, wait_s=20)
    assert status["result"] == [str(seed), int(np.random.default_rng(seed % 2**64).integers(2**50))]


def test_the_same_operation_starts_once(served_game: ServedGame) -> None:
    given: dict[str, Any] = {
        "source": "def run(host):\n    yield\n",
        "id": "once",
        "operation_id": "op-1",
        "wait_s": 20,
    }
    first = call(served_game, "auto", "script_start", **given)
    assert call(served_game, "legacy", "script_start", **given)["generation"] == first["generation"]


def test_the_same_id_replaces_the_running_script(served_game: ServedGame) -> None:
    first = call(served_game, "auto", "script_start", source=WATCH, id="replaced")
    second = call(served_game, "auto", "script_start", source=WATCH, id="replaced")
    assert second["generation"] == first["generation"] + 1
    call(served_game, "auto", "script_stop", id="replaced")


def test_mistakes_are_answered_with_what_to_do(served_game: ServedGame) -> None:
    assert "no-such" in call(served_game, "auto", "script_status", id="no-such", is_error=True)
    assert "did you mean 'wait_s'" in call(served_game, "auto", "script_stop", id="a", wait=1, is_error=True)
    refusal = call(served_game, "auto", "script_start", source="def run(host:\n", id="open", is_error=True)
    assert refusal.startswith('not started: 1 problem in "open"')
    refusal = call(served_game, "auto", "script_start", source="host.spwan('tnt')\n", id="typo", is_error=True)
    assert "spawn" in refusal


def test_every_tool_answers_while_a_script_is_stuck_in_c(served_game: ServedGame) -> None:
    call(served_game, "auto", "script_start", source=STUCK, id="stuck")
    deadline = time.monotonic() + 60
    while "stuck" not in (status := call(served_game, "auto", "script_status", id="stuck")):
        assert time.monotonic() < deadline, status
    assert (status["stuck"]["line"], status["stuck"]["code"]) == (9, "sum(range(200_000_000))")
    assert call(served_game, "auto", "script_output", id="stuck")["total"] == 1
    events = call(served_game, "auto", "script_events", id="stuck", since=0)["events"]
    assert any(event["kind"] == "stuck" and event["script"] == "stuck" for event in events)
    assert ["stuck", "running"] in [row[:2] for row in call(served_game, "auto", "script_list")["scripts"]]
    asked = call(served_game, "auto", "script_stop", id="stuck", wait_s=0)
    assert asked["stopping"] is True  # all of this in one and the same call
    assert asked["stuck"]["ms"] > status["stuck"]["ms"]
    end = call(served_game, "auto", "script_status", id="stuck", wait_s=50)
    assert (end["state"], end["reason"]) == ("ended", "budget")


def test_one_call_steps_exactly_and_is_answered_when_that_is_done(served_game: ServedGame) -> None:
    def time_(action: str, *, is_error: bool = False, **fields: Any) -> Any:
        return call(served_game, "auto", "world_time", action=action, is_error=is_error, **fields)

    at = time_("freeze")["tick"]
    try:
        answer = time_("step", ticks=4)
        assert answer["state"] == "frozen"
        assert (answer["ran"]["first"], answer["ran"]["last"], answer["ran"]["ended"]) == (at + 1, at + 4, "done")
        long = time_("step", ticks=1_000_000, wait_s=0)
        assert long["ran"]["ended"] == "no"
        assert time_("stop")["ran"]["number"] == long["ran"]["number"]
        assert time_("query", number=long["ran"]["number"])["ran"]["ended"] == "stopped"
    finally:
        time_("unfreeze")
    assert "freeze it first" in time_("step", is_error=True)
    assert "ticks" in time_("step", ticks=0, is_error=True)
