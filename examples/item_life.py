# /// script
# dependencies = ["numpy"]
# [tool.ticklane]
# ticks = 6200
# events = ["entity_remove"]
# ///
"""Items on a grid: how fast they merge, and how long the rest lives.

Shows a script made of on_start, on_event, on_tick and on_stop. What to expect: items less than half a block apart
merge into stacks; what is left despawns at the age of 6,000 ticks, and the script ends itself then.
"""

from collections import Counter

import numpy as np

from ticklane import EntityRemoveEvent, Event, ScriptHost, summary

gone: list[EntityRemoveEvent] = []


def on_start(host: ScriptHost) -> None:
    for i in range(64):
        host.spawn("item", (i % 8 * 0.7, 64, i // 8 * 0.7), item="diamond")


def on_event(host: ScriptHost, event: Event) -> None:
    if event.kind == "entity_remove" and event.type == "item":
        gone.append(event)


def on_tick(host: ScriptHost) -> None:
    items = host.entities(type="item")
    if host.elapsed() % 20 == 0:
        largest = np.max(items.count, initial=0)
        host.record("stacks", {"entities": len(items), "items": items.count.sum(), "largest": largest})
    if len(items) == 0:
        host.stop()


def on_stop(host: ScriptHost) -> None:
    host.result(
        {
            "causes": Counter(event.cause for event in gone),
            "merged_at_age": summary([event.age for event in gone if event.cause == "merged"]),
            "despawned_at_age": summary([event.age for event in gone if event.cause == "despawned"]),
        }
    )
