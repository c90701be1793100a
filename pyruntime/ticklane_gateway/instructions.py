"""What a client is told before it calls anything. Clients cut at 2,048 characters, so each text stays under 2,000."""

from __future__ import annotations

from typing import Final

__all__ = ["INSTRUCTIONS", "START"]

INSTRUCTIONS: Final = """\
Runs Python scripts inside a live Minecraft game, stepped at the end of every game tick, to measure and change what \
happens there: entity motion, explosions, item drops, block changes, player input. Use it when a question is about \
what Minecraft does tick by tick, or a task needs to act at an exact tick.

A short experiment is ONE call: script_start(source=..., wait_s=30) checks the script, runs it, returns the result.
A long one: script_start, then script_status(id, wait_s=55, until="line") for its next line; script_output for the \
rows behind a summary; script_stop to end it with its result.
A look around, one call tried, a scene set up: execute_code(code="..."). Commands: run_command(command="..."). \
A picture: take_screenshot().

    def run(host):                      # generator: each yield is one game tick (yield n: n ticks)
        host.remove(host.entities(tag="probe"))         # leftovers of the last run
        tnt = host.spawn("tnt", (0.5, 150, 0.5), fuse=80, tag="probe")
        for _ in range(40):
            yield
            host.record("fall", {"y": tnt.y, "vy": tnt.vy})
        host.expect("vy", tnt.vy, -1.0864, tol=1e-3)    # PASS or FAIL in the answer
        return {"fallen": 150 - tnt.y, "vy": tnt.vy}

Units: blocks, blocks per tick, degrees, game ticks (20 a second). A place is one argument of three numbers, at the \
feet. The default world's ground is y = 64: for free flight spawn high. Landed sand, exploded TNT, merged items are \
gone, and reading them is an error: test .alive, keep the last value.
A script is checked before a tick is spent: all mistakes come back at once, each with the line and what to write \
instead. The same id again replaces the running script.
Not sure of a call or a message? docs(query="...") finds it; docs(topic="tick-scripts"), "game-traps" and \
"reading-results" are short and have whole examples.
"""

START: Final = """\
Start a Python script in the game and, with wait_s, wait for its end: a short experiment is this one call.

Give exactly one of source and path. The script defines run(host) (plain, or a generator: each `yield` is a tick; its \
return value is the result), or on_start / on_tick / on_event / on_stop, or just a body. A header may fix defaults:
    # /// script
    # [tool.ticklane]
    # ticks = 600
    # [tool.ticklane.params]
    # height = 80.0
    # ///
On host: entities(type=, tag=, radius=, center=) (numpy columns pos, vel, y, vy, on_ground, ...), spawn(type, pos, \
vel=, fuse=, block=, item=, tag=), modify(entity, vel=, pos=), remove(entities), block(pos), set_block(pos, block), \
fill(a, b, block), blocks(a, b).count("stone"), ignite(pos), command(text), record(key, value), log(text), \
expect(name, measured, expected, tol=), on("explosion", f), every(n, f), track(entities, ticks=), random, params, \
elapsed(), tick(). For more: the tool docs.
Returns Status: state, reason, result, verdicts, counts of records, new lines, step times; on failure the error with \
its line and what to write instead. A refused script has not started: the text lists every problem. The same id \
replaces the running script. operation_id makes a repeated call start nothing twice. Capabilities (caps) can be asked \
for here; only the user allows them.
"""
