"""Scripts that say more than anybody can read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .conftest import innocent
from .played_game import PlayedGame, json_lines

pytestmark = pytest.mark.jvm

HEADER = "# /// script\n# [tool.ticklane]\n# budget_ms = 35\n# hard_ms = 10000\n# ///\n"
GROWTH_MIB = 200  # the queue to the disk may hold 32 MB, and Java and Python each have a copy


@pytest.fixture(autouse=True)
def _innocent(served: PlayedGame) -> Iterator[None]:
    with innocent(served, growth_mib=GROWTH_MIB):
        yield


def test_fifty_megabytes_of_print_are_bounded_everywhere_and_counted(served: PlayedGame) -> None:
    source = """
def run(host):
    for _ in range(50):
        for n in range(1000):
            print("x" * 1000)
        yield
"""
    served.start(HEADER + source)
    served.time("sprint", ticks=60)
    status = served.ended()
    assert status["reason"] == "finished", status
    kept = status["lines"]["next"]
    assert 50 < kept < 10_000  # of each step some, and one that counts the others
    reply = served.tool("script_status", id="fault", until="line", since_line=0)
    assert (reply["lines"]["skipped"] > 0, reply["lines"]["next"]) == (True, kept)
    assert any("more lines in this step were not kept" in line for line in reply["lines"]["new"])
    lines = [event for event in served.events() if event["kind"] == "line"]
    assert len(lines) < 200
    assert any("more" in event["text"] for event in lines)


def test_one_line_of_five_megabytes_and_millions_of_newlines(served: PlayedGame) -> None:
    source = """
def run(host):
    print("x" * 5_000_000)
    yield
    print("\\n" * 2**22)
    yield
    import sys
    for _ in range(20_000):
        sys.stdout.write("y")
    print()
    yield 150
    host.log("\\x00\\x1b[31m\\ud800\\u2028", "end")
    yield
"""
    served.start(HEADER + source)
    status = served.ended()
    assert status["reason"] == "finished", status
    assert len(str(status)) < 100_000
    for event in served.events():
        assert len(event.get("text", "")) < 10_000
    assert any(event.get("text", "").endswith("end") for event in served.events())
    assert served.tool("script_status", id="fault", detail="full")["reason"] == "finished"


def test_a_million_rows_are_all_there_and_read_in_bounded_pages(served: PlayedGame) -> None:
    source = """
def run(host):
    for t in range(100):
        for n in range(10_000):
            host.record("n", t * 10_000 + n)
        yield
"""
    served.start(HEADER + source)
    served.time("sprint", ticks=110)
    status = served.ended()
    assert (status["reason"], status["records"], status.get("lost")) == ("finished", {"n": 1_000_000}, None)
    page = served.tool("script_output", id="fault", limit=10_000)
    assert page["more"] is True
    assert 0 < page["next"] < 10_000
    assert page["total"] == 1_000_000
    last = served.tool("script_output", id="fault", since=999_999)
    assert (last["columns"]["value"], last["more"]) == ([999_999], False)
    strided = served.tool("script_output", id="fault", every=100_000)
    assert strided["columns"]["value"] == list(range(0, 1_000_000, 100_000))


def test_output_beyond_its_files_is_rotated_and_the_gap_is_marked(served: PlayedGame) -> None:
    source = """
def run(host):
    for t in range(300):
        host.record("n", [t, "x" * 1_000_000])
        yield
"""
    served.start(HEADER + source)
    served.time("sprint", ticks=310)
    status = served.ended()
    assert (status["reason"], status["records"]) == ("finished", {"n": 300})
    page = served.tool("script_output", id="fault", since=0, format="rows", limit=1)
    assert page["dropped"] > 0
    files = sorted((served.folder / "mc-agent").glob("script-fault*.jsonl"))
    assert 2 <= len(files) <= 4
    assert all(path.stat().st_size <= 66 << 20 for path in files)
    for path in files:
        path.write_bytes(b"")  # hundreds of megabytes


def test_a_result_of_ten_megabytes_is_an_error_and_the_one_before_it_stays(served: PlayedGame) -> None:
    source = """
def run(host):
    host.result("small")
    yield
    try:
        host.result("x" * 10_000_000)
    except ValueError as error:
        host.log(error)
    yield
    host.result(["x" * 10_000] * 1000)
"""
    served.start(HEADER + source)
    status = served.ended()
    assert (status["reason"], status["error"]["type"], status["error"]["line"]) == ("failed", "LimitError", 15), status
    assert status["result"] == "small"
    assert "65,536" in status["error"]["message"]


def test_a_row_larger_than_a_page_is_marked_and_thousands_of_keys_are_no_trouble(served: PlayedGame) -> None:
    source = """
def run(host):
    host.record("big", "x" * 900_000)
    host.record("small", 1)
    for n in range(3000):
        host.record(f"key-{n}", n)
    yield
"""
    served.start(HEADER + source)
    status = served.ended()
    assert status["reason"] == "finished", status
    assert len(str(status["records"])) < 30_000
    page = served.tool("script_output", id="fault", limit=2)
    assert page["truncated"] is True
    assert served.tool("script_output", id="fault", keys=["small"])["columns"]["value"] == [1]
    assert served.tool("script_status", id="fault")["reason"] == "finished"


def test_an_error_whose_message_and_locals_are_megabytes_is_told_in_kilobytes(served: PlayedGame) -> None:
    source = """
def run(host):
    values = {n: "x" * 1_000_000 for n in range(5)}
    text = "y" * 3_000_000
    raise ValueError(text)
"""
    served.start(HEADER + source)
    status = served.ended()
    assert (status["reason"], status["error"]["type"]) == ("failed", "ValueError")
    assert len(str(status)) < 60_000
    assert served.tool("script_status", id="fault", detail="full")["error"]["line"] == 10


def test_rows_that_were_paged_are_those_in_the_file(served: PlayedGame) -> None:
    served.start(
        HEADER + "def run(host):\n    for n in range(500):\n        host.record('n', [n, 'é\\n\\x00'])\n    yield\n"
    )
    served.ended()
    assert served.rows() == json_lines(served.folder / "mc-agent" / "script-fault.jsonl")


def test_tens_of_thousands_of_exceptions_that_nobody_can_catch_cost_lines_not_ticks(served: PlayedGame) -> None:
    source = """
class Fails:
    def __del__(self):
        raise LookupError("as planned")

def run(host):
    for _ in range(20_000):
        Fails()
    for _ in range(20_000):
        one = Fails()
        one.me = one  # left for the collection between ticks
    yield 5
"""
    served.start(HEADER + source, "late")
    served.let_pass(20)
    assert served.ended("late")["reason"] == "finished"
    told = served.status("late", until="line", since_line=0)["lines"]["new"]
    assert any("LookupError: as planned" in line and "line 9, in __del__" in line for line in told), told[:3]
    assert any("more lines" in line for line in told)
