"""Repair a wall: cracked bricks become whole, holes are closed; after 100 ticks everything is put back.

Shows blocks() as an undo: the copy taken before is written back. What to expect: `changed` and `undone` are equal and
`same` is true.
"""

from ticklane import Run, ScriptHost


def run(host: ScriptHost) -> Run:
    a, b = (0, 60, 0), (15, 70, 0)
    before = host.blocks(a, b)
    whole = before.put((before == "cracked_stone_bricks") | (before == "air"), "stone_bricks")
    changed = host.set_blocks(whole)
    host.log(f"{changed} blocks repaired; there were {before.counts()}")
    yield 100
    undone = host.set_blocks(before)
    again = host.blocks(a, b)
    same = again.palette == before.palette and bool((again.codes == before.codes).all())
    return {"changed": changed, "undone": undone, "same": same}
