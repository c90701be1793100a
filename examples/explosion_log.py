# /// script
# [tool.ticklane]
# events = ["explosion", "block_change"]
# ///
"""Count explosions and the blocks they break, until somebody stops the script.

Shows on_event and a script without an end of its own: `ticklane stop` calls on_stop, which gives the result. What to
expect: a line for each explosion, and the twenty kinds of blocks that turned into air most often.
"""

from collections import Counter

from ticklane import Event, ScriptHost

seen: Counter[str] = Counter()
broken: Counter[str] = Counter()


def on_event(host: ScriptHost, event: Event) -> None:
    seen[event.kind] += 1
    if event.kind == "explosion":
        host.log(f"tick {event.tick}: power {event.power} at {event.pos.round(1)}, {event.broken} blocks")
    elif event.kind == "block_change" and event.new == "air":
        broken[event.old.id] += 1


def on_stop(host: ScriptHost) -> None:
    host.result({"events": seen, "broken": broken.most_common(20)})
