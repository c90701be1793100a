"""A script's header can thin out its own rows, the same ones in every run, and what is left out is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ticklane.testing import FakeHost
from ticklane_runtime._rates import Rates
from ticklane_toolchain import prepare
from ticklane_toolchain.header import read_header
from ticklane_toolchain.refusal import Refusal

HEADER = """# /// script
# [tool.ticklane]
# ticks = 8
# [tool.ticklane.records]
# rotate_mib = 8
# rotate_files = 3
# [tool.ticklane.records.rows_per_tick]
# motion = 0.25
# burst = 2
# "*" = 1
# ///
"""
SCRIPT = f"""{HEADER}
def on_tick(host):
    host.record("motion", host.elapsed())
    for i in range(5):
        host.record("burst", i)
        host.record("other", i)
"""


def test_rows_beyond_a_keys_rate_are_left_out_and_counted(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    outcome = FakeHost().run(script)
    by_key = {key: [row["value"] for row in outcome.records if row["key"] == key] for key in ("motion", "burst")}
    assert by_key == {"motion": [1, 5], "burst": [0, 1] * 8}
    assert sum(row["key"] == "other" for row in outcome.records) == 8
    assert outcome.status["left_out"] == {"motion": 6, "burst": 24, "other": 32}


def test_the_header_reaches_the_request_and_the_manifest() -> None:
    request = prepare(source=SCRIPT)
    assert (request.records.rotate_mib, request.records.rotate_files) == (8, 3)
    assert request.records.rows_per_tick == {"motion": 0.25, "burst": 2.0, "*": 1.0}
    assert request.header["records"]["rows_per_tick"] == {"motion": 0.25, "burst": 2, "*": 1}
    assert prepare(source="host.log(1)").records.rows_per_tick == {}


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("rotate_mib = 0", "rotate_mib = 0: is a whole number from 1 to 1,048,576"),
        ("rotate_files = 1", "is a whole number from 2 to 1,000"),
        ("rotate_files = true", "is a whole number"),
        ("rotat_mib = 5", "no such key, did you mean rotate_mib"),
        ("rows_per_tick = 5", 'is a table of keys, such as {motion = 0.05, "\\*" = 100}'),
        ("rows_per_tick = {a = 0}", "rows_per_tick.a = 0: is so many rows in a tick"),
        ("rows_per_tick = {a = 1.5}", "a whole number, or a fraction below 1"),
        ("rows_per_tick = {a = nan}", "is so many rows"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_line(line: str, finding: str) -> None:
    source = f"# /// script\n# [tool.ticklane.records]\n# {line}\n# ///\nhost.log(1)\n"
    with pytest.raises(Refusal, match=finding) as refused:
        prepare(source=source)
    assert "(line 3)" in str(refused.value)


def test_a_misplaced_key_is_told_where_it_belongs() -> None:
    (finding,) = read_header("# /// script\n# [tool.ticklane.record]\n# a = 1\n# ///\n").findings
    assert "did you mean records" in finding.text


def test_a_rate_below_one_begins_with_a_row_and_pauses() -> None:
    rates = Rates({"a": 0.3})
    assert [rates.admit(tick, "a") for tick in range(9)] == [True, False, False, False] * 2 + [True]
    assert all(rates.admit(0, f"key {i}") for i in range(3))
