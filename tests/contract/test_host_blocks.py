"""The host contract, on the fake host and in a real game. Reading and writing blocks."""

from __future__ import annotations

from .host_cases import FLOOR, RunCase, finished


def test_set_block_gives_the_old_one_and_block_reads_it(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
old = host.set_block((1, 70, 1), "oak_log[axis=x]")
now = host.block((1.9, 70.2, 1.5))
host.result([old == "air", now == "oak_log", now.props["axis"], now.id, str(now), host.block((0, 63, 0)) == "obsidian"])
"""
    )
    assert finished(out) == [True, True, "x", "minecraft:oak_log", "minecraft:oak_log[axis=x]", True]


def test_fill_counts_the_cells_that_changed(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
first = host.fill((3, 72, 3), (0, 70, 0), "stone")
again = host.fill((0, 70, 0), (3, 72, 3), "stone")
part = host.fill((0, 70, 0), (3, 73, 3), "stone")
host.result([first, again, part, host.fill((0, 70, 0), (3, 73, 3), "air")])
"""
    )
    assert finished(out) == [48, 0, 16, 64]


def test_an_area_can_be_copied_changed_and_put_back(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
a, b = (-2, 62, -2), (2, 66, 2)
before = host.blocks(a, b)
changed = host.set_blocks(before.put(before == "obsidian", "glass"))
middle = host.blocks(a, b).count("glass")
undone = host.set_blocks(before)
host.result([changed, middle, undone, bool((host.blocks(a, b).codes == before.codes).all()),
             before.origin.tolist(), list(before.codes.shape), before.at((0, 63, 0)) == "obsidian"])
"""
    )
    assert finished(out) == [25, 25, 25, True, [-2, 62, -2], [5, 5, 5], True]


def test_an_area_can_be_put_elsewhere(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
host.set_block((0, 64, 0), "glass")
host.set_block((1, 65, 2), "sand")
part = host.blocks((0, 64, 0), (1, 65, 2))
n = host.set_blocks(part, at=(4, 70, 4))
host.result([n, host.block((4, 70, 4)) == "glass", host.block((5, 71, 6)) == "sand",
             part.where(part == "sand").tolist()])
"""
    )
    assert finished(out) == [2, True, True, [[1, 65, 2]]]


def test_ignite_turns_a_block_into_primed_tnt(run_case: RunCase) -> None:
    out = run_case(
        FLOOR
        + """
floor(host)
host.set_block((2, 64, 2), "tnt")
e = host.ignite((2, 64, 2), fuse=9)
got = [e.type == "tnt", e.fuse, host.block((2, 64, 2)) == "air", round(e.vy, 3), e.pos.tolist()]
host.remove(e)
host.result(got)
"""
    )
    assert finished(out) == [True, 9, True, 0.2, [2.5, 64, 2.5]]
