"""A script that doesn't come back from C code: what a real game says of it meanwhile, and what becomes of it.

The calls are sized to last for seconds; how long they take is asserted nowhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ticklane_cli.launch import LaunchConfig, launch
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

pytestmark = pytest.mark.jvm

HANG_S = 60.0

BIG_CALLS = {
    "sum": ("sum(range(150_000_000))", ""),
    "power": ("10 ** 6_000_000", ""),
    "regex": ('re.match("(a+)+$", "a" * 26 + "b")', "import re"),
    "sorted": ("sorted(numbers)", "numbers = [(i * 7919) % 1_000_003 / 7 for i in range(200_000)] * 50"),
}

Start = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ControlClient]:
    config = LaunchConfig(tmp_path_factory.mktemp("stuck") / "game", world="void", script_memory_mib=400)
    with launch(config) as game, game.client() as client:
        yield client


def start(client: ControlClient, source: str, id: str, **settings: Any) -> dict[str, Any]:
    files = settings.pop("files", None)
    request = prepare(source=source, files=files, id=id, **{"hard_ms": 40.0} | settings)
    reply: dict[str, Any] = client.request("start", body=encode_start(request), timeout_s=HANG_S)
    return reply


def status(client: ControlClient, id: str) -> dict[str, Any]:
    reply: dict[str, Any] = client.request("status", script=id)
    return reply


def until(client: ControlClient, id: str, seen: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The first Status that shows it."""
    deadline = time.monotonic() + HANG_S
    while not seen(found := status(client, id)):
        assert found["state"] != "ended", found
        assert time.monotonic() < deadline, found
        time.sleep(0.005)  # a status has no event for this
    return found


def ended(client: ControlClient, id: str) -> dict[str, Any]:
    reply: dict[str, Any] = client.request("status", script=id, wait_s=50, timeout_s=HANG_S)
    assert reply["state"] == "ended", reply
    return reply


@pytest.mark.parametrize("kind", BIG_CALLS)
def test_questions_are_answered_while_a_big_call_holds_the_tick_and_it_is_named(
    client: ControlClient, kind: str
) -> None:
    call, before = BIG_CALLS[kind]
    source = (
        f"{before}\n\ndef run(host):\n    host.record('row', 1)\n    yield 2\n    x = {call}\n    return x is None\n"
    )
    since = client.request("events", since=-1)["next"]
    start(client, source, kind)
    stuck = until(client, kind, lambda found: "stuck" in found)["stuck"]
    listed = client.request("list")
    rows = client.request("output", script=kind)
    events = client.request("events", since=since, script=kind)["events"]
    client.request("ping")
    still = status(client, kind)
    assert still["state"] == "running"
    assert still["stuck"]["ms"] > stuck["ms"]  # all of that was answered in one and the same call
    expected = {"line": 6, "code": f"x = {call}", "in": "run"}
    assert expected.items() <= stuck.items()
    assert [row[:2] for row in listed["scripts"] if row[0] == kind] == [[kind, "running"]]
    assert rows["total"] == 1
    told = [event["data"] for event in events if event["kind"] == "stuck"]
    assert len(told) == 1
    assert expected.items() <= told[0].items()
    end = ended(client, kind)
    assert end["reason"] == "budget"
    assert end["budget"]["line"] == 6
    assert "stuck" not in end


def test_the_innermost_line_of_the_script_is_named_through_libraries_and_c_code(client: ControlClient) -> None:
    source = """
import functools

def key(n):
    return sum(range(100_000_000)) if n == 2 else n

def run(host):
    yield 2
    functools.reduce(lambda a, b: a, sorted([1, 2, 3], key=key))
"""
    start(client, source, "within")
    stuck = until(client, "within", lambda found: "stuck" in found)["stuck"]
    assert (stuck["line"], stuck["in"]) == (5, "key")
    assert ended(client, "within")["reason"] == "budget"


def test_a_module_beside_the_script_is_named_by_its_file(client: ControlClient) -> None:
    source = "import beside\n\ndef run(host):\n    yield 2\n    beside.slow()\n"
    module = "def slow():\n\n\n    return sum(range(100_000_000))\n"
    start(client, source, "two-files", files={"beside.py": module})
    stuck = until(client, "two-files", lambda found: "stuck" in found)["stuck"]
    assert (stuck["file"], stuck["line"], stuck["in"]) == ("beside.py", 4, "slow")
    assert stuck["code"] == "return sum(range(100_000_000))"
    assert ended(client, "two-files")["reason"] == "budget"


def test_another_script_does_not_answer_for_it_and_goes_on(client: ControlClient) -> None:
    start(client, "def on_tick(host):\n    host.record('tick', host.tick())\n", "innocent")
    start(client, "def run(host):\n    yield 2\n    sum(range(100_000_000))\n", "guilty")
    until(client, "guilty", lambda found: "stuck" in found)
    assert "stuck" not in status(client, "innocent")
    assert ended(client, "guilty")["reason"] == "budget"
    before = status(client, "innocent")["elapsed"]
    until(client, "innocent", lambda found: found["elapsed"] > before)
    client.request("stop", script="innocent")
    rows = client.request("output", script="innocent", limit=100_000)["rows"]
    ticks = [row["value"] for row in rows]
    assert ticks == list(range(ticks[0], ticks[0] + len(ticks)))


@pytest.mark.parametrize(
    "grow",
    ["kept.append(bytes(1 << 20))", "kept.append([0] * 100_000)", "kept.append(np.ones(100_000))"],
    ids=["bytes", "lists", "arrays"],
)
def test_a_step_that_allocates_without_end_ends_for_its_memory(client: ControlClient, grow: str) -> None:
    source = f"import numpy as np\n\ndef run(host):\n    yield 2\n    kept = []\n    while True:\n        {grow}\n"
    start(client, source, "greedy", hard_ms=60_000.0)
    end = ended(client, "greedy")
    assert end["reason"] == "memory"
    client.request("ping")


def test_a_chain_of_a_million_iterators_does_not_overflow_the_stack(client: ControlClient) -> None:
    source = """
def run(host):
    yield 2
    chain = iter([1])
    for _ in range(1_000_000):
        chain = map(int, chain)
    first = next(chain)
    del chain
    return first
"""
    start(client, source, "chain", hard_ms=60_000.0)
    end = ended(client, "chain")
    assert (end["reason"], end["result"]) == ("finished", 1)
