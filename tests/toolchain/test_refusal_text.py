"""The text an agent reads when nothing was started."""

from __future__ import annotations

from ticklane_toolchain.refusal import Finding, Refusal

from .scripts import refused


def test_refusal_lists_every_finding_with_its_corrected_line() -> None:
    source = '''# /// script
# [tool.ticklane]
# events = ["explosions"]
# ///
"""A cannon."""


def run(host):
    host.set_block(2, 64, 0, "tnt")
    host.spawn("tnt", (0, 64, 0), velocity=(0, 1, 0))
'''
    assert str(refused(source, id="cannon")) == (
        'not started: 3 problems in "cannon"\n'
        'line 9   host.set_block(2, 64, 0, "tnt"): a place is one argument: host.set_block((2, 64, 0), "tnt")\n'
        "line 10  host.spawn(velocity=…): no such argument, did you mean vel?\n"
        'header   events = ["explosions"]: no such event; known: explosion block_change entity_spawn entity_remove '
        "impulse damage chat player_join player_leave message (line 3)"
    )


def test_one_problem_is_not_plural() -> None:
    assert str(Refusal("x", [Finding("header", "bad")])) == 'not started: 1 problem in "x"\nheader  bad'


def test_same_finding_is_told_once_and_lines_come_in_order() -> None:
    findings = [Finding.at(9, "b"), Finding.at(2, "a"), Finding.at(9, "b"), Finding.at(1, "c", file="helper.py")]
    refusal = Refusal("x", findings)
    assert [finding.where for finding in refusal.findings] == ["line 2", "line 9", "helper.py line 1"]


def test_many_findings_and_long_lines_stay_readable() -> None:
    source = "\n".join(f"host.nothing{i}()" for i in range(200)) + f"\nhost.set_block(1, 2, 3, {'x' * 5000!r})\n"
    refusal = refused(source)
    assert len(refusal.findings) == 201
    assert len(str(refusal)) < 20_000
    assert str(refusal).endswith("and 161 more, shown when these are gone")


def test_syntax_error_shows_its_line_with_a_caret() -> None:
    text = str(refused("def run(host):\n    x = (1,\n    y = = 2\n"))
    lines = text.splitlines()
    assert lines[1].startswith("line ")
    assert "SyntaxError" in lines[1]
    assert lines[-1].strip() == "^"
