"""One call into C that takes seconds: it can't be cut, so all else has to go on and the report has to be right."""

from __future__ import annotations

import pytest

from .played_game import PlayedGame, eventually

pytestmark = [pytest.mark.jvm, pytest.mark.usefixtures("witness")]

# Sized for a few seconds on a slow machine; each line is the whole of step 1.
CALLS = {
    "sum": "sum(range(150_000_000))",
    "regular expression": "re.match('(a+)+$', 'a' * 27 + 'b')",
    "big integer": "10 ** 10 ** 7 % 7",
    "sort": "sorted(map(str, range(4_000_000)))",
}


@pytest.mark.parametrize("kind", CALLS)
def test_meanwhile_everything_that_reads_answers_and_then_the_script_ends_with_its_line(
    served: PlayedGame, kind: str
) -> None:
    source = f"""import re

def run(host):
    host.record("before", 1)
    yield
    {CALLS[kind]}
    host.record("after", 1)
    yield
    return "never"
"""
    line = 6
    served.start(source, hard_ms=50)
    status = eventually("the report", lambda: s if "stuck" in (s := served.status()) or s["state"] == "ended" else None)
    if status["state"] != "ended":
        # The lane is held: these come from Java.
        assert status["stuck"]["line"] == line
        assert status["stuck"]["code"] == CALLS[kind]
        assert served.scripts()["fault"][1].startswith("running")
        assert [row["key"] for row in served.rows()] == ["before"]
        assert served.tool("script_status", id="fault")["id"] == "fault"
        held = [event for event in served.events() if event["kind"] == "stuck"]
        assert held and held[0]["script"] == "fault"
        asked = served.client.request("stop", script="fault", wait_s=0.1)
        assert asked["id"] == "fault"
    status = served.ended()
    assert status["reason"] in ("budget", "stopped"), status
    if status["reason"] == "budget":
        assert status["budget"]["line"] == line
    assert "stuck" not in status
    # The statements right behind the call may still have run; nothing after the step did.
    assert "result" not in status


def test_a_start_that_waits_behind_it_says_what_holds_the_lane(game: PlayedGame) -> None:
    game.start("def run(host):\n    yield\n    sum(range(100_000_000))\n")
    eventually("the report", lambda: "stuck" in game.status() or game.status()["state"] == "ended")
    second = game.start("def run(host):\n    return 1\n", "second", wait_s=50)
    assert (second["reason"], second["result"]) == ("finished", 1)
    assert game.ended()["reason"] == "budget"
